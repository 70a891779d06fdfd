//! # 9. Anti diagonal
//!
//! The input has the anti-diagonals of a matrix of 32×32 numbers one after the other: `[0, 0]`, then `[0, 1]` and
//! `[1, 0]`, then `[0, 2]`, `[1, 1]` and `[2, 0]`. Copy it to rows.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

layout! {
    /// The output: rows one after the other.
    pub type Matrix = Row(32, 32);
    /// The input. Your turn.
    pub type Stored = Row(32, 32);
}

/// The kernel.
#[lego_kernel(threads = 32)]
pub fn anti_diagonal(input: Global<'_, u32, Stored>, output: Split<'_, u32, Matrix, (BlockX, ThreadX)>) {
    output.set([], input.get(output.index([])));
}

run!(AntiDiagonal: 0 => output);
