//! Where scales lie: in memory as a matrix of bytes; in shared memory as threads read them; and which thread has which of them.
//!
//! Which thread multiplies which sum is what the tensor cores say. From that follows, by the operations that make a matrix of scales as large
//! as the sums, read backwards, which scales a thread needs: a test derives it, and that what is here is just that. So each thread
//! reads its own scales, as whole vectors, and none comes from another thread.

use lego::layout;

/// The elements along k that a scale is for: as many as one instruction of the tensor cores multiplies.
pub const SCALED: u32 = 32;
/// The scales of a row along a step.
pub(super) const BLOCKS: u32 = 4;
/// The steps whose tiles and scales are in shared memory at once: as many as there is room for.
pub const STAGES: u32 = 5;
/// The same for layouts.
const N: usize = STAGES as usize;
/// The rows of a block of a product, and its columns.
pub(super) const SIDE: u32 = 128;

layout! {
    /// Scale `[row, k / 32]` of an r×k operand, whose rows begin at multiples of four of them: those of 128 elements along k are a word.
    pub type MxScales(r, k) = Row(r, ceil_div(k, 128)*4)
        .PadBy([r, ceil_div(k, 32)] => [r, ceil_div(k, 128)*4])
        where r >= 1, k >= 1;
    /// The same by words: `[row, k / 128]`.
    pub type ScaleWords(r, k) = Row(r, ceil_div(k, 128)) where r >= 1, k >= 1;

    /// The tiles of an operand of all stages, one after another, of 128 rows of 128 bytes: words of eight bytes.
    pub type Tiles = Row(N*128*16);
    /// The scale of `[stage, block, row]`: a thread has sums of two rows, eight apart, whose scales lie side by side.
    pub type RowScales = OrderBy(RegP([N*4*8, 2, 8], [1, 3, 2])).GroupBy([N, 4, 128]);
    /// The same by pairs: `[stage, block, warp, row]`, of 16 rows of each warp the first eight.
    pub(super) type RowPairs = Row(N, 4, 8, 8);
    /// The scale of `[stage, block, column]`: of 16 columns a thread has sums of four, two neighbours and the two eight columns behind, whose
    /// scales lie side by side.
    pub type ColumnScales = OrderBy(RegP([N*4*8, 2, 4, 2], [1, 3, 2, 4])).GroupBy([N, 4, 128]);
    /// The same by vectors of four: `[stage, block, column / 16, pair]`.
    pub(super) type ColumnVectors = Row(N, 4, 8, 4);
    /// Whether the scales of a stage are moderate: `[stage, operand]`.
    pub type Moderate = Row(N, 2);
    /// For each stage whether it is full, and then for each whether it is empty.
    pub type Barriers = Row(2*N);
}

#[cfg(test)]
mod tests {
    use super::{
        Barriers, ColumnScales, ColumnVectors, Moderate, MxScales, RowPairs, RowScales, STAGES, ScaleWords, Tiles,
    };
    use crate::matrix_product_hopper::{Pairs, StagedPairs};

    #[test]
    fn stages_fit_into_shared_memory() {
        let words = 2 * Tiles::COUNT + StagedPairs::COUNT + Barriers::COUNT;
        let bytes = 8 * words + 4 * (RowScales::COUNT + ColumnScales::COUNT + Moderate::COUNT);
        assert!(bytes <= 227 << 10, "{bytes} bytes");
        assert!(bytes + bytes / (STAGES as usize + 1) > 227 << 10, "there is room for another stage");
    }

    #[test]
    fn scales_are_the_same_one_by_one_and_by_vectors() {
        for place in 0..RowScales::COUNT as u32 {
            let [stage, block, row] = RowScales::inv_u32(place);
            assert_eq!(place, 2 * RowPairs::apply_u32([stage, block, row / 16, row % 8]) + row / 8 % 2);
        }
        for place in 0..ColumnScales::COUNT as u32 {
            let [stage, block, column] = ColumnScales::inv_u32(place);
            let vector = ColumnVectors::apply_u32([stage, block, column / 16, column / 2 % 4]);
            assert_eq!(place, 4 * vector + 2 * (column / 8 % 2) + column % 2);
        }
        for [r, k] in [[3, 16], [5, 128], [2, 400]] {
            let (scales, words) = (MxScales::new(r, k).unwrap(), ScaleWords::new(r, k).unwrap());
            for row in 0..r as u32 {
                for block in 0..k.div_ceil(32) as u32 {
                    assert_eq!(scales.apply_u32([row, block]), 4 * words.apply_u32([row, block / 4]) + block % 4);
                }
            }
        }
        // Lane l of a warp: rows l / 4 and eight behind, columns 2·(l mod 4) and on.
        assert_eq!([Pairs::inv_u32(0), Pairs::inv_u32(5), Pairs::inv_u32(31)], [[0, 0], [1, 1], [7, 3]]);
    }
}
