//! # 20. Matrix product
//!
//! The product of two matrices of 32×32 numbers, by blocks of 16×16 threads, in steps of 16: in each step a block has a tile of
//! each factor in shared memory, and each thread adds 16 products.
//!
//! The second factor is stored column by column, which its layout may say: the kernel need not know. What the layouts of the
//! factors are, which tile is asked for, and where barriers stand, is your turn: as it is given, the kernel adds up one step.

use lego::layout;
use lego_cuda::device::{block_idx, sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, Global, Shared, Split, ThreadX, ThreadY};

layout! {
    /// Element `[tile row, tile column, row, column]` of a matrix of rows.
    pub type Rows = Row(32, 32).TileBy([2, 2], [16, 16]);
    /// The same of the second factor, which is stored column by column.
    pub type Columns = Col(32, 32).TileBy([2, 2], [16, 16]);
    /// A tile in shared memory.
    pub type Tile = Row(16, 16);
}

/// The kernel.
#[lego_kernel(threads = [16, 16])]
pub fn matrix_product(
    a: Global<'_, u32, Rows>,
    b: Global<'_, u32, Columns>,
    output: Split<'_, u32, Rows, (BlockY, BlockX, ThreadY, ThreadX)>,
    #[shared] of_a: Shared<'_, u32, Tile>,
    #[shared] of_b: Shared<'_, u32, Tile>,
) {
    let (block, thread) = (block_idx(), thread_idx());
    let mut sum = 0;
    for step in 0..2 {
        of_a.set([thread.y, thread.x], a.get([block.y, step, thread.y, thread.x]));
        of_b.set([thread.y, thread.x], b.get([step, block.x, thread.y, thread.x]));
        sync_threads();
        for k in 0..16 {
            sum += of_a.get([thread.y, k]) * of_b.get([k, thread.x]);
        }
        sync_threads();
    }
    output.set([], sum);
}

run!(MatrixProduct: 0 1 => output);
