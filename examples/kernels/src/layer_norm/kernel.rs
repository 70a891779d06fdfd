//! The kernel: two reductions over a row that is kept in registers.

use crate::rows::{self, OfRow, Rows};
use lego::layout;
use lego_cuda::device::{BlockWide, Element, Stored, math, thread_idx};
use lego_cuda::view::{Global, Split};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Vector `[step, thread]` of what all rows share: the weights and the biases.
    pub type Shares<const STEPS: usize, const THREADS: usize>(n) = Row(n)
        .ExpandBy([n] => [STEPS*THREADS])
        .GroupBy([STEPS, THREADS]);
}

/// Each row less its mean, divided by the root of its variance and `epsilon`, times the weights, plus the biases.
///
/// `per_row` is 1 divided by the numbers of a row.
#[lego_kernel(
    threads = [THREADS as u32],
    // Two blocks of 1024 threads are all that a multiprocessor holds.
    min_blocks = if THREADS == 1024 && STEPS <= 8 { 2 } else { 1 },
    instances(
        layer_norm_f16_vectors_1 = <half::f16, 8, 1, 128>,
        layer_norm_f16_vectors_2 = <half::f16, 8, 1, 256>,
        layer_norm_f16_vectors_4 = <half::f16, 8, 2, 256>,
        layer_norm_f16_vectors_8 = <half::f16, 8, 4, 256>,
        layer_norm_f16_vectors_16 = <half::f16, 8, 4, 512>,
        layer_norm_f16_numbers_8 = <half::f16, 1, 8, 256>,
        layer_norm_f16_numbers_32 = <half::f16, 1, 8, 1024>,
        layer_norm_f16_numbers_64 = <half::f16, 1, 16, 1024>,
        layer_norm_f32_vectors_1 = <f32, 4, 1, 256>,
        layer_norm_f32_vectors_2 = <f32, 4, 2, 256>,
        layer_norm_f32_vectors_4 = <f32, 4, 4, 256>,
        layer_norm_f32_vectors_8 = <f32, 4, 8, 256>,
        layer_norm_f32_vectors_16 = <f32, 4, 8, 512>,
        layer_norm_f32_numbers_8 = <f32, 1, 8, 256>,
        layer_norm_f32_numbers_32 = <f32, 1, 8, 1024>,
        layer_norm_f32_numbers_64 = <f32, 1, 16, 1024>,
    ),
)]
pub fn layer_norm<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, [T; V], Rows<STEPS, THREADS>>,
    weights: Global<'_, [T; V], Shares<STEPS, THREADS>>,
    biases: Global<'_, [T; V], Shares<STEPS, THREADS>>,
    output: Split<'_, [T; V], Rows<STEPS, THREADS>, OfRow>,
    per_row: f32,
    epsilon: f32,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let thread = thread_idx().x;
    let mut row = rows::read(input, &output, 0.0);
    let mut sum = 0.0;
    unroll!(for step in 0..STEPS {
        unroll!(for k in 0..V {
            sum += row[step][k];
        });
    });
    let mean = all.sum(sum) * per_row;
    let mut squares = 0.0;
    unroll!(for step in 0..STEPS {
        if output.contains([step as u32]) {
            unroll!(for k in 0..V {
                row[step][k] -= mean;
                squares = math::mul_add(row[step][k], row[step][k], squares);
            });
        }
    });
    let scale = math::rsqrt(math::mul_add(all.sum(squares), per_row, epsilon));
    unroll!(for step in 0..STEPS {
        let place = [step as u32, thread];
        if let (Some(weight), Some(bias)) = (weights.try_get(place), biases.try_get(place)) {
            let (weight, bias) = (T::widen_all(weight), T::widen_all(bias));
            let mut result = [0.0; V];
            unroll!(for k in 0..V {
                result[k] = math::mul_add(row[step][k] * scale, weight[k], bias[k]);
            });
            output.try_set([step as u32], T::narrow_all(result));
        }
    });
}
