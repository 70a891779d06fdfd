//! Each column of a matrix, by blocks that have 128 columns of some of the rows.

use super::shares::{ColumnShares, Tickets, is_last, joined};
use super::{ArgMax, Max, Place, Reduction, Sum, Word};
use lego::{Mapping32, layout};
use lego_cuda::device::{BlockWide, block_idx, grid_dim, sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::unroll;
use lego_cuda::view::{Atomic, Global, GlobalMut, Shared};

/// How many vectors of a line a block has.
#[cfg(not(target_arch = "nvptx64"))]
pub(super) const LANES: u32 = 32;

/// How many lines a block reads at the same time.
const LINES: u32 = 16;

/// How many lines a thread reads before it looks at the first.
const STEPS: usize = 8;

/// How many lines a block has in a round.
pub(super) const ROUND: u32 = LINES * STEPS as u32;

layout! {
    /// Element `[line, column]` of `count` elements in lines of n: a line is a row, or several short rows behind each other, and the last
    /// may be partial.
    pub type Lines(count, n) = Row(count)
        .ExpandBy([count] => [ceil_div(count, n)*n])
        .GroupBy([ceil_div(count, n), n])
        where count >= 1, n >= 1;

    /// Part `[line, column in a vector, vector]`, padded so that neither those who write vectors nor those who read columns meet in a
    /// bank.
    pub type Slots = Row(16, 4, 40).PadBy([16, 4, 32] => [16, 4, 40]);

    /// Thread `[line, lane]`.
    type Threads = Row(16, 32);

    /// Thread `[quarter, column]` when shares are put together.
    type Quarters = Row(4, 128);

    /// Column `[vector, column in a vector]` of a block.
    type Tile = Row(32, 4);
}

/// Reduces column j of rows to element j of the output, which is as long as a row.
///
/// A line whose length no vector divides begins anywhere in a vector of memory. Every fourth line begins alike: a thread has lines
/// that are a multiple of four apart, so that its vectors are always of the same columns, and its line is shifted against those of
/// other threads by up to three. So neighbouring blocks are `pitch` vectors apart, 31 where lines are shifted, 32 where not.
///
/// Launch: `input` and `elements` are the same buffer; in x a block for each `4 * pitch` columns of a line, one where a line has several rows; in y any number of blocks, which
/// reach all lines with `rounds` rounds of 128 of them; [`host::reduce_columns`](super::host::reduce_columns) counts them.
#[allow(clippy::too_many_arguments)]
#[lego_kernel(
    threads = 512,
    grid = [x, y],
    min_blocks = 2,
    instances(
        for O in [Sum, Max, ArgMax, Place] { reduce_columns_{O} = <O> },
    ),
)]
pub fn reduce_columns<R: Reduction>(
    input: Global<'_, f32, Lines>,
    elements: Global<'_, f32>,
    output: GlobalMut<'_, R::Output>,
    tickets: Atomic<'_, u32, Tickets>,
    shares: Atomic<'_, u64, ColumnShares>,
    pitch: u32,
    rounds: u32,
    #[shared] slots: Shared<'_, R::Part, Slots>,
    #[shared] all: BlockWide<'_, u32>,
) {
    if elements.len() < input.len() {
        return;
    }
    let (thread, block, blocks) = (thread_idx().x, block_idx(), grid_dim().y);
    let ([line_of_thread, lane], [lines, width], columns) = (Threads::inv_u32(thread), input.dims(), output.len());
    let shift = |line: u32| line.wrapping_mul(width) % 4;
    let tile = 4 * pitch * block.x;
    // Below 0, which wraps, in a shifted line's first vector.
    let first = (tile + 4 * lane).wrapping_sub(shift(line_of_thread));
    let has_columns = first.wrapping_add(3) < width + 3;
    // The rows of a line, and in which of them a column of the thread is.
    let rows = width / columns;
    let mut row_in_line = [0; 4];
    if rows > 1 {
        unroll!(for k in 0..4 {
            row_in_line[k as usize] = (first + k as u32) / columns;
        });
    }
    let mut parts = [R::NONE; 4];
    for round in block.y * rounds..(block.y + 1) * rounds {
        let line = round * ROUND + line_of_thread;
        let places = row_in_line.map(|row| line * rows + row);
        if line.saturating_add(ROUND - LINES + 1) < lines {
            if has_columns {
                let begin = Mapping32::apply_u32(&input.layout(), [line, 0]).unwrap_or(0).wrapping_add(first);
                let mut lines = [[0.0; 4]; STEPS];
                unroll!(for step in 0..STEPS {
                    // SAFETY: the vector begins at a multiple of four elements of memory, since the line is shifted like the thread's
                    // first one. What it has of the lines before and behind is in memory too: the first line is not shifted, and
                    // this is not the last.
                    lines[step] = unsafe { elements.get_vector_unchecked([begin + step as u32 * LINES * width]) };
                });
                unroll!(for k in 0..4 {
                    let k: usize = k;
                    parts[k] = R::join(parts[k], R::of(lines.map(|columns| columns[k]), places[k], LINES * rows));
                });
            }
        } else {
            for step in 0..STEPS as u32 {
                unroll!(for k in 0..4 {
                    let k: usize = k;
                    if let Some(element) = input.try_get([line + LINES * step, first.wrapping_add(k as u32)]) {
                        parts[k] = R::join(parts[k], R::of([element], places[k] + step * LINES * rows, 1));
                    }
                });
            }
        }
    }
    unroll!(for k in 0..4 {
        slots.set([line_of_thread, k as u32, lane], parts[k as usize]);
    });
    sync_threads();

    let slot = |line, column| {
        let [vector, k] = Tile::inv_u32(column);
        [line, k, vector]
    };
    // The columns of the block, of all lines; then of all rows of a line.
    let end = width.saturating_sub(tile).min(4 * pitch);
    if thread < end {
        let mut part = R::NONE;
        for line in 0..LINES {
            part = R::join(part, slots.try_get(slot(line, thread + shift(line))).unwrap_or(R::NONE));
        }
        // Nobody else reads this one: the first line is not shifted.
        slots.set(slot(0, thread), part);
    }
    sync_threads();
    let is_mine = thread < end && thread < columns;
    let mut part = R::NONE;
    if is_mine {
        let mut column = thread;
        while column < end {
            part = R::join(part, slots.try_get(slot(0, column)).unwrap_or(R::NONE));
            column += columns;
        }
    }
    if blocks > 1 {
        let share = |y: u32| block.x * blocks + y;
        if is_mine {
            shares.store([share(block.y), thread], part.to_word());
        }
        sync_threads();
        if !is_last(tickets, &all, block.x, blocks) {
            return;
        }
        let [quarter, column] = Quarters::inv_u32(thread);
        if column < end && column < columns {
            let part = joined::<R, _>(shares, column, share(quarter), 4, share(blocks));
            slots.set(slot(quarter, column), part);
        }
        sync_threads();
        part = R::NONE;
        for quarter in 0..4 {
            if is_mine {
                part = R::join(part, slots.try_get(slot(quarter, thread)).unwrap_or(R::NONE));
            }
        }
    }
    if is_mine {
        // SAFETY: a column belongs to one thread of its block; of several blocks one is the last.
        unsafe { output.try_set([tile + thread], R::output(part)) };
    }
}
