//! # 4. Partial tiles
//!
//! Add 1 to each element of a matrix of 37×50 numbers, by blocks of 16×16 threads: tiles along both axes, and the last of them
//! partial along both.
//!
//! `TileBy([a, b], [c, d])` sees a matrix as a×b tiles of c×d, by the index `[tile row, tile column, row, column]`.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, Global, Split, ThreadX, ThreadY};

layout! {
    /// Element `[tile row, tile column, row, column]`. Your turn: these are whole tiles, of 32 rows and 48 columns in all.
    pub type Tiles = Row(32, 48).TileBy([2, 3], [16, 16]);
}

/// The kernel.
#[lego_kernel(threads = [16, 16])]
pub fn partial_tiles(input: Global<'_, u32, Tiles>, output: Split<'_, u32, Tiles, (BlockY, BlockX, ThreadY, ThreadX)>) {
    if let Some(x) = input.try_get(output.index([])) {
        output.try_set([], x + 1);
    }
}

run!(PartialTiles: 0 => output);
