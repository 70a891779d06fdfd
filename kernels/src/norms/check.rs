//! Norms and gradients of rows of many lengths, compared with those computed number by number in `f64`.

use super::host::{
    Forward, Gradients, NormNumber, layer_norm_backward, layer_norm_backward_parts, rms_norm, rms_norm_state,
};
use half::f16;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Number, Random, Scale, near, random};

/// What is added to a mean of squares.
pub(super) const EPSILON: f32 = 1e-5;

/// A value, and how far a result may be from it.
type Right = (f64, f64);

/// The norm of each row.
pub(super) fn rms_norm_of<'a, T: Number>(matrix: &'a [T], weights: &'a [T]) -> impl Iterator<Item = Right> + 'a {
    let n = weights.len();
    matrix.chunks(n).flat_map(move |row| {
        let squares = row.iter().map(|x| x.value().powi(2)).sum::<f64>() / n as f64;
        let scale = 1.0 / (squares + f64::from(EPSILON)).sqrt();
        row.iter().zip(weights).map(move |(x, weight)| {
            let value = x.value() * scale * weight.value();
            (value, value.abs() * (T::ROUNDING + 1e-5) + 3e-8)
        })
    })
}

/// Mean and 1 over the root of the variance of each row, as a forward pass finds them.
pub(super) fn statistics<T: Number>(matrix: &[T], n: usize) -> (Vec<f32>, Vec<f32>) {
    let of_row = |row: &[T]| {
        let mean = row.iter().map(|x| x.value()).sum::<f64>() / n as f64;
        let variance = row.iter().map(|x| (x.value() - mean).powi(2)).sum::<f64>() / n as f64;
        (mean as f32, (1.0 / (variance + f64::from(EPSILON)).sqrt()) as f32)
    };
    matrix.chunks(n).map(of_row).unzip()
}

/// The gradients of a layer norm: those of the input, of the weights and of the biases.
pub(super) fn gradients_of<T: Number>(
    gradient: &[T],
    input: &[T],
    weights: &[T],
    means: &[f32],
    scales: &[f32],
) -> [Vec<Right>; 3] {
    let n = weights.len();
    let mut of_input = Vec::with_capacity(input.len());
    // The sums of a column, and those of the sizes of what is added up.
    let (mut of_weights, mut of_biases) = (vec![(0.0, 0.0); n], vec![(0.0, 0.0); n]);
    for (i, (dys, xs)) in gradient.chunks(n).zip(input.chunks(n)).enumerate() {
        let (mean, scale) = (f64::from(means[i]), f64::from(scales[i]));
        let pairs =
            || dys.iter().zip(xs).zip(weights).map(|((dy, x), w)| ((x.value() - mean) * scale, dy.value() * w.value()));
        let (mut along, mut weighted, mut size) = (0.0, 0.0, 0.0);
        for (y, g) in pairs() {
            (along, weighted, size) =
                (along + g * y / n as f64, weighted + g / n as f64, size + (g * y).abs() / n as f64);
        }
        of_input.extend(pairs().map(|(y, g)| {
            let value = scale * (g - weighted - y * along);
            (value, value.abs() * T::ROUNDING + scale * (g.abs() + (1.0 + y.abs()) * size) * 1e-5 + 3e-8)
        }));
        for (j, (dy, (y, _))) in dys.iter().zip(pairs()).enumerate() {
            let (weight, bias): (&mut Right, &mut Right) = (&mut of_weights[j], &mut of_biases[j]);
            *weight = (weight.0 + dy.value() * y, weight.1 + (dy.value() * y).abs());
            *bias = (bias.0 + dy.value(), bias.1 + dy.value().abs());
        }
    }
    let rounded = |(sum, size): Right| (sum, sum.abs() * T::ROUNDING + size * 1e-5 + 3e-8);
    [of_input, of_weights.into_iter().map(rounded).collect(), of_biases.into_iter().map(rounded).collect()]
}

fn check_rms_norm<T: NormNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    const SMALL: [[usize; 2]; 9] =
        [[1, 1], [19, 5], [9, 37], [67, 64], [10, 1023], [1, 2056], [9, 4099], [2, 16_381], [3, 20_003]];
    const LARGE: [[usize; 2]; 14] = [
        [1, 1],
        [4099, 777],
        [100_003, 3],
        [4096, 1024],
        [4097, 2039],
        [1031, 4099],
        [4096, 8192],
        [519, 16_381],
        [513, 16_384],
        [1021, 16_385],
        [8, 65_536],
        [3, 1_000_003],
        [300, 40_009],
        [1, (1 << 24) + 5],
    ];
    for &[m, n] in if scale == Scale::Small { SMALL.as_slice() } else { &LARGE } {
        let (matrix, weights): (Vec<T>, Vec<T>) = (random(source, m * n), random(source, n));
        let device = module.device();
        let (input, of_weights) = (device.buffer_from(&matrix)?, device.buffer_from(&weights)?);
        let mut state = rms_norm_state(device, [m, n])?;
        // What the blocks told each other the first time must not be taken for the second.
        for _ in 0..2 {
            let mut output = device.poisoned(m * n)?;
            rms_norm(module, &input, &of_weights, EPSILON, &mut output, &mut state, [m, n])?;
            near(&format!("{m}x{n}"), &output.read()?, rms_norm_of(&matrix, &weights))?;
        }
    }
    Ok(())
}

fn check_backward<T: NormNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    const SMALL: [[usize; 2]; 6] = [[1, 1], [19, 5], [9, 37], [67, 64], [2, 1023], [1, 8201]];
    const LARGE: [[usize; 2]; 9] = [
        [1, 1],
        [4099, 777],
        [100_003, 3],
        [4096, 1024],
        [4097, 2039],
        [1031, 4099],
        [4096, 8192],
        [519, 16_381],
        [513, 16_384],
    ];
    for &[m, n] in if scale == Scale::Small { SMALL.as_slice() } else { &LARGE } {
        let (gradient, input, weights): (Vec<T>, Vec<T>, Vec<T>) =
            (random(source, m * n), random(source, m * n), random(source, n));
        let (means, scales) = statistics(&input, n);
        let device = module.device();
        let forward = [device.buffer_from(&input)?, device.buffer_from(&weights)?];
        let found = [device.buffer_from(&means)?, device.buffer_from(&scales)?];
        let (mut dx, mut dw, mut db) = (device.poisoned(m * n)?, device.poisoned(n)?, device.poisoned(n)?);
        let mut parts = layer_norm_backward_parts(device, [m, n])?;
        layer_norm_backward(
            module,
            &device.buffer_from(&gradient)?,
            Forward { input: &forward[0], weights: &forward[1], means: &found[0], scales: &found[1] },
            Gradients { input: &mut dx, weights: &mut dw, biases: &mut db },
            &mut parts,
            [m, n],
        )?;
        let right = gradients_of(&gradient, &input, &weights, &means, &scales);
        for ((what, found), right) in [("input", dx), ("weights", dw), ("biases", db)].into_iter().zip(right) {
            near(&format!("{m}x{n}, gradient of the {what}"), &found.read()?, right)?;
        }
    }
    Ok(())
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<B: Backend>(module: &Module<B>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let device = module.device();
    let (numbers, mut output) = (device.zeroed::<f32>(64)?, device.zeroed::<f32>(64)?);
    let mut state = rms_norm_state(device, [8, 8])?;
    let mut norm = |sizes| rms_norm(module, &numbers, &numbers, EPSILON, &mut output, &mut state, sizes);
    let refused = [
        norm([0, 8]),
        norm([8, 0]),
        norm([8, 9]),
        norm([1 << 16, 1 << 16]),
        norm([1, usize::MAX]),
        // Another state is needed.
        norm([1, 20_000]),
        layer_norm_backward_parts(device, [1, 16_385]).map(drop),
        layer_norm_backward_parts(device, [0, 8]).map(drop),
    ];
    for (i, result) in refused.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. } | Error::OutOfMemory { .. })) {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "norms_rms_norm_f32", run: check_rms_norm::<f32, B> },
        Check { name: "norms_rms_norm_f16", run: check_rms_norm::<f16, B> },
        Check { name: "norms_layer_norm_backward_f32", run: check_backward::<f32, B> },
        Check { name: "norms_layer_norm_backward_f16", run: check_backward::<f16, B> },
        Check { name: "norms_refusals", run: check_refusals::<B> },
    ]
}
