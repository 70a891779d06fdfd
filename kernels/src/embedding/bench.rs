//! The times of lookups.

use super::host::embedding;
use crate::numbers::patterns;
use half::f16;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

/// Rows and columns of the table, and how many rows are looked up.
const SHAPES: [[usize; 3]; 5] = [
    [50_257, 768, 16_384],
    [32_000, 4096, 8192],
    [128_256, 8192, 4096],
    [30_522, 1024, 65_536],
    [100_003, 2039, 10_007],
];

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "embedding", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for [m, n, count] in SHAPES {
        let (device, table) = (timer.device(), patterns::<f16>(m * n));
        let numbers: Vec<u32> = (0..count).map(|i| (i * 7919 % m) as u32).collect();
        let (of_table, of_numbers) = (device.buffer_from(&table)?, device.buffer_from(&numbers)?);
        let mut output = device.poisoned(count * n)?;
        let milliseconds =
            timer.median(3, 25, || embedding(&timer.module, &of_table, &of_numbers, &mut output, [m, n]))?;
        let found = output.read()?;
        let right = found.chunks(n).zip(&numbers).all(|(row, &number)| row == &table[number as usize * n..][..n]);
        let (case, bytes) = (format!("float16 {count} rows of {m}x{n}"), 4.0 * (count * n) as f64);
        emit(Row { bench: "embedding", case, kernel: "embedding_f16", milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
