//! Products of many sizes, compared with those computed in `f64`.

use super::host::{GemvNumber, gemv, gemv_gathered};
use half::f16;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Number, Random, Scale, near, random};

/// A row times a vector, and how far a result may be from it.
pub(super) fn product<T: Number>(row: &[T], vector: &[T]) -> (f64, f64) {
    let products = row.iter().zip(vector).map(|(a, b)| a.value() * b.value());
    let (sum, size) = products.fold((0.0, 0.0), |(sum, size): (f64, f64), x| (sum + x, size + x.abs()));
    (sum, sum.abs() * T::ROUNDING + size * 1e-6 + 3e-8)
}

fn check<T: GemvNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    const SMALL: [[usize; 2]; 9] =
        [[1, 1], [3, 5], [9, 37], [67, 64], [10, 1023], [7, 1032], [2, 4099], [33, 2056], [5, 4096]];
    const LARGE: [[usize; 2]; 11] = [
        [1, 1],
        [4099, 777],
        [100_003, 3],
        [1024, 1024],
        [4096, 4096],
        [1031, 8191],
        [5120, 14_337],
        [28_672, 1024],
        [1, 1_000_003],
        [8191, 4099],
        [777, 28_672],
    ];
    for &[m, n] in if scale == Scale::Small { SMALL.as_slice() } else { &LARGE } {
        let (matrix, vector): (Vec<T>, Vec<T>) = (random(source, m * n), random(source, n));
        // Some rows more than once, and one that is not there.
        let mut numbers: Vec<u32> = (0..m.min(1000)).map(|_| source.below(m as u64) as u32).collect();
        numbers.push(m as u32);
        let device = module.device();
        let (of_matrix, of_vector) = (device.buffer_from(&matrix)?, device.buffer_from(&vector)?);
        let mut output = device.poisoned(m)?;
        gemv(module, &of_matrix, &of_vector, &mut output, [m, n])?;
        near(&format!("{m}x{n}"), &output.read()?, matrix.chunks(n).map(|row| product(row, &vector)))?;
        let mut output = device.poisoned(numbers.len())?;
        gemv_gathered(module, &of_matrix, &device.buffer_from(&numbers)?, &of_vector, &mut output, [m, n])?;
        let right = numbers.iter().map(|&row| match matrix.chunks(n).nth(row as usize) {
            Some(row) => product(row, &vector),
            None => (0.0, 0.0),
        });
        near(&format!("rows of {m}x{n}"), &output.read()?, right)?;
    }
    Ok(())
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<B: Backend>(module: &Module<B>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let device = module.device();
    let (numbers, mut output) = (device.zeroed::<f32>(64)?, device.zeroed::<f32>(8)?);
    let mut launch = |sizes| gemv(module, &numbers, &numbers, &mut output, sizes);
    let refused = [launch([0, 8]), launch([8, 0]), launch([8, 9]), launch([16, 4]), launch([1 << 16, 1 << 16])];
    for (i, result) in refused.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "gemv_f32", run: check::<f32, B> },
        Check { name: "gemv_f16", run: check::<f16, B> },
        Check { name: "gemv_refusals", run: check_refusals::<B> },
    ]
}
