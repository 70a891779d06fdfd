//! Step 3: the largest number and the sum in one go, so that a row is read twice and not three times.

use super::RowOfBlock;
use lego_cuda::device::{BlockWide, math};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};

/// Each row becomes numbers above 0 that add up to 1.
#[lego_kernel(threads = 256, instances(softmax_step_3))]
pub fn softmax_online(
    input: Global<'_, f32, RowOfBlock>,
    output: Split<'_, f32, RowOfBlock, (BlockX, Register, ThreadX)>,
    #[shared] all: BlockWide<'_, f32>,
) {
    // A sum over what a thread has seen, each number less the largest so far.
    let ([_, steps, _], mut most, mut sum) = (input.dims(), f32::NEG_INFINITY, 0.0);
    for step in 0..steps {
        let x = input.try_get(output.index([step])).unwrap_or(f32::NEG_INFINITY);
        if x > most {
            sum *= math::exp(most - x);
            most = x;
        }
        sum += if x > f32::NEG_INFINITY { math::exp(x - most) } else { 0.0 };
    }
    let largest = all.max(most);
    let part = if most > f32::NEG_INFINITY { sum * math::exp(most - largest) } else { 0.0 };
    let scale = 1.0 / all.sum(part);
    for step in 0..steps {
        if let Some(x) = input.try_get(output.index([step])) {
            output.try_set([step], math::exp(x - largest) * scale);
        }
    }
}
