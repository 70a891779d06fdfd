//! Step 1: a thread for each row, as one writes it for one core.

use lego::layout;
use lego_cuda::device::math;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};

layout! {
    /// Element `[block, thread, column]` of m rows of n numbers: a thread has a row.
    pub type RowOfThread(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 256)*256, n])
        .GroupBy([ceil_div(m, 256), 256, n]);
}

/// Each row becomes numbers above 0 that add up to 1.
#[lego_kernel(threads = 256, instances(softmax_step_1))]
pub fn softmax_by_threads(
    input: Global<'_, f32, RowOfThread>,
    output: Split<'_, f32, RowOfThread, (BlockX, ThreadX, Register)>,
) {
    let ([_, _, n], mut most, mut sum) = (input.dims(), f32::NEG_INFINITY, 0.0);
    for j in 0..n {
        if let Some(x) = input.try_get(output.index([j])) {
            most = most.max(x);
        }
    }
    for j in 0..n {
        if let Some(x) = input.try_get(output.index([j])) {
            sum += math::exp(x - most);
        }
    }
    for j in 0..n {
        if let Some(x) = input.try_get(output.index([j])) {
            output.try_set([j], math::exp(x - most) / sum);
        }
    }
}
