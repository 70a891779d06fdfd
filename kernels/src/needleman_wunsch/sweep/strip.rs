//! The strip of a block: where it is, and which of its cells are in the table.

use super::chunks::{CHUNK, Chunks, LAG, STRIP, Tops};
use crate::needleman_wunsch::table::Table;
use lego_cuda::view::{Global, GlobalMut, Shared};

/// The strip of a block, and the memory that its warps share.
#[derive(Clone, Copy)]
pub(super) struct Strip<'a> {
    pub(super) reference: Global<'a, i32, Table>,
    pub(super) score: &'a GlobalMut<'a, i32, Table>,
    pub(super) links: &'a GlobalMut<'a, u64>,
    pub(super) chunks: Shared<'a, i32, Chunks>,
    pub(super) tops: Shared<'a, i32, Tops>,
    pub(super) number: u32,
    pub(super) launch: u32,
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) penalty: i32,
}

impl Strip<'_> {
    /// The row above the strip.
    #[inline(always)]
    pub(super) fn above(&self) -> u32 {
        self.number * STRIP
    }

    /// Whether all lanes are inside of the table in a round.
    #[inline(always)]
    pub(super) fn is_full(&self, round: u32) -> bool {
        round >= LAG && (round + 1) * CHUNK <= self.columns && self.above() + STRIP <= self.rows
    }

    /// The column, counted from 1, of a cell of a chunk whose rows are those of a lane. Beyond the table, also by
    /// wrapping below zero, it is more than the number of columns or 0.
    #[inline(always)]
    pub(super) fn column(&self, chunk: u32, lane: u32, column: u32) -> u32 {
        (chunk * CHUNK + column).wrapping_sub(4 * lane).wrapping_add(1)
    }

    #[inline(always)]
    pub(super) fn is_inside(&self, y: u32, x: u32) -> bool {
        y <= self.rows && x.wrapping_sub(1) < self.columns
    }

    /// A score as it is computed with: a gap costs nothing.
    ///
    /// # Safety
    /// The cell is in the table, and nobody writes it.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn given(&self, y: u32, x: u32) -> i32 {
        // SAFETY: as the caller promises.
        let score = unsafe { self.score.get_unchecked([y, x]) };
        score + self.penalty * (y + x) as i32
    }
}
