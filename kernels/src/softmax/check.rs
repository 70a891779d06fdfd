//! The softmax of rows of many lengths, compared with that computed number by number in `f64`.

use super::host::{SoftmaxNumber, State, softmax};
use half::f16;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Number, Random, Scale, near, random};

/// The softmax of each row of n numbers, and how far each result may be from it.
pub(super) fn expected<T: Number>(matrix: &[T], n: usize) -> impl Iterator<Item = (f64, f64)> + '_ {
    matrix.chunks(n).flat_map(|row| {
        let most = row.iter().fold(f64::NEG_INFINITY, |most, x| most.max(x.value()));
        let sum: f64 = row.iter().map(|x| (x.value() - most).exp()).sum();
        row.iter().map(move |x| {
            let value = (x.value() - most).exp() / sum;
            (value, value * (T::ROUNDING + 2e-5) + 6e-8)
        })
    })
}

fn check<T: SoftmaxNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    const SMALL: [[usize; 2]; 12] = [
        [1, 1],
        [19, 5],
        [9, 37],
        [67, 64],
        [5, 257],
        [10, 1023],
        [3, 1032],
        [1, 2056],
        [9, 4099],
        [2, 16_381],
        [2, 20_009],
        [3, 33_003],
    ];
    const LARGE: [[usize; 2]; 18] = [
        [1, 1],
        [4099, 257],
        [4097, 777],
        [100_003, 3],
        [4096, 1024],
        [4097, 2039],
        [1031, 4099],
        [4096, 8192],
        [519, 16_381],
        [513, 16_384],
        [100, 12_672],
        [101, 32_749],
        [100, 32_768],
        [8, 65_536],
        [3, 1_000_003],
        [300, 40_009],
        [1, (1 << 24) + 5],
        [8, 1_000_000],
    ];
    for &[m, n] in if scale == Scale::Small { SMALL.as_slice() } else { &LARGE } {
        let spread = |x: T| T::of(8.0 * x.value());
        let matrix: Vec<T> = random(source, m * n).into_iter().map(spread).collect();
        let device = module.device();
        let (input, mut state) = (device.buffer_from(&matrix)?, State::new(device, [m, n])?);
        // What the blocks told each other the first time must not be taken for the second.
        for _ in 0..2 {
            let mut output = device.poisoned(m * n)?;
            softmax(module, &input, &mut output, &mut state, [m, n])?;
            near(&format!("{m}x{n}"), &output.read()?, expected(&matrix, n))?;
        }
    }
    Ok(())
}

/// Infinite numbers, those that are none, and numbers of which e has no power.
fn check_extremes<B: Backend>(module: &Module<B>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let device = module.device();
    for n in [7, 300, 2100, 33_000] {
        let row = |special: f32, rest: f32| {
            let mut row = vec![rest; n];
            row[n / 2] = special;
            row
        };
        // With what is expected of the special number, and of the rest.
        let alike = 1.0 / n as f32;
        let cases = [
            (row(f32::MAX, -f32::MAX), 1.0, 0.0),
            (row(3e38, 3e38), alike, alike),
            (row(1.0, f32::NEG_INFINITY), 1.0, 0.0),
            (row(f32::NEG_INFINITY, -3e38), 0.0, 1.0 / (n - 1) as f32),
            (row(f32::NAN, 1.0), f32::NAN, f32::NAN),
            (row(f32::INFINITY, 1.0), f32::NAN, f32::NAN),
            (row(f32::NEG_INFINITY, f32::NEG_INFINITY), f32::NAN, f32::NAN),
        ];
        let matrix: Vec<f32> = cases.iter().flat_map(|(row, ..)| row.iter().copied()).collect();
        let sizes = [cases.len(), n];
        let (mut output, mut state) = (device.poisoned(matrix.len())?, State::new(device, sizes)?);
        softmax(module, &device.buffer_from(&matrix)?, &mut output, &mut state, sizes)?;
        for ((i, found), (_, special, rest)) in output.read()?.chunks(n).enumerate().zip(&cases) {
            for (j, found) in found.iter().enumerate() {
                let right = if j == n / 2 { special } else { rest };
                if !(found.is_nan() && right.is_nan() || (found - right).abs() <= 1e-5 * right) {
                    return Err(Failure::Wrong(format!("row {i} of {n}: element {j} is {found} and not {right}")));
                }
            }
        }
    }
    Ok(())
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<B: Backend>(module: &Module<B>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let device = module.device();
    let (numbers, mut output) = (device.zeroed::<f32>(64)?, device.zeroed::<f32>(64)?);
    let mut state = State::new(device, [8, 8])?;
    let mut launch = |sizes| softmax(module, &numbers, &mut output, &mut state, sizes);
    let refused = [launch([0, 8]), launch([8, 0]), launch([8, 9]), launch([1 << 16, 1 << 16]), launch([1, 40_000])];
    for (i, result) in refused.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "softmax_rows_f32", run: check::<f32, B> },
        Check { name: "softmax_rows_f16", run: check::<f16, B> },
        Check { name: "softmax_rows_extremes", run: check_extremes::<B> },
        Check { name: "softmax_rows_refusals", run: check_refusals::<B> },
    ]
}
