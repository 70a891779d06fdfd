//! Where the halves of a table meet: the score from their last rows.

use super::shape::LastRows;
use lego_cuda::device::{BlockWide, linear_thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// The threads of the block.
const THREADS: u32 = 1024;

/// Computes the score of the best alignment, plus what n columns and the rows of both halves are in `last_rows`: the best alignment
/// passes the border of the halves at some column x, and `score[0]` is the greatest of all sums of what the first half has up to x and
/// the other from x on. Column 0 of each is 0.
///
/// Launch: a block.
///
/// # Safety
/// No other launch uses `score` at this time.
#[lego_kernel(threads = [THREADS])]
pub unsafe fn nw_meeting(
    last_rows: Global<'_, i32, LastRows>,
    columns: u32,
    has_both: u32,
    score: GlobalMut<'_, i32>,
    #[shared] all: BlockWide<'_, i32>,
) {
    let cell = |half: u32, x: u32| x.checked_sub(1).and_then(|x| last_rows.try_get([half, x])).unwrap_or(0);
    let (mut best, mut first) = (0, linear_thread_idx());
    while first <= columns {
        // Several at a time: each comes from far.
        unroll!(for k in 0..8 {
            let x = first + k as u32 * THREADS;
            if x <= columns {
                best = best.max(cell(0, x) + if has_both == 0 { 0 } else { cell(1, columns - x) });
            }
        });
        first += 8 * THREADS;
    }
    let best = all.max(best);
    if linear_thread_idx() == 0 {
        // SAFETY: one thread of the launch writes it.
        unsafe { score.set([0], best) };
    }
}
