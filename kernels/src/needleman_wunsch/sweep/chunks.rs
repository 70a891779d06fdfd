//! The shape of a block's work: strips of rows, chunks of columns, and the layouts of both in shared memory.

use lego::layout;
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::index::WARP;

/// The rows of a strip: four for each lane of the computing warp.
pub const STRIP: u32 = 128;
/// The columns of a chunk: eight groups of four.
pub(super) const CHUNK: u32 = 32;
/// The chunks in shared memory: one to compute, one to write out, the others on their way in.
pub(super) const STAGES: u32 = 6;
/// The warps that move.
pub(super) const MOVERS: u32 = 8;
/// The threads of a block.
const THREADS: u32 = WARP * (2 + MOVERS);
/// Where all warps of a block meet once a round, each at a place of its own.
pub(super) const MEETING: NamedBarrier = NamedBarrier::new(1, THREADS);
/// By how many rounds the last lane ends after the first: 31 groups of columns.
pub(super) const LAG: u32 = 4;

layout! {
    /// Cell `[stage, lane, row, group, column]` of the chunks. A row has 128 bytes; its groups are exchanged by its lane,
    /// so that lanes that read the same group by 16 bytes meet different banks.
    pub type Chunks = OrderBy(Row(6, 4), Swizzle(3, 2, 5)).GroupBy([6, 32, 4, 8, 4]);
    /// Cell `[stage, mover, group of rows, row, column]` of the chunks, for those that move a row at a time.
    pub(super) type Moved = OrderBy(Row(6, 4), Swizzle(3, 2, 5)).GroupBy([6, 8, 4, 4, 32]);
    /// Row `[mover, group of rows, row]` of a strip.
    pub(super) type Rows = Row(8, 4, 4);
    /// Column `[parity of the round, group, column]` of what comes from the strip above.
    pub type Tops = Row(2, 8, 4);
    /// What a block draws at its start: the number of its strip, and that of the launch.
    pub type Carry = Row(2);
}

/// How far apart the rows of a lane are in a chunk: the stride of [`Chunks`] along them.
pub(super) const ROW: u32 = 32;

/// The stage after another.
#[inline(always)]
pub(super) fn next(stage: u32) -> u32 {
    if stage + 1 == STAGES { 0 } else { stage + 1 }
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
