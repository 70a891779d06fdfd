//! The shape of a block's work: strips of rows, chunks of columns, and the layouts of both in shared memory.

use lego::layout;
use lego_cuda::device::index::WARP;

/// The rows of a strip: four for each lane of the computing warp.
pub const STRIP: u32 = 128;
/// The groups of a chunk, of four columns each.
pub(super) const GROUPS: u32 = 8;
/// The columns of a chunk.
pub(super) const CHUNK: u32 = 4 * GROUPS;
/// The chunks in shared memory: those to be written out, the one that is computed, and the others on their way in.
pub(super) const STAGES: u32 = 6;
/// The warps that move.
pub(super) const MOVERS: u32 = 8;
/// The lanes whose rows a warp moves.
pub(super) const MOVED: u32 = WARP / MOVERS;

layout! {
    /// Cell `[stage, lane, row, group, column]` of the chunks. A group stands unused after the rows of a lane, so that lanes
    /// that read the same group by 16 bytes meet different banks.
    pub type Chunks = Row(6, 32, 132).PadBy([6, 32, 128] => [6, 32, 132]).GroupBy([6, 32, 4, 8, 4]);
    /// Which row of a lane, and which vector of a line of it, is a moving thread's.
    pub(super) type Moved = Row(4, 8);
    /// Column `[parity of the round, group, column]` of what comes from the strip above.
    pub type Tops = Row(2, 8, 4);
    /// What a block draws at its start: the number of its strip, and that of the launch.
    pub type Carry = Row(2);
}

/// How far apart the stages are: the stride of [`Chunks`] along them.
pub(super) const STAGE: u32 = 32 * 132;
/// How far apart the rows of a lane are in a chunk: the stride of [`Chunks`] along them.
pub(super) const ROW: u32 = 32;
/// How far apart the groups of a row are in a chunk: the stride of [`Chunks`] along them.
pub(super) const GROUP: u32 = 4;

/// The stage after another.
#[inline(always)]
pub(super) fn next(stage: u32) -> u32 {
    if stage + 1 == STAGES { 0 } else { stage + 1 }
}

/// The stage before another.
#[inline(always)]
pub(super) fn previous(stage: u32) -> u32 {
    if stage == 0 { STAGES - 1 } else { stage - 1 }
}

/// By how many columns the vectors of a row begin behind its groups.
///
/// Groups begin at columns that four divides, vectors at elements of memory that four divides. Rows are `pitch` elements
/// apart, and row 0 of a lane is row 1 of the table but for a multiple of four: so it is the same in all lanes.
#[inline(always)]
pub(super) const fn shift(pitch: u32, row: u32) -> u32 {
    (row + 1).wrapping_mul(pitch).wrapping_neg() % 4
}

#[cfg(test)]
mod tests {
    use super::{Chunks, GROUP, ROW, STAGE, STAGES, STRIP, shift};

    #[test]
    fn rows_and_groups_of_a_lane_are_fixed_distances_apart() {
        for stage in 0..STAGES {
            for lane in 0..32 {
                let first = Chunks::apply_u32([stage, lane, 0, 0, 0]);
                assert!(first.is_multiple_of(4));
                assert_eq!(first, Chunks::apply_u32([0, lane, 0, 0, 0]) + stage * STAGE);
                for (row, group, column) in
                    (0..4).flat_map(|r| (0..8).flat_map(move |g| (0..4).map(move |c| (r, g, c))))
                {
                    let at = Chunks::apply_u32([stage, lane, row, group, column]);
                    assert_eq!(at, first + row * ROW + group * GROUP + column);
                }
            }
        }
    }

    #[test]
    fn eight_lanes_that_read_a_group_meet_all_banks() {
        for lanes in [0..8, 8..16, 16..24, 24..32] {
            let mut banks: Vec<_> = lanes.map(|lane| Chunks::apply_u32([3, lane, 2, 5, 0]) % 32).collect();
            banks.sort_unstable();
            assert_eq!(banks, (0..8).map(|k| 4 * k).collect::<Vec<_>>());
        }
    }

    #[test]
    fn vectors_begin_at_multiples_of_four() {
        for pitch in 2..20 {
            for y in 0..2 * STRIP {
                assert_eq!(((y + 1) * pitch + shift(pitch, y % 4)) % 4, 0);
            }
        }
    }
}
