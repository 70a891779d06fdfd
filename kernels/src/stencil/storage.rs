//! How a field of three axes is stored.

use lego::{Mapping32, layout};

layout! {
    /// Element `[z, y, x]` of a field of l×m×n elements, row by row.
    pub type Rows(l, m, n) = Row(l, m, n);

    /// Element `[z, y, x]` of a field in bricks of 4×8×32 elements, 4 KiB each: a row of a brick is a line of the cache.
    pub type Bricks(l, m, n) = TileOrderBy(Row(ceil_div(l, 4), ceil_div(m, 8), ceil_div(n, 32)), Row(4, 8, 32))
        .PadBy([l, m, n] => [ceil_div(l, 4)*4, ceil_div(m, 8)*8, ceil_div(n, 32)*32]);
}

/// A storage of fields: element `[z, y, x]` has a position, which no other has.
pub trait Field: Mapping32<Index32 = [u32; 3], Position32 = u32> {
    /// Whether a row is whole vectors in memory, whatever its extent: behind its last element there may be holes.
    const IS_PADDED: bool;
}

impl Field for Rows {
    const IS_PADDED: bool = false;
}

impl Field for Bricks {
    const IS_PADDED: bool = true;
}
