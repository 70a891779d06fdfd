//! # 1. Map
//!
//! Add 10 to each of 256 numbers. A block has 64 threads, and each thread one number.
//!
//! `Global` is memory that is read, by an index of its layout. `Split` is memory that is written: its axes say which element is a
//! thread's own, so that `set` takes no index but that of registers, of which there are none here.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

layout! {
    /// Element `[block, thread]` of 256 numbers.
    pub type Line = Row(4, 64);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn map(input: Global<'_, u32, Line>, output: Split<'_, u32, Line, (BlockX, ThreadX)>) {
    let own = output.index([]);
    output.set([], input.get(own) + 10);
}

run!(Map: 0 => output);
