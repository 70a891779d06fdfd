//! The transpose of an m×n matrix, whose output is n×m.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`TransposeNaive`] | reads along rows, writes along columns |
//! | [`TransposeTile`] | turns 32×32 blocks in shared memory, whose layout is a type |
//!
//! They show what a layout does to a transpose. To turn matrices of any sides, one or many, or to exchange other axes, take
//! [`permute`](crate::permute).
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
mod tile;

pub use naive::{TransposeNaive, Turned, transpose_naive};
pub use tile::{Blocks, PaddedTile, RowTile, SwizzledTile, TileLayout, TransposeTile, transpose_tile};

/// What is checked, timed and profiled.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem {
        checks: check::checks(),
        benches: vec![bench::bench()],
        subjects: profile::subjects(),
    }
}
