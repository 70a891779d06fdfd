//! The strip of a block: where it is, and which of its cells are in the table.

use super::chunks::{CHUNK, Chunks, GROUPS, STRIP, Tops};
use crate::needleman_wunsch::table::Table;
use lego_cuda::device::index::WARP;
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

    /// How far apart the rows of the table are.
    #[inline(always)]
    pub(super) fn pitch(&self) -> u32 {
        self.columns + 1
    }

    /// How many rounds there are: so many that the last line of memory that has cells of the table, of the last lane, which
    /// begins up to eight groups before the round of its number, is among theirs.
    #[inline(always)]
    pub(super) fn rounds(&self) -> u32 {
        (self.columns / 4 + WARP + 1).div_ceil(GROUPS) + 1
    }

    /// The first column of what a lane, counted from 0, computes in a step, counted over all rounds. Before the table, by
    /// wrapping below zero, it is more than the number of columns.
    #[inline(always)]
    pub(super) fn first_column(&self, step: u32, lane: u32) -> u32 {
        step.wrapping_sub(lane + 1).wrapping_mul(4)
    }

    /// The column of the table of a column of a round, for the first lane.
    #[inline(always)]
    pub(super) fn top_column(&self, round: u32, column: u32) -> u32 {
        (round * CHUNK + column).wrapping_sub(4)
    }

    /// Whether a column is one that the kernel fills; column 0 is given.
    #[inline(always)]
    pub(super) fn fills(&self, x: u32) -> bool {
        x.wrapping_sub(1) < self.columns
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
