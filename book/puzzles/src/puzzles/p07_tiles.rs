//! # 7. Tiles
//!
//! The input is a matrix of 32×64 numbers that is stored in tiles of 8×8: the first tile, then the one to its right; inside of
//! each, rows one after the other. Copy it to rows.
//!
//! `TileOrderBy(P, Q)` stores tile by tile: P is the order of the tiles, Q the order inside of each.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

layout! {
    /// The output: rows one after the other.
    pub type Matrix = Row(32, 64);
    /// The input. Your turn.
    pub type Stored = Row(32, 64);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn tiles(input: Global<'_, u32, Stored>, output: Split<'_, u32, Matrix, (BlockX, ThreadX)>) {
    output.set([], input.get(output.index([])));
}

run!(Tiles: 0 => output);
