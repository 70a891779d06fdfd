//! The transpose without shared memory.

use super::tile::Blocks;
use lego::layout;
use lego_cuda::device::{Element, block_idx, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, Global, Register, Split, ThreadX, ThreadY};

layout! {
    /// Element `[block row, row, block column, step, thread row]` of a row-major m×n matrix in blocks of 32×32, whose
    /// columns are eight thread rows in each of four steps.
    pub type Turned(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 32) * 32, ceil_div(n, 32) * 32])
        .GroupBy([ceil_div(m, 32), 32, ceil_div(n, 32), 4, 8])
        where m >= 1, n >= 1;
}

/// Transposes an m×n matrix: reads along the rows, and writes each warp's 32 elements to as many rows.
///
/// Launch: `n.div_ceil(32)` blocks in x, `m.div_ceil(32)` in y.
#[lego_kernel(
    threads = [32, 8],
    instances(transpose_naive_f32 = <f32>, transpose_naive_f16 = <half::f16>),
)]
pub fn transpose_naive<T: Element>(
    input: Global<'_, T, Blocks>,
    output: Split<'_, T, Turned, (BlockX, ThreadX, BlockY, Register, ThreadY)>,
) {
    let (thread, block) = (thread_idx(), block_idx());
    for k in 0..4 {
        if let Some(element) = input.try_get([block.y, block.x, k, 0, thread.y, thread.x]) {
            output.try_set([k], element);
        }
    }
}
