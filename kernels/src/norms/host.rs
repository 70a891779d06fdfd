//! Launches over the rows of a matrix: the smallest instance that holds a row.

use super::{
    ColumnSums, LayerNorm, LayerNormBackward, LayerNormLong, Parts, PerRow, RmsNorm, RmsNormLong, RowStatistics,
    RowStatisticsLong,
};
use crate::rows::{Columns, Rows, even_blocks, most_blocks, shared_rows};
use half::f16;
use lego::LayoutError;
use lego_cuda::device::{Element, GridWide, Stored};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};

/// The longest rows whose norm needs no state.
const SHORT: usize = 16_384;

/// The longest rows whose gradients are found.
const LONGEST: usize = 16_384;

/// Blocks are as many as a multiple of this, so that the rows of each begin alike in vectors of any number.
const ALIKE: usize = 8;

/// What the blocks of a long row tell each other. One serves norm after norm of matrices of its sizes; after a launch that failed make
/// another.
#[derive(Debug)]
pub struct State<B: Backend> {
    sums: Buffer<u64, B>,
    squares: Buffer<u64, B>,
}

impl<B: Backend> State<B> {
    /// That of m rows of n numbers, `sizes` being `[m, n]`; of rows of up to 16384 numbers it is empty.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn new(device: &Device<B>, [m, n]: [usize; 2]) -> Result<Self, Error> {
        let most = if n <= SHORT { 0 } else { most_blocks(device, m) };
        let words = GridWide::<f32>::words(most);
        Ok(Self { sums: device.zeroed(words)?, squares: device.zeroed(words)? })
    }
}

/// What all rows share in a layer norm.
pub struct Affine<'h, T: Stored, B: Backend> {
    /// The factor of each column.
    pub weights: &'h Buffer<T, B>,
    /// The summand of each column.
    pub biases: &'h Buffer<T, B>,
}

/// What a layer norm finds.
pub struct Normed<'h, T: Stored, B: Backend> {
    /// The matrix of the normed rows.
    pub rows: &'h mut Buffer<T, B>,
    /// The mean of each row.
    pub means: &'h mut Buffer<f32, B>,
    /// 1 over the root of the variance of each row and what was added to it.
    pub scales: &'h mut Buffer<f32, B>,
}

/// What [`row_statistics`] finds.
pub struct Statistics<'h, B: Backend> {
    /// The mean of each row.
    pub means: &'h mut Buffer<f32, B>,
    /// The variance of each row.
    pub variances: &'h mut Buffer<f32, B>,
}

/// What the forward pass of a layer norm had and found, of all rows.
pub struct Forward<'h, T: Stored, B: Backend> {
    /// What was normed.
    pub input: &'h Buffer<T, B>,
    /// The factor of each column.
    pub weights: &'h Buffer<T, B>,
    /// The mean of each row.
    pub means: &'h Buffer<f32, B>,
    /// 1 over the root of the variance of each row and what was added to it.
    pub scales: &'h Buffer<f32, B>,
}

/// The gradients of a layer norm.
pub struct Gradients<'h, T: Stored, B: Backend> {
    /// That of the input: a matrix.
    pub input: &'h mut Buffer<T, B>,
    /// That of the weights: a number for each column.
    pub weights: &'h mut Buffer<T, B>,
    /// That of the biases: a number for each column.
    pub biases: &'h mut Buffer<T, B>,
}

/// A number whose norms have kernels: `f32` and `f16`.
pub trait NormNumber: sealed::Kernels {}

/// What [`rms_norm`] takes.
pub struct Norm<'h, T: Stored, B: Backend> {
    module: &'h Module<B>,
    input: &'h Buffer<T, B>,
    weights: &'h Buffer<T, B>,
    epsilon: f32,
    output: &'h mut Buffer<T, B>,
    state: &'h mut State<B>,
    sizes: [usize; 2],
}

/// What [`layer_norm`] takes.
pub struct Layer<'h, T: Stored, B: Backend> {
    module: &'h Module<B>,
    input: &'h Buffer<T, B>,
    affine: Affine<'h, T, B>,
    epsilon: f32,
    normed: Normed<'h, T, B>,
    state: &'h mut State<B>,
    sizes: [usize; 2],
}

/// What [`row_statistics`] takes.
pub struct Measured<'h, T: Stored, B: Backend> {
    module: &'h Module<B>,
    input: &'h Buffer<T, B>,
    /// What the sum of the squares is divided by.
    divisor: f32,
    statistics: Statistics<'h, B>,
    state: &'h mut State<B>,
    sizes: [usize; 2],
}

/// What [`layer_norm_backward`] takes.
pub struct Backward<'h, T: Stored, B: Backend> {
    module: &'h Module<B>,
    gradient: &'h Buffer<T, B>,
    forward: Forward<'h, T, B>,
    gradients: Gradients<'h, T, B>,
    parts: &'h mut Buffer<f32, B>,
    sizes: [usize; 2],
}

mod sealed {
    use super::{Backend, Backward, Error, Layer, Measured, Norm, Stored};

    /// What a number has kernels for.
    pub trait Kernels: Stored {
        /// What [`rms_norm`](super::rms_norm) does.
        fn rms_norm<B: Backend>(norm: Norm<'_, Self, B>) -> Result<(), Error>;
        /// What [`layer_norm`](super::layer_norm) does.
        fn layer_norm<B: Backend>(layer: Layer<'_, Self, B>) -> Result<(), Error>;
        /// What [`row_statistics`](super::row_statistics) does.
        fn row_statistics<B: Backend>(measured: Measured<'_, Self, B>) -> Result<(), Error>;
        /// What [`layer_norm_backward`](super::layer_norm_backward) does.
        fn layer_norm_backward<B: Backend>(backward: Backward<'_, Self, B>) -> Result<(), Error>;
    }
}

/// Sets each of the m rows of n numbers of `output` to the root-mean-square norm of that of `input`: `sizes` are `[m, n]`.
///
/// Law: element `[i, j]` is `x[i, j] / sqrt(mean(x[i]²) + epsilon) * weights[j]`, computed in `f32`, and the same each time.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or the matrix has 2^32 numbers or more, [`Error::Length`] if a buffer is shorter or the
/// [`State`] is that of other sizes, and the launch's.
pub fn rms_norm<T: NormNumber, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    weights: &Buffer<T, B>,
    epsilon: f32,
    output: &mut Buffer<T, B>,
    state: &mut State<B>,
    sizes: [usize; 2],
) -> Result<(), Error> {
    T::rms_norm(Norm { module, input, weights, epsilon, output, state, sizes })
}

/// Sets each of the m rows of n numbers of `normed.rows` to the layer norm of that of `input`, and leaves what
/// [`layer_norm_backward`] wants to know of it: `sizes` are `[m, n]`.
///
/// Law: element `[i, j]` is `(x[i, j] - mean[i]) * scale[i] * weights[j] + biases[j]` with `mean[i]` that of row i and `scale[i]`
/// `1 / sqrt(variance(x[i]) + epsilon)`, the variance being that of all n numbers (divided by n). It is computed in `f32`, the variance
/// of what is left without the mean, and the same each time.
///
/// # Errors
/// Those of [`rms_norm`].
pub fn layer_norm<T: NormNumber, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    affine: Affine<'_, T, B>,
    epsilon: f32,
    normed: Normed<'_, T, B>,
    state: &mut State<B>,
    sizes: [usize; 2],
) -> Result<(), Error> {
    T::layer_norm(Layer { module, input, affine, epsilon, normed, state, sizes })
}

/// Finds mean and variance of each of the m rows of n numbers of `input`: `sizes` are `[m, n]`.
///
/// Law: the mean is `sum(x[i]) / n`, the variance `sum((x[i] - mean)²) / (n - less)`: `less` is 0 if the numbers are all there are, and
/// 1 if they are a sample. They are computed in `f32`, and the same each time. Where nothing is left to divide by, the variance is no
/// number.
///
/// # Errors
/// Those of [`rms_norm`].
pub fn row_statistics<T: NormNumber, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    less: u32,
    statistics: Statistics<'_, B>,
    state: &mut State<B>,
    sizes: [usize; 2],
) -> Result<(), Error> {
    let divisor = (sizes[1] as f64 - f64::from(less)).max(0.0) as f32;
    T::row_statistics(Measured { module, input, divisor, statistics, state, sizes })
}

/// The gradients of a layer norm over the m rows of n numbers of a matrix, `gradient` being that of its output: `sizes` are `[m, n]`.
///
/// Law: with `y = (x - mean) * scale` and `g = gradient * weight`, the gradient of the input is
/// `scale * (g - mean(g) - y * mean(g * y))`, each mean that of the row; that of the weights is the sum of `gradient * y` over the
/// rows, that of the biases the sum of `gradient`. They are computed in `f32`, and the same each time.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0, a row has more than 16384 numbers, or the matrix 2^32 or more; [`Error::Length`] if a buffer
/// is shorter or the [`layer_norm_backward_parts`] are those of other sizes; the launch's.
pub fn layer_norm_backward<T: NormNumber, B: Backend>(
    module: &Module<B>,
    gradient: &Buffer<T, B>,
    forward: Forward<'_, T, B>,
    gradients: Gradients<'_, T, B>,
    parts: &mut Buffer<f32, B>,
    sizes: [usize; 2],
) -> Result<(), Error> {
    T::layer_norm_backward(Backward { module, gradient, forward, gradients, parts, sizes })
}

/// The memory for what each block of [`layer_norm_backward`] finds; it may be used again and again.
///
/// # Errors
/// Those of the sizes that [`layer_norm_backward`] has, [`Error::OutOfMemory`], or the driver's words.
pub fn layer_norm_backward_parts<B: Backend>(device: &Device<B>, sizes: [usize; 2]) -> Result<Buffer<f32, B>, Error> {
    device.zeroed(lego::Mapping::span(&parts_of(device, sizes)?))
}

/// The sums that the blocks leave: fewer blocks where rows are long, since each leaves sums for all columns.
fn parts_of<B: Backend>(device: &Device<B>, [m, n]: [usize; 2]) -> Result<Parts, Error> {
    if n > LONGEST {
        let (what, value, most) = ("the numbers of a row".into(), n as u128, LONGEST as u128);
        return Err(Error::layout("gradient")(LayoutError::TooLarge { what, value, most }));
    }
    let on_multiprocessor = match n {
        ..=2048 => 4,
        2049..=8192 => 2,
        _ => 1,
    };
    let blocks = even_blocks(m, on_multiprocessor * device.limits().multiprocessors as usize).next_multiple_of(ALIKE);
    Parts::new(blocks, (n + ALIKE - 1).next_multiple_of(ALIKE)).map_err(Error::layout("parts"))
}

fn layouts(m: usize, n: usize) -> Result<(Rows, Columns), Error> {
    let rows = Rows::new(m, n).map_err(Error::layout("input"))?;
    Ok((rows, Columns::new(n).map_err(Error::layout("weights"))?))
}

fn rms_short<T, const V: usize, const STEPS: usize, const THREADS: usize, const EARLY: bool, B: Backend>(
    Norm { module, input, weights, epsilon, output, sizes: [m, n], .. }: Norm<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RmsNorm<T, V, STEPS, THREADS, EARLY>: Instance,
{
    let (rows, columns) = layouts(m, n)?;
    let (input, weights, output) = (input.view(rows), weights.view(columns), output.view_mut(rows));
    RmsNorm::<T, V, STEPS, THREADS, EARLY>::launch(
        module,
        Launch::grid(m),
        input,
        weights,
        output,
        1.0 / n as f32,
        epsilon,
    )
}

fn rms_long<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Norm { module, input, weights, epsilon, output, state, sizes: [m, n] }: Norm<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RmsNormLong<T, V, STEPS, THREADS>: Instance,
{
    let (rows, columns) = layouts(m, n)?;
    let (parts, launch) = shared_rows::<RmsNormLong<T, V, STEPS, THREADS>, B>(module, m, n / V)?;
    RmsNormLong::<T, V, STEPS, THREADS>::launch(
        module,
        launch,
        input.view(rows),
        weights.view(columns),
        output.view_mut(rows),
        parts,
        1.0 / n as f32,
        epsilon,
        &mut state.sums,
    )
}

fn layer_short<T, const V: usize, const STEPS: usize, const THREADS: usize, const EARLY: bool, B: Backend>(
    Layer { module, input, affine, epsilon, normed, sizes: [m, n], .. }: Layer<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    LayerNorm<T, V, STEPS, THREADS, EARLY>: Instance,
{
    let ((rows, columns), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    LayerNorm::<T, V, STEPS, THREADS, EARLY>::launch(
        module,
        Launch::grid(m),
        input.view(rows),
        affine.weights.view(columns),
        affine.biases.view(columns),
        normed.rows.view_mut(rows),
        normed.means.view_mut(per_row),
        normed.scales.view_mut(per_row),
        1.0 / n as f32,
        epsilon,
    )
}

fn layer_long<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Layer { module, input, affine, epsilon, normed, state, sizes: [m, n] }: Layer<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    LayerNormLong<T, V, STEPS, THREADS>: Instance,
{
    let ((rows, columns), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    let (parts, launch) = shared_rows::<LayerNormLong<T, V, STEPS, THREADS>, B>(module, m, n / V)?;
    LayerNormLong::<T, V, STEPS, THREADS>::launch(
        module,
        launch,
        input.view(rows),
        affine.weights.view(columns),
        affine.biases.view(columns),
        normed.rows.view_mut(rows),
        normed.means.view_mut(per_row),
        normed.scales.view_mut(per_row),
        parts,
        1.0 / n as f32,
        epsilon,
        &mut state.sums,
        &mut state.squares,
    )
}

fn statistics_short<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Measured { module, input, divisor, statistics, sizes: [m, n], .. }: Measured<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RowStatistics<T, V, STEPS, THREADS>: Instance,
{
    let ((rows, _), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    RowStatistics::<T, V, STEPS, THREADS>::launch(
        module,
        Launch::grid(m),
        input.view(rows),
        statistics.means.view_mut(per_row),
        statistics.variances.view_mut(per_row),
        1.0 / n as f32,
        1.0 / divisor,
    )
}

fn statistics_long<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Measured { module, input, divisor, statistics, state, sizes: [m, n] }: Measured<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RowStatisticsLong<T, V, STEPS, THREADS>: Instance,
{
    let ((rows, _), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    let (parts, launch) = shared_rows::<RowStatisticsLong<T, V, STEPS, THREADS>, B>(module, m, n / V)?;
    RowStatisticsLong::<T, V, STEPS, THREADS>::launch(
        module,
        launch,
        input.view(rows),
        statistics.means.view_mut(per_row),
        statistics.variances.view_mut(per_row),
        parts,
        1.0 / n as f32,
        1.0 / divisor,
        &mut state.sums,
        &mut state.squares,
    )
}

fn backward<T, const V: usize, const QUARTERS: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    backward: Backward<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    LayerNormBackward<T, V, QUARTERS, STEPS, THREADS>: Instance,
    ColumnSums<T, V>: Instance,
{
    let Backward { module, gradient, forward, gradients, parts, sizes: [m, n] } = backward;
    let sums = parts_of(module.device(), [m, n])?;
    let ((rows, columns), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    LayerNormBackward::<T, V, QUARTERS, STEPS, THREADS>::launch(
        module,
        Launch::grid(sums.blocks()),
        gradient.view(rows),
        forward.input.view(rows),
        forward.weights.view(columns),
        forward.means.view(per_row),
        forward.scales.view(per_row),
        gradients.input.view_mut(rows),
        parts.view_mut(sums),
        1.0 / n as f32,
    )?;
    ColumnSums::<T, V>::launch(
        module,
        Launch::grid([n.div_ceil(32), 2]),
        parts.view(sums),
        gradients.weights.view_mut(columns),
        gradients.biases.view_mut(columns),
    )
}

/// The instances of each number, those of shorter rows first; of norms also whether
/// their weights come early.
macro_rules! numbers {
    ($(
        $number:ty: $v:literal, $quarters:literal;
        rms_norm $(<$steps:literal, $threads:literal, $early:literal>)*;
        layer_norm $(<$of_layer:literal, $threads_of_layer:literal, $early_of_layer:literal>)*;
        long <$long:literal, $threads_of_long:literal>;
        statistics $(<$measured:literal, $threads_measured:literal>)*;
        backward $(<$backward:literal, $wide:literal>)*;
    )*) => {
        $(
            impl NormNumber for $number {}

            impl sealed::Kernels for $number {
                fn rms_norm<B: Backend>(norm: Norm<'_, Self, B>) -> Result<(), Error> {
                    let launch = match norm.sizes[1] / $v {
                        $(vectors if vectors <= $steps * $threads => rms_short::<$number, $v, $steps, $threads, $early, B>,)*
                        _ => rms_long::<$number, $v, $long, $threads_of_long, B>,
                    };
                    launch(norm)
                }

                fn layer_norm<B: Backend>(layer: Layer<'_, Self, B>) -> Result<(), Error> {
                    let launch = match layer.sizes[1] / $v {
                        $(
                            vectors if vectors <= $of_layer * $threads_of_layer => {
                                layer_short::<$number, $v, $of_layer, $threads_of_layer, $early_of_layer, B>
                            }
                        )*
                        _ => layer_long::<$number, $v, $long, $threads_of_long, B>,
                    };
                    launch(layer)
                }

                fn row_statistics<B: Backend>(measured: Measured<'_, Self, B>) -> Result<(), Error> {
                    let launch = match measured.sizes[1] / $v {
                        $(
                            vectors if vectors <= $measured * $threads_measured => {
                                statistics_short::<$number, $v, $measured, $threads_measured, B>
                            }
                        )*
                        _ => statistics_long::<$number, $v, $long, $threads_of_long, B>,
                    };
                    launch(measured)
                }

                fn layer_norm_backward<B: Backend>(of: Backward<'_, Self, B>) -> Result<(), Error> {
                    // Where no instance holds a row, the last one says so.
                    let launch = match of.sizes[1].min(LONGEST) / $v {
                        $(vectors if vectors <= $backward * $wide => backward::<$number, $v, $quarters, $backward, $wide, B>,)*
                        _ => unreachable!("the last instance holds the longest rows"),
                    };
                    launch(of)
                }
            }
        )*
    };
}

numbers! {
    f16: 8, 2;
    rms_norm <1, 128, true> <1, 256, true> <2, 256, true> <4, 256, true> <4, 512, true>;
    layer_norm <2, 64, true> <2, 128, true> <4, 128, false> <4, 256, false> <4, 512, false>;
    long <2, 512>;
    statistics <2, 128> <4, 128> <4, 256> <4, 512>;
    backward <2, 128> <2, 512> <2, 1024>;
    f32: 4, 1;
    rms_norm <1, 256, true> <2, 256, true> <4, 256, true> <8, 256, true> <8, 512, false>;
    layer_norm <1, 256, true> <2, 256, true> <4, 256, true> <8, 256, false> <8, 512, false>;
    long <4, 512>;
    statistics <4, 128> <8, 256> <8, 512>;
    backward <2, 256> <4, 512> <4, 1024>;
}
