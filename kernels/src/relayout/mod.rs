//! A matrix from one layout to another: one kernel text for every pair of layouts.
//!
//! ```text
//! layouts   how a matrix may lie in memory, each seen in tiles of 64×64
//! curve     tiles along a Morton curve
//! orders    in which order memory has the elements of a tile, layout by layout
//! lines     what of a tile is whole sectors of memory, where lines begin anywhere in them
//! tiled     what a block knows of a layout: the three above
//! kernel    moves a tile: read in the order of the one memory, written in the order of the other
//! host      compares the sizes and launches
//! ```
//!
//! To exchange axes of arrays that are stored row by row, take [`permute`](crate::permute), which is faster where sides are odd.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
mod curve;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
mod layouts;
mod lines;
mod orders;
mod tiled;

pub use curve::{Curve, MortonCurve, MortonTiles};
#[cfg(not(target_arch = "nvptx64"))]
pub use host::relayout;
pub use kernel::{RelayoutTile, Staged, relayout_tile};
pub use layouts::{AntiDiagonals, Columns, Nchw32, Rows, Tiles};
pub use lines::{AlongAntiDiagonals, AlongColumns, AlongRows, Lines, NoLines};
pub use orders::{ByAntiDiagonals, ByBands, ByColumns, ByCurve, ByRows, TileOrder};
pub use tiled::Tiled;

/// What is checked, timed and profiled.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
