//! Links between strips: the last row of a strip, handed to the block of the strip below by words in global memory.

use super::chunks::{Chunks, STRIP};
use super::strip::Strip;
use lego_cuda::device::index::WARP;
use lego_cuda::device::{Scope, atomic, lane, sleep};

impl Strip<'_> {
    /// Where a strip leaves what it hands down, for a column that it fills.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn word(&self, strip: u32, x: u32) -> *mut u64 {
        // SAFETY: there is a word for each strip and column.
        unsafe { self.links.at_unchecked([strip * self.columns + x]) }
    }

    /// The lane's cell of the last row of a finished chunk.
    ///
    /// # Safety
    /// Nobody writes the row.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn last_row(&self, stage: u32) -> i32 {
        // SAFETY: a warp has eight groups of four columns.
        unsafe { self.chunks.slice().get_unchecked(Chunks::apply_u32([stage, WARP - 1, 3, lane() / 4, lane() % 4])) }
    }

    /// Hands the lane's cell of the last row of a finished chunk to the strip below.
    #[inline(always)]
    pub(super) unsafe fn hand_down(&self, chunk: u32, cell: i32) {
        let x = self.top_column(chunk, lane()).wrapping_sub(4 * (WARP - 1));
        if self.fills(x) && self.above() + STRIP < self.rows {
            let word = u64::from(self.launch) << 32 | u64::from(cell as u32);
            // SAFETY: the word is this strip's.
            unsafe { atomic::store_relaxed(self.word(self.number, x), word, Scope::Gpu) };
        }
    }

    /// What the strip above has handed down so far for a round.
    #[inline(always)]
    pub(super) unsafe fn peek(&self, round: u32) -> u64 {
        let x = self.top_column(round, lane());
        if self.number == 0 || !self.fills(x) {
            return 0;
        }
        // SAFETY: the word is the strip's above.
        unsafe { atomic::load_relaxed(self.word(self.number - 1, x), Scope::Gpu) }
    }

    /// Waits for what the first lane needs from above in a round.
    #[inline(always)]
    pub(super) unsafe fn take_top(&self, round: u32, peeked: u64) {
        let x = self.top_column(round, lane());
        let mut cell = 0;
        if x == 0 || self.number == 0 && self.fills(x) {
            // SAFETY: the first row and the first column of the table are given.
            cell = unsafe { self.given(self.above(), x) };
        } else if self.fills(x) {
            let mut word = peeked;
            while (word >> 32) as u32 != self.launch {
                sleep(20);
                // SAFETY: the word is the strip's above.
                word = unsafe { atomic::load_relaxed(self.word(self.number - 1, x), Scope::Gpu) };
            }
            cell = word as u32 as i32;
        }
        // SAFETY: a group has four columns, and a warp has eight groups.
        unsafe { self.tops.set_unchecked([round % 2, lane() / 4, lane() % 4], cell) };
    }
}
