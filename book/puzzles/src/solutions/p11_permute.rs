//! # 11. Permute
//!
//! The input is 2 images of 8 channels, 4 rows and 16 columns, by the index `[image, channel, row, column]`: NCHW. Store them
//! with the channels innermost: NHWC. The index is the same, so it is the output's layout that says how.
//!
//! `RegP([n1, …], [s1, …])` stores axes in another order: the axis that is p-th in memory is axis s_p of the index, counted from 1.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, Global, Register, Split, ThreadX};

layout! {
    /// Element `[image, channel, row, column]`, as the input has them.
    pub type Nchw = Row(2, 8, 4, 16);
    /// The same index, stored with the channel innermost.
    pub type Nhwc = RegP([2, 8, 4, 16], [1, 3, 4, 2]);
}

/// The kernel.
#[lego_kernel(threads = 16)]
pub fn permute(input: Global<'_, u32, Nchw>, output: Split<'_, u32, Nhwc, (BlockY, BlockX, Register, ThreadX)>) {
    for row in 0..4 {
        output.set([row], input.get(output.index([row])));
    }
}

run!(Permute: 0 => output);
