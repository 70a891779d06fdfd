//! The time that transposes of large square matrices take.

use super::host::{Transpose, naive, tile};
use super::{PaddedTile, RowTile, SwizzledTile};
use crate::numbers::{Pattern, patterns};
use half::f16;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

const SIDES: [usize; 4] = [2048, 4096, 8192, 16384];

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "transpose", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let of_f32: [(&str, Transpose<f32, B>); 4] = [
        ("transpose_naive_f32", naive::<f32, B>),
        ("transpose_row_f32", tile::<f32, RowTile, B>),
        ("transpose_padded_f32", tile::<f32, PaddedTile, B>),
        ("transpose_swizzled_f32", tile::<f32, SwizzledTile, B>),
    ];
    let of_f16: [(&str, Transpose<f16, B>); 4] = [
        ("transpose_naive_f16", naive::<f16, B>),
        ("transpose_row_f16", tile::<f16, RowTile, B>),
        ("transpose_padded_f16", tile::<f16, PaddedTile, B>),
        ("transpose_swizzled_f16", tile::<f16, SwizzledTile, B>),
    ];
    times("float32", timer, emit, &of_f32)?;
    times("float16", timer, emit, &of_f16)
}

fn times<T: Pattern, B: Backend>(
    number: &str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
    kernels: &[(&'static str, Transpose<T, B>)],
) -> Result<(), Error> {
    for n in SIDES {
        let matrix: Vec<T> = patterns(n * n);
        let input = timer.device().buffer_from(&matrix)?;
        let mut output = timer.device().poisoned(n * n)?;
        for &(kernel, run) in kernels {
            output.fill_bytes(0xff)?;
            let milliseconds = timer.median(5, 25, || run(&timer.module, &input, &mut output, n, n))?;
            let right = output.read()?.iter().enumerate().all(|(i, made)| *made == matrix[i % n * n + i / n]);
            let bytes = 2.0 * size_of_val(matrix.as_slice()) as f64;
            let case = format!("{number} {n}x{n}");
            emit(Row { bench: "transpose", case, kernel, milliseconds, bytes, checked: Some(right) });
        }
    }
    Ok(())
}
