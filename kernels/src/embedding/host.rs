//! The launch: a warp for each row, or more for long ones.

use super::Embedding;
use super::kernel::THREADS;
use crate::reduce::host::line;
use crate::rows::{PerRow, Rows};
use half::f16;
use lego_cuda::device::{Element, Stored};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// A number whose tables have kernels: `f32` and `f16`.
pub trait EmbeddingNumber: sealed::Kernels {}

/// What [`embedding`] takes.
pub struct Lookup<'h, T: Stored, B: Backend> {
    module: &'h Module<B>,
    table: &'h Buffer<T, B>,
    numbers: &'h Buffer<u32, B>,
    output: &'h mut Buffer<T, B>,
    sizes: [usize; 2],
}

mod sealed {
    use super::{Backend, Error, Lookup, Stored};

    /// What a number has kernels for.
    pub trait Kernels: Stored {
        /// What [`embedding`](super::embedding) does.
        fn launch<B: Backend>(lookup: Lookup<'_, Self, B>) -> Result<(), Error>;
    }
}

/// Sets row i of `output` to row `numbers[i]` of a table of m rows of n numbers, for all `numbers`: `sizes` are `[m, n]`. Where the table
/// has no such row, the output's becomes zeros.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0, there are no `numbers`, or table or output have 2^32 numbers or more; [`Error::Length`] if a
/// buffer is shorter; the launch's.
pub fn embedding<T: EmbeddingNumber, B: Backend>(
    module: &Module<B>,
    table: &Buffer<T, B>,
    numbers: &Buffer<u32, B>,
    output: &mut Buffer<T, B>,
    sizes: [usize; 2],
) -> Result<(), Error> {
    T::launch(Lookup { module, table, numbers, output, sizes })
}

fn launch<T, const V: usize, const LANES: usize, B: Backend>(
    Lookup { module, table, numbers, output, sizes: [m, n] }: Lookup<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    Embedding<T, V, LANES>: Instance,
{
    let count = numbers.len();
    let rows = Rows::new(m, n).map_err(Error::layout("table"))?;
    let results = Rows::new(count, n).map_err(Error::layout("output"))?;
    let numbers = numbers.view(PerRow::new(count).map_err(Error::layout("numbers"))?);
    let grid = Launch::grid(count.div_ceil(THREADS as usize / LANES));
    let elements = table.view(line(m * n)?);
    Embedding::<T, V, LANES>::launch(module, grid, table.view(rows), elements, numbers, output.view_mut(results))
}

/// The kernels of each number, and how many of them a vector has.
macro_rules! numbers {
    ($($number:ty: $v:literal;)*) => {
        $(
            impl EmbeddingNumber for $number {}

            impl sealed::Kernels for $number {
                fn launch<B: Backend>(lookup: Lookup<'_, Self, B>) -> Result<(), Error> {
                    // As many threads as read a row at once.
                    match lookup.sizes[1].div_ceil(4 * $v) {
                        ..=32 => launch::<$number, $v, 32, B>(lookup),
                        ..=64 => launch::<$number, $v, 64, B>(lookup),
                        ..=128 => launch::<$number, $v, 128, B>(lookup),
                        _ => launch::<$number, $v, 256, B>(lookup),
                    }
                }
            }
        )*
    };
}

numbers! {
    f16: 8;
    f32: 4;
}
