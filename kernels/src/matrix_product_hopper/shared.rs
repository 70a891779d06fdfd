//! Products of few blocks and long sums, which several blocks of threads share.

use super::epilogue::Plain;
use super::host::{GROUP, MajorHopper, matrix_product_hopper};
use super::kernel::MatrixProductHopper;
use super::launch::{Job, Kernels, Multiplies, launch_of, running};
use super::layouts::step_of;
use super::output::Output;
use super::sharing::{MOST_SHARED, Parts, Shares};
use crate::matrix_product::{MatrixProduct, Programs};
use lego::Mapping;
use lego_cuda::device;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Module};

/// In how many parts the sums of a product are added: as many as there are multiprocessors for, where blocks of 128 columns leave half of them
/// idle; each of 16 steps along k or more, since what it takes to add them up is as long as about eight.
fn parts_of([m, n]: [usize; 2], steps: usize, running: usize) -> usize {
    let blocks = m.div_ceil(128) * n.div_ceil(128);
    if blocks > MOST_SHARED as usize { 1 } else { (running / blocks).min(steps / 16).clamp(1, 16) }
}

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

    /// As many numbers, at least, of which all are 0 that count.
    fn of(&mut self, device: &Device<D>, count: usize) -> Result<&mut Buffer<f32, D>, Error> {
        let fits = |memory: &Buffer<f32, D>| memory.len() >= count && memory.device().same(device);
        let memory = match self.memory.take() {
            Some(memory) if fits(&memory) => memory,
            _ => device.zeroed(count)?,
        };
        Ok(self.memory.insert(memory))
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
/// There are kernels of `f16` where `a` lies by rows.
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
    let running = running(module);
    let parts = parts_of([m.max(1), n.max(1)], k.div_ceil(step_of::<T>() as usize), running);
    if parts > 1 {
        let blocks = m.div_ceil(128) * n.div_ceil(128);
        let layout = Parts::new(blocks, parts).map_err(Error::layout("the shared sums"))?;
        let memory = shared.of(module.device(), 4 * Mapping::span(&layout))?;
        let job = Job { sizes: [m, n, k], factors, group: GROUP, padded: [false; 2] };
        let view = memory.view_vectors_mut(layout);
        let launched = launch_of::<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Shares, D, 2, 2, 64>(
            module,
            [a, b],
            c,
            job,
            (0, view),
            [running, parts],
        );
        match launched {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(_)) => {}
            Err(error) => {
                // Who counted has not come to an end.
                shared.memory = None;
                return Err(error);
            }
        }
    }
    matrix_product_hopper::<T, O, A, B, D>(module, a, b, c, [m, n, k], factors)
}

#[cfg(test)]
mod tests {
    use super::parts_of;

    #[test]
    fn sums_have_parts_where_blocks_are_few_and_sums_are_long() {
        for (sizes, steps, parts) in [
            ([16, 8192], 128, 2),
            ([8192, 64], 128, 2),
            ([128, 128], 128, 8),
            ([16, 4096], 64, 4),
            ([512, 512], 8, 1),
            ([1024, 1024], 16, 1),
            ([1024, 1024], 64, 2),
            ([1, 1], 1 << 20, 16),
            ([4096, 4096], 1024, 1),
            // Blocks of more than half of what runs at once.
            ([128, 128 * 67], 1024, 1),
        ] {
            assert_eq!(parts_of(sizes, steps, 132), parts, "{sizes:?}, {steps} steps");
        }
        // More blocks than are counted.
        assert_eq!(parts_of([128, 128 * 257], 1024, 1000), 1);
    }
}
