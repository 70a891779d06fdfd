//! The root-mean-square norm of rows that the threads of a block hold in their registers.

use super::frame::{Columns, Frame, Rows, Slots, read};
use lego_cuda::device::{BlockWide, Element, Stored, block_idx, grid_dim, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// Each row over the root of the mean of its squares and `epsilon`, times the weights.
///
/// A block takes one row after the other, and reads the next one before it computes with the one it has. The weights stay in shared
/// memory, each vector where the thread left it that uses it.
///
/// `per_row` is 1 divided by the elements of a row, which lies in at most `STEPS * THREADS` vectors.
///
/// Launch: any number of blocks that is a multiple of `V`.
#[lego_kernel(
    threads = [THREADS as u32],
    instances(
        rms_norm_f16_2048 = <half::f16, 8, 2, 128>,
        rms_norm_f16_8192 = <half::f16, 8, 4, 256>,
        rms_norm_f16_18432 = <half::f16, 8, 3, 768>,
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
    #[shared(dynamic)] kept: Shared<'_, [T; V], Slots<STEPS, THREADS>>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let ([m, n], thread) = (input.dims(), thread_idx().x);
    let apart = Frame::<V>::rows_apart(grid_dim().x, n);
    let mut row = block_idx().x;
    let frame = Frame::<V>::of(row, n);
    let column = |step: usize| frame.column(Slots::<STEPS, THREADS>::apply_u32([step as u32, thread]));
    unroll!(for step in 0..STEPS {
        kept.set([step as u32, thread], read(weights, |column| [column], column(step)));
    });
    let mut next = [[T::narrow(0.0); V]; STEPS];
    if row < m {
        unroll!(for step in 0..STEPS {
            next[step] = read(input, |column| [row, column], column(step));
        });
    }
    while row < m {
        let (values, following) = (next, row.saturating_add(apart));
        if following < m {
            unroll!(for step in 0..STEPS {
                next[step] = read(input, |column| [following, column], column(step));
            });
        }
        let mut squares = 0.0;
        unroll!(for step in 0..STEPS {
            squares = add_squares(squares, values[step]);
        });
        let scale = math::rsqrt(math::mul_add(all.sum(squares), per_row, epsilon));
        unroll!(for step in 0..STEPS {
            let normed = scaled(values[step], kept.get([step as u32, thread]), scale);
            // SAFETY: a row belongs to one block, and each of its vectors to one thread.
            unsafe { frame.write(&output, row, column(step), normed) };
        });
        row = following;
    }
}

/// A sum with the squares of a vector added.
#[inline(always)]
pub(super) fn add_squares<T: Stored, const V: usize>(mut sum: f32, vector: [T; V]) -> f32 {
    unroll!(for k in 0..V {
        sum = math::mul_add(vector[k].widen(), vector[k].widen(), sum);
    });
    sum
}

/// A vector times a number and weights, rounded once.
#[inline(always)]
pub(super) fn scaled<T: Stored, const V: usize>(vector: [T; V], weights: [T; V], scale: f32) -> [T; V] {
    let mut result = [0.0; V];
    unroll!(for k in 0..V {
        result[k] = vector[k].widen() * scale * weights[k].widen();
    });
    T::narrow_all(result)
}
