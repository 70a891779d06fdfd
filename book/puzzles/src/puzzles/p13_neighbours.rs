//! # 13. Neighbours
//!
//! Each of 256 numbers becomes the sum of itself and its two neighbours; the first and the last have one neighbour.
//!
//! A layout has many views: `Flat` sees the same numbers by one index. An index outside of it has no element, and `try_get` says
//! so. The first number has no index before it: think of what `i - 1` is in unsigned numbers.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

layout! {
    /// Element `[block, thread]` of 256 numbers.
    pub type Line = Row(4, 64);
    /// The same numbers by one index.
    pub type Flat = Row(256);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn neighbours(input: Global<'_, u32, Flat>, output: Split<'_, u32, Line, (BlockX, ThreadX)>) {
    let [block, thread] = output.index([]);
    let i = block * 64 + thread;
    // Your turn: this is the number alone.
    output.set([], input.get([i]));
}

run!(Neighbours: 0 => output);
