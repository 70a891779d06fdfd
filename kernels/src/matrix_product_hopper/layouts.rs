//! Where operands and their tiles are: as matrices of r rows along which is summed, like those of the product of warps.

use crate::matrix_product::Programs;
use core::num::NonZero;
use lego::{Layout32, LayoutError, Mapping32, StaticMapping, layout};
use lego_cuda::device::Element;

/// The steps whose tiles are in shared memory at once where blocks have 64·G rows and 64·S columns: as many as there is room for, 192 KiB.
#[must_use]
pub const fn stages<const G: usize, const S: usize>() -> u32 {
    24 / (G + S) as u32
}

/// The vectors of eight sums that a warp stages at once.
pub(super) const STAGED_VECTORS: u32 = 128;
/// The rows of a block of the product that one warpgroup multiplies.
pub const WARPGROUP_ROWS: u32 = 64;
/// The bytes of a row of a tile, which is a step along k: as long as the banks are wide.
pub const ROW_BYTES: u32 = 128;

/// The elements of one byte that the rows of an operand begin at multiples of.
pub(super) const BYTES_UNIT: u32 = 16;

/// The next stage, and the parity of its round.
#[inline(always)]
pub(super) fn next<const G: usize, const S: usize>(stage: u32, parity: u32) -> (u32, u32) {
    if stage + 1 == stages::<G, S>() { (0, parity ^ 1) } else { (stage + 1, parity) }
}

/// The stage of the step before.
#[inline(always)]
pub(super) fn before<const G: usize, const S: usize>(stage: u32) -> u32 {
    if stage == 0 { stages::<G, S>() - 1 } else { stage - 1 }
}

/// The stage so many steps behind another, and the parity of its round.
#[inline(always)]
pub(super) fn behind<const G: usize, const S: usize>((stage, parity): (u32, u32), steps: u32) -> (u32, u32) {
    let stages = stages::<G, S>();
    let stage = stage + steps;
    (stage % stages, parity ^ (stage / stages % 2))
}

/// The elements of two bytes of a line of the second cache.
pub(super) const LINE: u32 = 64;

/// The elements of a step along k.
pub(super) const fn step_of<T: Element>() -> u32 {
    ROW_BYTES / T::BYTES as u32
}

layout! {
    /// Element `[row, k]` of a matrix whose k elements lie side by side.
    pub type Along(r, k) = Row(r, k) where r >= 1, k >= 1;
    /// The same of a matrix whose r rows lie side by side.
    pub type Across(r, k) = Col(r, k) where r >= 1, k >= 1;

    /// Element `[row, k]` of a tile of 64·S rows and 64 elements along k, which lie side by side: a row is as long as the banks are wide,
    /// and where it is among eight is exchanged with where a vector of eight is in it.
    pub type TileAlong<const S: usize> = OrderBy(Row(8*S), Swizzle(3, 3, 3)).GroupBy([64*S, 64]);
    /// The same where 64 rows lie side by side, strip after strip.
    pub type TileAcross<const S: usize> = OrderBy(Row(8*S), Swizzle(3, 3, 3))
        .OrderBy(RegP([S, 64, 64], [1, 3, 2]))
        .GroupBy([64*S, 64]);
    /// A strip of it, which one copy brings.
    pub type StripAcross = OrderBy(Row(8), Swizzle(3, 3, 3)).OrderBy(RegP([64, 64], [2, 1])).GroupBy([64, 64]);

    /// As [`Along`], where rows begin with lines of the second cache.
    pub type AlongPadded(r, k) = Row(r, ceil_div(k, 64)*64).PadBy([r, k] => [r, ceil_div(k, 64)*64])
        where r >= 1, k >= 1;
    /// As [`Across`], where columns do.
    pub type AcrossPadded(r, k) = Col(ceil_div(r, 64)*64, k).PadBy([r, k] => [ceil_div(r, 64)*64, k])
        where r >= 1, k >= 1;

    /// As [`Along`], of elements of one byte: rows begin at multiples of 16 of them, as the copy engine wants it.
    pub type AlongBytes(r, k) = Row(r, ceil_div(k, 16)*16).PadBy([r, k] => [r, ceil_div(k, 16)*16])
        where r >= 1, k >= 1;
    /// As [`Across`], of elements of one byte: columns begin at multiples of 16 of them.
    pub type AcrossBytes(r, k) = Col(ceil_div(r, 16)*16, k).PadBy([r, k] => [ceil_div(r, 16)*16, k])
        where r >= 1, k >= 1;
    /// A tile of 128 rows, which lie side by side, and 128 elements along k of one byte.
    pub type TileAcrossBytes = OrderBy(Row(16), Swizzle(3, 4, 3)).OrderBy(RegP([128, 128], [2, 1])).GroupBy([128, 128]);
    /// The same of 64 rows.
    pub type TileAcrossBytesSmall = OrderBy(Row(16), Swizzle(2, 4, 3)).OrderBy(RegP([64, 128], [2, 1])).GroupBy([64, 128]);
    /// The element along k whose 16 rows a lane points at when a warp turns 16 rows and 32 elements along k: so that each lane gets four
    /// neighbours along k, and eight lanes point at eight different residues of k by 8, which are in different banks.
    pub(super) type TurnedLanes = OrderBy(Row(2), Swizzle(1, 1, 2)).OrderBy(RegP([2, 2, 4, 2], [1, 3, 2, 4])).GroupBy([32]);
    /// The row of the product, of a warp's 16, by the row of the fragment where its sums are.
    pub type RowsAlong = Row(16);
    /// The same where the left operand was turned: two bytes of a lane's register are neighbours, and are eight rows apart in a fragment.
    pub type RowsTurned = OrderBy(RegP([2, 8], [2, 1])).GroupBy([16]);

    /// As [`TileAlong`], of 128 elements along k of one byte: a vector has sixteen.
    pub type TileBytes<const S: usize> = OrderBy(Row(8*S), Swizzle(3, 4, 3)).GroupBy([64*S, 128]);

    /// Element `[block row, block column, row, column]` of an m×n product in blocks of (64·G)×(64·S).
    pub type Blocks<const G: usize, const S: usize>(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 64*G)*(64*G), ceil_div(n, 64*S)*(64*S)])
        .TileBy([ceil_div(m, 64*G), ceil_div(n, 64*S)], [64*G, 64*S])
        where m >= 1, n >= 1;

    /// The left tiles of all [`stages`], which are 24 / (G + S) rounded down, of 64·G rows of 128 bytes, one after another: words of eight bytes.
    pub type LeftRing<const G: usize, const S: usize> = Row(ceil_div(25 - G - S, G + S) * 64*G*16);
    /// The right tiles, of 64·S rows.
    pub type RightRing<const G: usize, const S: usize> = Row(ceil_div(25 - G - S, G + S) * 64*S*16);
    /// Pairs of sums in shared memory, on the way from registers to memory, as lanes have them: `[warp, half, row, tile, pair]`, of 16 rows and 64
    /// columns of each warp. Where a row is among eight is exchanged with where four pairs, a tile, are in it; and of every other four tiles
    /// the halves change places, since eight lanes read a half of eight tiles at once.
    pub type StagedPairs = OrderBy(Row(128), Swizzle(1, 1, 3)).OrderBy(Row(16), Swizzle(3, 2, 3)).GroupBy([8, 2, 8, 8, 4]);
    /// The same by vectors of four: `[warp, row, vector]`.
    pub(super) type Staged = OrderBy(Row(128), Swizzle(1, 0, 3)).OrderBy(Row(16), Swizzle(3, 1, 3)).GroupBy([8, 16, 16]);
    /// The same of sums of two bytes, by 16 bytes: `[warp, half, row, unit]`, of which each half has 16 rows and 64 columns of a warp. Units of a row change places by the
    /// row, so that eight rows of a unit are in different banks.
    pub(super) type NarrowedUnits = OrderBy(Row(32), Swizzle(3, 0, 3)).GroupBy([8, 2, 16, 8]);
    /// Vector of eight `[row, vector]` by the number of who stores it: along rows.
    pub(super) type StagedRows = Row(16, 8);
    /// What a lane holds of a tile of 8 columns: `[row, pair]`.
    pub(crate) type Pairs = Row(8, 4);

    /// Block `[row, column]` of a square of blocks by its number along the Hilbert curve: neighbours in time are neighbours in the product.
    pub type Curve(n) = Hilbert(n, n) where n >= 1;

    /// For each stage whether it is full, and then for each whether it is empty; and a word for those who share sums.
    pub type Barriers<const G: usize, const S: usize> = Row(2*ceil_div(25 - G - S, G + S) + 1);
}

/// The order in which blocks of the product are taken, as a layout.
pub trait Order: Copy {
    /// Whether finding a block takes few registers: a warpgroup has hardly any left beside the sums of a wide block.
    const IS_SHORT: bool = true;

    /// That of m×n blocks, m and n not 0. `group` rows are taken column by column, where the order has groups.
    fn of(blocks: [u32; 2], group: u32) -> Option<Self>;

    /// How many numbers there are.
    fn numbers(self) -> u32;

    /// The block with a number.
    fn block(self, number: u32) -> [u32; 2];
}

/// Row by row with groups of one row.
impl Order for Programs {
    #[inline(always)]
    fn of([m, n]: [u32; 2], group: u32) -> Option<Self> {
        Self::of([m, n], group.min(m))
    }

    #[inline(always)]
    fn numbers(self) -> u32 {
        let [m, n] = self.dims_u32();
        m * n
    }

    #[inline(always)]
    fn block(self, number: u32) -> [u32; 2] {
        Layout32::inv_u32(&self, number)
    }
}

/// The square is the least of a power of two that has all blocks; some numbers are none's.
impl Order for Curve {
    /// It goes down the curve level by level.
    const IS_SHORT: bool = false;

    #[inline(always)]
    fn of([m, n]: [u32; 2], _: u32) -> Option<Self> {
        let side = if m > n { m } else { n };
        Some(Self { n: NonZero::new(side.next_power_of_two() as usize)? })
    }

    #[inline(always)]
    fn numbers(self) -> u32 {
        let [m, n] = self.dims_u32();
        m * n
    }

    #[inline(always)]
    fn block(self, number: u32) -> [u32; 2] {
        Layout32::inv_u32(&self, number)
    }
}

/// How an operand lies: in global memory as this layout, and so in shared memory.
pub trait Stored<const S: usize>: Mapping32<Index32 = [u32; 2]> {
    /// A tile of 64·S rows in shared memory.
    type Tile: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>;
    /// What one copy brings of it: whole rows, as they lie in the tile.
    type Box: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>;
    /// A copy of the same matrix, whose rows, or where these lie side by side its columns, begin with lines of the second cache.
    type Padded: Mapping32<Index32 = [u32; 2]>;

    /// The layout of an r×k operand.
    ///
    /// # Errors
    /// If an extent is 0 or there are 2^32 elements or more.
    fn of(r: usize, k: usize) -> Result<Self, LayoutError>;

    /// By how many elements a row begins behind the one before, or where rows lie side by side a column.
    fn pitch(r: usize, k: usize) -> usize;

    /// The layout of a copy of an r×k operand.
    ///
    /// # Errors
    /// As of [`of`](Self::of).
    fn padded(r: usize, k: usize) -> Result<Self::Padded, LayoutError>;

    /// How many lines an r×k operand has, and the elements of each.
    fn lines(r: usize, k: usize) -> [usize; 2];
}

impl<const S: usize> Stored<S> for Along {
    type Tile = TileAlong<S>;
    type Box = TileAlong<S>;
    type Padded = AlongPadded;

    fn of(r: usize, k: usize) -> Result<Self, LayoutError> {
        Self::new(r, k)
    }

    fn pitch(_: usize, k: usize) -> usize {
        k
    }

    fn padded(r: usize, k: usize) -> Result<AlongPadded, LayoutError> {
        AlongPadded::new(r, k)
    }

    fn lines(r: usize, k: usize) -> [usize; 2] {
        [r, k]
    }
}

impl<const S: usize> Stored<S> for AlongBytes {
    type Tile = TileBytes<S>;
    type Box = TileBytes<S>;
    type Padded = Self;

    fn of(r: usize, k: usize) -> Result<Self, LayoutError> {
        Self::new(r, k)
    }

    fn pitch(_: usize, k: usize) -> usize {
        k.next_multiple_of(BYTES_UNIT as usize)
    }

    fn padded(r: usize, k: usize) -> Result<Self, LayoutError> {
        Self::new(r, k)
    }

    fn lines(r: usize, k: usize) -> [usize; 2] {
        [r, k]
    }
}

macro_rules! across_bytes {
    ($($rows:literal: $tile:ident;)*) => {
        $(
            impl Stored<$rows> for AcrossBytes {
                type Tile = $tile;
                type Box = $tile;
                type Padded = Self;

                fn of(r: usize, k: usize) -> Result<Self, LayoutError> {
                    Self::new(r, k)
                }

                fn pitch(r: usize, _: usize) -> usize {
                    r.next_multiple_of(BYTES_UNIT as usize)
                }

                fn padded(r: usize, k: usize) -> Result<Self, LayoutError> {
                    Self::new(r, k)
                }

                fn lines(r: usize, k: usize) -> [usize; 2] {
                    [k, r]
                }
            }
        )*
    };
}
across_bytes! {
    1: TileAcrossBytesSmall;
    2: TileAcrossBytes;
}

impl<const S: usize> Stored<S> for Across {
    type Tile = TileAcross<S>;
    type Box = StripAcross;
    type Padded = AcrossPadded;

    fn of(r: usize, k: usize) -> Result<Self, LayoutError> {
        Self::new(r, k)
    }

    fn pitch(r: usize, _: usize) -> usize {
        r
    }

    fn padded(r: usize, k: usize) -> Result<AcrossPadded, LayoutError> {
        AcrossPadded::new(r, k)
    }

    fn lines(r: usize, k: usize) -> [usize; 2] {
        [k, r]
    }
}

#[cfg(test)]
mod tests {
    use super::{Barriers, LeftRing, RightRing, Staged, StagedPairs, stages};

    /// The bytes of shared memory that a kernel of blocks of (64·G)×(64·S) has.
    fn bytes<const G: usize, const S: usize>() -> usize {
        let rings = [LeftRing::<G, S>::COUNT, RightRing::<G, S>::COUNT];
        let per_stage = rings.map(|words| words * 8 / stages::<G, S>() as usize);
        assert_eq!(per_stage, [64 * G * 128, 64 * S * 128]);
        assert_eq!(Barriers::<G, S>::COUNT, 2 * stages::<G, S>() as usize + 1);
        8 * (rings[0] + rings[1] + Barriers::<G, S>::COUNT + StagedPairs::COUNT)
    }

    #[test]
    fn as_many_stages_as_there_is_room_for() {
        assert_eq!([stages::<2, 1>(), stages::<2, 2>(), stages::<2, 3>(), stages::<2, 4>()], [8, 6, 4, 4]);
        assert_eq!(stages::<1, 1>(), 12);
        for bytes in [bytes::<1, 1>(), bytes::<2, 1>(), bytes::<2, 2>(), bytes::<2, 3>(), bytes::<2, 4>()] {
            assert!(bytes <= 227 << 10, "{bytes} bytes");
        }
    }

    #[test]
    fn staged_sums_are_the_same_by_pairs_and_by_vectors() {
        for number in 0..8 * 16 * 16 {
            let [warp, row, vector] = [number / 256, number / 16 % 16, number % 16];
            for k in 0..2 {
                let pair = 2 * vector + k;
                let place = [warp, row / 8, row % 8, pair / 4, pair % 4];
                assert_eq!(StagedPairs::apply_u32(place), 2 * Staged::apply_u32([warp, row, vector]) + k);
            }
        }
    }
}
