//! Lookups in tables of many sizes, compared element by element.

use super::host::{EmbeddingNumber, embedding};
use crate::numbers::Pattern;
use half::f16;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

fn check<T: EmbeddingNumber + Pattern, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    // Rows and columns of the table, and how many rows are looked up.
    const SMALL: [[usize; 3]; 9] = [
        [1, 1, 1],
        [3, 5, 19],
        [9, 37, 5],
        [7, 64, 30],
        [10, 1023, 3],
        [4, 1032, 9],
        [3, 3001, 7],
        [4, 4099, 9],
        [2, 9000, 3],
    ];
    const LARGE: [[usize; 3]; 6] = [
        [1, 1, 1],
        [50_257, 768, 8192],
        [1009, 2039, 10_007],
        [32_000, 4096, 2048],
        [100_003, 3, 1_000_003],
        [5, 100_003, 64],
    ];
    for &[m, n, count] in if scale == Scale::Small { SMALL.as_slice() } else { &LARGE } {
        let table: Vec<T> = (0..m * n).map(|_| T::of(source.bits() as u16)).collect();
        // One of them is not there.
        let mut numbers: Vec<u32> = (0..count).map(|_| source.below(m as u64) as u32).collect();
        numbers[count / 2] = m as u32;
        let device = module.device();
        let mut output = device.poisoned(count * n)?;
        embedding(module, &device.buffer_from(&table)?, &device.buffer_from(&numbers)?, &mut output, [m, n])?;
        compare(&format!("{count} rows of {m}x{n}"), &output.read()?, |i| {
            let row = numbers[i / n] as usize;
            if row < m { table[row * n + i % n] } else { T::narrow(0.0) }
        })?;
    }
    Ok(())
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<B: Backend>(module: &Module<B>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let device = module.device();
    let (table, numbers, mut output) = (device.zeroed::<f32>(64)?, device.zeroed::<u32>(8)?, device.zeroed::<f32>(64)?);
    let mut launch = |sizes| embedding(module, &table, &numbers, &mut output, sizes);
    let refused = [launch([0, 8]), launch([8, 0]), launch([8, 9]), launch([4, 16]), launch([1 << 16, 1 << 16])];
    for (i, result) in refused.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "embedding_f32", run: check::<f32, B> },
        Check { name: "embedding_f16", run: check::<f16, B> },
        Check { name: "embedding_refusals", run: check_refusals::<B> },
    ]
}
