//! Links between strips: the last row of a strip, handed to the block of the strip below by words in global memory.

use super::chunks::{CHUNK, MOVERS, ROW, STRIP};
use super::strip::Strip;
use lego_cuda::device::{Scope, atomic, lane, sleep};

impl Strip<'_> {
    /// Where a strip leaves what it hands down, for a column counted from 0.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn word(&self, strip: u32, x: u32) -> *mut u64 {
        // SAFETY: there is a word for each strip and column.
        unsafe { self.links.at_unchecked([1 + strip * self.columns + x]) }
    }

    /// Hands the last row of a finished chunk to the strip below, by the mover that has it.
    #[inline(always)]
    pub(super) unsafe fn hand_down(&self, mover: u32, chunk: u32, stage: u32) {
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
    pub(super) unsafe fn peek(&self, round: u32) -> u64 {
        let x = round * CHUNK + lane();
        if self.number == 0 || x >= self.columns {
            return 0;
        }
        // SAFETY: the word is the strip's above.
        unsafe { atomic::load_relaxed(self.word(self.number - 1, x), Scope::Gpu) }
    }

    /// Waits for what the first lane needs from above in a round.
    #[inline(always)]
    pub(super) unsafe fn take_top(&self, round: u32, peeked: u64) {
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
