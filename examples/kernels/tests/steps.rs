//! The five steps of softmax: that each does what the last says, what the profile counts of them, and that the guide shows
//! these very kernels and numbers.

use lego_cuda::executor::{Executor, Options, Profile, Space};
use lego_cuda::launch::{Device, Error};
use lego_example_kernels::softmax_steps::{STEPS, Step, softmax_step};

const GUIDE: &str = include_str!("../../../book/src/first-kernel.md");

/// The kernels' files, in the order of the steps.
const FILES: [&str; 5] = [
    include_str!("../src/softmax_steps/threads.rs"),
    include_str!("../src/softmax_steps/blocks.rs"),
    include_str!("../src/softmax_steps/online.rs"),
    include_str!("../src/softmax_steps/registers.rs"),
    include_str!("../src/softmax_steps/vectors.rs"),
];

/// The softmax of rows by a step, and what it cost.
fn run(step: Step, [m, n]: [usize; 2]) -> Result<Profile, Error> {
    let executor = Executor::with(Options::new().profile(true));
    let device = Device::new(executor.clone());
    let matrix: Vec<f32> = (0..m * n).map(|i| ((i * 7919 + i / n * 31) % 257) as f32 / 16.0).collect();
    let (input, mut output) = (device.buffer_from(&matrix)?, device.poisoned(m * n)?);
    softmax_step(&device.without_program()?, step, &input, &mut output, [m, n])?;
    for (row, result) in matrix.chunks(n).zip(output.read()?.chunks(n)) {
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f64 = row.iter().map(|x| f64::from(x - most).exp()).sum();
        for (x, y) in row.iter().zip(result) {
            let expected = f64::from(x - most).exp() / sum;
            assert!((f64::from(*y) - expected).abs() <= 1e-4 * expected, "{step:?} {m}x{n}: {y}, not {expected}");
        }
    }
    Ok(executor.profile())
}

/// Sectors and requests of global memory.
fn global(profile: &Profile) -> (u64, u64) {
    let rows = profile.rows().iter().filter(|row| row.space == Space::Global);
    rows.fold((0, 0), |(sectors, requests), row| (sectors + row.measured, requests + row.requests))
}

/// What the guide's table says of sectors and the text of requests, for a row of 4096 numbers.
const A_ROW: [(u64, u64); 5] = [(16_384, 512), (2048, 512), (1536, 384), (1024, 256), (1024, 64)];

#[test]
fn a_row_of_4096_numbers_costs_what_the_guide_says() -> Result<(), Error> {
    for (number, (step, expected)) in (1..).zip(STEPS.into_iter().zip(A_ROW)) {
        let profile = run(step, [32, 4096])?;
        let (sectors, requests) = global(&profile);
        assert_eq!((sectors / 32, requests / 32), expected, "{profile}");
        let begins = format!("| {number} | ");
        let line = GUIDE.lines().find(|line| line.starts_with(&begins)).expect("the guide's table has the step");
        assert!(line.contains(&format!(" | {} | ", expected.0)), "{line}");
    }
    Ok(())
}

#[test]
fn every_step_takes_rows_of_any_length_that_it_says() -> Result<(), Error> {
    for [m, n] in [[1, 1], [3, 5], [2, 4], [33, 31], [257, 12], [2, 1023], [1, 4095], [5, 4096], [1, 4100]] {
        for step in STEPS {
            if step.takes(n) {
                run(step, [m, n])?;
            } else {
                let error = run(step, [m, n]).expect_err("the step says that it does not take this");
                assert!(matches!(error, Error::Layout { .. } | Error::Length { .. }), "{step:?} {m}x{n}: {error}");
            }
        }
    }
    for step in STEPS {
        // A matrix without rows is empty: nothing runs, or the layout says that it takes none.
        if let Err(error) = run(step, [0, 4]) {
            assert!(matches!(error, Error::Layout { .. } | Error::Length { .. }), "{step:?} 0x4: {error}");
        }
    }
    Ok(())
}

#[test]
fn the_guide_shows_the_profile_as_it_prints() -> Result<(), Error> {
    let printed = run(Step::Threads, [32, 4096])?.to_string();
    assert!(GUIDE.contains(&printed), "the guide shows something else than\n{printed}");
    Ok(())
}

/// A file without what says how it stands in this crate: its first paragraph, and the paths of others.
fn kernel(file: &str) -> String {
    let lines = file.lines().skip_while(|line| line.starts_with("//!") || line.is_empty());
    lines.collect::<Vec<&str>>().join("\n")
}

#[test]
fn the_guide_shows_each_kernel_as_it_is() {
    for file in FILES {
        let kernel = kernel(file);
        assert!(kernel.lines().count() <= 40, "{} lines:\n{kernel}", kernel.lines().count());
        assert!(GUIDE.contains(&kernel), "the guide shows something else than\n{kernel}");
    }
}
