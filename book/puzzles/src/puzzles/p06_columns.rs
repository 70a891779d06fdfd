//! # 6. Columns
//!
//! The input is a matrix of 32×64 numbers whose *columns* lie one after the other in memory. Copy it to one whose rows do.
//!
//! Both have the index `[i, j]`. The kernel is right as it stands; the layout of the input is not.

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
pub fn columns(input: Global<'_, u32, Stored>, output: Split<'_, u32, Matrix, (BlockX, ThreadX)>) {
    output.set([], input.get(output.index([])));
}

run!(Columns: 0 => output);
