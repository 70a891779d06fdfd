//! Products of few blocks and long sums, which several blocks of threads share.

use super::division::Division;
use super::epilogue::Plain;
use super::host::{MajorHopper, matrix_product_hopper};
use super::kernel::MatrixProductHopper;
use super::launch::{Job, Kernels, Multiplies, launch_of, running};
use super::layouts::step_of;
use super::left::StoredLeft;
use super::output::Output;
use super::sharing::{Parts, Shares};
use crate::matrix_product::{MatrixProduct, Programs};
use core::iter;
use lego::Mapping;
use lego_cuda::device;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Module, ViewMut};

/// Memory in which blocks of threads share the sums of a product: made when it is needed, and used again.
pub struct SharedSums<D: Backend> {
    memory: Option<Buffer<f32, D>>,
}

impl<D: Backend> SharedSums<D> {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { memory: None }
    }

    /// Launches what shares sums of so many blocks of 128 columns in so many parts each, or of none.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] where there is no room for them; the launch's.
    pub(crate) fn share<R>(
        &mut self,
        device: &Device<D>,
        [blocks, parts]: [usize; 2],
        launch: impl FnOnce(ViewMut<'_, [f32; 4], Parts, D>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let layout = Parts::new(blocks.max(1), parts).map_err(Error::layout("the shared sums"))?;
        let count = 4 * Mapping::span(&layout);
        let fits = |memory: &Buffer<f32, D>| memory.len() >= count && memory.device().same(device);
        let mut memory = match self.memory.take() {
            Some(memory) if fits(&memory) => memory,
            // What counts begins with 0.
            _ => device.zeroed(count)?,
        };
        let launched = launch(memory.view_vectors_mut(layout))?;
        // Not where it was no success: who counted has not come to an end.
        self.memory = Some(memory);
        Ok(launched)
    }
}

impl<D: Backend> Default for SharedSums<D> {
    fn default() -> Self {
        Self::new()
    }
}

/// As [`matrix_product_hopper`], and where a product has few blocks and long sums, several blocks of threads have a part of the sums each. What they
/// put in memory is added part after part, so that results are the same each time.
///
/// Law: that of [`matrix_product`](crate::matrix_product::matrix_product).
///
/// There are kernels of `f16` and of `bf16`, whose products are of the same type or of `f32`.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_hopper::{SharedSums, matrix_product_hopper_shared};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let (a, b) = (device.buffer_from(&[f16::ONE; 2048])?, device.buffer_from(&[f16::from_f32(0.5); 2048])?);
/// let mut c = device.poisoned::<f16>(1)?;
/// let shared = &mut SharedSums::new();
/// matrix_product_hopper_shared::<f16, f16, ByRows, ByColumns, _>(&module, &a, &b, &mut c, [1, 1, 2048], [1.0, 0.0], shared)?;
/// assert_eq!(c.read()?, [f16::from_f32(1024.0)]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`matrix_product`](crate::matrix_product::matrix_product); [`Error::OutOfMemory`] where there is no room for the sums.
pub fn matrix_product_hopper_shared<T, O, A, B, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    factors: [f32; 2],
    shared: &mut SharedSums<D>,
) -> Result<(), Error>
where
    T: Operand<Sum = f32> + device::Stored,
    O: Output,
    A: MajorHopper,
    B: MajorHopper,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    Kernels: Multiplies<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Shares, 2, 2, 64>: Instance,
{
    let (running, steps) = (running(module), k.div_ceil(step_of::<T>() as usize));
    let division = division::<T, O, A, B, D>([m, n, k], steps, running);
    if division.parts > 1 {
        let job = Job { sizes: [m, n, k], factors, group: None, padded: [false; 2] };
        let launched = shared.share(module.device(), [division.shared, division.parts], |shares| {
            launch_of::<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Shares, D, 2, 2, 64>(
                module,
                [a, b],
                c,
                job,
                (0, shares),
                [running, division.more()],
            )
        });
        if let Ok(()) = launched? {
            return Ok(());
        }
    }
    matrix_product_hopper::<T, O, A, B, D>(module, a, b, c, [m, n, k], factors)
}

/// How blocks are shared, if that takes less time than the blocks of [`matrix_product_hopper`].
pub(super) fn division<T, O, A, B, D>(sizes @ [m, n, _]: [usize; 3], steps: usize, running: usize) -> Division
where
    T: Operand<Sum = f32>,
    O: Output,
    A: MajorHopper,
    B: MajorHopper,
    D: Backend,
    Kernels: Multiplies<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>,
{
    let size = <Kernels as Multiplies<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>>::block_sizes(
        sizes, [false; 2], running,
    )[0];
    // What is shared is not multiplied in turns.
    let all = Division::all([m, n], steps, running).map(|division| (division, division.size.cost(false)));
    let in_turns = <A::LeftHopper as StoredLeft<2>>::IN_TURNS
        && m.div_ceil(size.rows()).saturating_mul(n.div_ceil(size.columns())) > running;
    Division::least(iter::once((Division::whole(size), size.cost(in_turns))).chain(all), [m, n], steps, running)
}
