//! Norms and gradients of rows of many lengths, compared with those computed number by number in `f64`.

use super::host::{
    Affine, Forward, Gradients, NormNumber, Normed, State, Statistics, layer_norm, layer_norm_backward,
    layer_norm_backward_parts, rms_norm, row_statistics,
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

/// Numbers of rows and columns, of rows of all kinds.
const SMALL: [[usize; 2]; 12] = [
    [1, 1],
    [19, 5],
    [9, 37],
    [67, 64],
    [10, 1023],
    [3, 1032],
    [34, 1049],
    [1, 2056],
    [9, 4099],
    [17, 4104],
    [2, 16_381],
    [3, 20_003],
];
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

fn check_rms_norm<T: NormNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    for &[m, n] in if scale == Scale::Small { SMALL.as_slice() } else { &LARGE } {
        let (matrix, weights): (Vec<T>, Vec<T>) = (random(source, m * n), random(source, n));
        let device = module.device();
        let (input, of_weights) = (device.buffer_from(&matrix)?, device.buffer_from(&weights)?);
        let mut state = State::new(device, [m, n])?;
        // What the blocks told each other the first time must not be taken for the second.
        for _ in 0..2 {
            let mut output = device.poisoned(m * n)?;
            rms_norm(module, &input, &of_weights, EPSILON, &mut output, &mut state, [m, n])?;
            near(&format!("{m}x{n}"), &output.read()?, rms_norm_of(&matrix, &weights))?;
        }
    }
    Ok(())
}

/// The layer norm of rows with these statistics.
pub(super) fn layer_norm_of<T: Number>(
    matrix: &[T],
    [weights, biases]: [&[T]; 2],
    means: &[f32],
    scales: &[f32],
) -> Vec<Right> {
    let rows = matrix.chunks(weights.len()).zip(means.iter().zip(scales));
    let of_row = |(row, (mean, scale)): (&[T], (&f32, &f32))| {
        let (mean, scale) = (f64::from(*mean), f64::from(*scale));
        let columns = row.iter().zip(weights).zip(biases);
        let right = columns.map(move |((x, weight), bias)| {
            let (product, bias) = ((x.value() - mean) * scale * weight.value(), bias.value());
            let value = product + bias;
            // The mean is off by its own rounding, and that of n numbers between -1 and 1.
            let tolerance =
                value.abs() * T::ROUNDING + (product.abs() + bias.abs() + scale * weight.value().abs()) * 1e-5;
            (value, tolerance + 3e-8)
        });
        right.collect::<Vec<_>>()
    };
    rows.flat_map(of_row).collect()
}

fn check_layer_norm<T: NormNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    for &[m, n] in if scale == Scale::Small { SMALL.as_slice() } else { &LARGE } {
        let matrix: Vec<T> = random(source, m * n);
        let (weights, biases): (Vec<T>, Vec<T>) = (random(source, n), random(source, n));
        let device = module.device();
        let input = device.buffer_from(&matrix)?;
        let (of_weights, of_biases) = (device.buffer_from(&weights)?, device.buffer_from(&biases)?);
        let mut state = State::new(device, [m, n])?;
        let (means, scales) = statistics(&matrix, n);
        for _ in 0..2 {
            let (mut rows, mut of_means, mut of_scales) =
                (device.poisoned(m * n)?, device.poisoned(m)?, device.poisoned(m)?);
            layer_norm(
                module,
                &input,
                Affine { weights: &of_weights, biases: &of_biases },
                EPSILON,
                Normed { rows: &mut rows, means: &mut of_means, scales: &mut of_scales },
                &mut state,
                [m, n],
            )?;
            let right = layer_norm_of(&matrix, [&weights, &biases], &means, &scales);
            near(&format!("{m}x{n}"), &rows.read()?, right)?;
            let of_mean = means.iter().map(|mean| (f64::from(*mean), 1e-6));
            near(&format!("{m}x{n}, means"), &of_means.read()?, of_mean)?;
            let of_scale = scales.iter().map(|scale| (f64::from(*scale), f64::from(*scale) * 1e-5));
            near(&format!("{m}x{n}, scales"), &of_scales.read()?, of_scale)?;
        }
    }
    Ok(())
}

/// Mean and variance of each row, with how far results may be from them.
pub(super) fn moments_of<T: Number>(matrix: &[T], n: usize, less: u32) -> [Vec<Right>; 2] {
    let of_row = |row: &[T]| {
        let mean = row.iter().map(|x| x.value()).sum::<f64>() / n as f64;
        let squares = row.iter().map(|x| (x.value() - mean).powi(2)).sum::<f64>();
        let variance = squares / (n as f64 - f64::from(less));
        ((mean, mean.abs() * 1e-6 + 1e-6), (variance, variance * 1e-5 + 1e-9))
    };
    let (means, variances) = matrix.chunks(n).map(of_row).unzip();
    [means, variances]
}

fn check_statistics<T: NormNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    for &[m, n] in if scale == Scale::Small { SMALL.as_slice() } else { &LARGE } {
        // Far from 0, where squares would lose what is to be found.
        let matrix: Vec<T> = random(source, m * n).into_iter().map(|x: T| T::of(x.value() + 25.0)).collect();
        let device = module.device();
        let (input, mut state) = (device.buffer_from(&matrix)?, State::new(device, [m, n])?);
        let less = u32::from(n > 1);
        for _ in 0..2 {
            let (mut means, mut variances) = (device.poisoned(m)?, device.poisoned(m)?);
            let statistics = Statistics { means: &mut means, variances: &mut variances };
            row_statistics(module, &input, less, statistics, &mut state, [m, n])?;
            let [of_means, of_variances] = moments_of(&matrix, n, less);
            let of_means = of_means.into_iter().map(|(mean, _)| (mean, 1e-5 * mean.abs()));
            near(&format!("{m}x{n}, means"), &means.read()?, of_means)?;
            near(&format!("{m}x{n}, variances"), &variances.read()?, of_variances)?;
        }
    }
    Ok(())
}

fn check_backward<T: NormNumber + Number, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    const SMALL: [[usize; 2]; 7] = [[1, 1], [19, 5], [9, 37], [67, 64], [2, 1023], [9, 1032], [1, 8201]];
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
    let mut state = State::new(device, [8, 8])?;
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
        Check { name: "norms_layer_norm_f32", run: check_layer_norm::<f32, B> },
        Check { name: "norms_layer_norm_f16", run: check_layer_norm::<f16, B> },
        Check { name: "norms_statistics_f32", run: check_statistics::<f32, B> },
        Check { name: "norms_statistics_f16", run: check_statistics::<f16, B> },
        Check { name: "norms_layer_norm_backward_f32", run: check_backward::<f32, B> },
        Check { name: "norms_layer_norm_backward_f16", run: check_backward::<f16, B> },
        Check { name: "norms_refusals", run: check_refusals::<B> },
    ]
}
