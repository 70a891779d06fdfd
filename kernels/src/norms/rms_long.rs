//! The root-mean-square norm of rows of any length, each shared by several blocks.
//!
//! A block adds up the squares of its part, and learns those of the whole row from the other blocks of the row, which wait for each
//! other. It keeps in its registers what fits there; the rest it reads again, the newest first, as that is still in a cache.

use super::frame::{Columns, Frame, Packed, Rows, Slots, or_zero};
use super::rms::{add_squares, scaled};
use lego_cuda::device::{BlockWide, Element, GridWide, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// What [`rms_norm`](super::rms_norm) does, of rows of any length.
///
/// Launch: `parts` blocks for each row; if these are several, all of them at once, cooperatively.
#[lego_kernel(
    threads = [THREADS as u32],
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
    let ([m, n], thread, block) = (input.dims(), thread_idx().x, block_idx().x);
    let (row, part) = (block / parts, block % parts);
    let frame = Frame::<V>::of(row, n);
    // The vectors of this block, in rounds in which each thread has one a step. The first part has the edge too.
    let in_round = (STEPS * THREADS) as u32;
    let share = frame.vectors.div_ceil(parts);
    let begin = frame.vectors.min(part * share);
    let end = begin + share.min(frame.vectors - begin);
    let rounds = if row < m { (end - begin).div_ceil(in_round) } else { 0 };
    let edge = if part == 0 && row < m { frame.edge(thread) } else { n };
    let vector =
        |round: u32, step: usize| begin + round * in_round + Slots::<STEPS, THREADS>::apply_u32([step as u32, thread]);
    let read_round = |round: u32| {
        let mut values = [Packed::<V>::ZERO; STEPS];
        unroll!(for step in 0..STEPS {
            if vector(round, step) < end {
                // SAFETY: the vector is one of the row, which is one of the input's.
                values[step] = unsafe { frame.read(input, row, vector(round, step)) };
            }
        });
        values
    };
    let weights_of = |round: u32| {
        let mut held = [Packed::<V>::ZERO; STEPS];
        unroll!(for step in 0..STEPS {
            if vector(round, step) < end {
                // SAFETY: there are as many weights as columns.
                held[step] = unsafe { frame.shared(weights, vector(round, step)) };
            }
        });
        held
    };
    let squares_of = |values: [Packed<V>; STEPS], mut sum: f32| {
        unroll!(for step in 0..STEPS {
            sum = add_squares(sum, values[step].widen::<T>());
        });
        sum
    };
    let write_round = |round: u32, values: [Packed<V>; STEPS], held: [Packed<V>; STEPS], scale: f32| {
        unroll!(for step in 0..STEPS {
            if vector(round, step) < end {
                let normed = scaled(values[step].widen::<T>(), held[step].widen::<T>(), scale);
                // SAFETY: as for the reads; a part of a row belongs to one block, and each of its vectors to one thread.
                unsafe { frame.write(&output, row, vector(round, step), normed) };
            }
        });
    };
    // The last round stays in registers. All that the block needs for it is under way before it asks for anything else.
    let last = rounds.saturating_sub(1);
    let (values, held) = (read_round(last), weights_of(last));
    let (value, edge_weight) = (or_zero(input, [row, edge]), or_zero(weights, [edge]));
    let (tile, first) = (grid.own_tile(&all), block - part);
    let (mut squares, mut round) = (squares_of(values, value * value), 0);
    while round < last {
        squares = squares_of(read_round(round), squares);
        round += 1;
    }
    let of_row = grid.sum_of_group(&all, tile, first..first + parts, all.sum(squares));
    let scale = math::rsqrt(math::mul_add(of_row, per_row, epsilon));
    write_round(last, values, held, scale);
    while round > 0 {
        round -= 1;
        write_round(round, read_round(round), weights_of(round), scale);
    }
    // SAFETY: an element of the edge belongs to one thread of one block.
    unsafe { output.try_set([row, edge], T::narrow(value * scale * edge_weight)) };
}
