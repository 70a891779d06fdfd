//! The warps that move: references into shared memory, finished chunks out of it.

use super::chunks::{Moved, ROW, Rows};
use super::strip::Strip;
use lego_cuda::device::{copy_async, global, lane};

impl Strip<'_> {
    /// Where the cell of a mover's thread is in a chunk, in the first row of a group.
    #[inline(always)]
    pub(super) fn cell(&self, stage: u32, mover: u32, group: u32) -> u32 {
        Moved::apply_u32([stage, mover, group, 0, lane()])
    }

    /// Begins to copy a chunk.
    #[inline(always)]
    pub(super) unsafe fn load(&self, mover: u32, chunk: u32, stage: u32, rounds: u32) {
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
    pub(super) unsafe fn store(&self, mover: u32, chunk: u32, stage: u32) {
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
}
