//! Norms of rows that the threads of a block hold in their registers.

use crate::rows::{Columns, Frame, Held, Packed, PerRow, Rows, or_zero, rows_of};
use lego_cuda::device::{BlockWide, Element, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// The root-mean-square norm: each row over the root of the mean of its squares and `epsilon`, times the weights.
///
/// A block has `ROWS` rows, two to the power of `apart` from one another, that begin alike, or one. The weights are read with the rows if they are to be
/// `EARLY`; else as they are needed, so that their registers leave room for more rows at once. `per_row` is 1 divided by the elements of a
/// row, which has at most `STEPS * THREADS` whole vectors.
///
/// Launch: blocks for all rows.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = if V == 8 && STEPS == 4 { 1024 / THREADS as u32 } else { 0 },
    instances(
        rms_norm_f16_1024 = <half::f16, 8, 1, 128, 2, true>,
        rms_norm_f16_16384 = <half::f16, 8, 4, 512, 2, false>,
        rms_norm_f32_1024 = <f32, 4, 1, 256, 1, true>,
        rms_norm_f32_8192 = <f32, 4, 8, 256, 1, true>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            rms_norm_f16_2048 = <half::f16, 8, 2, 128, 2, true>,
            rms_norm_f16_4096 = <half::f16, 8, 4, 128, 2, false>,
            rms_norm_f16_8192 = <half::f16, 8, 4, 256, 2, false>,
            rms_norm_f32_2048 = <f32, 4, 2, 256, 1, true>,
            rms_norm_f32_4096 = <f32, 4, 4, 256, 1, true>,
            rms_norm_f32_16384 = <f32, 4, 8, 512, 1, false>,
        },
    ),
    where output.m == input.m, output.n == input.n, weights.n == input.n,
)]
pub fn rms_norm<
    T: Stored,
    const V: usize,
    const STEPS: usize,
    const THREADS: usize,
    const ROWS: usize,
    const EARLY: bool,
>(
    input: Global<'_, T, Rows>,
    weights: Global<'_, T, Columns>,
    output: GlobalMut<'_, T, Rows>,
    apart: u32,
    per_row: f32,
    epsilon: f32,
    #[shared] all: BlockWide<'_, [f32; ROWS]>,
) where
    [T; V]: Element,
{
    let ([m, n], rows) = (input.dims(), rows_of::<ROWS>(block_idx().x, apart));
    if rows[0] >= m {
        return;
    }
    let frame = Held::<V, STEPS, THREADS>::frame(rows[0], n);
    // SAFETY: rows so far apart have one frame.
    let held = rows.map(|row| unsafe { Held::<V, STEPS, THREADS>::read_in(frame, input, row, 0.0) });
    let number = |step: usize| Held::<V, STEPS, THREADS>::vector(frame, step);
    let mut early = [Packed::<V>::ZERO; STEPS];
    unroll!(for step in 0..STEPS {
        if EARLY && number(step) < frame.vectors {
            // SAFETY: there are as many columns as a row has elements, and the vector is one of the row.
            early[step] = unsafe { frame.shared(weights, number(step)) };
        }
    });
    let edge_weight = or_zero(weights, [held[0].edge]);
    let mut sums = [0.0; ROWS];
    unroll!(for i in 0..ROWS {
        let add = |sum, x| math::mul_add(x, x, sum);
        sums[i] = if ROWS > 1 { held[i].fold_by_vectors::<T>(0.0, add) } else { held[i].fold::<T>(0.0, add) };
    });
    let scales = all.reduce(sums, sum_each).map(|squares| math::rsqrt(math::mul_add(squares, per_row, epsilon)));
    unroll!(for step in 0..STEPS {
        if number(step) < frame.vectors {
            // SAFETY: as above.
            let weights = if EARLY { early[step] } else { unsafe { frame.shared(weights, number(step)) } };
            unroll!(for i in 0..ROWS {
                if rows[i] < m {
                    let result = scaled(held[i].again::<T>(step), weights.again().widen::<T>(), scales[i]);
                    // SAFETY: the output has the rows of the input; a row belongs to one block, and what a thread has of it to none but it.
                    unsafe { held[i].write_vector(&output, step, result) };
                }
            });
        }
    });
    unroll!(for i in 0..ROWS {
        // SAFETY: as above.
        unsafe { held[i].write_edge(&output, held[i].at_edge * scales[i] * edge_weight) };
    });
}

/// The layer norm: each row less its mean, over the root of its variance and `epsilon`, times the weights, plus the biases.
///
/// The means are left in `means`, and 1 over the roots in `scales`. The rest is as for [`rms_norm`].
///
/// Launch: blocks for all rows.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = if V == 8 && STEPS == 4 || THREADS == 512 { 1024 / THREADS as u32 } else { 0 },
    // What the edges need, once.
    spills = 32,
    stack = 32,
    instances(
        layer_norm_f16_1024 = <half::f16, 8, 2, 64, 2, true>,
        layer_norm_f16_16384 = <half::f16, 8, 4, 512, 2, false>,
        layer_norm_f32_1024 = <f32, 4, 1, 256, 1, true>,
        layer_norm_f32_16384 = <f32, 4, 8, 512, 1, false>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            layer_norm_f16_2048 = <half::f16, 8, 2, 128, 2, true>,
            layer_norm_f16_4096 = <half::f16, 8, 4, 128, 2, false>,
            layer_norm_f16_8192 = <half::f16, 8, 4, 256, 2, false>,
            layer_norm_f32_2048 = <f32, 4, 2, 256, 1, true>,
            layer_norm_f32_4096 = <f32, 4, 4, 256, 1, true>,
            layer_norm_f32_8192 = <f32, 4, 8, 256, 1, false>,
        },
    ),
    where
        output.m == input.m, output.n == input.n, weights.n == input.n, biases.n == input.n, means.m == input.m,
        scales.m == input.m,
)]
pub fn layer_norm<
    T: Stored,
    const V: usize,
    const STEPS: usize,
    const THREADS: usize,
    const ROWS: usize,
    const EARLY: bool,
>(
    input: Global<'_, T, Rows>,
    weights: Global<'_, T, Columns>,
    biases: Global<'_, T, Columns>,
    output: GlobalMut<'_, T, Rows>,
    means: GlobalMut<'_, f32, PerRow>,
    scales: GlobalMut<'_, f32, PerRow>,
    apart: u32,
    per_row: f32,
    epsilon: f32,
    #[shared] all: BlockWide<'_, [f32; ROWS]>,
) where
    [T; V]: Element,
{
    let ([m, n], rows) = (input.dims(), rows_of::<ROWS>(block_idx().x, apart));
    if rows[0] >= m {
        return;
    }
    let frame = Held::<V, STEPS, THREADS>::frame(rows[0], n);
    // SAFETY: rows so far apart have one frame.
    let held = rows.map(|row| unsafe { Held::<V, STEPS, THREADS>::read_in(frame, input, row, 0.0) });
    let number = |step: usize| Held::<V, STEPS, THREADS>::vector(frame, step);
    let mut early = [Packed::<V>::ZERO; STEPS];
    unroll!(for step in 0..STEPS {
        if EARLY && number(step) < frame.vectors {
            // SAFETY: there are as many columns as a row has elements, and the vector is one of the row.
            early[step] = unsafe { frame.shared(weights, number(step)) };
        }
    });
    let mut sums = [0.0; ROWS];
    unroll!(for i in 0..ROWS {
        let add = |sum, x| sum + x;
        sums[i] = if ROWS > 1 { held[i].fold_by_vectors::<T>(0.0, add) } else { held[i].fold::<T>(0.0, add) };
    });
    let of_rows = all.reduce(sums, sum_each).map(|sum| sum * per_row);
    let (mut beyond_at_edge, mut squares) = ([0.0; ROWS], [0.0; ROWS]);
    unroll!(for i in 0..ROWS {
        beyond_at_edge[i] = if held[i].edge < n { held[i].at_edge - of_rows[i] } else { 0.0 };
        squares[i] = squared(beyond_at_edge[i]);
        unroll!(for step in 0..STEPS {
            if number(step) < frame.vectors {
                squares[i] = add_squares_from(squares[i], held[i].again::<T>(step), of_rows[i]);
            }
        });
    });
    let of_squares = all.reduce(squares, sum_each).map(|sum| math::rsqrt(math::mul_add(sum, per_row, epsilon)));
    let [edge_weight, edge_bias] = [weights, biases].map(|columns| or_zero(columns, [held[0].edge]));
    let write = |step: usize, weights: Packed<V>, biases: Packed<V>| {
        unroll!(for i in 0..ROWS {
            if rows[i] < m {
                let elements = held[i].again::<T>(step);
                let (weights, biases) = (weights.again().widen::<T>(), biases.again().widen::<T>());
                let result = normed(elements, of_rows[i], of_squares[i], weights, biases);
                // SAFETY: the output has the rows of the input; a row belongs to one block, and what a thread has of it to none but it.
                unsafe { held[i].write_vector(&output, step, result) };
            }
        });
    };
    // Reads without another condition between them are under way together.
    if frame.is_aligned() {
        unroll!(for step in 0..STEPS {
            if number(step) < frame.vectors {
                // SAFETY: there are as many columns as a row has elements, and the vector is one of the row.
                unsafe {
                    let weights = if EARLY { early[step] } else { Frame::shared_aligned(weights, number(step)) };
                    write(step, weights, Frame::shared_aligned(biases, number(step)));
                }
            }
        });
    } else {
        unroll!(for step in 0..STEPS {
            if number(step) < frame.vectors {
                // SAFETY: as above.
                let shared = |columns| unsafe { frame.shared_unaligned(columns, number(step)) };
                write(step, if EARLY { early[step] } else { shared(weights) }, shared(biases));
            }
        });
    }
    unroll!(for i in 0..ROWS {
        let at_edge = math::mul_add(beyond_at_edge[i] * of_squares[i], edge_weight, edge_bias);
        // SAFETY: as above; a block has one first thread.
        unsafe {
            held[i].write_edge(&output, at_edge);
            if thread_idx().x == 0 {
                means.try_set([rows[i]], of_rows[i]);
                scales.try_set([rows[i]], of_squares[i]);
            }
        }
    });
}

/// The sums of the numbers of each row.
#[inline(always)]
fn sum_each<const ROWS: usize>(a: [f32; ROWS], b: [f32; ROWS]) -> [f32; ROWS] {
    let mut sums = a;
    unroll!(for i in 0..ROWS {
        sums[i] += b[i];
    });
    sums
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
