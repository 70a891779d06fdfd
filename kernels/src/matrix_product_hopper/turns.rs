//! Two warpgroups that multiply whole blocks in turns: while one stores its sums, the tensor cores have the products of the other.
//!
//! Tiles come as they always do, those of one block behind those of the one before. A warpgroup passes over the steps of the other's blocks, and begins
//! with its own when the other says that all products of the block before are under way. It then knows that all tiles before its own have come: that a
//! stage is full is told by the parity of its round, which it would else take for that of a round before.

use super::epilogue::Epilogue;
use super::layouts::{Barriers, LeftRing, RightRing, StagedPairs, Stored, WARPGROUP_ROWS};
use super::left::StoredLeft;
use super::multiplying::Multiplying;
use super::store::store;
use super::work::Work;
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::wgmma::{Registers, Sums, WARPGROUP};
use lego_cuda::device::{block_idx, thread_idx};
use lego_cuda::view::Shared;

/// Multiplies and stores all blocks of a block of threads, by the threads of both warpgroups that multiply.
///
/// # Safety
/// That of [`blocks::compute`](super::blocks::compute), whose barriers all threads know to be ready, and whose first warpgroup lets the tiles come.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) unsafe fn compute<W, E, const G: usize, const S: usize, const R: usize>(
    work: &W,
    factors: [f32; 2],
    reads: E::Reads<'_>,
    left: Shared<'_, u64, LeftRing<G, S>>,
    right: Shared<'_, u64, RightRing<G, S>>,
    staged: Shared<'_, [f32; 2], StagedPairs>,
    barriers: Shared<'_, u64, Barriers<G, S>>,
) where
    W: Work<G, S>,
    E: Epilogue,
    [u32; R]: Registers,
{
    let (mut number, numbers) = (block_idx().x, work.numbers());
    let (warpgroup, warp) = (thread_idx().x / WARPGROUP, thread_idx().x / 32 % 4);
    let turn = |warpgroup: u32| NamedBarrier::new(2 + warpgroup, 2 * WARPGROUP);
    let (own, other) = (turn(warpgroup), turn(3 - warpgroup));
    // SAFETY: as the caller promises.
    let mut multiplying = unsafe {
        Multiplying::<W::T, <W::A as Stored<G>>::Tile, <W::B as Stored<S>>::Tile, G, S>::new(left, right, barriers, 0)
    };
    let (mut upper, mut lower) = (Sums::<R>::zero(), Sums::<R>::zero());
    let mut is_own = warpgroup == 1;
    if !is_own {
        // The first block is the other's.
        other.arrive();
    }
    while number < numbers {
        let job = work.job(number);
        number = work.after(number);
        let Some(job) = job else { continue };
        if is_own {
            // What is read for it comes while tiles are multiplied.
            let to = work.to(&job);
            own.sync();
            W::A::multiply_whole(job.steps, (&mut upper, &mut lower), &mut multiplying, other);
            let row = 16 * warp;
            // SAFETY: as the caller promises of what the epilogue reads; each number is another block of a product, and the warp has these rows.
            unsafe {
                let of = (job.block, row);
                store::<W::O, _, E, <W::A as StoredLeft<G>>::Rows, G, S, R>(&to, reads, &upper, factors, of, staged);
                let of = (job.block, WARPGROUP_ROWS + row);
                store::<W::O, _, E, <W::A as StoredLeft<G>>::Rows, G, S, R>(&to, reads, &lower, factors, of, staged);
            }
        } else {
            multiplying.pass_over(job.steps);
        }
        is_own = !is_own;
    }
    // Who would have the next block is told so, too: nothing that was said is left behind.
    if is_own {
        own.sync();
    }
}
