//! # 10. Padding
//!
//! The input has 20 rows of 60 numbers. Each row is followed by 4 numbers that mean nothing, so that rows begin at multiples of
//! 64: what is called a pitch, or a leading dimension. Copy it to rows without anything between.
//!
//! `.PadBy([n, m] => [N, M])` stores an n×m matrix in the room of an N×M one.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

layout! {
    /// The output: rows one after the other.
    pub type Matrix = Row(20, 60);
    /// The input. Your turn.
    pub type Stored = Row(20, 60);
}

/// The kernel.
#[lego_kernel(threads = 60)]
pub fn padding(input: Global<'_, u32, Stored>, output: Split<'_, u32, Matrix, (BlockX, ThreadX)>) {
    output.set([], input.get(output.index([])));
}

run!(Padding: 0 => output);
