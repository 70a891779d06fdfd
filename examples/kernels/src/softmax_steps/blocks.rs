//! Step 2: a block for each row, so that neighbouring threads have neighbouring numbers.

use lego::layout;
use lego_cuda::device::{BlockWide, math};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};

layout! {
    /// Element `[row, step, thread]` of m rows of n numbers: a block has a row, and takes 256 numbers in a step.
    pub type RowOfBlock(m, n) = Row(m, n)
        .ExpandBy([m, n] => [m, ceil_div(n, 256)*256])
        .GroupBy([m, ceil_div(n, 256), 256]);
}

/// Each row becomes numbers above 0 that add up to 1.
#[lego_kernel(threads = 256, instances(softmax_step_2))]
pub fn softmax_by_blocks(
    input: Global<'_, f32, RowOfBlock>,
    output: Split<'_, f32, RowOfBlock, (BlockX, Register, ThreadX)>,
    #[shared] all: BlockWide<'_, f32>,
) {
    let ([_, steps, _], mut most, mut sum) = (input.dims(), f32::NEG_INFINITY, 0.0);
    for step in 0..steps {
        most = most.max(input.try_get(output.index([step])).unwrap_or(f32::NEG_INFINITY));
    }
    let most = all.max(most);
    for step in 0..steps {
        sum += input.try_get(output.index([step])).map_or(0.0, |x| math::exp(x - most));
    }
    let scale = 1.0 / all.sum(sum);
    for step in 0..steps {
        if let Some(x) = input.try_get(output.index([step])) {
            output.try_set([step], math::exp(x - most) * scale);
        }
    }
}
