//! Norms of rows that the threads of a block hold in their registers.

use crate::rows::{Columns, Frame, Held, Packed, PerRow, Rows, or_zero};
use lego_cuda::device::{BlockWide, Element, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// The root-mean-square norm: each row over the root of the mean of its squares and `epsilon`, times the weights.
///
/// The weights are read with the row if they are to be `EARLY`; else as they are needed, so that their registers leave room for more
/// rows at once. `per_row` is 1 divided by the elements of a row, which has at most `STEPS * THREADS` whole vectors.
///
/// Launch: a block for each row.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    // One block more than would fit.
    min_blocks = if V == 8 && STEPS == 4 { 1024 / THREADS as u32 } else { 0 },
    spills = 16,
    stack = 16,
    instances(
        rms_norm_f16_1024 = <half::f16, 8, 1, 128, true>,
        rms_norm_f16_2048 = <half::f16, 8, 1, 256, true>,
        rms_norm_f16_4096 = <half::f16, 8, 2, 256, true>,
        rms_norm_f16_8192 = <half::f16, 8, 4, 256, true>,
        rms_norm_f16_16384 = <half::f16, 8, 4, 512, true>,
        rms_norm_f32_1024 = <f32, 4, 1, 256, true>,
        rms_norm_f32_2048 = <f32, 4, 2, 256, true>,
        rms_norm_f32_4096 = <f32, 4, 4, 256, true>,
        rms_norm_f32_8192 = <f32, 4, 8, 256, true>,
        rms_norm_f32_16384 = <f32, 4, 8, 512, false>,
    ),
    where output.m == input.m, output.n == input.n, weights.n == input.n,
)]
pub fn rms_norm<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize, const EARLY: bool>(
    input: Global<'_, T, Rows>,
    weights: Global<'_, T, Columns>,
    output: GlobalMut<'_, T, Rows>,
    per_row: f32,
    epsilon: f32,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let ([m, _], row) = (input.dims(), block_idx().x);
    if row >= m {
        return;
    }
    // SAFETY: the row is one of the input's.
    let held = unsafe { Held::<V, STEPS, THREADS>::read(input, row, 0.0) };
    let weight = |step: usize| {
        // SAFETY: there are as many columns as a row has elements, and the vector is one of the row.
        unsafe { held.frame.shared(weights, Held::<V, STEPS, THREADS>::vector(held.frame, step)) }
    };
    let mut early = [Packed::<V>::ZERO; STEPS];
    unroll!(for step in 0..STEPS {
        if EARLY && held.has(step) {
            early[step] = weight(step);
        }
    });
    let edge_weight = or_zero(weights, [held.edge]);
    let squares = held.fold::<T>(0.0, |sum, x| math::mul_add(x, x, sum));
    let scale = math::rsqrt(math::mul_add(all.sum(squares), per_row, epsilon));
    let vector = |step: usize| {
        let weights = if EARLY { early[step] } else { weight(step) };
        scaled(held.vectors[step].widen::<T>(), weights.widen::<T>(), scale)
    };
    // SAFETY: the output has the rows of the input; a row belongs to one block, and what a thread has of it to none but it.
    unsafe { held.write(&output, vector, held.at_edge * scale * edge_weight) };
}

/// The layer norm: each row less its mean, over the root of its variance and `epsilon`, times the weights, plus the biases.
///
/// The means are left in `means`, and 1 over the roots in `scales`. The weights are read with the row if they are to be `EARLY`; else as
/// they are needed, so that their registers leave room for more rows at once. `per_row` is 1 divided by the elements of a row, which has at
/// most `STEPS * THREADS` whole vectors.
///
/// Launch: a block for each row.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = if THREADS == 512 { 2 } else { 0 },
    // Of one instance, where registers just do not suffice.
    spills = 64,
    stack = 32,
    instances(
        layer_norm_f16_1024 = <half::f16, 8, 2, 64, true>,
        layer_norm_f16_2048 = <half::f16, 8, 2, 128, true>,
        layer_norm_f16_4096 = <half::f16, 8, 4, 128, false>,
        layer_norm_f16_8192 = <half::f16, 8, 4, 256, false>,
        layer_norm_f16_16384 = <half::f16, 8, 4, 512, false>,
        layer_norm_f32_1024 = <f32, 4, 1, 256, true>,
        layer_norm_f32_2048 = <f32, 4, 2, 256, true>,
        layer_norm_f32_4096 = <f32, 4, 4, 256, true>,
        layer_norm_f32_8192 = <f32, 4, 8, 256, false>,
        layer_norm_f32_16384 = <f32, 4, 8, 512, false>,
    ),
    where
        output.m == input.m, output.n == input.n, weights.n == input.n, biases.n == input.n, means.m == input.m,
        scales.m == input.m,
)]
pub fn layer_norm<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize, const EARLY: bool>(
    input: Global<'_, T, Rows>,
    weights: Global<'_, T, Columns>,
    biases: Global<'_, T, Columns>,
    output: GlobalMut<'_, T, Rows>,
    means: GlobalMut<'_, f32, PerRow>,
    scales: GlobalMut<'_, f32, PerRow>,
    per_row: f32,
    epsilon: f32,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let ([m, n], row) = (input.dims(), block_idx().x);
    if row >= m {
        return;
    }
    // SAFETY: the row is one of the input's.
    let held = unsafe { Held::<V, STEPS, THREADS>::read(input, row, 0.0) };
    let mut early = [Packed::<V>::ZERO; STEPS];
    unroll!(for step in 0..STEPS {
        if EARLY && held.has(step) {
            // SAFETY: there are as many columns as a row has elements, and the vector is one of the row.
            early[step] = unsafe { held.frame.shared(weights, Held::<V, STEPS, THREADS>::vector(held.frame, step)) };
        }
    });
    let (mut elements, mut sum) = (held.widen::<T>(), held.at_edge);
    unroll!(for step in 0..STEPS {
        sum = elements[step].iter().fold(sum, |sum, x| sum + x);
    });
    let mean = all.sum(sum) * per_row;
    let beyond_at_edge = if held.edge < n { held.at_edge - mean } else { 0.0 };
    let mut squares = squared(beyond_at_edge);
    unroll!(for step in 0..STEPS {
        if held.has(step) {
            unroll!(for k in 0..V {
                elements[step][k] -= mean;
            });
            squares = add_squares_from(squares, elements[step], 0.0);
        }
    });
    let scale = math::rsqrt(math::mul_add(all.sum(squares), per_row, epsilon));
    let [edge_weight, edge_bias] = [weights, biases].map(|columns| or_zero(columns, [held.edge]));
    let at_edge = math::mul_add(beyond_at_edge * scale, edge_weight, edge_bias);
    let result = |step: usize, weights: Packed<V>, biases: Packed<V>| {
        normed(elements[step], 0.0, scale, weights.widen::<T>(), biases.widen::<T>())
    };
    let number = |step: usize| Held::<V, STEPS, THREADS>::vector(held.frame, step);
    // SAFETY: the output has the rows of the input, and there are as many columns as a row has elements; a row belongs to one block,
    // and what a thread has of it to none but it.
    unsafe {
        // Reads without a condition between them are under way together.
        if held.frame.is_aligned() {
            let shared = |columns, step| Frame::shared_aligned(columns, number(step));
            let weight = |step| if EARLY { early[step] } else { shared(weights, step) };
            held.write(&output, |step| result(step, weight(step), shared(biases, step)), at_edge);
        } else {
            let shared = |columns, step| held.frame.shared(columns, number(step));
            let weight = |step| if EARLY { early[step] } else { shared(weights, step) };
            held.write(&output, |step| result(step, weight(step), shared(biases, step)), at_edge);
        }
    }
    if thread_idx().x == 0 {
        // SAFETY: a row belongs to one block, which has one such thread.
        unsafe {
            means.try_set([row], mean);
            scales.try_set([row], scale);
        }
    }
}

#[inline(always)]
pub(super) fn squared(x: f32) -> f32 {
    x * x
}

/// A sum with the squares of what the elements of a vector are more than `from` added.
#[inline(always)]
pub(super) fn add_squares_from<const V: usize>(mut sum: f32, vector: [f32; V], from: f32) -> f32 {
    unroll!(for k in 0..V {
        let x = vector[k] - from;
        sum = math::mul_add(x, x, sum);
    });
    sum
}

/// A vector times a number and weights.
#[inline(always)]
pub(super) fn scaled<const V: usize>(mut vector: [f32; V], weights: [f32; V], scale: f32) -> [f32; V] {
    unroll!(for k in 0..V {
        vector[k] = vector[k] * scale * weights[k];
    });
    vector
}

/// A vector less the mean, times a number and weights, plus biases.
#[inline(always)]
pub(super) fn normed<const V: usize>(
    mut vector: [f32; V],
    mean: f32,
    scale: f32,
    weights: [f32; V],
    biases: [f32; V],
) -> [f32; V] {
    unroll!(for k in 0..V {
        vector[k] = math::mul_add((vector[k] - mean) * scale, weights[k], biases[k]);
    });
    vector
}
