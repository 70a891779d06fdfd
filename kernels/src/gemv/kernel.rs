//! The kernels: some threads share a row, and each has vectors of it that are as far apart as there are threads.

use crate::rows::{Columns, Frame, Packed, PerRow, Rows, Slots, or_zero};
use lego_cuda::device::{BlockWide, Element, Stored, Warp, block_dim, block_idx, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// Sets element i of the output to row i of the matrix times the vector.
///
/// `LANES` threads have `ROWS` rows at once, so that what they read of the vector serves as many. They are a warp, of which a block has
/// four, or a block. A thread reads `STEPS` vectors of each of its rows before it looks at the first.
///
/// Launch: a block for all rows that its threads have.
#[lego_kernel(
    threads = [LANES as u32, if LANES == 32 { 4 } else { 1 }],
    grid = x,
    // Half a word, before Hopper.
    spills = 8,
    stack = 8,
    select,
    instances(
        for (T, V) in [(half::f16, 8), (f32, 4)], LANES in [32, 64, 128, 160, 256, 512]
            if V == 8 || LANES == 32 || LANES == 128 || LANES == 256
        {
            gemv_{T}_{LANES} = <T, V, LANES, 1, 4>
        },
        gemv_f16_32_rows_2 = <half::f16, 8, 32, 2, 2>,
    ),
    where output.m == matrix.m, vector.n == matrix.n,
)]
pub fn gemv<T: Stored, const V: usize, const LANES: usize, const ROWS: usize, const STEPS: usize>(
    matrix: Global<'_, T, Rows>,
    vector: Global<'_, T, Columns>,
    output: GlobalMut<'_, T, PerRow>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let ([m, _], first) = (matrix.dims(), first_row::<ROWS>());
    if first < m {
        // Behind the last row that one again, so that no read waits for a condition.
        let mut rows = [0; ROWS];
        unroll!(for i in 0..ROWS {
            rows[i] = (first + i as u32).min(m - 1);
        });
        // SAFETY: the rows are those of the matrix, and the vector has as many elements as each.
        let sums = unsafe { products::<T, V, LANES, ROWS, STEPS>(matrix, rows, vector, &all) };
        unroll!(for i in 0..ROWS {
            if thread_idx().x == 0 {
                // SAFETY: a row belongs to the threads that have it, of which one is the first.
                unsafe { output.try_set([first + i as u32], T::narrow(sums[i])) };
            }
        });
    }
}

/// Sets element i of the output to row `numbers[i]` of the matrix times the vector, 0 where the matrix has no such row.
///
/// Launch: as that of [`gemv`], for as many rows as the output has elements.
#[lego_kernel(
    threads = [LANES as u32, if LANES == 32 { 4 } else { 1 }],
    grid = x,
    // Half a word, before Hopper.
    spills = 8,
    stack = 8,
    select,
    instances(
        for (T, V) in [(half::f16, 8), (f32, 4)], LANES in [32, 64, 128, 160, 256, 512]
            if V == 8 || LANES == 32 || LANES == 128 || LANES == 256
        {
            gemv_gathered_{T}_{LANES} = <T, V, LANES, 1, 4>
        },
        gemv_gathered_f16_32_rows_2 = <half::f16, 8, 32, 2, 2>,
    ),
    where output.m == numbers.m, vector.n == matrix.n,
)]
pub fn gemv_gathered<T: Stored, const V: usize, const LANES: usize, const ROWS: usize, const STEPS: usize>(
    matrix: Global<'_, T, Rows>,
    numbers: Global<'_, u32, PerRow>,
    vector: Global<'_, T, Columns>,
    output: GlobalMut<'_, T, PerRow>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let ([m, _], [count], first) = (matrix.dims(), numbers.dims(), first_row::<ROWS>());
    if first < count && m > 0 {
        // Instead of a row that is not there the last one.
        let (mut rows, mut are_there) = ([0; ROWS], [false; ROWS]);
        unroll!(for i in 0..ROWS {
            let row = numbers.try_get([first + i as u32]).unwrap_or(m);
            (rows[i], are_there[i]) = (row.min(m - 1), row < m);
        });
        // SAFETY: the rows are those of the matrix, and the vector has as many elements as each.
        let sums = unsafe { products::<T, V, LANES, ROWS, STEPS>(matrix, rows, vector, &all) };
        unroll!(for i in 0..ROWS {
            if thread_idx().x == 0 {
                let sum = if are_there[i] { sums[i] } else { 0.0 };
                // SAFETY: an element belongs to the threads that have its row, of which one is the first.
                unsafe { output.try_set([first + i as u32], T::narrow(sum)) };
            }
        });
    }
}

/// The first row of the threads that have it together.
#[inline(always)]
fn first_row<const ROWS: usize>() -> u32 {
    (block_idx().x * block_dim().y + thread_idx().y) * ROWS as u32
}

/// Rows of the matrix times the vector, in all threads that have them.
///
/// # Safety
/// The rows are those of the matrix, and the vector has as many elements as each.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn products<T: Stored, const V: usize, const LANES: usize, const ROWS: usize, const STEPS: usize>(
    matrix: Global<'_, T, Rows>,
    rows: [u32; ROWS],
    vector: Global<'_, T, Columns>,
    all: &BlockWide<'_, f32>,
) -> [f32; ROWS] {
    const { assert!(LANES >= 2 * V, "each element of an edge has a thread") };
    let ([_, length], lane, matrix) = (matrix.dims(), thread_idx().x, matrix.once());
    let frames = rows.map(|row| Frame::<V>::of(row, length).in_sectors(row, u32::MAX));
    let mut sums = [0.0; ROWS];
    unroll!(for i in 0..ROWS {
        let edge = frames[i].edge(lane);
        sums[i] = or_zero(matrix, [rows[i], edge]) * or_zero(vector, [edge]);
    });
    let (mut first, aligned) = (0, length.is_multiple_of(2 * V as u32));
    // A place more than a row has vectors, where not all begin with a sector.
    while first < length.div_ceil(2 * V as u32) * 2 {
        let number =
            |i: usize, step: usize| frames[i].at_place(first + Slots::<STEPS, LANES>::apply_u32([step as u32, lane]));
        let mut factors = [[Packed::<V>::ZERO; STEPS]; ROWS];
        unroll!(for step in 0..STEPS {
            unroll!(for i in 0..ROWS {
                if number(i, step) < frames[i].vectors {
                    // SAFETY: the vector is one of the row, which the caller says is there.
                    factors[i][step] = unsafe { frames[i].read(matrix, rows[i], number(i, step)) };
                }
            });
        });
        // Reads without another condition between them are under way together.
        if aligned {
            // Rows that begin where sectors do have the same columns.
            let mut shared = [Packed::<V>::ZERO; STEPS];
            unroll!(for step in 0..STEPS {
                if number(0, step) < frames[0].vectors {
                    // SAFETY: there are as many columns as a row has elements.
                    shared[step] = unsafe { Frame::shared_aligned(vector, number(0, step)) };
                }
            });
            unroll!(for step in 0..STEPS {
                unroll!(for i in 0..ROWS {
                    sums[i] = add_products::<T, V>(sums[i], factors[i][step], shared[step]);
                });
            });
        } else {
            unroll!(for step in 0..STEPS {
                unroll!(for i in 0..ROWS {
                    if number(i, step) < frames[i].vectors {
                        // SAFETY: as above.
                        let shared = unsafe { frames[i].shared(vector, number(i, step)) };
                        sums[i] = add_products::<T, V>(sums[i], factors[i][step], shared);
                    }
                });
            });
        }
        first += (STEPS * LANES) as u32;
    }
    sums.map(|sum| if LANES <= 32 { Warp::ALL.sum(sum) } else { all.sum(sum) })
}

/// A sum with the products of the elements of two vectors added.
#[inline(always)]
fn add_products<T: Stored, const V: usize>(mut sum: f32, a: Packed<V>, b: Packed<V>) -> f32 {
    let (a, b) = (a.widen::<T>(), b.widen::<T>());
    unroll!(for k in 0..V {
        sum = math::mul_add(a[k], b[k], sum);
    });
    sum
}
