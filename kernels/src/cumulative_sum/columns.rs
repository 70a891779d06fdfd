//! Along columns, by blocks that have 128 columns of some of the rows.

use super::few::added;
use crate::reduce::Matrix;
use lego::layout;
use lego_cuda::device::{block_idx, global, sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::unroll;
use lego_cuda::view::{Global, GlobalMut, Shared};

/// How many columns a block has.
pub(super) const COLUMNS: u32 = 128;

/// How many rows follow each other that a thread reads before it looks at the first.
const STEPS: usize = 4;

/// How many rows a block has in a round.
pub(super) const ROUND: u32 = 16 * STEPS as u32;

/// How many sums a thread reads before it looks at the first.
const BATCH: usize = 8;

layout! {
    /// The sum of the part of a column that a block has: `[block in y, column]`.
    pub type Sums(blocks, n) = Row(blocks, n) where blocks >= 1, n >= 1;

    /// Sum `[thread row, column in a vector, vector]` of the columns of a block; padded so that neither those who write vectors nor
    /// those who read columns meet in a bank.
    pub type Slots = Row(16, 4, 40).PadBy([16, 4, 32] => [16, 4, 40]);

    /// Thread `[thread row, lane]`.
    type Threads = Row(16, 32);

    /// Thread `[quarter, column]` when sums of blocks are added up.
    type Quarters = Row(4, 128);

    /// Column `[vector, column in a vector]` of a block.
    type Tile = Row(32, 4);
}

/// Sets each element of a column of the output to the sum of the elements of the input's column up to it; or, with `ONLY_SUMS`, each
/// of the sums to that of the part of a column that a block has, and nothing else.
///
/// A thread has four columns of four rows in each round, so that a block has 64 rows of 128 columns. A launch for the sums comes
/// first where there are several blocks in y.
///
/// Launch: in x a block for each 128 columns; in y any number of blocks, which reach all rows with `rounds` rounds of 64 of them.
#[lego_kernel(
    threads = 512,
    grid = [x, y],
    min_blocks = 2,
    // While 16 sums of a column are read at the same time, by one thread in four.
    spills = 96,
    stack = 48,
    instances(cumulative_sum_columns = <false>, cumulative_sum_columns_sums = <true>),
    where output.m == input.m, output.n == input.n,
)]
pub fn cumulative_sum_columns<const ONLY_SUMS: bool>(
    input: Global<'_, f32, Matrix>,
    output: GlobalMut<'_, f32, Matrix>,
    sums: GlobalMut<'_, f64, Sums>,
    rounds: u32,
    #[shared] slots: Shared<'_, f64, Slots>,
) {
    let (thread, block, [m, n]) = (thread_idx().x, block_idx(), input.dims());
    let [thread_row, lane] = Threads::inv_u32(thread);
    let tile = COLUMNS * block.x;
    let first = tile + 4 * lane;
    let is_whole = n.is_multiple_of(4) && first < n;
    let slot = |row, column| {
        let [vector, k] = Tile::inv_u32(column);
        [row, k, vector]
    };

    // A thread for each column knows what stands before the rows to come.
    let mut before = 0.0;
    if !ONLY_SUMS && block.y > 0 {
        let [quarter, column] = Quarters::inv_u32(thread);
        slots.set(slot(quarter, column), sum_of(&sums, tile + column, quarter, block.y));
        sync_threads();
        if thread < COLUMNS {
            for quarter in 0..4 {
                before += slots.try_get(slot(quarter, thread)).unwrap_or(0.0);
            }
        }
        sync_threads();
    }

    let mut all = [0.0; 4];
    for round in block.y * rounds..(block.y + 1) * rounds {
        let row = round * ROUND + thread_row * STEPS as u32;
        let mut rows = [[0.0; 4]; STEPS];
        let is_whole_round = is_whole && row < m && m - row >= STEPS as u32;
        if is_whole_round {
            unroll!(for step in 0..STEPS {
                // SAFETY: the vector ends in the row, as both have a multiple of four elements.
                rows[step] = unsafe { input.get_vector_unchecked([row + step as u32, first]) };
            });
        } else {
            unroll!(for step in 0..STEPS {
                rows[step] = input.get_vector_or([row + step as u32, first], 0.0);
            });
        }
        let mut of_thread = if ONLY_SUMS { all } else { [0.0; 4] };
        unroll!(for step in 0..STEPS {
            added(&mut of_thread, rows[step]);
        });
        all = of_thread;
        if !ONLY_SUMS {
            unroll!(for k in 0..4 {
                slots.set([thread_row, k as u32, lane], of_thread[k as usize]);
            });
            sync_threads();
            if thread < COLUMNS {
                for row in 0..16 {
                    let of_row = slots.try_get(slot(row, thread)).unwrap_or(0.0);
                    slots.try_set(slot(row, thread), before);
                    before += of_row;
                }
            }
            sync_threads();
            let mut running = [0.0; 4];
            unroll!(for k in 0..4 {
                running[k as usize] = slots.get([thread_row, k as u32, lane]);
            });
            sync_threads();
            if is_whole_round {
                unroll!(for step in 0..STEPS {
                    let result = added(&mut running, rows[step]);
                    // SAFETY: as above; no other thread has these columns of this row.
                    unsafe { global::store(output.at_unchecked([row + step as u32, first]).cast(), result) };
                });
            } else {
                unroll!(for step in 0..STEPS {
                    let result = added(&mut running, rows[step]);
                    // SAFETY: no other thread has these columns of this row.
                    unsafe { output.try_set_vector([row + step as u32, first], result) };
                });
            }
        }
    }
    if ONLY_SUMS {
        unroll!(for k in 0..4 {
            slots.set([thread_row, k as u32, lane], all[k as usize]);
        });
        sync_threads();
        if thread < COLUMNS {
            let mut sum = 0.0;
            for row in 0..16 {
                sum += slots.try_get(slot(row, thread)).unwrap_or(0.0);
            }
            // SAFETY: a column of a block belongs to one thread.
            unsafe { sums.try_set([block.y, tile + thread], sum) };
        }
    }
}

/// The sum of every fourth of the blocks from `first` on before `end`, in a column.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn sum_of(sums: &GlobalMut<'_, f64, Sums>, column: u32, first: u32, end: u32) -> f64 {
    let ([blocks, n], mut sum, mut block) = (sums.dims(), 0.0, first);
    let end = if column < n { end.min(blocks) } else { 0 };
    while block < end {
        let mut batch = [0.0; BATCH];
        unroll!(for i in 0..BATCH {
            let block = block + 4 * i as u32;
            if block < end {
                // SAFETY: block and column lie inside the extents, and nobody writes sums in this launch.
                batch[i] = unsafe { global::load(sums.at_unchecked([block, column])) };
            }
        });
        unroll!(for i in 0..BATCH {
            sum += batch[i];
        });
        block += 4 * BATCH as u32;
    }
    sum
}
