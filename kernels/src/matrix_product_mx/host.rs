//! The function of the host.

use super::kernel::MatrixProductMx;
use super::layouts::{MxScales, SCALED, SIDE, ScaleWords};
use crate::matrix_product_hopper::{Along, Blocks, Output, has_entry, running};
use lego_cuda::device::E8m0;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// How many rows of blocks are multiplied column by column.
const GROUP: u32 = 8;

/// Sets the m×n matrix `c`, by rows, to the product of matrices of one byte an element, [`E4m3`](lego_cuda::device::E4m3) or
/// [`E5m2`](lego_cuda::device::E5m2), with powers of two as scales (MXFP8 of OCP MX 1.0): `a` lies by rows and has a scale for each row and 32
/// elements along k, `b` lies by columns and has one for each column and 32 elements along k. The last of them are for what there is.
///
/// `scales_a` lies as [`MxScales`] of m×k, `scales_b` as that of n×k: row by row, and a row begins at a multiple of four of them. What lies
/// between rows is not looked at. [`mx_quantised`](super::mx_quantised) makes elements and scales of `f32`.
///
/// Law: element `[i, j]` is rounded once from the sum over blocks of k of `scales_a[i, block]·scales_b[j, block]` times the sum over the block of
/// `a[i, k]·b[k, j]`. The former sum is made in `f32`, the latter by tensor cores, with fewer digits, but of 32 products at a time. Both scales may be as
/// large or as small as there are, and one that is no number makes its row or column such: no product of scales is out of range where the sum
/// is not.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::device::{E4m3, E8m0};
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product_mx::matrix_product_mx;
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let ones = device.buffer_from(&[E4m3::from_f32(1.0); 2 * 48])?;
/// // Two rows and one column of 32 elements and 16 more; a row begins at a multiple of four scales.
/// let [one, two, half] = [1.0, 2.0, 0.5].map(E8m0::above);
/// let scales_a = device.buffer_from(&[one, two, one, one, half, one, one, one])?;
/// let scales_b = device.buffer_from(&[one, half, one, one])?;
/// let mut c = device.poisoned::<f16>(2)?;
/// matrix_product_mx::<E4m3, f16, _>(&module, &ones, &ones, &mut c, [2, 1, 48], &scales_a, &scales_b)?;
/// assert_eq!(c.read()?, [32.0 + 16.0, 16.0 + 8.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::NoKernel`] where the device or the program has no kernels for Hopper; [`Error::TensorMap`] if k is no multiple of 16 and there is
/// more than one row or column; [`Error::Layout`] if an extent is 0 or a matrix has 2^32 elements or more, [`Error::Length`] if a buffer
/// is shorter than its matrix, or than its scales, by fours; the launch's.
pub fn matrix_product_mx<T, O, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    scales_a: &Buffer<E8m0, D>,
    scales_b: &Buffer<E8m0, D>,
) -> Result<(), Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    D: Backend,
    MatrixProductMx<T, O>: Instance,
{
    has_entry(module, <MatrixProductMx<T, O> as Instance>::ENTRY)?;
    // As they are: rows that do not begin at multiples of 16 bytes are refused.
    let left = Along::new(m, k).map_err(Error::layout("a"))?;
    let right = Along::new(n, k).map_err(Error::layout("b"))?;
    let blocks = Blocks::<2, 2>::new(m, n).map_err(Error::layout("c"))?;
    let [of_left, of_right] = [("the scales of a", m), ("the scales of b", n)].map(|(what, r)| {
        // By bytes there may be too many of them, though not by words.
        MxScales::new(r, k).map_err(Error::layout(what))?;
        ScaleWords::new(r, k).map_err(Error::layout(what))
    });
    let (of_left, of_right) = (of_left?, of_right?);
    let (a, b) = (a.tensor_map(left)?, b.tensor_map(right)?);
    let grid = running(module).min(m.div_ceil(SIDE as usize) * n.div_ceil(SIDE as usize));
    let along = k.div_ceil(SCALED as usize) as u32;
    // SAFETY: both operands and their scales have these extents, of which none is 0; so there is a scale.
    unsafe {
        MatrixProductMx::<T, O>::launch(
            module,
            Launch::grid(grid),
            a,
            b,
            c.view_mut(blocks),
            along,
            GROUP,
            scales_a.view_as(of_left),
            scales_b.view_as(of_right),
        )
    }
}
