//! Where everything is: matrices in global memory, tiles in shared memory, sums in registers, tiles of the product in the grid.
//!
//! Both operands are seen alike, as matrices of r rows along which is summed: of the left one its m rows, of the right one its n
//! columns. Which of the two extents lies side by side in memory is the layout's business, and the only thing that differs between
//! the four products NN, NT, TN and TT.

use super::tight::{Lines, Tight};
use core::num::NonZero;
use lego::access::{Access, Pattern, extra_wavefronts};
use lego::{LayoutError, Mapping32, StaticMapping, layout};

/// The threads of a block: eight warps.
pub const THREADS: u32 = 256;
/// The tiles of an operand that are in shared memory at once.
pub const STAGES: u32 = 4;
/// The vectors of four sums of half a block.
pub(super) const STAGED_VECTORS: u32 = 4096;
/// Elements of two bytes that a copy moves and that a row of `ldmatrix` has.
pub const VECTOR: usize = 8;

layout! {
    /// Element `[tile, k tile, row, k]` of a matrix of r rows, of which each begins p elements behind the one before and has k side by side, in tiles
    /// of 64·S rows and 32 elements.
    pub type AlongLines<const S: usize>(r, k, p) = Row(r, p)
        .PadBy([r, k] => [r, p])
        .ExpandBy([r, k] => [ceil_div(r, 64*S)*(64*S), ceil_div(k, 32)*32])
        .TileBy([ceil_div(r, 64*S), ceil_div(k, 32)], [64*S, 32])
        where r >= 1, k >= 1, p >= 1;

    /// The same of a matrix whose r rows lie side by side, for each element along k p behind those of the one before.
    pub type AcrossLines<const S: usize>(r, k, p) = Col(p, k)
        .PadBy([r, k] => [p, k])
        .ExpandBy([r, k] => [ceil_div(r, 64*S)*(64*S), ceil_div(k, 32)*32])
        .TileBy([ceil_div(r, 64*S), ceil_div(k, 32)], [64*S, 32])
        where r >= 1, k >= 1, p >= 1;

    /// Vector `[stage, strip, tile, row, k vector]` of four tiles in shared memory: S strips of four tiles of 16 rows. A row is half as
    /// long as the banks are wide; where it is among eight is exchanged with where the vector is in it.
    pub type TileAlong<const S: usize> = OrderBy(Row(32*S), Swizzle(2, 0, 3)).GroupBy([4, S, 4, 16, 4]);

    /// Vector `[stage, strip, tile, row vector, k]`: a strip is 32 rows of k, each as long as the banks are wide.
    pub type TileAcross<const S: usize> = OrderBy(Row(16*S), Swizzle(3, 0, 3))
        .OrderBy(RegP([4, S, 4, 2, 32], [1, 2, 5, 3, 4]))
        .GroupBy([4, S, 4, 2, 32]);

    /// Vector `[strip, tile, row, k vector]` of a tile, by the number of who copies it: along memory.
    pub type CopyAlong<const S: usize> = Row(S, 4, 16, 4);
    /// Vector `[strip, tile, row vector, k]`.
    pub type CopyAcross<const S: usize> = OrderBy(RegP([S, 4, 2, 32], [4, 1, 2, 3])).GroupBy([S, 4, 2, 32]);

    /// Element `[block row, block column, row, column]` of an m×n product in blocks of 128×256, whose rows begin p elements behind each other.
    pub type ProductBlocks(m, n, p) = Row(m, p)
        .PadBy([m, n] => [m, p])
        .ExpandBy([m, n] => [ceil_div(m, 128)*128, ceil_div(n, 256)*256])
        .TileBy([ceil_div(m, 128), ceil_div(n, 256)], [128, 256])
        where m >= 1, n >= 1, p >= 1;

    /// Half a block of sums in shared memory, on the way from registers to memory: vector `[strip, row, vector]` of four sums, of 32 rows of each strip
    /// of 64. Rows are as long as the banks are wide, or longer: where a row is among four is added to where two vectors, a tile, are in it.
    pub(super) type Staged = OrderBy(Row(16), Swizzle(2, 1, 5)).GroupBy([2, 32, 64]);
    /// The same by pairs, as lanes have them: `[strip, tile row, half, row, warp column, tile column, pair]`.
    pub(super) type StagedPairs = OrderBy(Row(16), Swizzle(2, 2, 5)).GroupBy([2, 2, 2, 8, 4, 8, 4]);
    /// Vector `[strip, row, vector]` of half a block by the number of who stores it: along rows.
    pub(super) type StagedRows = Row(2, 32, 64);

    /// Block `[row, column]` of the product by its number: g rows of blocks after each other column by column, so that blocks which run
    /// at the same time share what they read. With g = 1 row by row.
    pub type Programs(m, n, g) = Grouped(m, n, g) where m >= 1, n >= 1, g >= 1;

    /// Warp `[row, column]` of a block.
    pub(super) type Warps = Row(2, 4);
    /// What a lane of `ldmatrix` gives: row of matrix `[outer, inner, row]` of four.
    pub(super) type Lanes = Row(2, 2, 8);
    /// What a lane holds of a tile of sums: `[row, pair]`.
    pub(super) type Pairs = Row(8, 4);
}

/// A matrix of rows with a pitch along k, in tiles: [`AlongLines`] up to the last element.
pub type AlongK<const S: usize> = Tight<AlongLines<S>>;
/// A matrix whose rows lie side by side, in tiles: [`AcrossLines`] up to the last element.
pub type AcrossK<const S: usize> = Tight<AcrossLines<S>>;
/// A product by rows with a pitch, in blocks: [`ProductBlocks`] up to the last element.
pub type Product = Tight<ProductBlocks>;

// SAFETY: row i and element j along k are at p·i + j, for i below r and j below k, which is no more than p where `check` is `Ok`; sizes are at
// least 1, which the layout states as facts.
unsafe impl<const S: usize> Lines for AlongLines<S> {
    #[inline(always)]
    fn lines(&self) -> [usize; 3] {
        [self.r(), self.k(), self.p()]
    }
}

// SAFETY: row i and element j along k are at p·j + i, for i below r, which is no more than p where `check` is `Ok`, and j below k; sizes are at
// least 1, which the layout states as facts.
unsafe impl<const S: usize> Lines for AcrossLines<S> {
    #[inline(always)]
    fn lines(&self) -> [usize; 3] {
        [self.k(), self.r(), self.p()]
    }
}

// SAFETY: row i and column j are at p·i + j, for i below m and j below n, which is no more than p where `check` is `Ok`; sizes are at least 1,
// which the layout states as facts.
unsafe impl Lines for ProductBlocks {
    #[inline(always)]
    fn lines(&self) -> [usize; 3] {
        [self.m(), self.n(), self.p()]
    }
}

impl Product {
    /// That of an m×n product whose rows begin `pitch` elements behind each other.
    ///
    /// # Errors
    /// If an extent is 0, the pitch is less than a row, or there are 2^32 elements or more, with those between rows.
    pub fn new(m: usize, n: usize, pitch: usize) -> Result<Self, LayoutError> {
        ProductBlocks::new(m, n, pitch).map(Tight)
    }
}

impl Programs {
    /// The order of m×n blocks in groups of g rows; `None` if a number is 0.
    ///
    /// The blocks of a product are numbered in 32 bits: that is what `new` would look at, with errors that go through memory.
    #[inline(always)]
    pub(crate) fn of([m, n]: [u32; 2], g: u32) -> Option<Self> {
        let [m, n, g] = [m, n, g].map(|size| NonZero::new(size as usize));
        Some(Self { m: m?, n: n?, g: g? })
    }
}

/// How an operand lies: in global memory as this layout, and so in shared memory.
///
/// # Safety
/// Element `[tile, k tile, row, k]` is there where `[tile, 0, row, 0]` is and 32 times the k tile and k are below [`along_k`](Storage::along_k);
/// and where there is one, its position is [the sum of its coordinates by steps](Storage::by_steps). So a kernel looks at rows once, and goes
/// along k by additions. The constants and [`copied`](Storage::copied) are as they say.
pub unsafe trait Storage<const S: usize>: Mapping32<Index32 = [u32; 4]> {
    /// The tiles in shared memory, vector `[stage, strip, tile, unit, k unit]`.
    type Tile: StaticMapping + Mapping32<Index32 = [u32; 5], Position32 = u32>;
    /// The vectors of a tile, which is how far its stages lie from each other.
    const STAGE: u32 = Self::Tile::SPAN as u32 / STAGES;
    /// Whether elements along k lie side by side.
    const ALONG_K: bool;
    /// The rows, and the elements along k, of a vector.
    const UNIT: [u32; 2] = if Self::ALONG_K { [1, VECTOR as u32] } else { [VECTOR as u32, 1] };

    /// The layout of an r×k operand, of which each line begins `pitch` elements behind the one before: a row along k, or else what lies side by side
    /// for one element along k.
    ///
    /// # Errors
    /// If an extent is 0, the pitch is less than a line, or there are 2^32 elements or more, with those between lines or those of tiles that
    /// are filled up: there are fewer than 2^20 tiles along k.
    fn of(r: usize, k: usize, pitch: usize) -> Result<Self, LayoutError>;

    /// How many elements there are along k.
    fn along_k(&self) -> u32;

    /// The sum of the coordinates, each times the step of its axis, modulo 2^32: the position of the index, where it has one.
    #[inline(always)]
    fn by_steps(&self, index: [u32; 4]) -> u32 {
        // An axis is a single run.
        let part = |axis: usize| index[axis].wrapping_mul(self.run(axis).map_or(0, |(_, step)| step as u32));
        part(0).wrapping_add(part(1)).wrapping_add(part(2)).wrapping_add(part(3))
    }

    /// Which vector a thread copies: `[strip, tile, unit, k unit]`.
    fn copied(number: u32) -> [u32; 4];
}

// SAFETY: row i and element j along k are there for i below r and j below k, at p·i + j, which is what runs say; a test looks at every index.
unsafe impl<const S: usize> Storage<S> for AlongK<S> {
    type Tile = TileAlong<S>;
    const ALONG_K: bool = true;

    fn of(r: usize, k: usize, pitch: usize) -> Result<Self, LayoutError> {
        AlongLines::new(r, k, pitch).map(Tight)
    }

    #[inline(always)]
    fn along_k(&self) -> u32 {
        self.0.k() as u32
    }

    #[inline(always)]
    fn copied(number: u32) -> [u32; 4] {
        CopyAlong::<S>::inv_u32(number)
    }
}

// SAFETY: row i and element j along k are there for i below r and j below k, at p·j + i, which is what runs say; a test looks at every index.
unsafe impl<const S: usize> Storage<S> for AcrossK<S> {
    type Tile = TileAcross<S>;
    const ALONG_K: bool = false;

    fn of(r: usize, k: usize, pitch: usize) -> Result<Self, LayoutError> {
        AcrossLines::new(r, k, pitch).map(Tight)
    }

    #[inline(always)]
    fn along_k(&self) -> u32 {
        self.0.k() as u32
    }

    #[inline(always)]
    fn copied(number: u32) -> [u32; 4] {
        CopyAcross::<S>::inv_u32(number)
    }
}

/// How a matrix is stored.
pub trait Major {
    /// Whether rows lie one after the other, and not columns.
    const BY_ROWS: bool;
    /// The layout of a left operand, in tiles of 128 rows.
    type Left: Storage<2>;
    /// The layout of a right operand, in tiles of 256 columns.
    type Right: Storage<4>;
}

/// Row after row: `N` of BLAS, whose matrices C programs have.
#[derive(Clone, Copy, Debug)]
pub struct ByRows;

/// Column after column: `T`.
#[derive(Clone, Copy, Debug)]
pub struct ByColumns;

impl Major for ByRows {
    const BY_ROWS: bool = true;
    type Left = AlongK<2>;
    type Right = AcrossK<4>;
}

impl Major for ByColumns {
    const BY_ROWS: bool = false;
    type Left = AcrossK<2>;
    type Right = AlongK<4>;
}

/// The vectors of the tiles of two strips, in the order in which lanes name them to `ldmatrix`: eight rows of a matrix, and then matrix
/// after matrix.
#[derive(Clone, Copy, Debug)]
struct Rows<const ALONG_K: bool>;

impl<const ALONG_K: bool> Access for Rows<ALONG_K> {
    const PATTERN: Pattern = if ALONG_K {
        Pattern::Listed { dims: &[4, 2, 4, 16, 4], indices: &ROWS_ALONG }
    } else {
        Pattern::Listed { dims: &[4, 2, 4, 2, 32], indices: &ROWS_ACROSS }
    };
    const BYTES: u32 = 16;
    const VECTOR: u32 = 1;
}

/// Vectors of four tiles of two strips.
const VECTORS: usize = 4 * 2 * 4 * 16 * 4;

const ROWS_ALONG: [usize; VECTORS] = rows_along();
const ROWS_ACROSS: [usize; VECTORS] = rows_across();
const COPIES_ACROSS: [usize; VECTORS] = copies_across();

/// Of each tile of 16 rows: k vector after k vector, in each the rows.
const fn rows_along() -> [usize; VECTORS] {
    let (mut indices, mut at) = ([0; VECTORS], 0);
    while at < VECTORS {
        let (tile, k, row) = (at / 64, at / 16 % 4, at % 16);
        indices[at] = 64 * tile + 4 * row + k;
        at += 1;
    }
    indices
}

/// Of each tile of two row vectors: eight rows of k of each after the other.
const fn rows_across() -> [usize; VECTORS] {
    let (mut indices, mut at) = ([0; VECTORS], 0);
    while at < VECTORS {
        let (tile, eight, half, k) = (at / 64, at / 16 % 4, at / 8 % 2, at % 8);
        indices[at] = 64 * tile + 32 * half + 8 * eight + k;
        at += 1;
    }
    indices
}

/// What copies write, in the order of the threads: along memory.
#[derive(Clone, Copy, Debug)]
struct Copies;

impl Access for Copies {
    const PATTERN: Pattern = Pattern::Listed { dims: &[4, 2, 4, 2, 32], indices: &COPIES_ACROSS };
    const BYTES: u32 = 16;
    const VECTOR: u32 = 1;
}

const fn copies_across() -> [usize; VECTORS] {
    let (mut indices, mut at) = ([0; VECTORS], 0);
    while at < VECTORS {
        let (stage, k, unit) = (at / 512, at / 16 % 32, at % 16);
        indices[at] = 512 * stage + 32 * unit + k;
        at += 1;
    }
    indices
}

/// The sums of a half block that each warp writes at once, by pairs: eight rows of four.
#[derive(Clone, Copy, Debug)]
struct Sums;

impl Access for Sums {
    const PATTERN: Pattern = Pattern::Listed { dims: &[2, 2, 2, 8, 4, 8, 4], indices: &PAIRS };
    const BYTES: u32 = 8;
    const VECTOR: u32 = 1;
}

static PAIRS: [usize; 8192] = {
    let (mut indices, mut at) = ([0; 8192], 0);
    while at < 8192 {
        let (rows, tile, row, pair) = (at / 1024, at / 32 % 32, at / 4 % 8, at % 4);
        indices[at] = (8 * rows + row) * 128 + 4 * tile + pair;
        at += 1;
    }
    indices
};

/// What copies write of rows that lie along k, and what is read of half a block of sums.
#[derive(Clone, Copy, Debug)]
struct CopiesAlong;

impl Access for CopiesAlong {
    const PATTERN: Pattern = Pattern::Row;
    const BYTES: u32 = 16;
    const VECTOR: u32 = 1;
}

// No bank serves two rows of a matrix, nor two copies, nor two sums, one after the other.
const _: () = {
    assert!(extra_wavefronts::<TileAlong<2>, Rows<true>>() == 0);
    assert!(extra_wavefronts::<TileAcross<2>, Rows<false>>() == 0);
    assert!(extra_wavefronts::<TileAlong<2>, CopiesAlong>() == 0);
    assert!(extra_wavefronts::<TileAcross<2>, Copies>() == 0);
    assert!(extra_wavefronts::<StagedPairs, Sums>() == 0);
    assert!(extra_wavefronts::<Staged, CopiesAlong>() == 0);
};

#[cfg(test)]
mod tests {
    use super::{AcrossK, AlongK, Staged, StagedPairs, StagedRows, Storage};

    /// The laws of an operand's layout, at every index.
    fn look<L: Storage<S>, const S: usize>(r: usize, k: usize, pitch: usize) {
        let layout = L::of(r, k, pitch).unwrap();
        let position = |index| -> Option<u32> { layout.apply_u32(index).into() };
        let dims @ [tiles, k_tiles, rows, along] = layout.dims_u32();
        assert_eq!((layout.along_k() as usize, [rows, along]), (k, [64 * S as u32, 32]));
        for axis in 0..4 {
            assert_eq!(layout.run(axis).unwrap().0, dims[axis] as usize, "axis {axis} is a single run");
        }
        for number in 0..dims.iter().product() {
            let row_tiles = number / along / rows;
            let index = [row_tiles / k_tiles, row_tiles % k_tiles, number / along % rows, number % along];
            let is_there =
                position([index[0], 0, index[2], 0]).is_some() && 32 * index[1] + index[3] < layout.along_k();
            assert_eq!(
                position(index),
                is_there.then(|| layout.by_steps(index)),
                "{index:?} of {r}x{k}, {tiles} tiles"
            );
        }
    }

    #[test]
    fn elements_of_an_operand_are_where_steps_along_its_axes_lead() {
        for [r, k, more] in [[1, 1, 0], [1, 33, 7], [130, 1, 0], [64, 32, 0], [257, 100, 4], [300, 65, 8]] {
            look::<AlongK<2>, 2>(r, k, k + more);
            look::<AlongK<4>, 4>(r, k, k + more);
            look::<AcrossK<2>, 2>(r, k, r + more);
            look::<AcrossK<4>, 4>(r, k, r + more);
        }
        // Steps over a tile are beyond 2^32.
        look::<AlongK<2>, 2>(3, 40, 1 << 30);
        look::<AcrossK<4>, 4>(3, 3, 1 << 30);
        look::<AlongK<4>, 4>(1, 70, u32::MAX as usize);
    }

    #[test]
    fn a_vector_of_sums_is_two_pairs() {
        for number in 0..4096 {
            let [strip, row, vector] = StagedRows::inv_u32(number);
            for k in 0..2 {
                let [tile, column, pair] = [row / 8, vector / 2, 2 * (vector % 2) + k];
                let place = [strip, tile / 2, tile % 2, row % 8, column / 8, column % 8, pair];
                assert_eq!(StagedPairs::apply_u32(place), 2 * Staged::apply_u32([strip, row, vector]) + k);
            }
        }
    }
}
