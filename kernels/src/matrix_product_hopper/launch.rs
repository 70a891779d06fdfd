//! Which kernel is launched, and on how many blocks of threads.

use super::block_size::{Begins, BlockSize, group};
use super::epilogue::{Epilogue, EpilogueArguments};
use super::kernel::MatrixProductHopper;
use super::layouts::{Blocks, Order, Stored, step_of};
use super::left::StoredLeft;
use super::output::Output;
use super::sharing::{Sharing, Whole};
use alloc::borrow::ToOwned as _;
use alloc::vec::Vec;
use lego_cuda::device::Element;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::wgmma::Registers;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Argument, Backend, Buffer, Error, Launch, Module};

/// What is to be computed.
#[derive(Clone, Copy)]
pub struct Job {
    /// Rows, columns, and the extent that is summed over.
    pub(super) sizes: [usize; 3],
    /// Alpha and beta.
    pub(super) factors: [f32; 2],
    /// How many rows of blocks are multiplied column by column, if not as many as the rule says.
    pub(super) group: Option<u32>,
    /// Whether an operand is a copy, whose rows begin with lines.
    pub(super) padded: [bool; 2],
}

/// As many blocks as run at once; each takes one block of the product after another.
pub(crate) fn running<D: Backend>(module: &Module<D>) -> usize {
    module.device().limits().multiprocessors.max(1) as usize
}

/// What the launch takes for a parameter.
pub(crate) type Given<'h, T, D> = <T as Argument>::Host<'h, D>;

/// The kernels of a product: those of blocks of every [`BlockSize`].
pub struct Kernels;

/// That [`Kernels`] has instances of all block sizes for operands `T` that lie as `L` and `R`, results `O`, an order `P` and an epilogue `E`.
pub trait Multiplies<T, O, L, R, P, E, D>
where
    T: Element,
    O: Element,
    E: Epilogue,
    D: Backend,
{
    /// The entry of the one of the widest blocks, as a name of them all.
    const ENTRY: &'static str;

    /// The sizes of blocks worth a measurement for an m×n product that sums over k, where so many blocks run at once: first that which the rule says.
    #[doc(hidden)]
    fn block_sizes(sizes: [usize; 3], padded: [bool; 2], running: usize) -> Vec<BlockSize>;

    /// Launches the kernel of blocks of this size. The error within says why it is not for this device or these operands.
    #[doc(hidden)]
    fn launch_by<'h>(
        size: BlockSize,
        module: &Module<D>,
        operands: [&'h Buffer<T, D>; 2],
        c: &'h mut Buffer<O, D>,
        job: Job,
        reads: Given<'h, E::Reads<'static>, D>,
    ) -> Result<Result<(), Error>, Error>;
}

impl<T, O, L, R, P, E, D> Multiplies<T, O, L, R, P, E, D> for Kernels
where
    T: Operand<Sum = f32>,
    O: Output,
    L: StoredLeft<2> + StoredLeft<1>,
    R: Stored<4> + Stored<3> + Stored<2> + Stored<1>,
    P: Order + 'static,
    E: Epilogue,
    D: Backend,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 2, 4, 128>: Instance,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 2, 3, 96>: Instance,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 2, 2, 64>: Instance,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 2, 1, 32>: Instance,
    MatrixProductHopper<T, O, L, R, P, E, Whole, 1, 1, 32>: Instance,
{
    const ENTRY: &'static str = <MatrixProductHopper<T, O, L, R, P, E, Whole, 2, 4, 128> as Instance>::ENTRY;

    fn block_sizes([m, n, k]: [usize; 3], padded: [bool; 2], running: usize) -> Vec<BlockSize> {
        let pitches = [<L as Stored<2>>::pitch(m, k), <R as Stored<2>>::pitch(n, k)];
        // Rows of a copy begin with lines.
        let begins = [0, 1]
            .map(|of| if padded[of] { Begins::WithLines } else { Begins::of(pitches[of].wrapping_mul(T::BYTES)) });
        let steps = k.div_ceil(step_of::<T>() as usize);
        let takes_turns = <L as StoredLeft<2>>::IN_TURNS && E::IS_SHORT;
        BlockSize::worth_trying([m, n], steps, running, begins[0].max(begins[1]), takes_turns)
    }

    fn launch_by<'h>(
        size: BlockSize,
        module: &Module<D>,
        operands: [&'h Buffer<T, D>; 2],
        c: &'h mut Buffer<O, D>,
        job: Job,
        reads: Given<'h, E::Reads<'static>, D>,
    ) -> Result<Result<(), Error>, Error> {
        let (given, most) = ((reads, 0), [running(module), 0]);
        match size {
            BlockSize::Wide => {
                launch_of::<T, O, L, R, P, E, Whole, D, 2, 4, 128>(module, operands, c, job, given, most)
            }
            BlockSize::Medium => {
                launch_of::<T, O, L, R, P, E, Whole, D, 2, 3, 96>(module, operands, c, job, given, most)
            }
            BlockSize::Narrow => {
                launch_of::<T, O, L, R, P, E, Whole, D, 2, 2, 64>(module, operands, c, job, given, most)
            }
            BlockSize::Slim => launch_of::<T, O, L, R, P, E, Whole, D, 2, 1, 32>(module, operands, c, job, given, most),
            BlockSize::Small => {
                launch_of::<T, O, L, R, P, E, Whole, D, 1, 1, 32>(module, operands, c, job, given, most)
            }
        }
    }
}

/// Launches the kernel of the block size that the rule says.
pub(super) fn launch<'h, T, O, L, R, P, E, D>(
    module: &Module<D>,
    operands: [&'h Buffer<T, D>; 2],
    c: &'h mut Buffer<O, D>,
    job: Job,
    given: E::Host,
) -> Result<Result<(), Error>, Error>
where
    T: Element,
    O: Element,
    E: EpilogueArguments<'h, D>,
    D: Backend,
    Kernels: Multiplies<T, O, L, R, P, E, D>,
{
    let ([m, n, _], sizes) = (job.sizes, Kernels::block_sizes(job.sizes, job.padded, running(module)));
    Kernels::launch_by(sizes[0], module, operands, c, job, E::reads(given, [m, n])?)
}

/// Whether the device and the program have the kernels of a product.
pub(super) fn has_kernels<T, O, L, R, P, E, D>(module: &Module<D>) -> bool
where
    T: Element,
    O: Element,
    E: Epilogue,
    D: Backend,
    Kernels: Multiplies<T, O, L, R, P, E, D>,
{
    // The others are in the same programs.
    has_entry(module, Kernels::ENTRY).is_ok()
}

/// The compute capability for whose programs there are kernels for Hopper.
const HOPPER: (u32, u32) = (9, 0);

/// That the program has the kernel of an entry, which those for another architecture have not. Where bodies are run there is no program: there the device is
/// asked for which one it would be.
pub(crate) fn has_entry<D: Backend>(module: &Module<D>, entry: &str) -> Result<(), Error> {
    let runs_here = module.image().is_some() || module.device().limits().capability == HOPPER;
    if runs_here && module.has(entry) { Ok(()) } else { Err(Error::NoKernel { entry: entry.to_owned() }) }
}

/// Launches the kernel of blocks of (64·G)×(64·S), on at most so many blocks of threads, for a product that has so many parts of blocks more than blocks.
pub(super) fn launch_of<'h, T, O, L, R, P, E, H, D, const G: usize, const S: usize, const N: usize>(
    module: &Module<D>,
    [a, b]: [&'h Buffer<T, D>; 2],
    c: &'h mut Buffer<O, D>,
    Job { sizes: [m, n, k], factors: [alpha, beta], group: given_group, padded }: Job,
    (reads, shares): (Given<'h, E::Reads<'static>, D>, Given<'h, H::Given<'static>, D>),
    [most, more]: [usize; 2],
) -> Result<Result<(), Error>, Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    L: StoredLeft<G>,
    R: Stored<S>,
    P: Order + 'static,
    E: Epilogue,
    H: Sharing,
    D: Backend,
    MatrixProductHopper<T, O, L, R, P, E, H, G, S, N>: Instance,
    [u32; N]: Registers,
{
    if let Err(why) = has_entry(module, <MatrixProductHopper<T, O, L, R, P, E, H, G, S, N> as Instance>::ENTRY) {
        return Ok(Err(why));
    }
    let left = L::of(m, k).map_err(Error::layout("a"))?;
    let right = R::of(n, k).map_err(Error::layout("b"))?;
    let blocks = Blocks::<G, S>::new(m, n).map_err(Error::layout("c"))?;
    let a = match padded[0] {
        true => a.tensor_map(L::padded(m, k).map_err(Error::layout("a"))?),
        false => a.tensor_map(left),
    };
    let b = match padded[1] {
        true => b.tensor_map(R::padded(n, k).map_err(Error::layout("b"))?),
        false => b.tensor_map(right),
    };
    let (a, b) = match (a, b) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
    };
    let rows = m.div_ceil(64 * G);
    let grid = most.min(rows * n.div_ceil(64 * S) + more);
    let steps = k.div_ceil(step_of::<T>() as usize);
    // SAFETY: both operands have these extents, and none is 0. The shared sums are of blocks of this product, no more than
    // there may be, and their parts no more than the steps.
    let launched = unsafe {
        MatrixProductHopper::<T, O, L, R, P, E, H, G, S, N>::launch(
            module,
            Launch::grid(grid),
            a,
            b,
            c.view_mut(blocks),
            steps,
            alpha,
            beta,
            given_group.unwrap_or_else(|| group(rows, 64 * S)),
            reads,
            shares,
        )
    };
    launched.map(Ok)
}
