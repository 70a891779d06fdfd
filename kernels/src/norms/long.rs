//! Norms of rows of any length, each shared by several blocks.
//!
//! A block adds up its part of a row, and learns the sum of the whole row from the other blocks of the row, which wait for each other.

use super::forward::{add_squares_from, normed, scaled, squared};
use crate::rows::{Columns, Part, PerRow, Rows, or_zero};
use lego_cuda::device::{BlockWide, Element, GridWide, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// What [`rms_norm`](super::rms_norm) does, of rows of any length.
///
/// Launch: `parts` blocks for each row; if these are several, all of them at once, cooperatively.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = 2,
    instances(rms_norm_long_f16 = <half::f16, 8, 2, 512>, rms_norm_long_f32 = <f32, 4, 4, 512>),
    where output.m == input.m, output.n == input.n, weights.n == input.n,
)]
pub fn rms_norm_long<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, Rows>,
    weights: Global<'_, T, Columns>,
    output: GlobalMut<'_, T, Rows>,
    parts: u32,
    per_row: f32,
    epsilon: f32,
    grid: GridWide<'_, f32>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let part = Part::<V, STEPS, THREADS>::of(block_idx().x, parts, input.dims());
    // The last round stays in registers. All that the block needs for it is under way before it asks for anything else.
    let (values, held) = (part.read(input, part.last()), part.shared(weights, part.last()));
    let (value, edge_weight) = (or_zero(input, [part.row, part.edge]), or_zero(weights, [part.edge]));
    let (tile, group) = (grid.own_tile(&all), part.group());
    let squares = part.fold(input, values, squared(value), |sum, vector| add_squares_from(sum, vector, 0.0));
    let of_row = grid.sum_of_group(&all, tile, group, all.sum(squares));
    let scale = math::rsqrt(math::mul_add(of_row, per_row, epsilon));
    part.write(input, &output, values, |round, step, vector| {
        let weights = if round == part.last() { held[step] } else { part.shared_vector(weights, round, step) };
        scaled(vector, weights.widen::<T>(), scale)
    });
    // SAFETY: an element of the edge belongs to one thread of one block.
    unsafe { output.try_set([part.row, part.edge], T::narrow(value * scale * edge_weight)) };
}

/// What [`layer_norm`](super::layer_norm) does, of rows of any length.
///
/// Launch: as that of [`rms_norm_long`].
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = 2,
    instances(layer_norm_long_f16 = <half::f16, 8, 2, 512>, layer_norm_long_f32 = <f32, 4, 4, 512>),
    where
        output.m == input.m, output.n == input.n, weights.n == input.n, biases.n == input.n, means.m == input.m,
        scales.m == input.m,
)]
pub fn layer_norm_long<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, Rows>,
    weights: Global<'_, T, Columns>,
    biases: Global<'_, T, Columns>,
    output: GlobalMut<'_, T, Rows>,
    means: GlobalMut<'_, f32, PerRow>,
    scales: GlobalMut<'_, f32, PerRow>,
    parts: u32,
    per_row: f32,
    epsilon: f32,
    sums: GridWide<'_, f32>,
    squares: GridWide<'_, f32>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let part = Part::<V, STEPS, THREADS>::of(block_idx().x, parts, input.dims());
    let values = part.read(input, part.last());
    let value = or_zero(input, [part.row, part.edge]);
    let (tile_of_sums, tile_of_squares) = (sums.own_tile(&all), squares.own_tile(&all));
    let sum = part.fold(input, values, value, added);
    let mean = sums.sum_of_group(&all, tile_of_sums, part.group(), all.sum(sum)) * per_row;
    let edge_square = if part.has_edge() { squared(value - mean) } else { 0.0 };
    let of_part = part.fold(input, values, edge_square, |sum, vector| add_squares_from(sum, vector, mean));
    let of_row = squares.sum_of_group(&all, tile_of_squares, part.group(), all.sum(of_part));
    let scale = math::rsqrt(math::mul_add(of_row, per_row, epsilon));
    part.write(input, &output, values, |round, step, vector| {
        let factors = part.shared_vector(weights, round, step).widen::<T>();
        normed(vector, mean, scale, factors, part.shared_vector(biases, round, step).widen::<T>())
    });
    let (edge_weight, edge_bias) = (or_zero(weights, [part.edge]), or_zero(biases, [part.edge]));
    let result = math::mul_add((value - mean) * scale, edge_weight, edge_bias);
    // SAFETY: an element of the edge belongs to one thread of one block.
    unsafe { output.try_set([part.row, part.edge], T::narrow(result)) };
    if part.number == 0 && thread_idx().x == 0 {
        // SAFETY: the first part of a row belongs to one block, which has one such thread.
        unsafe {
            means.try_set([part.row], mean);
            scales.try_set([part.row], scale);
        }
    }
}

/// A sum with the elements of a vector added.
#[inline(always)]
fn added<const V: usize>(mut sum: f32, vector: [f32; V]) -> f32 {
    unroll!(for k in 0..V {
        sum += vector[k];
    });
    sum
}
