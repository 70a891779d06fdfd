//! The loop of every product on Hopper: a warpgroup lets tiles come, several steps ahead, and one or two multiply them. Which blocks there are, of which
//! products, how their tiles come, and whether sums stay in the tensor cores is a type.

use super::epilogue::Epilogue;
use super::layouts::{
    Barriers, LeftRing, ROW_BYTES, RightRing, StagedPairs, Stored, WARPGROUP_ROWS, next, stages, step_of,
};
use super::left::StoredLeft;
use super::multiplying::Multiplying;
use super::output::Output;
use super::sharing::Sharing;
use super::store::{Target, store};
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::wgmma::{self, Registers, Sums, WARPGROUP};
use lego_cuda::device::{Element, SharedPtr, block_idx, grid_dim, sync_threads, thread_idx};
use lego_cuda::view::Shared;

/// A block of a product, or a part of its sums.
#[derive(Clone, Copy)]
pub(crate) struct Job<Of> {
    /// The block, `[row, column]`.
    pub(crate) block: [u32; 2],
    /// Of a block whose sums are shared the number among these, and the part.
    pub(crate) shared: Option<[u32; 2]>,
    /// The first step along k, and the one behind the last; there is at least one.
    pub(crate) steps: [u32; 2],
    /// Of which product it is, and what else its finder knows.
    pub(crate) of: Of,
}

/// The blocks of a launch, of 64·G rows and 64·S columns, how their tiles come, and how they are multiplied.
pub(crate) trait Work<const G: usize, const S: usize>: Sized {
    /// An element of the operands.
    type T: Operand<Sum = f32>;
    /// An element of the products.
    type O: Output;
    /// How a left operand lies.
    type A: StoredLeft<G>;
    /// How a right operand lies.
    type B: Stored<S>;
    /// Of which product a block is.
    type Of: Copy;
    /// Where the elements of a block go.
    type To<'t>: Target<Self::O>
    where
        Self: 't;

    /// Whether there may be tiles that all threads of the first warpgroup bring, and not the copy engine by the first thread alone.
    const BY_ALL: bool = false;

    /// What all threads do before the first barrier of the block.
    fn begin(&self);

    /// How many numbers there are: 2^31 at most.
    fn numbers(&self) -> u32;

    /// The number of the next round that the block of threads has that had this one.
    #[inline(always)]
    fn after(&self, number: u32) -> u32 {
        number + grid_dim().x
    }

    /// The block with a number; some numbers may be none's.
    fn job(&self, number: u32) -> Option<Job<Self::Of>>;

    /// Lets the tiles of a step come, whose stage is free once `empty` has ended its phase of `parity`: by the first thread.
    ///
    /// # Safety
    /// The tiles are those of the stage, which nothing uses from then on until the phase of `full` has ended.
    unsafe fn bring(
        &self,
        job: &Job<Self::Of>,
        step: u32,
        stage: Stage<Self::T, <Self::A as Stored<G>>::Tile, <Self::B as Stored<S>>::Tile>,
    );

    /// Whether all threads of the first warpgroup bring the tiles of a block.
    fn is_by_all(&self, job: &Job<Self::Of>) -> bool {
        let _ = job;
        false
    }

    /// As [`bring`](Work::bring), by all of them.
    ///
    /// # Safety
    /// That of [`bring`](Work::bring).
    unsafe fn bring_by_all(
        &self,
        job: &Job<Self::Of>,
        step: u32,
        stage: Stage<Self::T, <Self::A as Stored<G>>::Tile, <Self::B as Stored<S>>::Tile>,
    ) {
        let _ = (job, step, stage);
    }

    /// Sets the sums to those of a block, and frees the stages of all its steps: by all threads of a warpgroup that multiplies.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn multiply<const R: usize>(
        &self,
        job: &Job<Self::Of>,
        sums: &mut Sums<R>,
        multiplying: &mut Multiplying<'_, Self::T, <Self::A as Stored<G>>::Tile, <Self::B as Stored<S>>::Tile, G, S>,
    ) where
        [u32; R]: Registers,
    {
        Self::A::multiply(job.steps, sums, multiplying);
    }

    /// Where the elements of the block go.
    fn to(&self, job: &Job<Self::Of>) -> Self::To<'_>;
}

/// Both tiles of a step, the barrier that says when they are there, and the one that says when they are free, with the parity of that.
pub(crate) struct Stage<T: 'static, A, B> {
    pub(crate) left: Shared<'static, T, A>,
    pub(crate) right: Shared<'static, T, B>,
    pub(crate) full: Mbarrier,
    pub(crate) empty: Mbarrier,
    pub(crate) parity: u32,
}

/// Computes all blocks of a launch: of a block of threads one number of each round, in which there are as many as in the grid.
///
/// # Safety
/// The shared memory is the kernel's, whose blocks have 128·(1 + G) threads, which all call it. The work's operands have the
/// rows and columns of its products, each number is another block or part, and what the epilogue reads is for them; `shares` has as many
/// blocks and parts as are shared, of which there are some only where G is 2.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
#[allow(clippy::too_many_arguments)] // what a kernel has: its work, factors, an epilogue, sums; and shared memory
pub(crate) unsafe fn compute<W, E, H, const G: usize, const S: usize, const R: usize>(
    work: &W,
    factors: [f32; 2],
    reads: E::Reads<'_>,
    shares: &H::Given<'_>,
    left: Shared<'_, u64, LeftRing<G, S>>,
    right: Shared<'_, u64, RightRing<G, S>>,
    staged: Shared<'_, [f32; 2], StagedPairs>,
    barriers: Shared<'_, u64, Barriers<G, S>>,
) where
    W: Work<G, S>,
    E: Epilogue,
    H: Sharing,
    [u32; R]: Registers,
{
    const { assert!(R == 32 * S && G <= 2, "a warpgroup has 64 rows") };
    let side = 64 * S as u32;
    // SAFETY: it is called with stages that there are.
    let full = |stage: u32| Mbarrier::at(unsafe { barriers.slice().at_unchecked(stage) });
    // SAFETY: as above.
    let empty = |stage: u32| Mbarrier::at(unsafe { barriers.slice().at_unchecked(stages::<G, S>() + stage) });
    // SAFETY: the word behind the barriers is the last of the tile.
    let flag = unsafe { SharedPtr::<u32>::from_offset(barriers.slice().at_unchecked(2 * stages::<G, S>()).offset()) };
    let left_tile = |stage: u32| {
        // SAFETY: a ring has the tiles of all stages, each of which begins at a multiple of 1024 bytes.
        unsafe {
            Shared::<W::T, <W::A as Stored<G>>::Tile>::from_offset(
                left.slice().at_unchecked(stage * WARPGROUP_ROWS * G as u32 * ROW_BYTES / 8).offset(),
            )
        }
    };
    let right_tile = |stage: u32| {
        // SAFETY: as above.
        unsafe {
            Shared::<W::T, <W::B as Stored<S>>::Tile>::from_offset(
                right.slice().at_unchecked(stage * side * ROW_BYTES / 8).offset(),
            )
        }
    };
    // What changes places does so by the bits of the address.
    #[cfg(target_arch = "nvptx64")]
    if left.slice().at(0).offset() % 1024 != 0 {
        lego_cuda::device::trap();
    }
    work.begin();
    if thread_idx().x == 0 {
        let mut stage = 0;
        while stage < stages::<G, S>() {
            full(stage).init(1);
            // A lane of each warp that multiplies.
            empty(stage).init(G as u32 * WARPGROUP / 32);
            stage += 1;
        }
        mbarrier::fence_init();
    }
    sync_threads();
    let (mut number, numbers) = (block_idx().x, work.numbers());
    // The stage of the next step, and the parity of its round.
    let (mut stage, mut parity) = (0, 0);
    let warpgroup = thread_idx().x / WARPGROUP;
    if warpgroup == 0 {
        // Whoever brings elements has several of them, and where they go, in registers.
        if const { W::BY_ALL && G == 2 } {
            wgmma::fewer_registers::<88>();
        } else if const { G == 2 } {
            wgmma::fewer_registers::<40>();
        }
        if W::BY_ALL || thread_idx().x == 0 {
            while number < numbers {
                let job = work.job(number);
                number = work.after(number);
                let Some(job) = job else { continue };
                let [mut step, end] = job.steps;
                let stage_of = |stage: u32, parity: u32| {
                    let (left, right) = (left_tile(stage), right_tile(stage));
                    Stage { left, right, full: full(stage), empty: empty(stage), parity: parity ^ 1 }
                };
                // A loop for each way: what one keeps in registers the other has no room for.
                if W::BY_ALL && work.is_by_all(&job) {
                    // Behind the first thread, who has waited for all phases before, nobody takes one for another of the same parity.
                    NamedBarrier::new(2, WARPGROUP).sync();
                    while step < end {
                        // SAFETY: the tiles are those of the stage.
                        unsafe { work.bring_by_all(&job, step, stage_of(stage, parity)) };
                        (stage, parity) = next::<G, S>(stage, parity);
                        step += 1;
                    }
                } else if !W::BY_ALL || thread_idx().x == 0 {
                    while step < end {
                        // SAFETY: as above.
                        unsafe { work.bring(&job, step, stage_of(stage, parity)) };
                        (stage, parity) = next::<G, S>(stage, parity);
                        step += 1;
                    }
                } else {
                    let behind = stage + (end - step);
                    (stage, parity) = (behind % stages::<G, S>(), parity ^ (behind / stages::<G, S>() % 2));
                }
            }
        }
    } else {
        // Two warpgroups alone have as many registers as a thread may have.
        if const { W::BY_ALL && G == 2 } {
            wgmma::more_registers::<208>();
        } else if const { G == 2 } {
            wgmma::more_registers::<232>();
        }
        let first_row = WARPGROUP_ROWS * (warpgroup - 1);
        let warp = thread_idx().x / 32 - WARPGROUP / 32;
        let mut sums = Sums::<R>::zero();
        // SAFETY: the barriers are ready.
        let mut multiplying = unsafe { Multiplying::new(left, right, barriers, first_row) };
        while number < numbers {
            let job = work.job(number);
            number = work.after(number);
            let Some(job) = job else { continue };
            // What is read for it comes while tiles are multiplied.
            let to = work.to(&job);
            work.multiply(&job, &mut sums, &mut multiplying);
            let [block_row, block_column] = job.block;
            let has_rows = to.contains([block_row, block_column, first_row + 16 * (warp % 4), 0]);
            if let Some(index) = job.shared {
                // SAFETY: the threads of all warpgroups that multiply are at the same block and part, of which each is some block's of threads once.
                if !unsafe { H::add_up(shares, &mut sums, index, has_rows, flag) } {
                    continue;
                }
            }
            // SAFETY: as the caller promises of what the epilogue reads; each number of a block is another block of a product.
            unsafe {
                store::<W::O, _, E, <W::A as StoredLeft<G>>::Rows, G, S, R>(
                    &to, reads, &sums, factors, job.block, staged,
                )
            };
        }
    }
}

/// Lets a tile come, box by box: `index` says where in the operand the box is that begins with a row of the tile. What lies beyond the operand
/// is zeros.
///
/// # Safety
/// Nothing uses the tile before the phase of `full` has ended, and a box has whole rows of it, as they lie there.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(crate) unsafe fn fetch<T, L, M>(
    map: TensorMap<'_, T, M>,
    tile: Shared<'_, T, L>,
    full: Mbarrier,
    index: impl Fn(u32) -> M::Index32,
) where
    T: Element,
    L: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    M: StaticMapping + Mapping32,
{
    let [rows, box_rows] = const { [L::COUNT, M::COUNT] }.map(|elements| elements as u32 / const { step_of::<T>() });
    let mut first = 0;
    while first < rows {
        // SAFETY: the box lies in the tile from this element on, at a multiple of 1024 bytes.
        unsafe { map.load(tile.at_unchecked([first, 0]), index(first), full) };
        first += box_rows;
    }
}
