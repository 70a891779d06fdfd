//! The launch.

use super::kernel::MatrixProduct;
use super::layouts::{Major, Product, Storage, VECTOR};
use core::array;
use lego_cuda::device::Stored;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// How many rows of blocks are multiplied column by column.
const GROUP: u32 = 8;

/// Sets the m×n matrix `c`, by rows, to `alpha·a·b + beta·c`: `sizes` are `[m, n, k]`, `a` is m×k and `b` k×n, each
/// [by rows](super::ByRows) or [by columns](super::ByColumns) as its type says.
///
/// Law: element `[i, j]` is rounded once from the sum over k of `a[i, k]·b[k, j]`, which is computed in `f32` in an order that is not
/// specified, times alpha, and from `beta·c[i, j]`. Where beta is 0, `c` is not read: what is no number there does not stay. Where k is 0, `c` is multiplied by
/// beta; where m or n is, there is nothing to compute.
///
/// There are kernels of `f16` and of `bf16`, whose products are of the same type or of `f32`, each in all four orders.
///
/// Operands are read by vectors where all their rows begin at multiples of 16 bytes (of those by columns all columns), else element by
/// element, which is slower.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows, matrix_product};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// // 2×3, and 3×2 stored column after column.
/// let a = device.buffer_from(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(f16::from_f32))?;
/// let b = device.buffer_from(&[1.0, 0.0, 1.0, 0.0, 2.0, 0.0].map(f16::from_f32))?;
/// let mut c = device.poisoned::<f16>(4)?;
/// matrix_product::<f16, f16, ByRows, ByColumns, _>(&module, &a, &b, &mut c, [2, 2, 3], [1.0, 0.0])?;
/// assert_eq!(c.read()?, [4.0, 4.0, 10.0, 10.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Layout`] if a matrix has 2^32 elements or more, [`Error::Length`] if a buffer is shorter; the launch's.
pub fn matrix_product<T, O, A, B, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    sizes: [usize; 3],
    factors: [f32; 2],
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored,
    O: Stored,
    A: Major,
    B: Major,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
{
    matrix_product_grouped::<T, O, A, B, D>(module, a, b, c, sizes, factors, GROUP)
}

/// As [`matrix_product`], where so many rows of blocks are multiplied column by column: 1 is row by row.
///
/// Law: what it computes does not depend on it.
///
/// # Errors
/// Those of [`matrix_product`]; a group of 0 is taken for 1.
pub fn matrix_product_grouped<T, O, A, B, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    [alpha, beta]: [f32; 2],
    group: u32,
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored,
    O: Stored,
    A: Major,
    B: Major,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
{
    let pitches = dense::<A, B>([m, n, k]);
    product::<T, O, A, B, D>(module, [a, b], c, ([m, n, k], pitches), [alpha, beta], group)
}

/// As [`matrix_product`], of matrices whose lines begin anywhere: `pitches` are how many elements each line of `a`, of `b` and of `c` begins behind the
/// one before, rows, or columns where a matrix lies by columns.
///
/// Law: that of [`matrix_product`]; what lies between the lines is not read, and that of `c` stays as it is. Nothing need be there behind the last line.
///
/// Operands are read by vectors where lines and pitches are multiples of 16 bytes, else element by element, which is slower. The pitch of a matrix of
/// one line is not looked at, nor that of an operand where k is 0.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows, matrix_product_pitched};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// // 2×2 whose rows begin three elements behind each other, twice the unit matrix.
/// let a = device.buffer_from(&[1.0, 2.0, 99.0, 3.0, 4.0].map(f16::from_f32))?;
/// let b = device.buffer_from(&[2.0, 0.0, 0.0, 2.0].map(f16::from_f32))?;
/// let mut c = device.buffer_from(&[7.0; 6].map(f16::from_f32))?;
/// let (sizes, factors) = ([2, 2, 2], [1.0, 0.0]);
/// matrix_product_pitched::<f16, f16, ByRows, ByColumns, _>(&module, &a, &b, &mut c, sizes, factors, [3, 2, 4])?;
/// assert_eq!(c.read()?, [2.0, 4.0, 7.0, 7.0, 6.0, 8.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Layout`] if a pitch is less than a line or a matrix has 2^32 elements or more, with those between its lines; [`Error::Length`] if a buffer is
/// shorter; the launch's.
pub fn matrix_product_pitched<T, O, A, B, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    sizes: [usize; 3],
    factors: [f32; 2],
    pitches: [usize; 3],
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored,
    O: Stored,
    A: Major,
    B: Major,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
{
    product::<T, O, A, B, D>(module, [a, b], c, (sizes, pitches), factors, GROUP)
}

/// The lengths of the lines of a product's matrices: their pitches where lines follow each other.
fn dense<A: Major, B: Major>([m, n, k]: [usize; 3]) -> [usize; 3] {
    [if A::BY_ROWS { k } else { m }, if B::BY_ROWS { n } else { k }, n]
}

/// The product of matrices of these sizes and pitches.
fn product<T, O, A, B, D>(
    module: &Module<D>,
    [a, b]: [&Buffer<T, D>; 2],
    c: &mut Buffer<O, D>,
    (sizes @ [m, n, k], pitches): ([usize; 3], [usize; 3]),
    [alpha, beta]: [f32; 2],
    group: u32,
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + Stored,
    O: Stored,
    A: Major,
    B: Major,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
{
    if m == 0 || n == 0 {
        return Ok(());
    }
    if k == 0 {
        // A product of zeros, to which beta·c is added.
        let [a, b] = [module.device().zeroed(m)?, module.device().zeroed(n)?];
        let (sizes, [left, right, _]) = ([m, n, 1], dense::<A, B>([m, n, 1]));
        let pitches = [left, right, pitches[2]];
        return product::<T, O, A, B, D>(module, [&a, &b], c, (sizes, pitches), [1.0, beta], group);
    }
    let lengths = dense::<A, B>(sizes);
    let lines = [if A::BY_ROWS { m } else { k }, if B::BY_ROWS { k } else { n }, m];
    // No line begins behind a single one.
    let pitches: [usize; 3] = array::from_fn(|at| if lines[at] == 1 { lengths[at] } else { pitches[at] });
    let left = A::Left::of(m, k, pitches[0]).map_err(Error::layout("a"))?;
    let right = B::Right::of(n, k, pitches[1]).map_err(Error::layout("b"))?;
    let product = Product::new(m, n, pitches[2]).map_err(Error::layout("c"))?;
    let grid = Launch::grid(m.div_ceil(128) * n.div_ceil(256));
    let (a, b, c, group) = (a.view(left), b.view(right), c.view_mut(product), group.max(1));
    let is_whole = |at: usize| [lengths[at], pitches[at]].iter().all(|number| number.is_multiple_of(VECTOR));
    // SAFETY: with vectors, lines and pitches of both are multiples of 8, as was looked at.
    unsafe {
        if is_whole(0) && is_whole(1) {
            MatrixProduct::<T, O, A::Left, B::Right, 8>::launch(module, grid, a, b, c, alpha, beta, group)
        } else {
            MatrixProduct::<T, O, A::Left, B::Right, 1>::launch(module, grid, a, b, c, alpha, beta, group)
        }
    }
}
