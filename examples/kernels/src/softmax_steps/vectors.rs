//! Step 5: four numbers by one instruction, so that fewer are under way for as many bytes.

use crate::rows::{OfRow, Rows};
use lego_cuda::device::{BlockWide, math};
use lego_cuda::view::{Global, Split};
use lego_cuda::{lego_kernel, unroll};

/// Each row of at most 256 times `STEPS` vectors becomes numbers above 0 that add up to 1.
#[lego_kernel(threads = 256, instances(softmax_step_5 = <4>))]
pub fn softmax_by_vectors<const STEPS: usize>(
    input: Global<'_, [f32; 4], Rows<STEPS, 256>>,
    output: Split<'_, [f32; 4], Rows<STEPS, 256>, OfRow>,
    #[shared] all: BlockWide<'_, f32>,
) {
    let (mut row, mut most, mut sum) = ([[f32::NEG_INFINITY; 4]; STEPS], f32::NEG_INFINITY, 0.0);
    unroll!(for step in 0..STEPS {
        row[step] = input.try_get(output.index([step as u32])).unwrap_or([f32::NEG_INFINITY; 4]);
        unroll!(for k in 0..4 {
            most = most.max(row[step][k]);
        });
    });
    let most = all.max(most);
    unroll!(for step in 0..STEPS {
        unroll!(for k in 0..4 {
            row[step][k] = math::exp(row[step][k] - most);
            sum += row[step][k];
        });
    });
    let scale = 1.0 / all.sum(sum);
    unroll!(for step in 0..STEPS {
        output.try_set([step as u32], row[step].map(|x| x * scale));
    });
}
