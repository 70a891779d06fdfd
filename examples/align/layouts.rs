//! The layouts that a score tile can have; everything else in this program is generic over them.
//!
//! A tile of `N × N` scores holds a block of `N - 1` by `N - 1` letters, and in row 0 and column 0 the scores that come in
//! from the blocks above and to the left.

use lego::{Layout, StaticLayout};

/// What the program asks of a layout: rank 2, sizes known at compile time, a position for every index.
pub(crate) trait TileLayout:
    StaticLayout + Layout<Index = [usize; 2], Position = usize> + Send + Sync + 'static
{
}

impl<L> TileLayout for L where L: StaticLayout + Layout<Index = [usize; 2], Position = usize> + Send + Sync + 'static {}

/// `Row(N, N)`: row after row. A step along an anti-diagonal is `N - 1` elements, for the usual sizes of blocks a power of
/// two, so that the elements of an anti-diagonal share few cache sets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowTile<const N: usize>;

impl<const N: usize> Layout for RowTile<N> {
    type Index = [usize; 2];
    type Position = usize;
    type Place = [usize; 2];

    #[inline(always)]
    fn dims(&self) -> [usize; 2] {
        Self::DIMS
    }

    #[inline(always)]
    fn size(&self) -> usize {
        Self::SIZE
    }

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        i * N + j
    }

    #[inline(always)]
    fn inv(&self, position: usize) -> [usize; 2] {
        [position / N, position % N]
    }

    #[inline(always)]
    fn stride(&self, axis: usize) -> Option<isize> {
        [Some(N as isize), Some(1)][axis]
    }

    #[inline(always)]
    fn anti_diagonal_stride(&self) -> Option<isize> {
        Some(N as isize - 1)
    }
}

impl<const N: usize> StaticLayout for RowTile<N> {
    const DIMS: [usize; 2] = [N, N];
    const COUNT: usize = N * N;
    const SIZE: usize = N * N;
}

/// `Row(N, N + 1).PadBy([N, N] => [N, N + 1])`: row after row with one unused element behind each, so that a step along an
/// anti-diagonal is `N` elements.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PaddedTile<const N: usize>;

impl<const N: usize> Layout for PaddedTile<N> {
    type Index = [usize; 2];
    type Position = usize;
    type Place = Option<[usize; 2]>;

    #[inline(always)]
    fn dims(&self) -> [usize; 2] {
        Self::DIMS
    }

    #[inline(always)]
    fn size(&self) -> usize {
        Self::SIZE
    }

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        i * (N + 1) + j
    }

    #[inline(always)]
    fn inv(&self, position: usize) -> Option<[usize; 2]> {
        let [i, j] = [position / (N + 1), position % (N + 1)];
        (j < N).then_some([i, j])
    }

    #[inline(always)]
    fn stride(&self, axis: usize) -> Option<isize> {
        [Some(N as isize + 1), Some(1)][axis]
    }

    #[inline(always)]
    fn anti_diagonal_stride(&self) -> Option<isize> {
        Some(N as isize)
    }
}

impl<const N: usize> StaticLayout for PaddedTile<N> {
    const DIMS: [usize; 2] = [N, N];
    const COUNT: usize = N * N;
    const SIZE: usize = N * (N + 1);
}

/// `AntiDiag(N)`: anti-diagonal after anti-diagonal, each a plain slice.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AntiDiagonalTile<const N: usize>;

impl<const N: usize> Layout for AntiDiagonalTile<N> {
    type Index = [usize; 2];
    type Position = usize;
    type Place = [usize; 2];

    #[inline(always)]
    fn dims(&self) -> [usize; 2] {
        Self::DIMS
    }

    #[inline(always)]
    fn size(&self) -> usize {
        Self::SIZE
    }

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        let a = i + j + 1;
        if a <= N {
            i + a * (a - 1) / 2
        } else {
            let a = 2 * N - a;
            N * N - N + i - a * (a - 1) / 2
        }
    }

    #[inline(always)]
    fn inv(&self, position: usize) -> [usize; 2] {
        // In the lower right half count from the other end, and turn the result back.
        let upper = position < N * (N + 1) / 2;
        let x = if upper { position } else { N * N - 1 - position };
        // The anti-diagonal t of x is the largest with t (t + 1) / 2 <= x.
        let t = ((8 * x + 1).isqrt() - 1) / 2;
        let i = x - t * (t + 1) / 2;
        if upper { [i, t - i] } else { [N - 1 - i, N - 1 - (t - i)] }
    }

    #[inline(always)]
    fn anti_diagonal_stride(&self) -> Option<isize> {
        Some(1)
    }
}

impl<const N: usize> StaticLayout for AntiDiagonalTile<N> {
    const DIMS: [usize; 2] = [N, N];
    const COUNT: usize = N * N;
    const SIZE: usize = N * N;
}

/// `Skew(N, N)`: row after row, each turned by its number, so that an anti-diagonal is a column of what is stored.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SkewTile<const N: usize>;

impl<const N: usize> Layout for SkewTile<N> {
    type Index = [usize; 2];
    type Position = usize;
    type Place = [usize; 2];

    #[inline(always)]
    fn dims(&self) -> [usize; 2] {
        Self::DIMS
    }

    #[inline(always)]
    fn size(&self) -> usize {
        Self::SIZE
    }

    #[inline(always)]
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        i * N + (i + j) % N
    }

    #[inline(always)]
    fn inv(&self, position: usize) -> [usize; 2] {
        let [i, turned] = [position / N, position % N];
        [i, (turned + N - i) % N]
    }

    #[inline(always)]
    fn anti_diagonal_stride(&self) -> Option<isize> {
        Some(N as isize)
    }
}

impl<const N: usize> StaticLayout for SkewTile<N> {
    const DIMS: [usize; 2] = [N, N];
    const COUNT: usize = N * N;
    const SIZE: usize = N * N;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps_the_laws<L: TileLayout>(strides: [Option<isize>; 3]) {
        let layout = L::default();
        let [rows, columns] = L::DIMS;
        let mut hit = vec![false; L::SIZE];
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
