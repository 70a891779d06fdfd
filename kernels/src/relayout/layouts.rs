//! How an m×n matrix may lie in memory; [`Curve`](super::Curve) has the Morton curves.
//!
//! Each layout ends alike: its index is `[tile row, tile column, row, column]` in tiles of 64×64, and what an edge tile has
//! beyond m rows or n columns is stored nowhere (`ExpandBy`). Where a layout stores whole tiles, bands or squares, those of its
//! elements that the matrix does not have are holes (`PadBy`), which a relayout neither reads nor writes.

use lego::layout;

layout! {
    /// Row by row.
    pub type Rows(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 64) * 64, ceil_div(n, 64) * 64])
        .TileBy([ceil_div(m, 64), ceil_div(n, 64)], [64, 64])
        where m >= 1, n >= 1;

    /// Column by column.
    pub type Columns(m, n) = Col(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 64) * 64, ceil_div(n, 64) * 64])
        .TileBy([ceil_div(m, 64), ceil_div(n, 64)], [64, 64])
        where m >= 1, n >= 1;

    /// Tiles of 64×64 one behind the other, row by row, each of them row by row.
    pub type Tiles(m, n) = TileOrderBy(Row(ceil_div(m, 64), ceil_div(n, 64)), Row(64, 64))
        .PadBy([m, n] => [ceil_div(m, 64) * 64, ceil_div(n, 64) * 64])
        .ExpandBy([m, n] => [ceil_div(m, 64) * 64, ceil_div(n, 64) * 64])
        .TileBy([ceil_div(m, 64), ceil_div(n, 64)], [64, 64])
        where m >= 1, n >= 1;

    /// The anti-diagonals one behind the other, each by growing row, of the smallest square that holds the matrix.
    pub type AntiDiagonals(m, n) = AntiDiag(max(m, n))
        .PadBy([m, n] => [max(m, n), max(m, n)])
        .ExpandBy([m, n] => [ceil_div(m, 64) * 64, ceil_div(n, 64) * 64])
        .TileBy([ceil_div(m, 64), ceil_div(n, 64)], [64, 64])
        where m >= 1, n >= 1;

    /// Bands of 32 rows, each column by column: images in NCHW32, the channels of a pixel by 32 of them, as a matrix of one row
    /// for each image and channel and one column for each pixel. (Images whose channels are no multiple of 32 come padded.)
    pub type Nchw32(m, n) = OrderBy(RegP([ceil_div(m, 32), 32, n], [1, 3, 2]))
        .ExpandBy([ceil_div(m, 32), 32, n] => [ceil_div(m, 32), 32, ceil_div(n, 64) * 64])
        .PadBy([m, ceil_div(n, 64) * 64] => [ceil_div(m, 32) * 32, ceil_div(n, 64) * 64])
        .ExpandBy([m, ceil_div(n, 64) * 64] => [ceil_div(m, 64) * 64, ceil_div(n, 64) * 64])
        .OrderBy(RegP([ceil_div(m, 64), ceil_div(n, 64), 64, 64], [1, 3, 2, 4]))
        .GroupBy([ceil_div(m, 64), ceil_div(n, 64), 64, 64])
        where m >= 1, n >= 1;
}
