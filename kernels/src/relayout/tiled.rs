//! What a block knows of a layout whose tiles it moves: their order in memory, their lines, and where vectors are.

use super::curve::Curve;
use super::layouts::{AntiDiagonals, Columns, Nchw32, Rows, Tiles};
use super::lines::{AlongAntiDiagonals, AlongColumns, AlongRows, Lines, NoLines};
use super::orders::{ByAntiDiagonals, ByBands, ByColumns, ByRows, TileOrder, VECTOR};
use lego::Mapping32;

/// A layout of a matrix, `[tile row, tile column, row, column]` in tiles of 64×64, whose tiles a block can walk in the order of memory.
///
/// # Safety
/// * An index has a position where row and column of the matrix are below [`extents`](Tiled::extents), and nowhere else.
/// * Where [`has_vectors`](Tiled::has_vectors), in each tile that is all inside, the four elements that `Order` has from a multiple of 4
///   on lie side by side in memory, in that order and from a multiple of 4 on.
/// * Where [`IN_ONE_PIECE`](Tiled::IN_ONE_PIECE), all elements of such a tile lie so, from a multiple of 4 on.
/// * `Lines` is one of this module's; where not `has_vectors`, the elements of its lines lie side by side in memory, throughout the matrix.
pub unsafe trait Tiled: Mapping32<Index32 = [u32; 4], Position32 = Option<u32>> {
    /// The order in which memory has the elements of a tile.
    type Order: TileOrder;
    /// The lines of a tile that lie in one piece.
    type Lines: Lines;
    /// Whether each tile does.
    const IN_ONE_PIECE: bool = false;

    /// The rows and columns of the matrix.
    fn extents(&self) -> [u32; 2];

    /// Whether the elements of a tile lie in vectors of four.
    fn has_vectors(&self) -> bool;
}

macro_rules! tiled {
    ($($layout:ident: $order:ident, $lines:ident, $in_one_piece:literal, |$m:ident, $n:ident| $has_vectors:expr;)*) => {
        $(
            // SAFETY: the layout stores what is below m and n, by its last `ExpandBy`. Rows, columns and bands of a tile are parts of
            // those of the matrix, which begin at multiples of 4 where the expression says so; the other tiles lie in one piece
            // that begins at a multiple of 4096.
            unsafe impl Tiled for $layout {
                type Order = $order;
                type Lines = $lines;
                const IN_ONE_PIECE: bool = $in_one_piece;

                #[inline(always)]
                fn extents(&self) -> [u32; 2] {
                    [self.m() as u32, self.n() as u32]
                }

                #[inline(always)]
                fn has_vectors(&self) -> bool {
                    let [$m, $n] = self.extents();
                    $has_vectors
                }
            }
        )*
    };
}

tiled! {
    Rows: ByRows, AlongRows, false, |_m, n| n.is_multiple_of(VECTOR);
    Columns: ByColumns, AlongColumns, false, |m, _n| m.is_multiple_of(VECTOR);
    Tiles: ByRows, NoLines, true, |_m, _n| true;
    AntiDiagonals: ByAntiDiagonals, AlongAntiDiagonals, false, |_m, _n| false;
    Nchw32: ByBands, NoLines, false, |_m, _n| true;
}

// SAFETY: what is below m and n has a position; each tile lies in one piece that begins at a multiple of 4096, in the order L.
unsafe impl<L: TileOrder> Tiled for Curve<L> {
    type Order = L;
    type Lines = NoLines;
    const IN_ONE_PIECE: bool = true;

    #[inline(always)]
    fn extents(&self) -> [u32; 2] {
        self.sides()
    }

    #[inline(always)]
    fn has_vectors(&self) -> bool {
        true
    }
}
