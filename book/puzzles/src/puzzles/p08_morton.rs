//! # 8. Morton
//!
//! The input is a matrix of 64×64 numbers along a Morton curve, the Z order: bits of i and j take turns in the position, those of
//! j below those of i. Copy it to rows.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

layout! {
    /// The output: rows one after the other.
    pub type Matrix = Row(64, 64);
    /// The input. Your turn.
    pub type Stored = Row(64, 64);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn morton(input: Global<'_, u32, Stored>, output: Split<'_, u32, Matrix, (BlockX, ThreadX)>) {
    output.set([], input.get(output.index([])));
}

run!(Morton: 0 => output);
