//! The gradients of weights and biases of a layer norm, of the sums that each block has found over its rows.

use crate::rows::Columns;
use lego::layout;
use lego_cuda::device::{Stored, Warp, block_idx, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Sum `[gradient, block, place]`, for the weights and for the biases: at place p that of the column `p - shift`, where the rows of
    /// the block begin `shift` elements behind the beginning of a vector.
    pub type Parts(blocks, places) = Row(2, blocks, places) where blocks >= 1, places >= 1;
    /// Sum `[row, column]` of 32 threads each; a number is left out after each row, so that the numbers of a column are in all banks.
    pub type Square = Row(32, 33).PadBy([32, 32] => [32, 33]);
}

/// Adds the sums of all blocks up, in an order that is always the same.
///
/// Launch: a block for each 32 columns in x, 2 in y: the weights and the biases.
#[lego_kernel(
    threads = [32, 32],
    grid = [x, y],
    instances(column_sums_f16 = <half::f16, 8>, column_sums_f32 = <f32, 4>),
    where biases.n == weights.n,
)]
pub fn column_sums<T: Stored, const V: usize>(
    parts: Global<'_, f32, Parts>,
    weights: GlobalMut<'_, T, Columns>,
    biases: GlobalMut<'_, T, Columns>,
    #[shared] square: Shared<'_, f32, Square>,
) {
    let ([_, blocks, _], [n]) = (parts.dims(), weights.dims());
    let (thread, which, first) = (thread_idx(), block_idx().y, block_idx().x * 32);
    // A thread adds up every 32nd block, and those have the same shift.
    const { assert!(32 % V == 0, "blocks that are 32 apart have rows that begin alike") };
    let (column, shift) = (first + thread.x, thread.y.wrapping_mul(n) % V as u32);
    let (mut sums, mut block) = ([0.0; 8], thread.y);
    while block < blocks && column < n {
        unroll!(for k in 0..8 {
            sums[k] += parts.try_get([which, block + 32 * k as u32, column + shift]).unwrap_or(0.0);
        });
        block += 256;
    }
    square.set([thread.y, thread.x], sums.iter().sum());
    sync_threads();
    // Each warp has a column now.
    let (sum, column) = (Warp::ALL.sum(square.get([thread.x, thread.y])), first + thread.y);
    if thread.x == 0 {
        let gradient = if which == 0 { &weights } else { &biases };
        // SAFETY: a column of a gradient belongs to one warp, which has one such thread.
        unsafe { gradient.try_set([column], T::narrow(sum)) };
    }
}
