//! The launch.

use super::kernel::MatrixProductHopper;
use super::layouts::{Across, Along, BLOCK, Blocks, Order, Stored};
use crate::matrix_product::MatrixProduct;
use crate::matrix_product::matrix_product_grouped;
use crate::matrix_product::{ByColumns, ByRows, Major, Programs};
use lego_cuda::device;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::wgmma::Registers;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// How many rows of blocks are multiplied column by column.
pub(super) const GROUP: u32 = 8;

/// How a matrix is stored, for the product on Hopper.
pub trait MajorHopper: Major {
    /// The layout of a left operand.
    type LeftHopper: Stored<2>;
    /// The layout of a right operand, for blocks of 256 columns and of 128.
    type RightHopper: Stored<4> + Stored<2>;
}

impl MajorHopper for ByRows {
    type LeftHopper = Along;
    type RightHopper = Across;
}

impl MajorHopper for ByColumns {
    type LeftHopper = Across;
    type RightHopper = Along;
}

/// As [`matrix_product`](crate::matrix_product::matrix_product), by the kernel for Hopper where device, program and operands allow it: on
/// compute capability 9.0, where all rows of operands (of those by columns all columns) begin at multiples of 16 bytes. Else by the other.
///
/// Law: that of [`matrix_product`](crate::matrix_product::matrix_product).
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_hopper::matrix_product_hopper;
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let (a, b) = (device.buffer_from(&[f16::ONE; 8])?, device.buffer_from(&[f16::from_f32(0.5); 16])?);
/// let mut c = device.poisoned::<f16>(2)?;
/// matrix_product_hopper::<f16, f16, ByRows, ByColumns, _>(&module, &a, &b, &mut c, [1, 2, 8], [1.0, 0.0])?;
/// assert_eq!(c.read()?, [f16::from_f32(4.0); 2]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`matrix_product`](crate::matrix_product::matrix_product).
pub fn matrix_product_hopper<T, O, A, B, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    [alpha, beta]: [f32; 2],
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + device::Stored,
    O: device::Stored,
    A: MajorHopper,
    B: MajorHopper,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, 4, 128>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, 2, 64>: Instance,
{
    matrix_product_hopper_ordered::<T, O, A, B, Programs, D>(module, a, b, c, [m, n, k], [alpha, beta], GROUP)
}

/// As [`matrix_product_hopper`], where blocks are taken in the order `P`, with groups of so many rows.
///
/// Law: what it computes does not depend on it.
///
/// # Errors
/// Those of [`matrix_product_hopper`]; a group of 0 is taken for 1.
pub fn matrix_product_hopper_ordered<T, O, A, B, P, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    [alpha, beta]: [f32; 2],
    group: u32,
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + device::Stored,
    O: device::Stored,
    A: MajorHopper,
    B: MajorHopper,
    P: Order + 'static,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, P, 4, 128>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, P, 2, 64>: Instance,
{
    let group = group.max(1);
    // As many blocks as run at once; each takes one after another.
    let running = module.device().limits().multiprocessors.max(1) as usize;
    let is_launched = if is_narrow([m, n], running) {
        launch::<T, O, A, B, P, D, 2, 64>(module, [a, b], c, [m, n, k], [alpha, beta], group, running)?
    } else {
        launch::<T, O, A, B, P, D, 4, 128>(module, [a, b], c, [m, n, k], [alpha, beta], group, running)?
    };
    if is_launched {
        return Ok(());
    }
    matrix_product_grouped::<T, O, A, B, D>(module, a, b, c, [m, n, k], [alpha, beta], group)
}

/// Whether blocks of 128 columns take less time than blocks of 256, where so many run at once: they do where the wide ones leave
/// multiprocessors idle. A time is that of one column of a block, and blocks follow each other in rounds.
pub(super) fn is_narrow([m, n]: [usize; 2], running: usize) -> bool {
    let time = |columns: usize| (m.div_ceil(BLOCK[0] as usize) * n.div_ceil(columns)).div_ceil(running) * columns;
    time(128) < time(256)
}

/// Launches the kernel of blocks of 64·S columns, on at most so many blocks of threads; not where it is not for this device or these
/// operands. Whether it was launched.
pub(super) fn launch<T, O, A, B, P, D, const S: usize, const R: usize>(
    module: &Module<D>,
    [a, b]: [&Buffer<T, D>; 2],
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    [alpha, beta]: [f32; 2],
    group: u32,
    running: usize,
) -> Result<bool, Error>
where
    T: Operand<Sum = f32> + device::Stored,
    O: device::Stored,
    A: MajorHopper,
    B: MajorHopper,
    B::RightHopper: Stored<S>,
    P: Order + 'static,
    D: Backend,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, P, S, R>: Instance,
    [u32; R]: Registers,
{
    // A program for another architecture has no such kernel; where bodies are run there is no program.
    let entry = <MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, P, S, R> as Instance>::ENTRY;
    if module.image().is_some_and(|image| image.kernel(entry).is_none()) {
        return Ok(false);
    }
    let left = A::LeftHopper::of(m, k).map_err(Error::layout("a"))?;
    let right = <B::RightHopper as Stored<S>>::of(n, k).map_err(Error::layout("b"))?;
    let blocks = Blocks::<S>::new(m, n).map_err(Error::layout("c"))?;
    let (Ok(a), Ok(b)) = (a.tensor_map(left), b.tensor_map(right)) else { return Ok(false) };
    let count = m.div_ceil(BLOCK[0] as usize) * n.div_ceil(64 * S);
    let grid = Launch::grid(count.min(running));
    let steps = k.div_ceil(BLOCK[1] as usize);
    // SAFETY: both operands have these extents, and none is 0.
    unsafe {
        MatrixProductHopper::<T, O, A::LeftHopper, B::RightHopper, P, S, R>::launch(
            module,
            grid,
            a,
            b,
            c.view_mut(blocks),
            steps,
            alpha,
            beta,
            group,
        )
    }?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::is_narrow;

    #[test]
    fn narrow_blocks_are_for_products_of_few_blocks() {
        for (sizes, running, narrow) in [
            ([1024, 1024], 132, true),
            ([2048, 2048], 132, false),
            ([4096, 4096], 132, false),
            ([8192, 64], 132, true),
            ([16, 8192], 132, true),
            // The sizes of the checks: both kinds are launched on a GPU and on the executor.
            ([130, 264], 4, false),
            ([130, 136], 4, true),
            ([2048, 2000], 132, false),
            ([2056, 4104], 132, true),
        ] {
            assert_eq!(is_narrow(sizes, running), narrow, "{sizes:?} on {running}");
        }
    }
}
