//! The launches: a warp for each row, for two of many, or a block where rows are long and too few for that.

use super::{Gemv, GemvGathered};
use crate::rows::{Columns, PerRow, Rows};
use half::f16;
use lego_cuda::device::{Element, Stored};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// So many short rows for a multiprocessor keep it busy with a warp for each two of them.
const BUSY: usize = 16;

/// A number whose matrices have kernels: `f32` and `f16`.
pub trait GemvNumber: sealed::Kernels {}

/// What [`gemv`] and [`gemv_gathered`] take.
pub struct Product<'h, T: Stored, B: Backend> {
    module: &'h Module<B>,
    matrix: &'h Buffer<T, B>,
    numbers: Option<&'h Buffer<u32, B>>,
    vector: &'h Buffer<T, B>,
    output: &'h mut Buffer<T, B>,
    /// The rows and columns of the matrix, and the elements of the output.
    sizes: [usize; 3],
}

mod sealed {
    use super::{Backend, Error, Product, Stored};

    /// What a number has kernels for.
    pub trait Kernels: Stored {
        /// What [`gemv`](super::gemv) and [`gemv_gathered`](super::gemv_gathered) do.
        fn launch<B: Backend>(product: Product<'_, Self, B>) -> Result<(), Error>;
    }
}

/// Sets `output` to a matrix of m rows of n numbers times a vector of n: `sizes` are `[m, n]`.
///
/// Law: element i is the sum of `matrix[i, j] * vector[j]`, computed in `f32`, and the same each time.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or the matrix has 2^32 numbers or more, [`Error::Length`] if a buffer is shorter; the launch's.
pub fn gemv<T: GemvNumber, B: Backend>(
    module: &Module<B>,
    matrix: &Buffer<T, B>,
    vector: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error> {
    T::launch(Product { module, matrix, numbers: None, vector, output, sizes: [m, n, m] })
}

/// Sets element i of `output` to row `numbers[i]` of a matrix times a vector, 0 where the matrix has no such row: of m rows of n
/// numbers, `sizes` being `[m, n]`, for all `numbers`.
///
/// # Errors
/// Those of [`gemv`].
pub fn gemv_gathered<T: GemvNumber, B: Backend>(
    module: &Module<B>,
    matrix: &Buffer<T, B>,
    numbers: &Buffer<u32, B>,
    vector: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error> {
    let sizes = [m, n, numbers.len()];
    T::launch(Product { module, matrix, numbers: Some(numbers), vector, output, sizes })
}

fn launch<T, const V: usize, const LANES: usize, const ROWS: usize, const STEPS: usize, B: Backend>(
    Product { module, matrix, numbers, vector, output, sizes: [m, n, count] }: Product<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    Gemv<T, V, LANES, ROWS, STEPS>: Instance,
    GemvGathered<T, V, LANES, ROWS, STEPS>: Instance,
{
    let (rows, columns) =
        (Rows::new(m, n).map_err(Error::layout("matrix"))?, Columns::new(n).map_err(Error::layout("vector"))?);
    let products = PerRow::new(count).map_err(Error::layout("output"))?;
    let grid = Launch::grid(count.div_ceil(if LANES == 32 { 4 * ROWS } else { ROWS }));
    let (matrix, vector, output) = (matrix.view(rows), vector.view(columns), output.view_mut(products));
    match numbers {
        None => Gemv::<T, V, LANES, ROWS, STEPS>::launch(module, grid, matrix, vector, output),
        Some(numbers) => GemvGathered::<T, V, LANES, ROWS, STEPS>::launch(
            module,
            grid,
            matrix,
            numbers.view(products),
            vector,
            output,
        ),
    }
}

/// The kernels of each number: how many of them a vector has, how many vectors at most each number of threads is for, and of short rows
/// how many a warp takes where there are many, and how many vectors of each at once.
macro_rules! numbers {
    ($(
        $number:ty: $v:literal;
        short $short:literal, <$two:literal, $of_two:literal>;
        $($most:literal => $lanes:literal,)* _ => $rest:literal;
    )*) => {
        $(
            impl GemvNumber for $number {}

            impl sealed::Kernels for $number {
                fn launch<B: Backend>(product: Product<'_, Self, B>) -> Result<(), Error> {
                    let multiprocessors = product.module.device().limits().multiprocessors as usize;
                    let [_, n, count] = product.sizes;
                    let launch = match n.div_ceil($v) {
                        vectors if vectors <= $short && count >= BUSY * multiprocessors => {
                            launch::<$number, $v, 32, $two, $of_two, B>
                        }
                        vectors if vectors <= $short => launch::<$number, $v, 32, 1, 4, B>,
                        $(vectors if vectors <= $most => launch::<$number, $v, $lanes, 1, 4, B>,)*
                        _ => launch::<$number, $v, $rest, 1, 4, B>,
                    };
                    launch(product)
                }
            }
        )*
    };
}

// A thread reads four vectors of a row at once: no more threads than that takes, and not much fewer.
numbers! {
    f16: 8; short 128, <2, 2>; 256 => 64, 512 => 128, 640 => 160, 1792 => 256, _ => 512;
    f32: 4; short 128, <1, 4>; 512 => 128, _ => 256;
}
