//! Two warpgroups that multiply a half of each block together, and store a block while the tensor cores have the first steps of the next.
//!
//! A warpgroup of wide blocks has registers for one block's sums, which the next block's products need at once. Narrowed to two bytes they take half as
//! many, so that all of them, or as many as there are others for, wait there: 64 columns are stored behind each of the first steps of the next block.
//! What is not narrowed in registers, as a block at the edge or one that is added to what was there, is stored before the next begins.

use super::epilogue::Epilogue;
use super::layouts::{StagedPairs, Stored, WARPGROUP_ROWS};
use super::left::StoredLeft;
use super::multiplying::Multiplying;
use super::narrowed::Narrowed;
use super::store::store_any;
use super::target::is_whole;
use super::work::{Job, Work};
use lego_cuda::device::wgmma::{Registers, Sums, WARPGROUP};
use lego_cuda::device::{block_idx, thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::Shared;

/// Multiplies and stores all blocks of a block of threads, by the threads of a warpgroup that multiplies.
///
/// # Safety
/// That of [`blocks::compute`](super::blocks::compute), whose barriers all threads know to be ready, and whose first warpgroup lets the tiles come.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) unsafe fn compute<W, E, const G: usize, const S: usize, const R: usize>(
    work: &W,
    factors: [f32; 2],
    reads: E::Reads<'_>,
    multiplying: &mut Multiplying<'_, W::T, <W::A as Stored<G>>::Tile, <W::B as Stored<S>>::Tile, G, S>,
    staged: Shared<'_, [f32; 2], StagedPairs>,
) where
    W: Work<G, S>,
    E: Epilogue,
    [u32; R]: Registers,
{
    let (mut number, numbers, [alpha, beta]) = (block_idx().x, work.numbers(), factors);
    let row = WARPGROUP_ROWS * (thread_idx().x / WARPGROUP - 1) + 16 * (thread_idx().x / 32 % 4);
    let (mut sums, mut narrowed) = (Sums::<R>::zero(), Narrowed::<R>::none());
    // The block that is still to be stored, if there is one.
    let mut held: Option<Job<W::Of>> = None;
    while number < numbers {
        let job = work.job(number);
        number = work.after(number);
        let Some(job) = job else { continue };
        let [begin, end] = job.steps;
        let (mut count, at_once) = (end - begin, const { S - waiting::<W, G, S>() });
        let is_long = count >= const { waiting::<W, G, S>() as u32 };
        if is_long {
            unroll!(for pass in 0..S {
                let pass: usize = pass;
                if pass >= at_once {
                    W::A::add_step(&mut sums, multiplying, pass > at_once);
                    if let Some(job) = &held {
                        let of = (job.block, row);
                        // SAFETY: the block is whole, is this block of threads' alone, and the warp has these rows of it.
                        unsafe {
                            narrowed.store::<W::O, _, <W::A as StoredLeft<G>>::Rows, G, S>(
                                pass,
                                &work.to(job),
                                of,
                                staged,
                            )
                        };
                    }
                }
            });
            count -= const { waiting::<W, G, S>() as u32 };
        } else if let Some(job) = &held {
            // SAFETY: as above.
            unsafe { store_from::<W, G, S, R>(&narrowed, at_once, &work.to(job), (job.block, row), staged) };
        }
        W::A::add_steps(&mut sums, multiplying, count, is_long);
        let to = work.to(&job);
        multiplying.end_steps(&mut sums);
        if beta == 0.0 && is_whole::<W::O, _, G, S>(&to, job.block) {
            narrowed = Narrowed::of::<W::O>(&sums, alpha);
            unroll!(for pass in 0..S {
                let pass: usize = pass;
                if pass < at_once {
                    // SAFETY: as above.
                    unsafe {
                        narrowed.store::<W::O, _, <W::A as StoredLeft<G>>::Rows, G, S>(
                            pass,
                            &to,
                            (job.block, row),
                            staged,
                        )
                    };
                }
            });
            held = Some(job);
        } else {
            let of = (job.block, row);
            // SAFETY: as the caller promises of what the epilogue reads; each number is another block of a product, and the warp has these rows.
            unsafe {
                store_any::<W::O, _, E, <W::A as StoredLeft<G>>::Rows, G, S, R>(&to, reads, &sums, factors, of, staged)
            };
            (narrowed, held) = (Narrowed::none(), None);
        }
    }
    if let Some(job) = &held {
        // SAFETY: as above.
        unsafe {
            store_from::<W, G, S, R>(
                &narrowed,
                const { S - waiting::<W, G, S>() },
                &work.to(job),
                (job.block, row),
                staged,
            )
        };
    }
}

/// As many times 64 columns of a block wait for the next one's steps.
const fn waiting<W: Work<G, S>, const G: usize, const S: usize>() -> usize {
    let most = if W::IS_CROWDED && S == 4 { 2 } else { <W::A as StoredLeft<G>>::HELD };
    if most < S { most } else { S }
}

/// Stores the columns of a block from this multiple of 64 on.
///
/// # Safety
/// That of [`Narrowed::store`].
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn store_from<W, const G: usize, const S: usize, const R: usize>(
    narrowed: &Narrowed<R>,
    from: usize,
    to: &W::To<'_>,
    of: ([u32; 2], u32),
    staged: Shared<'_, [f32; 2], StagedPairs>,
) where
    W: Work<G, S>,
    [u32; R]: Registers,
{
    unroll!(for pass in 0..S {
        let pass: usize = pass;
        if pass >= from {
            // SAFETY: as the caller promises.
            unsafe { narrowed.store::<W::O, _, <W::A as StoredLeft<G>>::Rows, G, S>(pass, to, of, staged) };
        }
    });
}
