//! Checks and times.

use super::host::{SoftmaxNumber, softmax_rows};
use half::f16;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Bench, Check, Emit, Failure, Number, Random, Row, Scale, Timer, near, random};

/// A number of rows and columns.
type Sizes = [usize; 2];

/// The softmax of rows of n numbers, and how far each number may be from it: a part of it, `tolerance`, beside the smallest number that
/// is stored.
pub(crate) fn expected<T: Number>(
    matrix: &[T],
    n: usize,
    tolerance: f64,
) -> impl Iterator<Item = (f64, f64)> + '_ {
    matrix.chunks(n).flat_map(move |row| {
        let most = row.iter().map(|x| x.value()).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = row.iter().map(|x| (x.value() - most).exp()).sum();
        row.iter().map(move |x| {
            let value = (x.value() - most).exp() / sum;
            (value, value * tolerance + 3e-8)
        })
    })
}

/// The rounding of the result, beside those of some f32 operations.
fn tolerance<T: Number>() -> f64 {
    T::ROUNDING + 2e-5
}

fn check<T: SoftmaxNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    sizes: &[Sizes],
) -> Result<(), Failure> {
    for &[m, n] in sizes {
        let matrix: Vec<T> = random::<T>(source, m * n).into_iter().map(|x| T::of(10.0 * x.value())).collect();
        let input = module.device().buffer_from(&matrix)?;
        let mut output = module.device().poisoned(m * n)?;
        softmax_rows(module, &input, &mut output, m, n)?;
        near(&format!("{m}x{n}"), &output.read()?, expected(&matrix, n, tolerance::<T>()))?;
    }
    Ok(())
}

const SMALL: [Sizes; 13] = [
    [1, 1],
    [3, 5],
    [2, 64],
    [9, 37],
    [17, 257],
    [2, 1023],
    [1, 1024],
    [2, 2056],
    [3, 4097],
    [1, 5121],
    [1, 8192],
    [1, 16_400],
    [1, 40_001],
];
const LARGE: [Sizes; 13] = [
    [1, 1],
    [4099, 777],
    [37, 5121],
    [19, 12_671],
    [11, 32_749],
    [1000, 1024],
    [4096, 4096],
    [513, 4099],
    [4096, 8192],
    [64, 12_672],
    [64, 32_768],
    [33, 16_001],
    [8, 1_000_000],
];

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check {
            name: "softmax_f32",
            run: |module, source, scale| check::<f32, B>(module, source, if scale == Scale::Small { &SMALL } else { &LARGE }),
        },
        Check {
            name: "softmax_f16",
            run: |module, source, scale| check::<f16, B>(module, source, if scale == Scale::Small { &SMALL } else { &LARGE }),
        },
    ]
}

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench {
        name: "softmax",
        run: |timer, emit| {
            times::<f32, B>("softmax_f32", timer, emit)?;
            times::<f16, B>("softmax_f16", timer, emit)
        },
    }
}

fn times<T: SoftmaxNumber + Number, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error> {
    const M: usize = 4096;
    for n in [256, 257, 1000, 1024, 2039, 2048, 4096, 4099, 8191, 8192, 12_672, 16_381, 16_384, 32_749, 32_768] {
        let matrix: Vec<T> = (0..M * n).map(|i| T::of(((i * 40503) >> 3 & 1023) as f64 / 128.0)).collect();
        let input = timer.device().buffer_from(&matrix)?;
        let mut output = timer.device().poisoned(M * n)?;
        let milliseconds = timer.median(3, 25, || softmax_rows(&timer.module, &input, &mut output, M, n))?;
        let right = near("times", &output.read()?, expected(&matrix, n, tolerance::<T>())).is_ok();
        let (case, bytes) = (format!("{} {M}x{n}", T::NAME), 2.0 * size_of_val(matrix.as_slice()) as f64);
        emit(Row { bench: "softmax", case, kernel, milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
