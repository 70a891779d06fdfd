//! Norms over the rows of a matrix: what each takes and gives.

mod launches;

use super::Parts;
use crate::rows::{even_blocks, most_blocks};
use lego::LayoutError;
use lego_cuda::device::{GridWide, Stored};
use lego_cuda::launch::{Backend, Buffer, Device, Error, Module};

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
        ..=1024 => 6,
        1025..=2048 => 4,
        2049..=8192 => 2,
        _ => 1,
    };
    let blocks = even_blocks(m, on_multiprocessor * device.limits().multiprocessors as usize).next_multiple_of(ALIKE);
    Parts::new(blocks, (n + ALIKE - 1).next_multiple_of(ALIKE)).map_err(Error::layout("parts"))
}
