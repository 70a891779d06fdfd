//! Shared memory of a block of threads: tiles and scales of several steps, and the barriers that say which are there and which are free.

use super::layouts::{Barriers, ColumnScales, ColumnVectors, Moderate, RowPairs, RowScales, SIDE, STAGES, Tiles};
use crate::matrix_product_hopper::{ROW_BYTES, TileBytes, WARPGROUP_ROWS};
use lego_cuda::device::Element;
use lego_cuda::device::mbarrier::Mbarrier;
use lego_cuda::view::Shared;

/// What a tile is: 128 rows of 128 bytes.
pub(super) type Tile<T> = Shared<'static, T, TileBytes<2>>;

/// The memory of all stages.
#[derive(Clone, Copy)]
pub(super) struct Ring<'s> {
    pub(super) left: Shared<'s, u64, Tiles>,
    pub(super) right: Shared<'s, u64, Tiles>,
    pub(super) rows: Shared<'s, u32, RowScales>,
    pub(super) columns: Shared<'s, u32, ColumnScales>,
    pub(super) moderate: Shared<'s, u32, Moderate>,
    pub(super) barriers: Shared<'s, u64, Barriers>,
}

impl Ring<'_> {
    /// Says that a stage is full: who brings tiles, and a lane of each of two warps that bring scales.
    #[inline(always)]
    pub(super) fn full(self, stage: u32) -> Mbarrier {
        // SAFETY: it is called with stages that there are.
        Mbarrier::at(unsafe { self.barriers.slice().at_unchecked(stage) })
    }

    /// Says that it is empty: a lane of each warp that multiplies.
    #[inline(always)]
    pub(super) fn empty(self, stage: u32) -> Mbarrier {
        // SAFETY: as above.
        Mbarrier::at(unsafe { self.barriers.slice().at_unchecked(STAGES + stage) })
    }

    /// The tiles of a stage.
    #[inline(always)]
    pub(super) fn tiles<T: Element>(self, stage: u32) -> [Tile<T>; 2] {
        [self.left, self.right].map(|tiles| {
            // SAFETY: there are the tiles of all stages, each of which begins at a multiple of 1024 bytes.
            unsafe { Tile::from_offset(tiles.slice().at_unchecked(stage * SIDE * ROW_BYTES / 8).offset()) }
        })
    }

    /// The tiles of a stage as a warpgroup with a number multiplies them: its 64 rows on the left, and all on the right.
    #[inline(always)]
    pub(super) fn multiplied<T: Element>(
        self,
        stage: u32,
        warpgroup: u32,
    ) -> (Shared<'static, T, TileBytes<1>>, Tile<T>) {
        let [left, right] = self.tiles::<T>(stage);
        // SAFETY: each half of the tile begins at a multiple of 1024 bytes too, and has what changes places in it.
        let left = unsafe { Shared::from_offset(left.slice().at(0).offset() + warpgroup * WARPGROUP_ROWS * ROW_BYTES) };
        (left, right)
    }

    /// Whether all scales of a stage are moderate.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn is_moderate(self, stage: u32) -> bool {
        // SAFETY: there are both of all stages.
        let of = |operand| unsafe { self.moderate.get_unchecked([stage, operand]) };
        of(0) & of(1) != 0
    }

    /// The scales of the two rows of a lane: of 16 rows of a warp the one with this number and the one eight behind.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn row_pair(self, [stage, block]: [u32; 2], [warp, row]: [u32; 2]) -> [u32; 2] {
        // SAFETY: the pairs of the layout are those of the scales.
        unsafe { self.rows.slice().cast().get_unchecked(RowPairs::apply_u32([stage, block, warp, row])) }
    }

    /// The scales of the four columns of a lane: of 16 columns the pair with this number, and that eight columns behind.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn columns(self, [stage, block]: [u32; 2], [sixteen, pair]: [u32; 2]) -> [u32; 4] {
        // SAFETY: as above.
        unsafe { self.columns.slice().cast().get_unchecked(ColumnVectors::apply_u32([stage, block, sixteen, pair])) }
    }
}

/// The next stage, and the parity of its round.
#[inline(always)]
pub(super) fn next(stage: u32, parity: u32) -> (u32, u32) {
    if stage + 1 == STAGES { (0, parity ^ 1) } else { (stage + 1, parity) }
}
