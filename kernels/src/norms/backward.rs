//! The gradients of a layer norm: of its input, and the parts of those of weights and biases that each block finds.
//!
//! With `x̂ = (x - mean)·rstd` and `g = weight·dy`, means over a row, and sums over all rows:
//!
//! ```text
//! dx      = rstd·(g - mean(g) - x̂·mean(g·x̂))
//! dweight = sum(dy·x̂)
//! dbias   = sum(dy)
//! ```

use super::column_sums::Parts;
use crate::rows::{Columns, Frame, Packed, PerRow, Rows, Slots, or_zero};
use lego::layout;
use lego_cuda::device::{BlockWide, Element, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Four sums `[gradient, step, quarter, thread]` over the rows of a block, for the weights and for the biases: `QUARTERS` of them
    /// make those of a thread's vector.
    pub type Sums<const STEPS: usize, const QUARTERS: usize, const THREADS: usize> = Row(2, STEPS, QUARTERS, THREADS);
}

/// The gradient of the input, and for each block the sums over its rows that the gradients of weights and biases are made of.
///
/// Each row is read once and kept in registers. The sums stay in shared memory, each where the thread left it that adds to it: in
/// all rows of a block it has the same columns. `means` and `scales` are those that the layer norm found: of each row the mean, and
/// 1 over the root of the variance. `per_row` is 1 divided by the elements of a row, which has at most
/// `STEPS * THREADS` whole vectors.
///
/// Launch: as many blocks as `parts` has, a multiple of `V`.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = if THREADS == 512 { 2 } else if STEPS == 1 { 6 } else { 0 },
    // Of one instance, where registers just do not suffice.
    spills = 16,
    stack = 16,
    instances(
        for (LENGTH, STEPS, THREADS) in [(1024, 1, 128), (2048, 2, 128), (8192, 2, 512), (16384, 2, 1024)] {
            layer_norm_backward_f16_{LENGTH} = <half::f16, 8, 2, STEPS, THREADS>
        },
        for (LENGTH, STEPS, THREADS) in [(1024, 1, 256), (2048, 2, 256), (8192, 4, 512), (16384, 4, 1024)] {
            layer_norm_backward_f32_{LENGTH} = <f32, 4, 1, STEPS, THREADS>
        },
    ),
    where
        input.m == gradient.m, input.n == gradient.n, output.m == gradient.m, output.n == gradient.n, weights.n == gradient.n,
        means.m == gradient.m, scales.m == gradient.m,
)]
pub fn layer_norm_backward<T: Stored, const V: usize, const QUARTERS: usize, const STEPS: usize, const THREADS: usize>(
    gradient: Global<'_, T, Rows>,
    input: Global<'_, T, Rows>,
    weights: Global<'_, T, Columns>,
    means: Global<'_, f32, PerRow>,
    scales: Global<'_, f32, PerRow>,
    output: GlobalMut<'_, T, Rows>,
    parts: GlobalMut<'_, f32, Parts>,
    per_row: f32,
    #[shared(dynamic)] kept: Shared<'_, [u32; 4], Slots<STEPS, THREADS>>,
    #[shared(dynamic)] sums: Shared<'_, [f32; 4], Sums<STEPS, QUARTERS, THREADS>>,
    #[shared] all: BlockWide<'_, [f32; 2]>,
) where
    [T; V]: Element,
{
    const { assert!(V == 4 * QUARTERS, "the sums of a vector are quarters") };
    let ([_, n], [_, blocks, _]) = (gradient.dims(), parts.dims());
    let (thread, block) = (thread_idx().x, block_idx().x);
    if block >= blocks {
        // Its rows are another block's.
        return;
    }
    let apart = Frame::<V>::rows_apart(blocks, n);
    let frame = Frame::<V>::of(block, n);
    let vector = |step: usize| Slots::<STEPS, THREADS>::apply_u32([step as u32, thread]);
    let edge = frame.edge(thread);
    unroll!(for step in 0..STEPS {
        if vector(step) < frame.vectors {
            // SAFETY: there are as many weights as columns.
            kept.set([step as u32, thread], unsafe { frame.shared(weights, vector(step)) }.bits());
            unroll!(for quarter in 0..QUARTERS {
                sums.set([0, step as u32, quarter as u32, thread], [0.0; 4]);
                sums.set([1, step as u32, quarter as u32, thread], [0.0; 4]);
            });
        }
    });
    let (edge_weight, mut edge_sums) = (or_zero(weights, [edge]), [0.0; 2]);
    let mut row = block;
    while let (Some(mean), Some(scale)) = (means.try_get([row]), scales.try_get([row])) {
        let (mut xs, mut dys) = ([Packed::<V>::ZERO; STEPS], [Packed::<V>::ZERO; STEPS]);
        unroll!(for step in 0..STEPS {
            if vector(step) < frame.vectors {
                // SAFETY: the row is one of the frame's, and one of both matrices, which have as many as there are means.
                unsafe {
                    xs[step] = frame.read(input, row, vector(step));
                    dys[step] = frame.read(gradient, row, vector(step));
                }
            }
        });
        let (x, dy) = (or_zero(input, [row, edge]), or_zero(gradient, [row, edge]));
        let normed = |x: f32| (x - mean) * scale;
        // Of `g·x̂` and of g.
        let weighted = edge_weight * dy;
        let mut of_row = [weighted * normed(x), weighted];
        edge_sums = [math::mul_add(dy, normed(x), edge_sums[0]), edge_sums[1] + dy];
        unroll!(for step in 0..STEPS {
            if vector(step) < frame.vectors {
                let weights = Packed::<V>::of_bits(kept.get([step as u32, thread])).widen::<T>();
                let (xs, dys) = (xs[step].widen::<T>(), dys[step].widen::<T>());
                unroll!(for quarter in 0..QUARTERS {
                    let [of_weights, of_biases] = [0, 1].map(|which| [which, step as u32, quarter as u32, thread]);
                    let (mut weight_sums, mut bias_sums) = (sums.get(of_weights), sums.get(of_biases));
                    unroll!(for i in 0..4 {
                        let (i, k): (usize, usize) = (i, 4 * quarter + i);
                        let (normed, weighted) = (normed(xs[k]), weights[k] * dys[k]);
                        of_row = [math::mul_add(weighted, normed, of_row[0]), of_row[1] + weighted];
                        weight_sums[i] = math::mul_add(dys[k], normed, weight_sums[i]);
                        bias_sums[i] += dys[k];
                    });
                    sums.set(of_weights, weight_sums);
                    sums.set(of_biases, bias_sums);
                });
            }
        });
        let [along, level] = all.sum(of_row).map(|sum| sum * per_row);
        let (along, level) = (-scale * scale * along, -scale * level);
        let gradient_of = |x: f32, weighted: f32| math::mul_add(weighted, scale, math::mul_add(x - mean, along, level));
        unroll!(for step in 0..STEPS {
            if vector(step) < frame.vectors {
                let weights = Packed::<V>::of_bits(kept.get([step as u32, thread])).widen::<T>();
                let (xs, dys, mut result) = (xs[step].widen::<T>(), dys[step].widen::<T>(), [0.0; V]);
                unroll!(for k in 0..V {
                    result[k] = gradient_of(xs[k], weights[k] * dys[k]);
                });
                // SAFETY: as for the reads; a row belongs to one block, and each of its vectors to one thread.
                unsafe { frame.write(&output, row, vector(step), result) };
            }
        });
        // SAFETY: an element of the edge belongs to one thread.
        unsafe { output.try_set([row, edge], T::narrow(gradient_of(x, weighted))) };
        row = row.saturating_add(apart);
    }
    let shift = Frame::<V>::shift(block, n);
    unroll!(for which in 0..2 {
        unroll!(for step in 0..STEPS {
            if vector(step) < frame.vectors {
                unroll!(for quarter in 0..QUARTERS {
                    let place = frame.column(vector(step)) + shift + 4 * quarter as u32;
                    let four = sums.get([which as u32, step as u32, quarter as u32, thread]);
                    // SAFETY: a block has its own sums, and each of its vectors is one thread's.
                    unsafe { parts.try_set_vector([which as u32, block, place], four) };
                });
            }
        });
        if edge < n {
            let which: usize = which;
            // SAFETY: an element of the edge belongs to one thread.
            unsafe { parts.try_set([which as u32, block, edge + shift], edge_sums[which]) };
        }
    });
}
