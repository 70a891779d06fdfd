//! The time of transposes and of other orders of axes, of extents that vectors divide and of others.

use super::check::source;
use super::host::{PermuteNumber, permute};
use crate::numbers::{Pattern, patterns};
use half::f16;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer, all_right};

/// Extents, and the axis of the input that becomes each axis; fewer than five axes stand behind axes of extent 1.
type Case = ([usize; 5], [usize; 5]);

/// Squares, odd sides, images to pixels (NCHW to NHWC, and to blocks of 32 channels), a matrix of three columns, and others.
const CASES: &[Case] = &[
    ([1, 1, 1, 256, 256], [0, 1, 2, 4, 3]),
    ([1, 1, 1, 2048, 2048], [0, 1, 2, 4, 3]),
    ([1, 1, 1, 4096, 4096], [0, 1, 2, 4, 3]),
    ([1, 1, 1, 8192, 8192], [0, 1, 2, 4, 3]),
    ([1, 1, 1, 16384, 16384], [0, 1, 2, 4, 3]),
    ([1, 1, 1, 7777, 7777], [0, 1, 2, 4, 3]),
    ([1, 1, 1, 5003, 9001], [0, 1, 2, 4, 3]),
    ([1, 1, 1, 8190, 8190], [0, 1, 2, 4, 3]),
    ([1, 64, 128, 56, 56], [0, 1, 3, 4, 2]),
    ([64, 4, 32, 56, 56], [0, 1, 3, 4, 2]),
    ([1, 1, 1, 20_000_003, 3], [0, 1, 2, 4, 3]),
    ([1, 1, 1, 3, 20_000_003], [0, 1, 2, 4, 3]),
    ([1, 1, 256, 512, 384], [0, 1, 4, 3, 2]),
    ([1, 1, 251, 509, 383], [0, 1, 4, 3, 2]),
    ([1, 1, 256, 512, 384], [0, 1, 3, 2, 4]),
    ([1, 1, 251, 509, 383], [0, 1, 3, 2, 4]),
    ([1, 8, 1024, 16, 128], [0, 1, 3, 2, 4]),
    ([1, 48, 96, 80, 72], [0, 4, 3, 2, 1]),
    ([24, 36, 28, 20, 48], [4, 3, 2, 1, 0]),
    ([23, 37, 29, 19, 47], [0, 3, 1, 4, 2]),
];

/// The extents and the order without the axes in front that are not there.
fn named((dims, order): Case) -> String {
    let first = dims.iter().position(|&dim| dim != 1).unwrap_or(0);
    let words =
        |numbers: Vec<usize>, between: &str| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(between);
    let order = order[first..].iter().map(|axis| axis - first).collect();
    format!("[{}] {}", words(dims[first..].to_vec(), ","), words(order, ""))
}

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "permute", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    times::<f32, B>("float32", "permute_f32", timer, emit)?;
    times::<f16, B>("float16", "permute_f16", timer, emit)?;
    times::<u8, B>("uint8", "permute_u8", timer, emit)
}

fn times<T: PermuteNumber + Pattern, B: Backend>(
    number: &str,
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error> {
    for &(dims, order) in CASES {
        let all: Vec<T> = patterns(dims.iter().product());
        let input = timer.device().buffer_from(&all)?;
        let mut output = timer.device().poisoned(all.len())?;
        let milliseconds = timer.median(5, 25, || permute(&timer.module, &input, &mut output, dims, order))?;
        let checked = Some(all_right(&output.read()?, |place| all[source((dims, order), place)]));
        let bytes = 2.0 * size_of_val(all.as_slice()) as f64;
        let case = format!("{number} {}", named((dims, order)));
        emit(Row { bench: "permute", case, kernel, milliseconds, bytes, checked });
    }
    Ok(())
}
