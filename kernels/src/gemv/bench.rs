//! The times of matrices times vectors.

use super::check::product;
use super::host::{gemv, gemv_gathered};
use half::f16;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer, near, repeating};

/// The extents that are combined: those of language models.
const EXTENTS: [usize; 6] = [1024, 4096, 5120, 8192, 14_336, 28_672];

/// Rows and columns of the matrix, and how many of its rows are taken.
const GATHERED: [[usize; 3]; 5] =
    [[32_768, 1024, 4096], [32_768, 4096, 1024], [32_768, 4096, 16_384], [100_003, 2039, 10_007], [16_384, 8192, 64]];

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "gemv", run }
}

/// The first 30 pairs of extents by size, and one that no vector divides.
fn shapes() -> Vec<[usize; 2]> {
    let mut shapes: Vec<_> = EXTENTS.iter().flat_map(|&m| EXTENTS.map(|n| [m, n])).collect();
    shapes.sort_by_key(|[m, n]| (m * n, *m));
    shapes.truncate(30);
    shapes.extend([[28_672, 8192], [4099, 4099]]);
    shapes
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let device = timer.device();
    for [m, n] in shapes() {
        let (matrix, vector) = (repeating::<f16>(m * n, 10_007), repeating::<f16>(n, 61));
        let (of_matrix, of_vector) = (device.buffer_from(&matrix)?, device.buffer_from(&vector)?);
        let mut output = device.poisoned(m)?;
        let milliseconds = timer.median(3, 25, || gemv(&timer.module, &of_matrix, &of_vector, &mut output, [m, n]))?;
        let right = near("times", &output.read()?, matrix.chunks(n).map(|row| product(row, &vector))).is_ok();
        let (case, bytes) = (format!("f16 {m}x{n}"), 2.0 * (m * n) as f64);
        emit(Row { bench: "gemv", case, kernel: "gemv_f16", milliseconds, bytes, checked: Some(right) });
    }
    for [m, n, count] in GATHERED {
        let (matrix, vector) = (repeating::<f16>(m * n, 10_007), repeating::<f16>(n, 61));
        let rows: Vec<u32> = (0..count).map(|i| (i * 7919 % m) as u32).collect();
        let (of_matrix, of_vector) = (device.buffer_from(&matrix)?, device.buffer_from(&vector)?);
        let (of_rows, mut output) = (device.buffer_from(&rows)?, device.poisoned(count)?);
        let milliseconds = timer
            .median(3, 25, || gemv_gathered(&timer.module, &of_matrix, &of_rows, &of_vector, &mut output, [m, n]))?;
        let right = rows.iter().map(|&row| product(&matrix[row as usize * n..][..n], &vector));
        let right = near("times", &output.read()?, right).is_ok();
        let (case, bytes) = (format!("f16 {count} rows of {m}x{n}"), 2.0 * (count * n) as f64);
        emit(Row {
            bench: "gemv_gathered",
            case,
            kernel: "gemv_gathered_f16",
            milliseconds,
            bytes,
            checked: Some(right),
        });
    }
    Ok(())
}
