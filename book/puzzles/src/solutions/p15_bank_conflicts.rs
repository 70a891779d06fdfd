//! # 15. Bank conflicts
//!
//! The transpose once more, through shared memory. Its words lie in 32 banks, word p in bank p mod 32, and threads of a warp that
//! want different words of one bank wait for each other. Row i of this tile begins at word 32·i, so that a column is one bank.
//!
//! Change the layout of the tile, so that neither its rows nor its columns meet in a bank. Nothing else has to change.

use lego::layout;
use lego_cuda::device::{block_idx, sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, Global, Register, Shared, Split, ThreadX, ThreadY};

layout! {
    /// Element `[block row, block column, step, 0, thread row, column]` of a matrix of 64×96 in blocks of 32×32.
    pub type Wide = Row(64, 96).TileBy([2, 3], [4, 1], [8, 32]);
    /// The same of its transpose.
    pub type Tall = Row(96, 64).TileBy([3, 2], [4, 1], [8, 32]);
    /// The row of a block that a thread row has in a step.
    pub type Step = Row(4, 8);
    /// A block in shared memory, a word left out behind each row.
    pub type Tile = Row(32, 33).PadBy([32, 32] => [32, 33]);
}

/// The kernel.
#[lego_kernel(threads = [32, 8])]
pub fn bank_conflicts(
    input: Global<'_, u32, Wide>,
    output: Split<'_, u32, Tall, (BlockX, BlockY, Register, Register, ThreadY, ThreadX)>,
    #[shared] tile: Shared<'_, u32, Tile>,
) {
    let (block, thread) = (block_idx(), thread_idx());
    for step in 0..4 {
        let element = input.get([block.y, block.x, step, 0, thread.y, thread.x]);
        tile.set([Step::apply_u32([step, thread.y]), thread.x], element);
    }
    sync_threads();
    for step in 0..4 {
        output.set([step, 0], tile.get([thread.x, Step::apply_u32([step, thread.y])]));
    }
}

run!(BankConflicts: 0 => output);
