//! In which order memory has the elements of a tile.
//!
//! A block that takes the elements of a tile in this order reads and writes neighbours in memory. It needs the inverse of a layout of
//! the tile alone, which has constant sizes: a few shifts and masks, where the inverse of the whole layout divides or takes roots.

use lego::{Layout32, StaticLayout, layout};

/// The rows and columns of a tile.
pub(super) const SIDE: u32 = 64;
/// The elements of a vector.
pub(super) const VECTOR: u32 = 4;

layout! {
    /// Row by row.
    pub type ByRows = Row(64, 64);
    /// Column by column.
    pub type ByColumns = Col(64, 64);
    /// Along the Morton curve.
    pub type ByCurve = Morton(64, 64);
    /// By bands of 32 rows, each column by column.
    pub type ByBands = OrderBy(RegP([2, 32, 64], [1, 3, 2])).GroupBy([64, 64]);
    /// Two anti-diagonals of 64 elements together at a time, d and d + 64, by growing row: each of them lies in one piece.
    pub type ByAntiDiagonals = OrderBy(RegP([64, 64], [2, 1])).OrderBy(Skew(64, 64));
}

/// An order of the elements of a 64×64 tile: the place of element `[row, column]`.
///
/// The trait is sealed: kernels rely on it that the extents are 64×64, that places are below 4096, and that the inverse is right.
pub trait TileOrder:
    StaticLayout + Layout32<Index32 = [u32; 2], Position32 = u32, Preimage32 = [u32; 2]> + sealed::Sealed
{
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! orders {
    ($($order:ident)*) => {
        $(
            impl sealed::Sealed for $order {}
            impl TileOrder for $order {}
        )*
    };
}
orders!(ByRows ByColumns ByCurve ByBands ByAntiDiagonals);
