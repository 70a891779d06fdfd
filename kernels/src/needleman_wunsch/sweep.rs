//! The whole table in one launch: every block sweeps a strip of rows from left to right.
//!
//! ```text
//!            a chunk of a strip: a parallelogram
//!            ───────────────────────────────────> columns
//! lane 0       ┌────────┐
//! lane 1      ┌────────┐        each lane has four rows, and is one group of four columns behind the lane above:
//! lane 2     ┌────────┐         what it needs from there was computed one step before, and comes by a shuffle
//!  …            …
//! ```
//!
//! One warp of a block computes, in registers. The others move: they copy the chunks to come into shared memory, and write
//! the finished one out. Its last row goes to the block of the strip below by words in global memory that carry the value
//! and the number of the launch, so that no fence and no reset is needed; one more warp waits for those from above. Once
//! a round, all meet.
//!
//! Instead of S the kernel computes `T[y][x] = S[y][x] + penalty·(y + x)`, in which a gap costs nothing:
//! `T[y][x] = max(T[y-1][x-1] + reference[y][x] + 2·penalty, T[y-1][x], T[y][x-1])`, two instructions a cell.

use super::Table;
use lego::layout;
use lego_cuda::device::{
    Scope, SharedPtr, Warp, atomic, barrier::NamedBarrier, copy_async, global, lane, sleep, sync_threads, warp_idx,
};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut, Shared};

/// The rows of a strip: four for each lane of the computing warp.
pub const STRIP: u32 = 128;
/// The columns of a chunk: eight groups of four.
const CHUNK: u32 = 32;
/// The chunks in shared memory: one to compute, one to write out, the others on their way in.
const STAGES: u32 = 6;
/// The warps that move.
const MOVERS: u32 = 8;
/// The threads of a block.
const THREADS: u32 = 32 * (2 + MOVERS);
/// Where all warps of a block meet once a round, each at a place of its own.
const MEETING: NamedBarrier = NamedBarrier::new(1, THREADS);
/// By how many rounds the last lane ends after the first: 31 groups of columns.
const LAG: u32 = 4;

layout! {
    /// Cell `[stage, lane, row, group, column]` of the chunks. A row has 128 bytes; its groups are exchanged by its lane,
    /// so that lanes that read the same group by 16 bytes meet different banks.
    pub type Chunks = OrderBy(Row(6, 4), Swizzle(3, 2, 5)).GroupBy([6, 32, 4, 8, 4]);
    /// Cell `[stage, mover, group of rows, row, column]` of the chunks, for those that move a row at a time.
    type Moved = OrderBy(Row(6, 4), Swizzle(3, 2, 5)).GroupBy([6, 8, 4, 4, 32]);
    /// Row `[mover, group of rows, row]` of a strip.
    type Rows = Row(8, 4, 4);
    /// Column `[parity of the round, group, column]` of what comes from the strip above.
    pub type Tops = Row(2, 8, 4);
    /// What a block draws at its start: the number of its strip, and that of the launch.
    pub type Carry = Row(2);
}

/// How far apart the rows of a lane are in a chunk: the stride of [`Chunks`] along them.
const ROW: u32 = 32;

/// Fills a table.
///
/// `links[0]` counts blocks, and `links[1 + strip * n + x]` is what a strip hands down; all are zero before the first
/// launch, and may be used again for tables of the same size.
///
/// Launch: a block for each [`STRIP`] rows of m.
///
/// # Safety
/// No other launch uses `score` or `links` at this time. Scores times two, and penalty times 2·(m + n), fit 31 bits.
#[lego_kernel(threads = [320], min_blocks = 2)]
pub unsafe fn nw_sweep(
    reference: Global<'_, i32, Table>,
    score: GlobalMut<'_, i32, Table>,
    links: GlobalMut<'_, u64>,
    penalty: i32,
    #[shared(dynamic)] chunks: Shared<'_, i32, Chunks>,
    #[shared] tops: Shared<'_, i32, Tops>,
    #[shared] carry: Shared<'_, u32, Carry>,
) {
    let [m, n] = reference.dims().map(|cells| cells - 1);
    let strips = m.div_ceil(STRIP);
    if warp_idx() == 0 && lane() == 0 {
        // Strips in the order in which blocks begin: the one above has begun, whatever the order of the grid.
        // SAFETY: the counter is one of the elements, and all blocks use it by atomics.
        let drawn = unsafe { atomic::add(links.at([0]), 1, Scope::Gpu) };
        carry.set([0], (drawn % u64::from(strips)) as u32);
        carry.set([1], (drawn / u64::from(strips)) as u32 + 1);
    }
    sync_threads();
    let number = carry.get([0]);
    let strip = Strip {
        reference,
        score: &score,
        links: &links,
        chunks,
        tops,
        number,
        launch: carry.get([1]),
        rows: m,
        columns: n,
        penalty,
    };
    let rounds = n.div_ceil(CHUNK) + LAG;
    // SAFETY: each warp takes one part, and there is one barrier a round in each; the memory is the launch's.
    unsafe {
        match warp_idx() {
            0 => strip.compute(rounds),
            1 => strip.listen(rounds),
            warp => strip.move_chunks(warp - 2, rounds),
        }
    }
}

/// What a block knows.
#[derive(Clone, Copy)]
struct Strip<'a> {
    reference: Global<'a, i32, Table>,
    score: &'a GlobalMut<'a, i32, Table>,
    links: &'a GlobalMut<'a, u64>,
    chunks: Shared<'a, i32, Chunks>,
    tops: Shared<'a, i32, Tops>,
    number: u32,
    launch: u32,
    rows: u32,
    columns: u32,
    penalty: i32,
}

/// The stage after another.
#[inline(always)]
fn next(stage: u32) -> u32 {
    if stage + 1 == STAGES { 0 } else { stage + 1 }
}

impl Strip<'_> {
    /// The row above the strip.
    #[inline(always)]
    fn above(&self) -> u32 {
        self.number * STRIP
    }

    /// Whether all lanes are inside of the table in a round.
    #[inline(always)]
    fn is_full(&self, round: u32) -> bool {
        round >= LAG && (round + 1) * CHUNK <= self.columns && self.above() + STRIP <= self.rows
    }

    /// The column, counted from 1, of a cell of a chunk whose rows are those of a lane. Beyond the table, also by
    /// wrapping below zero, it is more than the number of columns or 0.
    #[inline(always)]
    fn column(&self, chunk: u32, lane: u32, column: u32) -> u32 {
        (chunk * CHUNK + column).wrapping_sub(4 * lane).wrapping_add(1)
    }

    #[inline(always)]
    fn is_inside(&self, y: u32, x: u32) -> bool {
        y <= self.rows && x.wrapping_sub(1) < self.columns
    }

    /// A score as it is computed with: a gap costs nothing.
    ///
    /// # Safety
    /// The cell is in the table, and nobody writes it.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn given(&self, y: u32, x: u32) -> i32 {
        // SAFETY: as the caller promises.
        let score = unsafe { self.score.get_unchecked([y, x]) };
        score + self.penalty * (y + x) as i32
    }

    /// The part of the warp that computes.
    #[inline(always)]
    unsafe fn compute(&self, rounds: u32) {
        let y = self.above() + 4 * lane();
        // SAFETY: the cells are in the first column of the table, which is given.
        let given = |y: u32| unsafe { self.given(y.min(self.rows), 0) };
        let mut lane = Lane {
            left: [given(y + 1), given(y + 2), given(y + 3), given(y + 4)],
            corner: given(y),
            bottom: [0; 4],
            // By a shuffle, so that the compiler does not compute it anew for each cell.
            gain: Warp::ALL.shuffle_idx(2 * self.penalty, 0),
        };
        MEETING.sync();
        let mut stage = 0;
        for round in 0..rounds {
            // SAFETY: chunks and tops of the round are there, and no other warp uses them before the barrier.
            unsafe {
                if self.is_full(round) {
                    lane.round::<true>(self, round, stage);
                } else {
                    lane.round::<false>(self, round, stage);
                }
            }
            stage = next(stage);
            MEETING.sync();
        }
    }

    /// The part of the warp that takes what comes from the strip above.
    #[inline(always)]
    unsafe fn listen(&self, rounds: u32) {
        // SAFETY: the links of a strip are written by the block above, and read by the one below, as whole words.
        unsafe {
            self.take_top(0, self.peek(0));
            let mut word = self.peek(1);
            MEETING.sync();
            for round in 0..rounds {
                if round + 1 < rounds {
                    self.take_top(round + 1, word);
                    word = self.peek(round + 2);
                }
                MEETING.sync();
            }
        }
    }

    /// The part of the warps that move.
    #[inline(always)]
    unsafe fn move_chunks(&self, mover: u32, rounds: u32) {
        // SAFETY: a stage is written out and loaded anew by the same thread, cell by cell, after the barrier that ends
        // the round in which it was computed; and is computed after the barrier before which its copy was waited for.
        unsafe {
            for chunk in 0..STAGES {
                self.load(mover, chunk, chunk, rounds);
                copy_async::commit();
            }
            copy_async::wait::<{ STAGES - 1 }>();
            MEETING.sync();
            let mut done = STAGES - 1;
            for round in 0..rounds {
                if round > 0 {
                    // First of all: the strip below waits for it.
                    self.hand_down(mover, round - 1, done);
                    self.store(mover, round - 1, done);
                    self.load(mover, round - 1 + STAGES, done, rounds);
                    copy_async::commit();
                }
                copy_async::wait::<{ STAGES - 2 }>();
                done = next(done);
                MEETING.sync();
            }
            self.hand_down(mover, rounds - 1, done);
            self.store(mover, rounds - 1, done);
        }
    }

    /// Where the cell of a mover's thread is in a chunk, in the first row of a group.
    #[inline(always)]
    fn cell(&self, stage: u32, mover: u32, group: u32) -> u32 {
        Moved::apply_u32([stage, mover, group, 0, lane()])
    }

    /// Begins to copy a chunk.
    #[inline(always)]
    unsafe fn load(&self, mover: u32, chunk: u32, stage: u32, rounds: u32) {
        let slice = self.chunks.slice();
        let first = mover * 4;
        if self.is_full(chunk) {
            let (y, x) = (self.above() + Rows::apply_u32([mover, 0, 0]) + 1, self.column(chunk, first, lane()));
            let pitch = self.columns as usize + 1;
            // Unrolled by hand: one group of rows further is four rows down and four columns back.
            let group = |group: u32| {
                let to = self.cell(stage, mover, group);
                // SAFETY: all cells of a full chunk are in the table.
                unsafe {
                    let from = self.reference.at_unchecked([y, x]);
                    let from = from.add(4 * group as usize * pitch).sub(4 * group as usize);
                    copy_async::copy_ahead(slice.at_unchecked(to), from);
                    copy_async::copy_ahead(slice.at_unchecked(to + ROW), from.add(pitch));
                    copy_async::copy_ahead(slice.at_unchecked(to + 2 * ROW), from.add(2 * pitch));
                    copy_async::copy_ahead(slice.at_unchecked(to + 3 * ROW), from.add(3 * pitch));
                }
            };
            group(0);
            group(1);
            group(2);
            group(3);
        } else if chunk < rounds {
            for group in 0..4 {
                let x = self.column(chunk, first + group, lane());
                for row in 0..4 {
                    let y = self.above() + Rows::apply_u32([mover, group, row]) + 1;
                    // SAFETY: only cells of the table are read.
                    unsafe {
                        let to = slice.at_unchecked(self.cell(stage, mover, group) + row * ROW);
                        if self.is_inside(y, x) {
                            copy_async::copy(to, self.reference.at_unchecked([y, x]));
                        } else {
                            to.set(0);
                        }
                    }
                }
            }
        }
    }

    /// Writes a finished chunk out.
    #[inline(always)]
    unsafe fn store(&self, mover: u32, chunk: u32, stage: u32) {
        let slice = self.chunks.slice();
        let first = mover * 4;
        if self.is_full(chunk) {
            let (y, x) = (self.above() + Rows::apply_u32([mover, 0, 0]) + 1, self.column(chunk, first, lane()));
            let pitch = self.columns as usize + 1;
            // y + x is the same in each group.
            let cost = self.penalty * (y + x) as i32;
            let cost = [cost, cost + self.penalty, cost + 2 * self.penalty, cost + 3 * self.penalty];
            // SAFETY: all cells of a full chunk are in the table, and these are this thread's.
            unsafe {
                let read = |group: u32| {
                    let from = self.cell(stage, mover, group);
                    [0, 1, 2, 3].map(|row| slice.get_unchecked(from + row * ROW))
                };
                // All reads before the first write: the compiler keeps their order.
                let cells = [read(0), read(1), read(2), read(3)];
                let to = self.score.at_unchecked([y, x]);
                let write = |group: usize| {
                    let to = to.add(4 * group * pitch).sub(4 * group);
                    for row in 0..4 {
                        global::store(to.add(row * pitch), cells[group][row] - cost[row]);
                    }
                };
                write(0);
                write(1);
                write(2);
                write(3);
            }
        } else {
            for group in 0..4 {
                let x = self.column(chunk, first + group, lane());
                for row in 0..4 {
                    let y = self.above() + Rows::apply_u32([mover, group, row]) + 1;
                    if self.is_inside(y, x) {
                        // SAFETY: the cell is in the table, and this thread's.
                        unsafe {
                            let cell = slice.get_unchecked(self.cell(stage, mover, group) + row * ROW);
                            self.score.set_unchecked([y, x], cell - self.penalty * (y + x) as i32);
                        }
                    }
                }
            }
        }
    }

    /// Where a strip leaves what it hands down, for a column counted from 0.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn word(&self, strip: u32, x: u32) -> *mut u64 {
        // SAFETY: there is a word for each strip and column.
        unsafe { self.links.at_unchecked([1 + strip * self.columns + x]) }
    }

    /// Hands the last row of a finished chunk to the strip below, by the mover that has it.
    #[inline(always)]
    unsafe fn hand_down(&self, mover: u32, chunk: u32, stage: u32) {
        let x = self.column(chunk, 31, lane()).wrapping_sub(1);
        if mover == MOVERS - 1 && x < self.columns && self.above() + STRIP <= self.rows {
            // SAFETY: the cell is in the chunk, and the word this strip's.
            unsafe {
                let cell = self.chunks.slice().get_unchecked(self.cell(stage, mover, 3) + 3 * ROW);
                let word = u64::from(self.launch) << 32 | u64::from(cell as u32);
                atomic::store_relaxed(self.word(self.number, x), word, Scope::Gpu);
            }
        }
    }

    /// What the strip above has handed down so far for a round.
    #[inline(always)]
    unsafe fn peek(&self, round: u32) -> u64 {
        let x = round * CHUNK + lane();
        if self.number == 0 || x >= self.columns {
            return 0;
        }
        // SAFETY: the word is the strip's above.
        unsafe { atomic::load_relaxed(self.word(self.number - 1, x), Scope::Gpu) }
    }

    /// Waits for what the first lane needs from above in a round.
    #[inline(always)]
    unsafe fn take_top(&self, round: u32, peeked: u64) {
        let x = round * CHUNK + lane();
        let mut cell = 0;
        if x < self.columns {
            if self.number == 0 {
                // SAFETY: the first row of the table is given.
                cell = unsafe { self.given(0, x + 1) };
            } else {
                let mut word = peeked;
                while (word >> 32) as u32 != self.launch {
                    sleep(20);
                    // SAFETY: the word is the strip's above.
                    word = unsafe { atomic::load_relaxed(self.word(self.number - 1, x), Scope::Gpu) };
                }
                cell = word as u32 as i32;
            }
        }
        // SAFETY: a group has four columns, and a warp has eight groups.
        unsafe { self.tops.set_unchecked([round % 2, lane() / 4, lane() % 4], cell) };
    }
}

/// What a lane carries from one group of columns to the next.
struct Lane {
    /// The last column of each row.
    left: [i32; 4],
    /// The last column of the row above.
    corner: i32,
    /// The last row, for the lane below.
    bottom: [i32; 4],
    /// Twice the penalty.
    gain: i32,
}

impl Lane {
    /// Computes a chunk; `FULL` where all lanes are inside of the table.
    #[inline(always)]
    unsafe fn round<const FULL: bool>(&mut self, strip: &Strip<'_>, round: u32, stage: u32) {
        let lane = lane();
        let slice = strip.chunks.slice();
        // SAFETY: four columns of a group lie side by side, from a multiple of four on, in chunks and in tops.
        let wide = |at: u32| unsafe { SharedPtr::<[i32; 4]>::from_offset(slice.at_unchecked(at).offset()) };
        // SAFETY: as above, in what came from the strip above; there are eight groups.
        let top = |step: u32| unsafe {
            SharedPtr::<[i32; 4]>::from_offset(strip.tops.at_unchecked([round % 2, step, 0]).offset()).get()
        };
        let read = |step: u32| {
            let at = Chunks::apply_u32([stage, lane, 0, step, 0]);
            (at, [0, 1, 2, 3].map(|row| wide(at + row * ROW).get()), top(step))
        };
        // What a step reads is read one step before: the compiler does not move reads over writes.
        let mut ahead = read(0);
        let mut advance = |step: u32| {
            let (at, references, top) = ahead;
            if step < 7 {
                ahead = read(step + 1);
            }
            let shuffled = self.bottom.map(|cell| Warp::ALL.shuffle_up(cell, 1));
            let mut above = [0, 1, 2, 3].map(|q: usize| if lane == 0 { top[q] } else { shuffled[q] });
            let group = (round * 8 + step).wrapping_sub(lane);
            if FULL || group < strip.columns.div_ceil(4) {
                let mut corner = self.corner;
                self.corner = above[3];
                for row in 0..4 {
                    let (mut diagonal, mut left) = (corner, self.left[row]);
                    corner = left;
                    let mut cells = [0; 4];
                    for q in 0..4 {
                        let both = references[row][q] + self.gain + diagonal;
                        diagonal = above[q];
                        left = both.max(above[q]).max(left);
                        cells[q] = left;
                    }
                    self.left[row] = left;
                    wide(at + row as u32 * ROW).set(cells);
                    above = cells;
                }
                self.bottom = above;
            }
        };
        if FULL {
            // Unrolled by hand: places are then at fixed distances.
            advance(0);
            advance(1);
            advance(2);
            advance(3);
            advance(4);
            advance(5);
            advance(6);
            advance(7);
        } else {
            for step in 0..8 {
                advance(step);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Chunks, Moved, ROW, Rows, STAGES, STRIP};

    #[test]
    fn rows_of_a_lane_are_a_fixed_distance_apart_and_movers_see_the_same_cells() {
        for stage in 0..STAGES {
            for y in 0..STRIP {
                for column in 0..32 {
                    let [mover, group, row] = Rows::inv_u32(y);
                    let at = Chunks::apply_u32([stage, y / 4, y % 4, column / 4, column % 4]);
                    assert_eq!(at, Chunks::apply_u32([stage, y / 4, 0, column / 4, column % 4]) + y % 4 * ROW);
                    assert_eq!(at, Moved::apply_u32([stage, mover, group, row, column]));
                }
            }
        }
    }

    #[test]
    fn four_columns_of_a_group_lie_side_by_side() {
        for lane in 0..32 {
            for group in 0..8 {
                let first = Chunks::apply_u32([1, lane, 2, group, 0]);
                assert!(first.is_multiple_of(4));
                assert_eq!(Chunks::apply_u32([1, lane, 2, group, 3]), first + 3);
            }
        }
    }
}
