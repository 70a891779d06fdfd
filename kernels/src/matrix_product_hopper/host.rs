//! The launch.

use super::epilogue::{Epilogue, EpilogueArguments, Plain};
use super::kernel::MatrixProductHopper;
use super::layouts::{Across, Along, AlongBytes, BLOCK_ROWS, Blocks, Order, Stored, step_of};
use super::output::Output;
use super::sharing::{MOST_SHARED, Parts, Shares, Sharing, Whole};
use crate::matrix_product::MatrixProduct;
use crate::matrix_product::matrix_product_grouped;
use crate::matrix_product::{ByColumns, ByRows, Major, Programs};
use lego::Mapping;
use lego_cuda::device;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::wgmma::Registers;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Argument, Backend, Buffer, Device, Error, Launch, Module};

/// How many rows of blocks are multiplied column by column.
const GROUP: u32 = 8;

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
    O: Output,
    A: MajorHopper,
    B: MajorHopper,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Whole, 4, 128>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Whole, 2, 64>: Instance,
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
    O: Output,
    A: MajorHopper,
    B: MajorHopper,
    P: Order + 'static,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, P, Plain, Whole, 4, 128>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, P, Plain, Whole, 2, 64>: Instance,
{
    let job = Job { sizes: [m, n, k], factors: [alpha, beta], group: group.max(1) };
    match launch::<T, O, A::LeftHopper, B::RightHopper, P, Plain, D>(module, [a, b], c, job, ())? {
        Ok(()) => Ok(()),
        Err(_) => matrix_product_grouped::<T, O, A, B, D>(module, a, b, c, job.sizes, job.factors, job.group),
    }
}

/// Sets the m×n matrix `c`, by rows, to `E(alpha·a·b + beta·c)`: as [`matrix_product_hopper`], and with an [epilogue](super::Epilogue). `given` is
/// what the epilogue reads.
///
/// Law: element `[i, j]` is rounded once from the value of the epilogue, which is computed in `f32`.
///
/// There are kernels of `f16` where `a` lies by rows and `b` by columns, of [`Bias<Gelu>`](super::Bias) and
/// [`Residual<f16, Same>`](super::Residual).
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_hopper::{Residual, Same, matrix_product_hopper_with};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let (a, b) = (device.buffer_from(&[f16::ONE; 8])?, device.buffer_from(&[f16::from_f32(0.5); 16])?);
/// let residual = device.buffer_from(&[10.0, 20.0].map(f16::from_f32))?;
/// let mut c = device.poisoned::<f16>(2)?;
/// matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, Residual<f16, Same>, _>(
///     &module, &a, &b, &mut c, [1, 2, 8], [1.0, 0.0], &residual,
/// )?;
/// assert_eq!(c.read()?, [14.0, 24.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::NoKernel`] where the device or the program has no kernels for Hopper; [`Error::TensorMap`] if not all rows of an operand (of one by
/// columns all columns) begin at multiples of 16 bytes; [`Error::Layout`] if an extent is 0 or a matrix has 2^32 elements or more,
/// [`Error::Length`] if a buffer is shorter, what the epilogue reads too; the launch's.
pub fn matrix_product_hopper_with<'h, T, O, A, B, E, D>(
    module: &Module<D>,
    a: &'h Buffer<T, D>,
    b: &'h Buffer<T, D>,
    c: &'h mut Buffer<O, D>,
    sizes: [usize; 3],
    factors: [f32; 2],
    given: E::Host,
) -> Result<(), Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    A: MajorHopper,
    B: MajorHopper,
    E: EpilogueArguments<'h, D>,
    D: Backend,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, E, Whole, 4, 128>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, E, Whole, 2, 64>: Instance,
{
    let job = Job { sizes, factors, group: GROUP };
    launch::<T, O, A::LeftHopper, B::RightHopper, Programs, E, D>(module, [a, b], c, job, given)?
}

/// Sets the m×n matrix `c`, by rows, to the product of matrices of one byte an element, [`E4m3`](device::E4m3), and a scale of each: `a` lies by rows, `b`
/// by columns.
///
/// Law: element `[i, j]` is rounded once from `scales[0]·scales[1]` times the sum over k of `a[i, k]·b[k, j]`. Tensor cores add these
/// products with fewer digits than `f32` has: relative to a whole product of random numbers, by the Frobenius norm, what is lost was 0.0013 for
/// k = 4096 and 0.0021 for 8192 on an H100. The executor adds them as `f64`.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::device::E4m3;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product_hopper::matrix_product_bytes;
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// // Numbers up to 1792, of which an `E4m3` is a quarter.
/// let a = device.buffer_from(&[1.0, 1792.0].map(|x: f32| [E4m3::from_f32(x / 4.0); 16]).concat())?;
/// let b = device.buffer_from(&[E4m3::from_f32(0.5); 16])?;
/// let mut c = device.poisoned::<f16>(2)?;
/// matrix_product_bytes::<E4m3, f16, _>(&module, &a, &b, &mut c, [2, 1, 16], [4.0, 1.0])?;
/// assert_eq!(c.read()?, [8.0, 14336.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::NoKernel`] where the device or the program has no kernels for Hopper; [`Error::TensorMap`] if k is no multiple of 16 and there is
/// more than one row or column; [`Error::Layout`] if an extent is 0 or a matrix has 2^32 elements or more, [`Error::Length`] if a buffer
/// is shorter; the launch's.
pub fn matrix_product_bytes<T, O, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    sizes: [usize; 3],
    scales: [f32; 2],
) -> Result<(), Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    D: Backend,
    MatrixProductHopper<T, O, AlongBytes, AlongBytes, Programs, Plain, Whole, 4, 128>: Instance,
    MatrixProductHopper<T, O, AlongBytes, AlongBytes, Programs, Plain, Whole, 2, 64>: Instance,
{
    let job = Job { sizes, factors: [scales[0] * scales[1], 0.0], group: GROUP };
    launch::<T, O, AlongBytes, AlongBytes, Programs, Plain, D>(module, [a, b], c, job, ())?
}

/// Whether blocks of 128 columns take less time than blocks of 256, where so many run at once: they do where the wide ones leave
/// multiprocessors idle. A time is that of one column of a block, and blocks follow each other in rounds.
fn is_narrow([m, n]: [usize; 2], running: usize) -> bool {
    let time = |columns: usize| (m.div_ceil(BLOCK_ROWS as usize) * n.div_ceil(columns)).div_ceil(running) * columns;
    time(128) < time(256)
}

/// What is to be computed.
#[derive(Clone, Copy)]
struct Job {
    /// Rows, columns, and the extent that is summed over.
    sizes: [usize; 3],
    /// Alpha and beta.
    factors: [f32; 2],
    /// How many rows of blocks are multiplied column by column.
    group: u32,
}

/// In how many parts the sums of a product are added: as many as there are multiprocessors for, where blocks of 128 columns leave half of them
/// idle; each of 16 steps along k or more, since what it takes to add them up is as long as about eight.
fn parts_of([m, n]: [usize; 2], steps: usize, running: usize) -> usize {
    let blocks = m.div_ceil(BLOCK_ROWS as usize) * n.div_ceil(128);
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
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Whole, 4, 128>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Whole, 2, 64>: Instance,
    MatrixProductHopper<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Shares, 2, 64>: Instance,
{
    let running = running(module);
    let parts = parts_of([m.max(1), n.max(1)], k.div_ceil(step_of::<T>() as usize), running);
    if parts > 1 {
        let blocks = m.div_ceil(BLOCK_ROWS as usize) * n.div_ceil(128);
        let layout = Parts::new(blocks, parts).map_err(Error::layout("the shared sums"))?;
        let memory = shared.of(module.device(), 4 * Mapping::span(&layout))?;
        let job = Job { sizes: [m, n, k], factors, group: GROUP };
        let view = memory.view_vectors_mut(layout);
        let launched = launch_of::<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, Shares, D, 2, 64>(
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

/// As many blocks as run at once; each takes one block of the product after another.
fn running<D: Backend>(module: &Module<D>) -> usize {
    module.device().limits().multiprocessors.max(1) as usize
}

/// What the launch takes for a parameter.
type Given<'h, T, D> = <T as Argument>::Host<'h, D>;

/// Launches the kernel of wide blocks or of narrow ones. The error within says why it is not for this device or these operands.
fn launch<'h, T, O, L, R, P, E, D>(
    module: &Module<D>,
    operands: [&'h Buffer<T, D>; 2],
    c: &'h mut Buffer<O, D>,
    job: Job,
    given: E::Host,
) -> Result<Result<(), Error>, Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    L: Stored<2>,
    R: Stored<4> + Stored<2>,
    P: Order + 'static,
    E: EpilogueArguments<'h, D>,
    D: Backend,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 4, 128>: Instance,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 2, 64>: Instance,
{
    let [m, n, _] = job.sizes;
    let running = running(module);
    let given = (E::reads(given, [m, n])?, 0);
    if is_narrow([m, n], running) {
        launch_of::<T, O, L, R, P, E, Whole, D, 2, 64>(module, operands, c, job, given, [running, 1])
    } else {
        launch_of::<T, O, L, R, P, E, Whole, D, 4, 128>(module, operands, c, job, given, [running, 1])
    }
}

/// Launches the kernel of blocks of 64·S columns, on at most so many blocks of threads, for a product whose sums have so many parts.
fn launch_of<'h, T, O, L, R, P, E, H, D, const S: usize, const N: usize>(
    module: &Module<D>,
    [a, b]: [&'h Buffer<T, D>; 2],
    c: &'h mut Buffer<O, D>,
    Job { sizes: [m, n, k], factors: [alpha, beta], group }: Job,
    (reads, shares): (Given<'h, E::Reads<'static>, D>, Given<'h, H::Given<'static>, D>),
    [most, parts]: [usize; 2],
) -> Result<Result<(), Error>, Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    L: Stored<2>,
    R: Stored<S>,
    P: Order + 'static,
    E: Epilogue,
    H: Sharing,
    D: Backend,
    MatrixProductHopper<T, O, L, R, P, E, H, S, N>: Instance,
    [u32; N]: Registers,
{
    // A program for another architecture has no such kernel; where bodies are run there is no program.
    let entry = <MatrixProductHopper<T, O, L, R, P, E, H, S, N> as Instance>::ENTRY;
    if module.image().is_some_and(|image| image.kernel(entry).is_none()) {
        return Ok(Err(Error::NoKernel { entry: entry.to_owned() }));
    }
    let left = L::of(m, k).map_err(Error::layout("a"))?;
    let right = R::of(n, k).map_err(Error::layout("b"))?;
    let blocks = Blocks::<S>::new(m, n).map_err(Error::layout("c"))?;
    let (a, b) = match (a.tensor_map(left), b.tensor_map(right)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
    };
    let grid = most.min(parts * m.div_ceil(BLOCK_ROWS as usize) * n.div_ceil(64 * S));
    let steps = k.div_ceil(step_of::<T>() as usize);
    // SAFETY: both operands have these extents, and none is 0. The shared sums are of this product, whose blocks are no more than
    // there may be, and their parts no more than the steps.
    let launched = unsafe {
        MatrixProductHopper::<T, O, L, R, P, E, H, S, N>::launch(
            module,
            Launch::grid(grid),
            a,
            b,
            c.view_mut(blocks),
            steps,
            alpha,
            beta,
            group,
            reads,
            shares,
        )
    };
    launched.map(Ok)
}

#[cfg(test)]
mod tests {
    use super::{is_narrow, parts_of};

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
