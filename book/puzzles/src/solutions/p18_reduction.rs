//! # 18. Reduction
//!
//! Each of 8 rows of 64 numbers becomes its sum.
//!
//! A block has a row, and only its first thread writes; the layout of the output says so: beside each sum it has 63 places that do
//! not exist. Add by halves: thread t adds what thread t + 32 has, then t + 16, and so on down to 1, with a barrier after each step.

use lego::layout;
use lego_cuda::device::{sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Shared, Split, ThreadX};

layout! {
    /// Element `[row, thread]` of the input.
    pub type Rows = Row(8, 64);
    /// Element `[row, thread]` of the output: only thread 0 has one.
    pub type Sums = Row(8, 1).ExpandBy([8, 1] => [8, 64]);
    /// What a block has in shared memory.
    pub type Tile = Row(64);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn reduction(
    input: Global<'_, u32, Rows>,
    output: Split<'_, u32, Sums, (BlockX, ThreadX)>,
    #[shared] tile: Shared<'_, u32, Tile>,
) {
    let t = thread_idx().x;
    tile.set([t], input.get(output.index([])));
    sync_threads();
    for half in [32, 16, 8, 4, 2, 1] {
        if t < half {
            tile.set([t], tile.get([t]) + tile.get([t + half]));
        }
        sync_threads();
    }
    output.try_set([], tile.get([0]));
}

run!(Reduction: 0 => output);
