//! The time of transposes of bytes, planned and padded, beside that of a copy: the shapes of figure 2 of the paper on linear layouts.

use super::host::transpose_bytes;
use super::kernel::{BYTES_132, COLUMNS_33, COLUMNS_36, PLANNED, ROWS_164};
use crate::copy::copy;
use crate::numbers::patterns;
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Bench, Emit, Row, Timer, all_right};

/// The sides of the matrices.
const SIDES: [usize; 6] = [256, 512, 1024, 2048, 4096, 8192];

/// What moves an n×n matrix.
type Moving<B> = fn(&Module<B>, &Buffer<u8, B>, &mut Buffer<u8, B>, usize, usize) -> Result<(), Error>;

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "transpose_bytes", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let copied: Moving<B> = |module, input, output, _, _| copy::<u8, 16, B>(module, input, output);
    let kernels: [(&str, Moving<B>); 6] = [
        ("copy_u8", copied),
        ("transpose_bytes_planned", transpose_bytes::<PLANNED, 4096, B>),
        ("transpose_bytes_columns_33", transpose_bytes::<COLUMNS_33, 4224, B>),
        ("transpose_bytes_columns_36", transpose_bytes::<COLUMNS_36, 4608, B>),
        ("transpose_bytes_rows_164", transpose_bytes::<ROWS_164, 5248, B>),
        ("transpose_bytes_bytes_132", transpose_bytes::<BYTES_132, 4224, B>),
    ];
    for n in SIDES {
        let matrix: Vec<u8> = patterns(n * n);
        let input = timer.device().buffer_from(&matrix)?;
        let mut output = timer.device().poisoned(n * n)?;
        for (kernel, run) in kernels {
            output.fill_bytes(0xff)?;
            let milliseconds = timer.median(5, 51, || run(&timer.module, &input, &mut output, n, n))?;
            let is_copy = kernel == "copy_u8";
            let source = |i: usize| if is_copy { i } else { i % n * n + i / n };
            let checked = Some(all_right(&output.read()?, |i| matrix[source(i)]));
            let bytes = 2.0 * matrix.len() as f64;
            emit(Row {
                bench: "transpose_bytes",
                case: format!("uint8 {n}x{n}"),
                kernel,
                milliseconds,
                bytes,
                checked,
            });
        }
    }
    Ok(())
}
