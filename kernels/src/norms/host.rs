//! Launches over the rows of a matrix: the smallest instance that holds a row.

use super::{ColumnSums, Columns, LayerNormBackward, Parts, PerRow, RmsNorm, RmsNormLong, Rows};
use half::f16;
use lego::LayoutError;
use lego_cuda::device::{Element, GridWide, Stored};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};

/// The longest rows whose norm needs no state.
const SHORT: usize = 8192;

/// How many blocks of the norm of long rows a multiprocessor holds.
const LONG_BLOCKS: usize = 2;

/// The fewest vectors of a row that are worth a block.
const FEWEST_VECTORS: usize = 512;

/// The longest rows whose gradients are found.
const LONGEST: usize = 16_384;

/// Blocks are as many as a multiple of this, so that the rows of each begin alike in vectors of any number.
const ALIKE: usize = 8;

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
    state: &'h mut Buffer<u64, B>,
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
    use super::{Backend, Backward, Error, Norm, Stored};

    /// What a number has kernels for.
    pub trait Kernels: Stored {
        /// What [`rms_norm`](super::rms_norm) does.
        fn rms_norm<B: Backend>(norm: Norm<'_, Self, B>) -> Result<(), Error>;
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
/// [`rms_norm_state`] is that of other sizes, and the launch's.
pub fn rms_norm<T: NormNumber, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    weights: &Buffer<T, B>,
    epsilon: f32,
    output: &mut Buffer<T, B>,
    state: &mut Buffer<u64, B>,
    sizes: [usize; 2],
) -> Result<(), Error> {
    T::rms_norm(Norm { module, input, weights, epsilon, output, state, sizes })
}

/// What the blocks of a long row tell each other in [`rms_norm`]; it may be used again and again. Rows of up to 8192 numbers need
/// none.
///
/// # Errors
/// [`Error::OutOfMemory`] or the driver's words.
pub fn rms_norm_state<B: Backend>(device: &Device<B>, [m, n]: [usize; 2]) -> Result<Buffer<u64, B>, Error> {
    let most = if n <= SHORT { 0 } else { m.max(LONG_BLOCKS * device.limits().multiprocessors as usize) };
    device.zeroed(GridWide::<f32>::words(most))
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
    let blocks = even_blocks(m, on_multiprocessor * device.limits().multiprocessors as usize);
    Parts::new(blocks, (n + ALIKE - 1).next_multiple_of(ALIKE)).map_err(Error::layout("parts"))
}

/// How many blocks share m rows, where so many run at once: all of them as many rows as any, or one less.
fn even_blocks(m: usize, at_once: usize) -> usize {
    let rows = m.div_ceil(at_once.max(1)).max(1);
    m.div_ceil(rows).next_multiple_of(ALIKE)
}

fn layouts(m: usize, n: usize) -> Result<(Rows, Columns), Error> {
    let rows = Rows::new(m, n).map_err(Error::layout("input"))?;
    Ok((rows, Columns::new(n).map_err(Error::layout("weights"))?))
}

fn short<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    norm: Norm<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RmsNorm<T, V, STEPS, THREADS>: Instance,
{
    let Norm { module, input, weights, epsilon, output, sizes: [m, n], .. } = norm;
    let (rows, columns) = layouts(m, n)?;
    let at_once = module.resident_blocks::<RmsNorm<T, V, STEPS, THREADS>>(Launch::grid(1))?;
    let launch = Launch::grid(even_blocks(m, at_once as usize));
    let (input, weights, output) = (input.view(rows), weights.view(columns), output.view_mut(rows));
    RmsNorm::<T, V, STEPS, THREADS>::launch(module, launch, input, weights, output, 1.0 / n as f32, epsilon)
}

fn long<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    norm: Norm<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RmsNormLong<T, V, STEPS, THREADS>: Instance,
{
    let Norm { module, input, weights, epsilon, output, state, sizes: [m, n] } = norm;
    let (rows, columns) = layouts(m, n)?;
    let held = module.resident_blocks::<RmsNormLong<T, V, STEPS, THREADS>>(Launch::grid(1))? as usize;
    let at_once = held.min(LONG_BLOCKS * module.device().limits().multiprocessors as usize);
    let parts = (at_once / m).min(n / V / FEWEST_VECTORS).max(1);
    let grid = Launch::grid(m.saturating_mul(parts));
    RmsNormLong::<T, V, STEPS, THREADS>::launch(
        module,
        if parts > 1 { grid.cooperative() } else { grid },
        input.view(rows),
        weights.view(columns),
        output.view_mut(rows),
        parts,
        1.0 / n as f32,
        epsilon,
        state,
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

/// The instances of each number, those of shorter rows first.
macro_rules! numbers {
    ($(
        $number:ty: $v:literal, $quarters:literal;
        rows $(<$steps:literal, $threads:literal>)*;
        long <$long:literal, $threads_of_long:literal>;
        backward $(<$backward:literal, $wide:literal>)*;
    )*) => {
        $(
            impl NormNumber for $number {}

            impl sealed::Kernels for $number {
                fn rms_norm<B: Backend>(norm: Norm<'_, Self, B>) -> Result<(), Error> {
                    let launch = match norm.sizes[1] / $v {
                        $(vectors if vectors <= $steps * $threads => short::<$number, $v, $steps, $threads, B>,)*
                        _ => long::<$number, $v, $long, $threads_of_long, B>,
                    };
                    launch(norm)
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
    rows <2, 128> <4, 256> <4, 512>;
    long <2, 512>;
    backward <2, 128> <2, 512> <2, 1024>;
    f32: 4, 1;
    rows <2, 256> <8, 256> <8, 512>;
    long <4, 512>;
    backward <2, 256> <4, 512> <4, 1024>;
}
