//! The loop of every product on Hopper: a warpgroup lets tiles come, several steps ahead, and one or two multiply them. Which blocks there are, of which
//! products, how their tiles come, and whether sums stay in the tensor cores is a type.
//!
//! Two warpgroups multiply a half of each block together, or, of narrow blocks that are more than run at once, whole blocks in turns ([`turns`]).

use super::epilogue::Epilogue;
use super::layouts::{
    Barriers, LeftRing, ROW_BYTES, RightRing, StagedPairs, Stored, WARPGROUP_ROWS, behind, next, stages, step_of,
};
use super::left::StoredLeft;
use super::multiplying::Multiplying;
use super::output::Output;
use super::overlapped;
use super::sharing::Sharing;
use super::store::store;
use super::target::Target;
use super::turns;
use super::work::{Stage, Work};
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::wgmma::{self, Registers, Sums, WARPGROUP};
use lego_cuda::device::{Element, SharedPtr, block_idx, grid_dim, opaque, sync_threads, thread_idx};
use lego_cuda::view::Shared;

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
    // With one block each, both warpgroups store half of it.
    let in_turns = const { can_take_turns::<W, E, H, G, S>() } && work.numbers() > grid_dim().x;
    work.begin();
    if thread_idx().x == 0 {
        let mut stage = 0;
        while stage < stages::<G, S>() {
            full(stage).init(1);
            // A lane of each warp that multiplies.
            empty(stage).init(if in_turns { 1 } else { G as u32 } * WARPGROUP / 32);
            stage += 1;
        }
        mbarrier::fence_init();
    }
    sync_threads();
    let numbers = work.numbers();
    // The stage of the next step, and the parity of its round.
    let (mut stage, mut parity) = (0, 0);
    let warpgroup = thread_idx().x / WARPGROUP;
    if warpgroup == 0 {
        // Whoever brings elements has several of them, and where they go, in registers.
        if const { W::BY_ALL && G == 2 } {
            wgmma::fewer_registers::<104>();
        } else if const { G == 2 } {
            wgmma::fewer_registers::<40>();
        }
        if W::BY_ALL || thread_idx().x == 0 {
            let mut number = block_idx().x;
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
                    (stage, parity) = behind::<G, S>((stage, parity), end - step);
                }
            }
        }
    } else {
        // Two warpgroups alone have as many registers as a thread may have.
        if const { W::BY_ALL && G == 2 } {
            wgmma::more_registers::<200>();
        } else if const { G == 2 } {
            wgmma::more_registers::<232>();
        }
        let first_row = WARPGROUP_ROWS * (warpgroup - 1);
        if in_turns {
            // SAFETY: as the caller promises; the barriers are ready, and the threads are those of both warpgroups that multiply.
            unsafe { turns::compute::<W, E, G, S, R>(work, factors, reads, left, right, staged, barriers) };
            return;
        }
        // SAFETY: the barriers are ready.
        let mut multiplying = unsafe { Multiplying::new(left, right, barriers, first_row) };
        if const { overlaps::<W, E, H, G, S>() } {
            // SAFETY: as the caller promises.
            unsafe { overlapped::compute::<W, E, G, S, R>(work, factors, reads, &mut multiplying, staged) };
            return;
        }
        let (mut number, mut sums) = (block_idx().x, Sums::<R>::zero());
        while number < numbers {
            let job = work.job(number);
            number = work.after(number);
            let Some(job) = job else { continue };
            // What is read for it comes while tiles are multiplied.
            let to = work.to(&job);
            work.multiply(&job, &mut sums, &mut multiplying);
            // Computed anew: while tiles are multiplied there is no register for it.
            let warp = opaque(thread_idx().x) / 32 - WARPGROUP / 32;
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
                    &to,
                    reads,
                    &sums,
                    factors,
                    (job.block, 16 * warp),
                    staged,
                )
            };
        }
    }
}

/// Whether the warpgroups that multiply can have blocks in turns: narrow ones that nobody shares, of which a warpgroup has registers for all
/// sums, where the epilogue does not need as many.
const fn can_take_turns<W, E, H, const G: usize, const S: usize>() -> bool
where
    W: Work<G, S>,
    E: Epilogue,
    H: Sharing,
{
    <W::A as StoredLeft<G>>::IN_TURNS && E::IS_SHORT && G == 2 && S == 2 && !H::IS_SHARED
}

/// Whether a block is stored while the next is multiplied: where its sums are narrowed to half as many registers.
const fn overlaps<W, E, H, const G: usize, const S: usize>() -> bool
where
    W: Work<G, S>,
    E: Epilogue,
    H: Sharing,
{
    W::ADDS_UP && E::IS_PLAIN && W::O::IS_NARROW && !H::IS_SHARED
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
