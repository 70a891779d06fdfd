//! The launch.

use super::kernel::MatrixProduct;
use super::layouts::{Major, Product, Storage, VECTOR};
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
/// There are kernels of `f16` with products in `f16` and of `bf16` with products in `bf16`, each in all four orders, and of `bf16` with products in
/// `f32` where `a` lies by rows and `b` by columns.
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
    if m == 0 || n == 0 {
        return Ok(());
    }
    if k == 0 {
        // A product of zeros, to which beta·c is added.
        let [a, b] = [module.device().zeroed(m)?, module.device().zeroed(n)?];
        return matrix_product_grouped::<T, O, A, B, D>(module, &a, &b, c, [m, n, 1], [1.0, beta], group);
    }
    let left = A::Left::of(m, k).map_err(Error::layout("a"))?;
    let right = B::Right::of(n, k).map_err(Error::layout("b"))?;
    let product = Product::new(m, n).map_err(Error::layout("c"))?;
    let grid = Launch::grid(m.div_ceil(128) * n.div_ceil(256));
    let (a, b, c, group) = (a.view(left), b.view(right), c.view_mut(product), group.max(1));
    let side_by_side = [if A::Left::ALONG_K { k } else { m }, if B::Right::ALONG_K { k } else { n }];
    // SAFETY: with vectors, both extents are multiples of 8, as was looked at.
    unsafe {
        if side_by_side.iter().all(|extent| extent.is_multiple_of(VECTOR)) {
            MatrixProduct::<T, O, A::Left, B::Right, 8>::launch(module, grid, a, b, c, alpha, beta, group)
        } else {
            MatrixProduct::<T, O, A::Left, B::Right, 1>::launch(module, grid, a, b, c, alpha, beta, group)
        }
    }
}
