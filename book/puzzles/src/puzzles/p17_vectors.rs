//! # 17. Vectors
//!
//! Triple each of 1024 numbers, with 4 numbers for each thread. One instruction can move 16 bytes, where they lie side by side
//! along the last axis of the layout.
//!
//! As it is given, a thread's numbers are 64 apart, and each takes an instruction. Let the layout give each thread four that are
//! neighbours, let `get_vector` read them and `set_vector` write them: `input.get_vector::<4>(index of the first)`.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};

layout! {
    /// Element `[block, thread, k]` of 1024 numbers: in memory the thread is innermost. Your turn.
    pub type Line = RegP([4, 64, 4], [1, 3, 2]);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn vectors(input: Global<'_, u32, Line>, output: Split<'_, u32, Line, (BlockX, ThreadX, Register)>) {
    for k in 0..4 {
        output.set([k], 3 * input.get(output.index([k])));
    }
}

run!(Vectors: 0 => output);
