//! How blocks that have a part of the same results put the parts together: each leaves its share in memory and takes a ticket, and
//! the one with the last ticket finds all shares.

use super::{Reduction, Word};
use lego::layout;
use lego_cuda::device::collective::Exchange;
use lego_cuda::device::{BlockWide, Scope, barrier::fence, linear_thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::{Atomic, KernelLayout};

layout! {
    /// The tickets that were taken, of each group of blocks that share results: 0 before and after each launch.
    pub type Tickets = Row(4096);
    /// The share of a row that each block has: no more than this are shared out.
    pub type RowShares = Row(8192, 1);
    /// The shares of 128 columns that each block has.
    pub type ColumnShares = Row(4096, 128);
}

/// How many words a thread reads before it looks at the first.
const BATCH: usize = 8;

/// Whether this is the last block of a group to come here: what the others did before, it sees.
///
/// All threads call it, past a barrier after what they left for the last block.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn is_last<T: Exchange>(
    tickets: Atomic<'_, u32, Tickets>,
    all: &BlockWide<'_, T>,
    group: u32,
    blocks: u32,
) -> bool {
    let mut is_last = false;
    if linear_thread_idx() == 0 {
        fence(Scope::Gpu);
        is_last = tickets.fetch_add([group], 1) == blocks - 1;
        fence(Scope::Gpu);
        if is_last {
            // Nobody else comes: the next launch begins at 0 again.
            tickets.store([group], 0);
        }
    }
    all.any(is_last)
}

/// The shares `[first, column]`, `[first + step, column]`, … before `end`, joined.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn joined<R: Reduction, L: KernelLayout<2>>(
    shares: Atomic<'_, u64, L>,
    column: u32,
    first: u32,
    step: u32,
    end: u32,
) -> R::Part {
    let ([extent, columns], mut all, mut share) = (shares.dims(), R::NONE, first);
    // What the launch keeps to anyway, here where the compiler sees it: then no read looks at its index.
    let end = if column < columns { end.min(extent) } else { 0 };
    while share < end {
        let mut words = [R::NONE.to_word(); BATCH];
        unroll!(for i in 0..BATCH {
            let share = share + step * i as u32;
            if share < end {
                words[i] = shares.load([share, column]);
            }
        });
        unroll!(for i in 0..BATCH {
            all = R::join(all, R::Part::from_word(words[i]));
        });
        share += step * BATCH as u32;
    }
    all
}
