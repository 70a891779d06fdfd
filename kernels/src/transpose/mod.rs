//! The transpose of an m×n matrix, whose output is n×m.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`TransposeNaive`] | reads along rows, writes along columns |
//! | [`TransposeTile`] | turns 32×32 blocks in shared memory, whose layout is a type |
//! | [`TransposeWide`] | turns squares in registers first, and moves 16 bytes at a time |
//!
//! All take any m and n below 2^31 with a product below 2^32; blocks at the edges are partial.

mod naive;
mod tile;
mod wide;

pub use naive::{TransposeNaive, Turned, transpose_naive};
pub use tile::{Blocks, PaddedTile, RowTile, SwizzledTile, TileLayout, TransposeTile, transpose_tile};
pub use wide::{Blocks64, Blocks128, Squares, TransposeWide, Units4, Units8, transpose_wide};
