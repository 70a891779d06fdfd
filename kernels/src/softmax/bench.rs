//! The times of softmax over rows of many lengths.

use super::check::expected;
use super::host::{SoftmaxNumber, State, softmax};
use half::f16;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Number, Row, Timer, near, repeating};

/// The rows of the matrices, and their lengths.
const ROWS: usize = 4096;
const LENGTHS: [usize; 15] =
    [256, 257, 1000, 1024, 2039, 2048, 4096, 4099, 8191, 8192, 12_672, 16_381, 16_384, 32_749, 32_768];

/// A few long rows.
const LONG: [usize; 2] = [8, 1_000_000];

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench {
        name: "softmax_rows",
        run: |timer, emit| {
            times::<f32, B>("softmax_rows_f32", timer, emit)?;
            times::<f16, B>("softmax_rows_f16", timer, emit)
        },
    }
}

fn times<T: SoftmaxNumber + Number, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error> {
    for [m, n] in LENGTHS.map(|n| [ROWS, n]).into_iter().chain([LONG]) {
        let matrix: Vec<T> = repeating(m * n, 10_007).into_iter().map(|x: T| T::of(4.0 * x.value())).collect();
        let device = timer.device();
        let input = device.buffer_from(&matrix)?;
        let (mut output, mut state) = (device.poisoned(m * n)?, State::new(device, [m, n])?);
        let milliseconds = timer.median(3, 25, || softmax(&timer.module, &input, &mut output, &mut state, [m, n]))?;
        let right = near("times", &output.read()?, expected(&matrix, n)).is_ok();
        let (case, bytes) = (format!("{} {m}x{n}", T::NAME), 2.0 * size_of_val(matrix.as_slice()) as f64);
        emit(Row { bench: "softmax", case, kernel, milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
