//! The kernel: two reductions over a row that is kept in registers.

use crate::rows::{self, OfRotatedRow, OfRow, RotatedRows, Rows};
use lego::{Mapping32, layout};
use lego_cuda::device::{BlockWide, Element, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{Global, Split};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Vector `[step, thread]` of what all rows share: the weights and the biases.
    pub type Shares<const STEPS: usize, const THREADS: usize>(n) = Row(n)
        .ExpandBy([n] => [STEPS*THREADS])
        .GroupBy([STEPS, THREADS]);
    /// The same, element by element.
    pub type Columns(n) = Row(n);
}

/// Each row less its mean, divided by the root of its variance and `epsilon`, times the weights, plus the biases.
///
/// `per_row` is 1 divided by the numbers of a row.
#[lego_kernel(
    threads = [THREADS as u32],
    // Two blocks of 1024 threads are all that a multiprocessor holds.
    min_blocks = if THREADS == 1024 && STEPS <= 8 { 2 } else { 0 },
    instances(
        layer_norm_f16_vectors_1 = <half::f16, 8, 1, 128>,
        layer_norm_f16_vectors_2 = <half::f16, 8, 1, 256>,
        layer_norm_f16_vectors_4 = <half::f16, 8, 2, 256>,
        layer_norm_f16_vectors_8 = <half::f16, 8, 4, 256>,
        layer_norm_f16_vectors_16 = <half::f16, 8, 4, 512>,
        layer_norm_f32_vectors_1 = <f32, 4, 1, 256>,
        layer_norm_f32_vectors_2 = <f32, 4, 2, 256>,
        layer_norm_f32_vectors_4 = <f32, 4, 4, 256>,
        layer_norm_f32_vectors_8 = <f32, 4, 8, 256>,
        layer_norm_f32_vectors_16 = <f32, 4, 8, 512>,
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
    let mean = all.sum(rows::sum(&row)) * per_row;
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

/// The same of rows whose length no vector divides: weights and biases are read one by one, since those of a vector lie elsewhere in
/// each row.
#[lego_kernel(
    threads = [THREADS as u32],
    instances(
        layer_norm_f16_rotated_1024 = <half::f16, 8, 1, 128>,
        layer_norm_f16_rotated_2048 = <half::f16, 8, 2, 128>,
        layer_norm_f16_rotated_4096 = <half::f16, 8, 4, 128>,
        layer_norm_f16_rotated_5120 = <half::f16, 8, 5, 128>,
        layer_norm_f16_rotated_8192 = <half::f16, 8, 4, 256>,
        layer_norm_f16_rotated_16384 = <half::f16, 8, 4, 512>,
        layer_norm_f32_rotated_1024 = <f32, 4, 1, 256>,
        layer_norm_f32_rotated_2048 = <f32, 4, 2, 256>,
        layer_norm_f32_rotated_4096 = <f32, 4, 4, 256>,
        layer_norm_f32_rotated_5120 = <f32, 4, 5, 256>,
        layer_norm_f32_rotated_8192 = <f32, 4, 8, 256>,
        layer_norm_f32_rotated_16384 = <f32, 4, 8, 512>,
    ),
)]
pub fn layer_norm_rotated<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, RotatedRows<V, STEPS, THREADS>>,
    weights: Global<'_, T, Columns>,
    biases: Global<'_, T, Columns>,
    output: Split<'_, T, RotatedRows<V, STEPS, THREADS>, OfRotatedRow>,
    per_row: f32,
    epsilon: f32,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let [columns] = weights.dims();
    let first = block_idx().x * columns;
    let mut row = rows::read_rotated(input, &output, 0.0);
    let mean = all.sum(rows::sum(&row)) * per_row;
    let mut squares = 0.0;
    unroll!(for step in 0..STEPS {
        unroll!(for k in 0..V {
            if output.contains([step as u32, k as u32]) {
                row[step][k] -= mean;
                squares = math::mul_add(row[step][k], row[step][k], squares);
            }
        });
    });
    let scale = math::rsqrt(math::mul_add(all.sum(squares), per_row, epsilon));
    unroll!(for step in 0..STEPS {
        let mut result = [0.0; V];
        unroll!(for k in 0..V {
            if let Some(position) = Mapping32::apply_u32(&output.layout(), output.index([step as u32, k as u32])) {
                let column = [position - first];
                if let (Some(weight), Some(bias)) = (weights.try_get(column), biases.try_get(column)) {
                    result[k] = math::mul_add(row[step][k] * scale, weight.widen(), bias.widen());
                }
            }
        });
        output.try_set_vector([step as u32, 0], T::narrow_all(result));
    });
}
