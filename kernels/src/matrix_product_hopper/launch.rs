//! Which kernel is launched, and on how many blocks of threads.

use super::epilogue::{Epilogue, EpilogueArguments};
use super::kernel::MatrixProductHopper;
use super::layouts::{BLOCK_ROWS, Blocks, Order, Stored, step_of};
use super::output::Output;
use super::sharing::{Sharing, Whole};
use super::width::Width;
use alloc::borrow::ToOwned as _;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::wgmma::Registers;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Argument, Backend, Buffer, Error, Launch, Module};

/// What is to be computed.
#[derive(Clone, Copy)]
pub(super) struct Job {
    /// Rows, columns, and the extent that is summed over.
    pub(super) sizes: [usize; 3],
    /// Alpha and beta.
    pub(super) factors: [f32; 2],
    /// How many rows of blocks are multiplied column by column.
    pub(super) group: u32,
}

/// As many blocks as run at once; each takes one block of the product after another.
pub(crate) fn running<D: Backend>(module: &Module<D>) -> usize {
    module.device().limits().multiprocessors.max(1) as usize
}

/// What the launch takes for a parameter.
pub(super) type Given<'h, T, D> = <T as Argument>::Host<'h, D>;

/// Launches the kernel of the width that the rule says.
pub(super) fn launch<'h, T, O, L, R, P, E, D>(
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
    R: Stored<4> + Stored<2> + Stored<1>,
    P: Order + 'static,
    E: EpilogueArguments<'h, D>,
    D: Backend,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 4, 128>: Instance,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 2, 64>: Instance,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 1, 32>: Instance,
{
    let width = Width::of(&[(job.sizes, 1)], running(module));
    launch_by::<T, O, L, R, P, E, D>(module, operands, c, job, given, width)
}

/// Launches the kernel of blocks of this width. The error within says why it is not for this device or these operands.
pub(super) fn launch_by<'h, T, O, L, R, P, E, D>(
    module: &Module<D>,
    operands: [&'h Buffer<T, D>; 2],
    c: &'h mut Buffer<O, D>,
    job: Job,
    given: E::Host,
    width: Width,
) -> Result<Result<(), Error>, Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    L: Stored<2>,
    R: Stored<4> + Stored<2> + Stored<1>,
    P: Order + 'static,
    E: EpilogueArguments<'h, D>,
    D: Backend,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 4, 128>: Instance,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 2, 64>: Instance,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 1, 32>: Instance,
{
    let [m, n, _] = job.sizes;
    let (given, blocks) = ((E::reads(given, [m, n])?, 0), [running(module), 1]);
    match width {
        Width::Wide => launch_of::<T, O, L, R, P, E, Whole, D, 4, 128>(module, operands, c, job, given, blocks),
        Width::Narrow => launch_of::<T, O, L, R, P, E, Whole, D, 2, 64>(module, operands, c, job, given, blocks),
        Width::Slim => launch_of::<T, O, L, R, P, E, Whole, D, 1, 32>(module, operands, c, job, given, blocks),
    }
}

/// That the program has a kernel: one for another architecture has not, and where bodies are run there is no program.
pub(super) fn has_kernel<K: Instance, D: Backend>(module: &Module<D>) -> Result<(), Error> {
    match module.image().is_none_or(|image| image.kernel(K::ENTRY).is_some()) {
        true => Ok(()),
        false => Err(Error::NoKernel { entry: K::ENTRY.to_owned() }),
    }
}

/// Launches the kernel of blocks of 64·S columns, on at most so many blocks of threads, for a product whose sums have so many parts.
pub(super) fn launch_of<'h, T, O, L, R, P, E, H, D, const S: usize, const N: usize>(
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
    if let Err(why) = has_kernel::<MatrixProductHopper<T, O, L, R, P, E, H, S, N>, D>(module) {
        return Ok(Err(why));
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
