//! Mean and variance of rows.
//!
//! A thread that has several vectors of a row one after the other keeps how many elements it has seen, their mean, and the sum of the
//! squares of what they are more than that (Welford's method): no row is read twice, and numbers far from 0 lose nothing.

use super::forward::{add_squares_from, squared};
use crate::rows::{Held, Part, PerRow, Rows};
use lego_cuda::device::{BlockWide, Element, GridWide, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// Sets element i of `means` to the mean of row i, and of `variances` to the sum of the squares of what its elements are more than
/// that, times `per_variance`.
///
/// `per_row` is 1 divided by the elements of a row, which has at most `STEPS * THREADS` whole vectors.
///
/// Launch: a block for each row.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    instances(
        row_statistics_f16_2048 = <half::f16, 8, 2, 128>,
        row_statistics_f16_4096 = <half::f16, 8, 4, 128>,
        row_statistics_f16_8192 = <half::f16, 8, 4, 256>,
        row_statistics_f16_16384 = <half::f16, 8, 4, 512>,
        row_statistics_f32_2048 = <f32, 4, 4, 128>,
        row_statistics_f32_8192 = <f32, 4, 8, 256>,
        row_statistics_f32_16384 = <f32, 4, 8, 512>,
    ),
    where means.m == input.m, variances.m == input.m,
)]
pub fn row_statistics<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, Rows>,
    means: GlobalMut<'_, f32, PerRow>,
    variances: GlobalMut<'_, f32, PerRow>,
    per_row: f32,
    per_variance: f32,
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
    let mean = all.sum(held.fold::<T>(0.0, |sum, x| sum + x)) * per_row;
    let mut squares = if held.edge < n { squared(held.at_edge - mean) } else { 0.0 };
    unroll!(for step in 0..STEPS {
        if held.has(step) {
            squares = add_squares_from(squares, held.vectors[step].widen::<T>(), mean);
        }
    });
    let squares = all.sum(squares);
    if thread_idx().x == 0 {
        // SAFETY: a row belongs to one block, which has one such thread.
        unsafe {
            means.try_set([row], mean);
            variances.try_set([row], squares * per_variance);
        }
    }
}

/// What [`row_statistics`] does, of rows of any length.
///
/// Launch: `parts` blocks for each row; if these are several, all of them at once, cooperatively.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = 2,
    instances(
        row_statistics_long_f16 = <half::f16, 8, 2, 512>,
        row_statistics_long_f32 = <f32, 4, 4, 512>,
    ),
    where means.m == input.m, variances.m == input.m,
)]
pub fn row_statistics_long<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, Rows>,
    means: GlobalMut<'_, f32, PerRow>,
    variances: GlobalMut<'_, f32, PerRow>,
    parts: u32,
    per_row: f32,
    per_variance: f32,
    sums: GridWide<'_, f32>,
    squares: GridWide<'_, f32>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let part = Part::<V, STEPS, THREADS>::of(block_idx().x, parts, input.dims());
    let values = part.read(input, part.last());
    let first = match input.try_get([part.row, part.edge]) {
        Some(value) => Seen { count: 1.0, mean: value.widen(), squares: 0.0 },
        None => Seen { count: 0.0, mean: 0.0, squares: 0.0 },
    };
    let seen = part.fold(input, values, first, |seen: Seen, vector| seen.and(vector));
    let (tile_of_sums, tile_of_squares) = (sums.own_tile(&all), squares.own_tile(&all));
    let of_block = all.sum(seen.count * seen.mean);
    let mean = sums.sum_of_group(&all, tile_of_sums, part.group(), of_block) * per_row;
    let of_block = all.sum(math::mul_add(seen.count, squared(seen.mean - mean), seen.squares));
    let of_row = squares.sum_of_group(&all, tile_of_squares, part.group(), of_block);
    if part.number == 0 && thread_idx().x == 0 {
        // SAFETY: the first part of a row belongs to one block, which has one such thread.
        unsafe {
            means.try_set([part.row], mean);
            variances.try_set([part.row], of_row * per_variance);
        }
    }
}

/// What a thread knows of the elements that it has seen.
#[derive(Clone, Copy)]
struct Seen {
    /// How many there were.
    count: f32,
    /// Their mean.
    mean: f32,
    /// The sum of the squares of what they are more than that.
    squares: f32,
}

impl Seen {
    /// With those of a vector.
    #[inline(always)]
    fn and<const V: usize>(self, vector: [f32; V]) -> Self {
        let (mut sum, of_vector) = (0.0, V as f32);
        unroll!(for k in 0..V {
            sum += vector[k];
        });
        let mean = sum / of_vector;
        let (count, beyond) = (self.count + of_vector, mean - self.mean);
        let share = of_vector * math::recip(count);
        let between = beyond * beyond * self.count * share;
        Self {
            count,
            mean: math::mul_add(beyond, share, self.mean),
            squares: add_squares_from(self.squares, vector, mean) + between,
        }
    }
}
