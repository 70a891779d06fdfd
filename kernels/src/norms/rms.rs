//! The root-mean-square norm of rows that the threads of a block hold in their registers.

use super::frame::{Columns, Frame, Packed, Rows, Slots, or_zero};
use lego_cuda::device::{BlockWide, Element, Stored, block_idx, grid_dim, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// Each row over the root of the mean of its squares and `epsilon`, times the weights.
///
/// A block takes one row after the other. The weights stay in shared memory, each vector where the thread left it that uses it.
///
/// `per_row` is 1 divided by the elements of a row, which has at most `STEPS * THREADS` whole vectors.
///
/// Launch: any number of blocks that is a multiple of `V`.
#[lego_kernel(
    threads = [THREADS as u32],
    // While one waits for memory, others compute.
    min_blocks = 1024 / THREADS as u32,
    instances(
        rms_norm_f16_2048 = <half::f16, 8, 2, 128>,
        rms_norm_f16_8192 = <half::f16, 8, 4, 256>,
        rms_norm_f16_16384 = <half::f16, 8, 4, 512>,
        rms_norm_f32_2048 = <f32, 4, 2, 256>,
        rms_norm_f32_8192 = <f32, 4, 8, 256>,
        rms_norm_f32_16384 = <f32, 4, 8, 512>,
    ),
    where output.m == input.m, output.n == input.n, weights.n == input.n,
)]
pub fn rms_norm<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, Rows>,
    weights: Global<'_, T, Columns>,
    output: GlobalMut<'_, T, Rows>,
    per_row: f32,
    epsilon: f32,
    #[shared(dynamic)] kept: Shared<'_, [u32; 4], Slots<STEPS, THREADS>>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let ([m, n], thread) = (input.dims(), thread_idx().x);
    let apart = Frame::<V>::rows_apart(grid_dim().x, n);
    let mut row = block_idx().x;
    let frame = Frame::<V>::of(row, n);
    let vector = |step: usize| Slots::<STEPS, THREADS>::apply_u32([step as u32, thread]);
    let edge = frame.edge(thread);
    unroll!(for step in 0..STEPS {
        if vector(step) < frame.vectors {
            // SAFETY: there are as many weights as columns.
            kept.set([step as u32, thread], unsafe { frame.shared(weights, vector(step)) }.bits());
        }
    });
    let edge_weight = or_zero(weights, [edge]);
    while row < m {
        let mut values = [Packed::<V>::ZERO; STEPS];
        unroll!(for step in 0..STEPS {
            if vector(step) < frame.vectors {
                // SAFETY: the row is one of the frame's and of the input's.
                values[step] = unsafe { frame.read(input, row, vector(step)) };
            }
        });
        let value = or_zero(input, [row, edge]);
        let mut squares = value * value;
        unroll!(for step in 0..STEPS {
            squares = add_squares(squares, values[step].widen::<T>());
        });
        let scale = math::rsqrt(math::mul_add(all.sum(squares), per_row, epsilon));
        unroll!(for step in 0..STEPS {
            if vector(step) < frame.vectors {
                let weights = Packed::<V>::of_bits(kept.get([step as u32, thread])).widen::<T>();
                let normed = scaled(values[step].widen::<T>(), weights, scale);
                // SAFETY: as for the reads; a row belongs to one block, and each of its vectors to one thread.
                unsafe { frame.write(&output, row, vector(step), normed) };
            }
        });
        // SAFETY: an element of the edge belongs to one thread.
        unsafe { output.try_set([row, edge], T::narrow(value * scale * edge_weight)) };
        row = row.saturating_add(apart);
    }
}

/// A sum with the squares of a vector added.
#[inline(always)]
pub(super) fn add_squares<const V: usize>(mut sum: f32, vector: [f32; V]) -> f32 {
    unroll!(for k in 0..V {
        sum = math::mul_add(vector[k], vector[k], sum);
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
