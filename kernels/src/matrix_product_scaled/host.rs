//! The function of the host.

use super::kernel::MatrixProductScaled;
use super::layouts::{BlockScales, SCALED, ScaleLayout};
use crate::matrix_product_hopper::{
    Along, BlockSize, Blocks, Cost, Division, Given, Output, SharedSums, Shares, Sharing, Whole, group, has_entry,
    running,
};
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::wgmma::Registers;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// What blocks of a size cost: as seen on an H100.
fn cost(size: BlockSize) -> Cost {
    let step = match size {
        BlockSize::Wide => 38,
        BlockSize::Medium => 29,
        _ => 20,
    };
    Cost { step, block: 7 }
}

/// Sets the m×n matrix `c`, by rows, to the product of matrices of one byte an element,
/// [`E4m3`](lego_cuda::device::E4m3) or [`E5m2`](lego_cuda::device::E5m2), with scales: `a`
/// lies by rows and has a scale for each row and 128 elements along k, `b` lies by columns and has one for each 128 columns and 128
/// elements along k. The last of them are for what there is.
///
/// `scales_a` lies as `L` says, [`RowScales`](super::RowScales) or [`RowScalesByRows`](super::RowScalesByRows); `scales_b` as
/// [`BlockScales`] of n×k. [`quantised`](fn@super::quantised) makes elements and scales of `f32`.
///
/// Where the blocks of the product are a few more than multiprocessors do at once, several blocks of threads share the last of them by way of `shared`,
/// in which memory is made when there is too little from before.
///
/// Law: element `[i, j]` is rounded once from the sum over blocks of k of `scales_a[i, block]·scales_b[j / 128, block]` times the sum over
/// the block of `a[i, k]·b[k, j]`. The former sum is made in `f32`, the latter by tensor cores, with fewer digits, but of 128 products at a
/// time: so the error of a product of random numbers, relative by the Frobenius norm, does not grow with k, and is below 0.002.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::device::E4m3;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product_hopper::SharedSums;
/// use lego_kernels::matrix_product_scaled::{RowScales, matrix_product_scaled};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let ones = device.buffer_from(&[E4m3::from_f32(1.0); 2 * 144])?;
/// // Two rows and one column of 128 elements and 16 more; those of all rows lie side by side.
/// let scales_a = device.buffer_from(&[1.0, 4.0, 0.5, 2.0])?;
/// let scales_b = device.buffer_from(&[1.0, 0.25])?;
/// let (mut c, shared) = (device.poisoned::<f16>(2)?, &mut SharedSums::new());
/// matrix_product_scaled::<E4m3, f16, RowScales, _>(&module, &ones, &ones, &mut c, [2, 1, 144], &scales_a, &scales_b, shared)?;
/// assert_eq!(c.read()?, [128.0 + 2.0, 512.0 + 8.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::NoKernel`] where the device or the program has no kernels for Hopper; [`Error::TensorMap`] if k is no multiple of 16 and there is
/// more than one row or column; [`Error::Layout`] if an extent is 0 or a matrix has 2^32 elements or more, [`Error::Length`] if a buffer
/// is shorter than its matrix, or than its scales; [`Error::OutOfMemory`] where there is no room for sums that are shared; the launch's.
#[allow(clippy::too_many_arguments)] // three matrices, scales of two, and memory
pub fn matrix_product_scaled<T, O, L, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    sizes: [usize; 3],
    scales_a: &Buffer<f32, D>,
    scales_b: &Buffer<f32, D>,
    shared: &mut SharedSums<D>,
) -> Result<(), Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    L: ScaleLayout,
    D: Backend,
    MatrixProductScaled<T, O, L, Whole, 4, 128>: Instance,
    MatrixProductScaled<T, O, L, Whole, 3, 96>: Instance,
    MatrixProductScaled<T, O, L, Shares, 2, 64>: Instance,
{
    let [m, n, k] = sizes;
    let (running, steps) = (running(module), k.div_ceil(SCALED as usize));
    let whole = [BlockSize::Wide, BlockSize::Medium].into_iter().map(Division::whole);
    let all = whole.chain(Division::all([m, n], steps, running)).map(|division| (division, cost(division.size)));
    let division = Division::least(all, [m, n], steps, running);
    matrix_product_scaled_by::<T, O, L, D>(module, [a, b], c, sizes, [scales_a, scales_b], division, shared)
}

/// The same by blocks of this division, wide, medium or narrow ones.
pub(super) fn matrix_product_scaled_by<T, O, L, D>(
    module: &Module<D>,
    operands: [&Buffer<T, D>; 2],
    c: &mut Buffer<O, D>,
    sizes: [usize; 3],
    scales: [&Buffer<f32, D>; 2],
    division: Division,
    shared: &mut SharedSums<D>,
) -> Result<(), Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    L: ScaleLayout,
    D: Backend,
    MatrixProductScaled<T, O, L, Whole, 4, 128>: Instance,
    MatrixProductScaled<T, O, L, Whole, 3, 96>: Instance,
    MatrixProductScaled<T, O, L, Shares, 2, 64>: Instance,
{
    let (device, grid) = (module.device(), running(module));
    if division.size == BlockSize::Wide {
        return launch::<T, O, L, Whole, D, 4, 128>(module, operands, c, sizes, scales, (0, [grid, 0]));
    }
    if division.size == BlockSize::Medium {
        return launch::<T, O, L, Whole, D, 3, 96>(module, operands, c, sizes, scales, (0, [grid, 0]));
    }
    shared.share(device, [division.shared, division.parts], |shares| {
        launch::<T, O, L, Shares, D, 2, 64>(module, operands, c, sizes, scales, (shares, [grid, division.more()]))
    })
}

/// Launches the kernel of blocks of 64·S columns, on at most so many blocks of threads, for a product that has so many parts of blocks more than blocks.
fn launch<'h, T, O, L, H, D, const S: usize, const R: usize>(
    module: &Module<D>,
    [a, b]: [&'h Buffer<T, D>; 2],
    c: &'h mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    [scales_a, scales_b]: [&'h Buffer<f32, D>; 2],
    (shares, [most, more]): (Given<'h, H::Given<'static>, D>, [usize; 2]),
) -> Result<(), Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    L: ScaleLayout,
    H: Sharing,
    D: Backend,
    MatrixProductScaled<T, O, L, H, S, R>: Instance,
    [u32; R]: Registers,
{
    has_entry(module, <MatrixProductScaled<T, O, L, H, S, R> as Instance>::ENTRY)?;
    // As they are: rows that do not begin at multiples of 16 bytes are refused.
    let left = Along::new(m, k).map_err(Error::layout("a"))?;
    let right = Along::new(n, k).map_err(Error::layout("b"))?;
    let blocks = Blocks::<2, S>::new(m, n).map_err(Error::layout("c"))?;
    let of_left = L::of(m, k).map_err(Error::layout("the scales of a"))?;
    let of_right = BlockScales::of(n, k).map_err(Error::layout("the scales of b"))?;
    let (a, b) = (a.tensor_map(left)?, b.tensor_map(right)?);
    let rows = m.div_ceil(128);
    let grid = most.min(rows * n.div_ceil(64 * S) + more);
    let steps = k.div_ceil(SCALED as usize);
    // SAFETY: both operands and their scales have these extents, of which none is 0; so there is a step. Of the blocks no more are shared than
    // there are, and at most 256, in no more parts than there are steps.
    unsafe {
        MatrixProductScaled::<T, O, L, H, S, R>::launch(
            module,
            Launch::grid(grid),
            a,
            b,
            c.view_mut(blocks),
            steps,
            group(rows, 64 * S),
            scales_a.view(of_left),
            scales_b.view(of_right),
            shares,
        )
    }
}
