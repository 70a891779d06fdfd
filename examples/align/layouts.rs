//! The layouts that a score tile can have; everything else in this program is generic over them.
//!
//! A tile of `N × N` scores holds a block of `N - 1` by `N - 1` letters, and in row 0 and column 0 the scores that come in
//! from the blocks above and to the left.

use lego::{Layout, StaticLayout, layout};
use lego_kernels::needleman_wunsch::BLOCK;

/// The rows and columns of a block of the GPU kernels, of which there is one size only.
pub(crate) const TILE: usize = BLOCK as usize;

/// What the program asks of a layout: rank 2, sizes known at compile time, a position for every index.
pub(crate) trait TileLayout:
    StaticLayout + Layout<Index = [usize; 2], Position = usize> + Copy + Send + Sync + 'static
{
}

impl<L> TileLayout for L where
    L: StaticLayout + Layout<Index = [usize; 2], Position = usize> + Copy + Send + Sync + 'static
{
}

layout! {
    /// Row after row. A step along an anti-diagonal is `N - 1` elements, for the usual sizes of blocks a power of two, so
    /// that the elements of an anti-diagonal share few cache sets.
    pub(crate) type RowTile<const N: usize> = Row(N, N);

    /// Row after row with one unused element behind each, so that a step along an anti-diagonal is `N` elements.
    pub(crate) type PaddedTile<const N: usize> = Row(N, N + 1).PadBy([N, N] => [N, N + 1]);

    /// Anti-diagonal after anti-diagonal, each a plain slice.
    pub(crate) type AntiDiagonalTile<const N: usize> = AntiDiag(N);

    /// Row after row, each turned by its number, so that an anti-diagonal is a column of what is stored.
    pub(crate) type SkewTile<const N: usize> = Skew(N, N);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps_the_laws<L: TileLayout>(strides: [Option<isize>; 3]) {
        let layout = L::default();
        let [rows, columns] = L::DIMS;
        let mut hit = vec![false; L::SPAN];
        for i in 0..rows {
            for j in 0..columns {
                let p = layout.apply([i, j]);
                assert!(!hit[p], "two indices go to {p}");
                hit[p] = true;
                assert_eq!(layout.try_inv(p), Some([i, j]));
                for (to, stride) in [([i + 1, j], 0), ([i, j + 1], 1), ([i + 1, j.wrapping_sub(1)], 2)] {
                    if let (Some(q), Some(s)) = (layout.try_apply(to), strides[stride]) {
                        assert_eq!(q as isize - p as isize, s, "{to:?}");
                    }
                }
            }
        }
        for (p, hit) in hit.into_iter().enumerate() {
            assert_eq!(layout.try_inv(p).is_some(), hit, "position {p}");
        }
        assert_eq!([layout.stride(0), layout.stride(1), layout.anti_diagonal_stride()], strides);
    }

    #[test]
    fn every_layout_keeps_the_laws() {
        keeps_the_laws::<RowTile<33>>([Some(33), Some(1), Some(32)]);
        keeps_the_laws::<PaddedTile<33>>([Some(34), Some(1), Some(33)]);
        keeps_the_laws::<AntiDiagonalTile<33>>([None, None, Some(1)]);
        keeps_the_laws::<SkewTile<33>>([None, None, Some(33)]);
    }
}
