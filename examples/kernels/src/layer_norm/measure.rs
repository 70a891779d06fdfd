//! Checks and times.

use super::host::{LayerNormNumber, Parameters, layer_norm_rows};
use half::f16;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Bench, Check, Emit, Failure, Number, Random, Row, Scale, Timer, near, random, repeating};

const EPSILON: f32 = 1e-5;

/// A number of rows and columns.
type Sizes = [usize; 2];

/// The layer norm of rows, and how far each number may be from it.
fn expected<'a, T: Number>(matrix: &'a [T], weights: &'a [T], biases: &'a [T]) -> impl Iterator<Item = (f64, f64)> + 'a {
    let n = weights.len();
    matrix.chunks(n).flat_map(move |row| {
        let mean = row.iter().map(|x| x.value()).sum::<f64>() / n as f64;
        let variance = row.iter().map(|x| (x.value() - mean).powi(2)).sum::<f64>() / n as f64;
        let scale = 1.0 / (variance + f64::from(EPSILON)).sqrt();
        row.iter().zip(weights).zip(biases).map(move |((x, weight), bias)| {
            let (product, bias) = ((x.value() - mean) * scale * weight.value(), bias.value());
            (product + bias, (product + bias).abs() * T::ROUNDING + (product.abs() + bias.abs() + scale * 1e-1) * 1e-5 + 3e-8)
        })
    })
}

fn check<T: LayerNormNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    sizes: &[Sizes],
) -> Result<(), Failure> {
    for &[m, n] in sizes {
        let matrix: Vec<T> = random(source, m * n);
        let (weights, biases): (Vec<T>, Vec<T>) = (random(source, n), random(source, n));
        let device = module.device();
        let (input, mut output) = (device.buffer_from(&matrix)?, device.poisoned(m * n)?);
        let (of_weights, of_biases) = (device.buffer_from(&weights)?, device.buffer_from(&biases)?);
        let parameters = Parameters { weights: &of_weights, biases: &of_biases, epsilon: EPSILON };
        layer_norm_rows(module, &input, parameters, &mut output, m, n)?;
        near(&format!("{m}x{n}"), &output.read()?, expected(&matrix, &weights, &biases))?;
    }
    Ok(())
}

const SMALL: [Sizes; 8] = [[1, 1], [3, 5], [9, 37], [2, 1023], [2, 1024], [1, 2056], [3, 4097], [1, 16_384]];
const LARGE: [Sizes; 9] = [[1, 1], [1025, 777], [37, 5119], [33, 16_001], [4096, 1024], [4096, 4096], [513, 4099], [4096, 8192], [64, 16_384]];

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check {
            name: "layer_norm_f32",
            run: |module, source, scale| check::<f32, B>(module, source, if scale == Scale::Small { &SMALL } else { &LARGE }),
        },
        Check {
            name: "layer_norm_f16",
            run: |module, source, scale| check::<f16, B>(module, source, if scale == Scale::Small { &SMALL } else { &LARGE }),
        },
    ]
}

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench {
        name: "layer_norm",
        run: |timer, emit| {
            times::<f16, B>("layer_norm_f16", timer, emit)?;
            times::<f32, B>("layer_norm_f32", timer, emit)
        },
    }
}

fn times<T: LayerNormNumber + Number, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error> {
    const M: usize = 4096;
    for n in [1024, 2039, 2048, 4096, 4099, 8192, 16_381, 16_384] {
        let matrix: Vec<T> = repeating(M * n, M * n);
        let weights: Vec<T> = (0..n).map(|i| T::of((i % 61) as f64 / 64.0)).collect();
        let biases: Vec<T> = (0..n).map(|i| T::of((i % 59) as f64 / 64.0)).collect();
        let device = timer.device();
        let (input, mut output) = (device.buffer_from(&matrix)?, device.poisoned(M * n)?);
        let (of_weights, of_biases) = (device.buffer_from(&weights)?, device.buffer_from(&biases)?);
        let milliseconds = timer.median(3, 25, || {
            let parameters = Parameters { weights: &of_weights, biases: &of_biases, epsilon: EPSILON };
            layer_norm_rows(&timer.module, &input, parameters, &mut output, M, n)
        })?;
        let right = near("times", &output.read()?, expected(&matrix, &weights, &biases)).is_ok();
        let (case, bytes) = (format!("{} {M}x{n}", T::NAME), 2.0 * size_of_val(matrix.as_slice()) as f64);
        emit(Row { bench: "layer_norm", case, kernel, milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
