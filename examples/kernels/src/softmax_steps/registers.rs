//! Step 4: the row stays in registers, so that it is read once.

use crate::rows::{OfRow, Rows};
use lego_cuda::device::{BlockWide, math};
use lego_cuda::view::{Global, Split};
use lego_cuda::{lego_kernel, unroll};

/// Each row of at most 256 times `STEPS` numbers becomes numbers above 0 that add up to 1.
#[lego_kernel(threads = 256, instances(softmax_step_4 = <16>))]
pub fn softmax_in_registers<const STEPS: usize>(
    input: Global<'_, f32, Rows<STEPS, 256>>,
    output: Split<'_, f32, Rows<STEPS, 256>, OfRow>,
    #[shared] all: BlockWide<'_, f32>,
) {
    // The loops unroll: an array whose every index is a constant is registers.
    let (mut row, mut most, mut sum) = ([f32::NEG_INFINITY; STEPS], f32::NEG_INFINITY, 0.0);
    unroll!(for step in 0..STEPS {
        row[step] = input.try_get(output.index([step as u32])).unwrap_or(f32::NEG_INFINITY);
        most = most.max(row[step]);
    });
    let most = all.max(most);
    unroll!(for step in 0..STEPS {
        row[step] = math::exp(row[step] - most);
        sum += row[step];
    });
    let scale = 1.0 / all.sum(sum);
    unroll!(for step in 0..STEPS {
        output.try_set([step as u32], row[step] * scale);
    });
}
