//! # 19. Scan
//!
//! In each of 8 rows of 64 numbers, each number becomes the sum of all up to itself.
//!
//! A block has a row. In step 1, 2, 4, … 32 a thread adds what stands so many places to its left, if there is something; it must
//! have read that before anyone changes it, so that each step has two barriers.

use lego::layout;
use lego_cuda::device::{sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Shared, Split, ThreadX};

layout! {
    /// Element `[row, thread]`.
    pub type Rows = Row(8, 64);
    /// What a block has in shared memory.
    pub type Tile = Row(64);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn scan(
    input: Global<'_, u32, Rows>,
    output: Split<'_, u32, Rows, (BlockX, ThreadX)>,
    #[shared] tile: Shared<'_, u32, Tile>,
) {
    let t = thread_idx().x;
    tile.set([t], input.get(output.index([])));
    sync_threads();
    // Your turn: this is the first step alone.
    let left = if t >= 1 { tile.get([t - 1]) } else { 0 };
    output.set([], left + tile.get([t]));
}

run!(Scan: 0 => output);
