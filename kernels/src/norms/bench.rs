//! The times of norms and of their gradients.

use super::check::{EPSILON, gradients_of, layer_norm_of, moments_of, rms_norm_of, statistics};
use super::host::{
    Affine, Forward, Gradients, NormNumber, Normed, State, Statistics, layer_norm, layer_norm_backward,
    layer_norm_backward_parts, rms_norm, row_statistics,
};
use half::f16;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Number, Row, Timer, near, repeating};

/// The rows of the matrices, and their lengths.
const ROWS: usize = 4096;
const LENGTHS: [usize; 8] = [1024, 2039, 2048, 4096, 4099, 8192, 16_381, 16_384];

/// A few long rows.
const LONG: [[usize; 2]; 3] = [[8, 65_536], [8, 262_144], [8, 1_000_000]];

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench {
        name: "norms",
        run: |timer, emit| {
            rms_norms::<f16, B>("rms_norm_f16", timer, emit)?;
            rms_norms::<f32, B>("rms_norm_f32", timer, emit)?;
            layer_norms::<f16, B>("norms_layer_norm_f16", timer, emit)?;
            layer_norms::<f32, B>("norms_layer_norm_f32", timer, emit)?;
            moments::<f16, B>("row_statistics_f16", timer, emit)?;
            moments::<f32, B>("row_statistics_f32", timer, emit)?;
            backwards::<f16, B>("layer_norm_backward_f16", timer, emit)?;
            backwards::<f32, B>("layer_norm_backward_f32", timer, emit)
        },
    }
}

fn rms_norms<T: NormNumber + Number, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error> {
    for [m, n] in LENGTHS.map(|n| [ROWS, n]).into_iter().chain(LONG) {
        let (matrix, weights) = (repeating::<T>(m * n, 10_007), repeating::<T>(n, 61));
        let device = timer.device();
        let (input, of_weights) = (device.buffer_from(&matrix)?, device.buffer_from(&weights)?);
        let (mut output, mut state) = (device.poisoned(m * n)?, State::new(device, [m, n])?);
        let milliseconds = timer
            .median(3, 25, || rms_norm(&timer.module, &input, &of_weights, EPSILON, &mut output, &mut state, [m, n]))?;
        let right = near("times", &output.read()?, rms_norm_of(&matrix, &weights)).is_ok();
        let (case, bytes) = (format!("{} {m}x{n}", T::NAME), 2.0 * size_of_val(matrix.as_slice()) as f64);
        emit(Row { bench: "rms_norm", case, kernel, milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}

fn layer_norms<T: NormNumber + Number, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error> {
    for [m, n] in LENGTHS.map(|n| [ROWS, n]).into_iter().chain(LONG) {
        let (matrix, weights, biases) = (repeating::<T>(m * n, 10_007), repeating::<T>(n, 61), repeating::<T>(n, 59));
        let device = timer.device();
        let input = device.buffer_from(&matrix)?;
        let (of_weights, of_biases) = (device.buffer_from(&weights)?, device.buffer_from(&biases)?);
        let (mut rows, mut means, mut scales) = (device.poisoned(m * n)?, device.poisoned(m)?, device.poisoned(m)?);
        let mut state = State::new(device, [m, n])?;
        let milliseconds = timer.median(3, 25, || {
            let affine = Affine { weights: &of_weights, biases: &of_biases };
            let normed = Normed { rows: &mut rows, means: &mut means, scales: &mut scales };
            layer_norm(&timer.module, &input, affine, EPSILON, normed, &mut state, [m, n])
        })?;
        let (of_means, of_scales) = statistics(&matrix, n);
        let right = layer_norm_of(&matrix, [&weights, &biases], &of_means, &of_scales);
        let right = near("times", &rows.read()?, right).is_ok();
        let (case, bytes) = (format!("{} {m}x{n}", T::NAME), 2.0 * size_of_val(matrix.as_slice()) as f64);
        emit(Row { bench: "layer_norm", case, kernel, milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}

/// Of matrices whose statistics are looked for: many rows, and few long ones.
const MEASURED: [[usize; 2]; 5] = [[4096, 1024], [4096, 4096], [4099, 8191], [4096, 16_384], [64, 1 << 20]];

fn moments<T: NormNumber + Number, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error> {
    for [m, n] in MEASURED {
        let (device, matrix) = (timer.device(), repeating::<T>(m * n, 10_007));
        let (input, mut state) = (device.buffer_from(&matrix)?, State::new(device, [m, n])?);
        let (mut means, mut variances) = (device.poisoned(m)?, device.poisoned(m)?);
        let milliseconds = timer.median(3, 25, || {
            let statistics = Statistics { means: &mut means, variances: &mut variances };
            row_statistics(&timer.module, &input, 1, statistics, &mut state, [m, n])
        })?;
        let [of_means, of_variances] = moments_of(&matrix, n, 1);
        let right =
            near("times", &means.read()?, of_means).is_ok() && near("times", &variances.read()?, of_variances).is_ok();
        let (case, bytes) = (format!("{} {m}x{n}", T::NAME), size_of_val(matrix.as_slice()) as f64);
        emit(Row { bench: "row_statistics", case, kernel, milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}

fn backwards<T: NormNumber + Number, B: Backend>(
    kernel: &'static str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error> {
    for n in LENGTHS {
        let (gradient, input) = (repeating::<T>(ROWS * n, 8179), repeating::<T>(ROWS * n, 10_007));
        let weights = repeating::<T>(n, 61);
        let (means, scales) = statistics(&input, n);
        let device = timer.device();
        let (of_gradient, of_input) = (device.buffer_from(&gradient)?, device.buffer_from(&input)?);
        let of_weights = device.buffer_from(&weights)?;
        let (of_means, of_scales) = (device.buffer_from(&means)?, device.buffer_from(&scales)?);
        let (mut dx, mut dw, mut db) = (device.poisoned(ROWS * n)?, device.poisoned(n)?, device.poisoned(n)?);
        let mut parts = layer_norm_backward_parts(device, [ROWS, n])?;
        let milliseconds = timer.median(3, 25, || {
            layer_norm_backward(
                &timer.module,
                &of_gradient,
                Forward { input: &of_input, weights: &of_weights, means: &of_means, scales: &of_scales },
                Gradients { input: &mut dx, weights: &mut dw, biases: &mut db },
                &mut parts,
                [ROWS, n],
            )
        })?;
        let right = gradients_of(&gradient, &input, &weights, &means, &scales);
        let found = [dx.read()?, dw.read()?, db.read()?];
        let right = found.iter().zip(right).all(|(found, right)| near("times", found, right).is_ok());
        let (case, bytes) = (format!("{} {ROWS}x{n}", T::NAME), 3.0 * size_of_val(input.as_slice()) as f64);
        emit(Row { bench: "layer_norm_backward", case, kernel, milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
