//! A module without prelude.
#![no_implicit_prelude]

use ::layouts::{layout, layout_eq};

/// A function of the user's.
#[must_use]
pub const fn flat([i, j]: [usize; 2]) -> usize {
    i * 8 + j
}

/// Its inverse.
#[must_use]
pub const fn unflat(p: usize) -> [usize; 2] {
    [p / 8, p % 8]
}

layout! {
    const HALF: usize = 4;
    /// A static layout.
    pub type Static = OrderBy(Row(2, 2), AntiDiag(HALF)).TileBy([8, 8]);
    /// One with const generics.
    pub type Generic<const M: usize, const K: usize> = Row(M, K).TileBy([M/4, K/2], [4, 2]) where M % 8 == 0;
    /// One with sizes given at run time.
    pub type Runtime(m, k) = Col(m, k).GroupBy([m, k/2, 2]) where k >= 4;
    /// One whose sizes are called like what the macro declares.
    pub type Named(index, position, i0, p, t0, error) = Row(index, position, i0, p, t0, error);
    /// One with both.
    pub type Both<const B: usize>(m) = Row(m, B).TileBy([m/B, 1], [B, B]);
    /// One with holes.
    pub type Padded = Row(8, 9).PadBy([8, 8] => [8, 9]);
    /// One that stores a part.
    pub type Extended = Row(7, 8).ExpandBy([7, 8] => [8, 8]);
    /// One with functions.
    pub type Called = GenP([8, 8], flat, unflat);
    /// One with a path.
    pub type Outside = Row(crate::ROWS, 2).GroupBy([crate::ROWS * 2]);
}

layout_eq!(Called, Row(8, 8));
layout_eq!(Generic<8, 2>, Row(8, 2).TileBy([2, 1], [4, 2]));

/// A value of a layout without a name.
#[must_use]
pub const fn expression() -> usize {
    layout_eq!(Row(2, 2), OrderBy(Row(2, 2)));
    layout!(Morton(8, 8)).apply([3, 5])
}
