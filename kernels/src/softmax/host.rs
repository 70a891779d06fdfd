//! The launch: the smallest instance that holds a row.

use super::short::WARPS;
use super::{Softmax, SoftmaxLong, SoftmaxWarps};
use crate::rows::{Rows, most_blocks, shared_rows};
use half::f16;
use lego_cuda::device::{Element, GridWide, Stored};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};

/// The longest rows whose softmax needs no state.
const SHORT: usize = 32_768;

/// What the blocks of a long row tell each other. One serves launch after launch over matrices of its sizes; after a launch that failed
/// make another.
#[derive(Debug)]
pub struct State<B: Backend> {
    words: Buffer<u64, B>,
}

impl<B: Backend> State<B> {
    /// That of m rows of n numbers, `sizes` being `[m, n]`; of rows of up to 32768 numbers it is empty.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn new(device: &Device<B>, [m, n]: [usize; 2]) -> Result<Self, Error> {
        let most = if n <= SHORT { 0 } else { most_blocks(device, m) };
        Ok(Self { words: device.zeroed(GridWide::<[f32; 2]>::words(most))? })
    }
}

/// A number whose softmax has kernels: `f32` and `f16`.
pub trait SoftmaxNumber: sealed::Kernels {}

/// What [`softmax`] takes.
pub struct Launched<'h, T: Stored, B: Backend> {
    module: &'h Module<B>,
    input: &'h Buffer<T, B>,
    output: &'h mut Buffer<T, B>,
    state: &'h mut State<B>,
    sizes: [usize; 2],
}

mod sealed {
    use super::{Backend, Error, Launched, Stored};

    /// What a number has kernels for.
    pub trait Kernels: Stored {
        /// What [`softmax`](super::softmax) does.
        fn softmax<B: Backend>(launched: Launched<'_, Self, B>) -> Result<(), Error>;
    }
}

/// Sets each of the m rows of n numbers of `output` to the softmax of that of `input`: `sizes` are `[m, n]`.
///
/// Law: element `[i, j]` is `exp(x[i, j] - max(x[i])) / sum(exp(x[i] - max(x[i])))`, computed in `f32`, and the same each time. A row
/// with a number that is none, with ∞, or of -∞ alone becomes a row of those.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or the matrix has 2^32 numbers or more, [`Error::Length`] if a buffer is shorter or the
/// [`State`] is that of other sizes, and the launch's.
pub fn softmax<T: SoftmaxNumber, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    state: &mut State<B>,
    sizes: [usize; 2],
) -> Result<(), Error> {
    T::softmax(Launched { module, input, output, state, sizes })
}

fn warps<T, const V: usize, const STEPS: usize, B: Backend>(
    Launched { module, input, output, sizes: [m, n], .. }: Launched<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    SoftmaxWarps<T, V, STEPS>: Instance,
{
    let rows = Rows::new(m, n).map_err(Error::layout("input"))?;
    let grid = Launch::grid(m.div_ceil(WARPS as usize));
    SoftmaxWarps::<T, V, STEPS>::launch(module, grid, input.view(rows), output.view_mut(rows))
}

fn blocks<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Launched { module, input, output, sizes: [m, n], .. }: Launched<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    Softmax<T, V, STEPS, THREADS>: Instance,
{
    let rows = Rows::new(m, n).map_err(Error::layout("input"))?;
    Softmax::<T, V, STEPS, THREADS>::launch(module, Launch::grid(m), input.view(rows), output.view_mut(rows))
}

fn long<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Launched { module, input, output, state, sizes: [m, n] }: Launched<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    SoftmaxLong<T, V, STEPS, THREADS>: Instance,
{
    type Long<T, const V: usize, const STEPS: usize, const THREADS: usize> = SoftmaxLong<T, V, STEPS, THREADS>;
    let rows = Rows::new(m, n).map_err(Error::layout("input"))?;
    let (parts, launch) = shared_rows::<Long<T, V, STEPS, THREADS>, B>(module, m, n / V)?;
    let (input, output) = (input.view(rows), output.view_mut(rows));
    Long::<T, V, STEPS, THREADS>::launch(module, launch, input, output, parts, &mut state.words)
}

/// The instances of each number, those of shorter rows first.
macro_rules! numbers {
    ($(
        $number:ty: $v:literal;
        warps $(<$of_warp:literal>)*;
        blocks $(<$steps:literal, $threads:literal>)*;
        long <$long:literal, $threads_of_long:literal>;
    )*) => {
        $(
            impl SoftmaxNumber for $number {}

            impl sealed::Kernels for $number {
                fn softmax<B: Backend>(launched: Launched<'_, Self, B>) -> Result<(), Error> {
                    let launch = match launched.sizes[1] / $v {
                        $(vectors if vectors <= 32 * $of_warp => warps::<$number, $v, $of_warp, B>,)*
                        $(vectors if vectors <= $steps * $threads => blocks::<$number, $v, $steps, $threads, B>,)*
                        _ => long::<$number, $v, $long, $threads_of_long, B>,
                    };
                    launch(launched)
                }
            }
        )*
    };
}

numbers! {
    f16: 8;
    warps <1> <2> <4>;
    blocks <2, 128> <2, 256> <4, 256> <4, 512> <8, 512>;
    long <2, 512>;
    f32: 4;
    warps <2> <4> <8>;
    blocks <2, 256> <4, 256> <8, 256> <8, 512> <8, 1024>;
    long <4, 512>;
}
