//! Lines that kernels print: what they say, of whom, and where they go.

#![cfg(feature = "executor")]

use lego_cuda::device::{linear_thread_idx, sync_threads, thread_idx};
use lego_cuda::executor::{Executor, Options};
use lego_cuda::launch::{Device, Error, Launch};
use lego_cuda::{lego_kernel, trace};

/// Two lines of each thread, with a barrier between them, and what is wrong if it is told to.
#[lego_kernel]
fn telling(factor: u32, is_wrong: u32) {
    let i = linear_thread_idx();
    trace!("first {}", factor * i);
    sync_threads();
    trace!("{:x} {:.1} {}", -1_i8, f64::from(i) / 4.0, i == 1);
    if is_wrong != 0 && thread_idx().x == 2 {
        lego_cuda::device::trap();
    }
}

fn executor(workers: usize) -> (Executor, Device<Executor>) {
    let executor = Executor::with(Options::new().workers(workers).keep_traces(true));
    (executor.clone(), Device::new(executor))
}

#[test]
fn each_thread_says_its_lines_in_their_order() -> Result<(), Error> {
    for workers in [1, 3] {
        let (executor, device) = executor(workers);
        let module = device.without_program()?;
        Telling::launch(&module, Launch::grid([2, 3]).block([3, 1, 2]), 7, 0)?;
        let traces = executor.take_traces();
        assert_eq!(traces.len(), 2 * 3 * 6 * 2);
        for (block, thread) in (0..6).flat_map(|block| (0..6).map(move |thread| (block, thread))) {
            let (x, y, z) = (thread % 3, 0, thread / 3);
            let place = format!("block ({}, {}, 0), thread ({x}, {y}, {z}): ", block % 2, block / 2);
            let lines: Vec<String> = traces.iter().map(ToString::to_string).collect();
            let lines: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(&place)).collect();
            let second = format!("ffffffff {:.1} {}", f64::from(thread) / 4.0, u32::from(thread == 1));
            assert_eq!(lines, [format!("first {}", 7 * thread), second]);
        }
        let first = &traces[0];
        assert_eq!((first.kernel, first.site.file()), ("telling", file!()));
        assert!(traces.iter().any(|other| other.site.line() == first.site.line() + 2));
        assert_eq!(executor.take_traces(), []);
    }
    Ok(())
}

#[test]
fn what_was_said_before_a_fault_is_kept() -> Result<(), Error> {
    let (executor, device) = executor(1);
    let module = device.without_program()?;
    Telling::launch(&module, Launch::grid(1).block(3), 1, 1).unwrap_err();
    let last = executor.take_traces().pop().unwrap();
    assert_eq!(last.line.split(' ').next(), Some("ffffffff"));

    // Lines that are not kept are printed.
    let executor = Executor::new();
    Telling::launch(&Device::new(executor.clone()).without_program()?, Launch::grid(1).block(1), 1, 0)?;
    assert_eq!(executor.take_traces(), []);
    Ok(())
}
