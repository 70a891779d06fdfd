//! The transpose of an m×n matrix, whose output is n×m.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`TransposeNaive`] | reads along rows, writes along columns |
//! | [`TransposeTile`] | turns 32×32 blocks in shared memory, whose layout is a type |
//! | [`TransposeWide`] | turns squares in registers first, and moves 16 bytes at a time where the sides allow it |
//! | [`TransposeShifted`] | moves 16 bytes at a time whatever the sides are, of one matrix or many |
//!
//! All take any m and n below 2^31 with a product below 2^32; blocks at the edges are partial.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod naive;
#[cfg(feature = "harness")]
mod profile;
mod shifted;
mod tile;
mod wide;

pub use naive::{TransposeNaive, Turned, transpose_naive};
pub use shifted::{Matrices, Piece, TransposeShifted, transpose_shifted};
pub use tile::{Blocks, PaddedTile, RowTile, SwizzledTile, TileLayout, TransposeTile, transpose_tile};
pub use wide::{Blocks64, Blocks128, Squares, TransposeWide, Units4, Units8, transpose_wide};

/// What is checked, timed and profiled.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), bench: bench::bench(), subjects: profile::subjects() }
}
