//! # 12. Shared memory
//!
//! Reverse each block of 64 numbers, through shared memory: each thread puts its number there, and takes another's.
//!
//! Threads do not run in step. What another thread has put into shared memory is there for certain after a barrier,
//! `sync_threads()`, at which all wait for each other.

use lego::layout;
use lego_cuda::device::thread_idx;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Shared, Split, ThreadX};

layout! {
    /// Element `[block, thread]` of 256 numbers.
    pub type Line = Row(4, 64);
    /// What a block has in shared memory.
    pub type Tile = Row(64);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn shared_memory(
    input: Global<'_, u32, Line>,
    output: Split<'_, u32, Line, (BlockX, ThreadX)>,
    #[shared] tile: Shared<'_, u32, Tile>,
) {
    let t = thread_idx().x;
    tile.set([t], input.get(output.index([])));
    // Your turn: something is missing here.
    output.set([], tile.get([63 - t]));
}

run!(SharedMemory: 0 => output);
