//! The root-mean-square norm of rows of any length, each shared by several blocks.
//!
//! A block adds up the squares of its part, and learns those of the whole row from the other blocks of the row, which wait for each
//! other. It keeps what it read last in its registers; what does not fit there it reads again, the newest first, as that is still
//! in a cache.

use super::frame::{Columns, Frame, Rows, Slots, read};
use super::rms::{add_squares, scaled};
use lego_cuda::device::{BlockWide, Element, GridWide, Stored, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// What [`rms_norm`](super::rms_norm) does, of rows of any length.
///
/// Launch: `parts` blocks for each row, no more than the device holds at once.
#[lego_kernel(
    threads = [THREADS as u32],
    min_blocks = 2,
    instances(rms_norm_long_f16 = <half::f16, 8, 8, 512>, rms_norm_long_f32 = <f32, 4, 8, 512>),
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
    let ([m, n], thread) = (input.dims(), thread_idx().x);
    let tile = grid.tile(&all);
    let (row, part) = (tile.number() / parts, tile.number() % parts);
    let frame = Frame::<V>::of(row, n);
    let vectors = frame.vectors();
    // The vectors of this block, in rounds in which each thread has one a step.
    let in_round = (STEPS * THREADS) as u32;
    let share = vectors.div_ceil(parts);
    let begin = vectors.min(part * share);
    let end = begin + share.min(vectors - begin);
    let rounds = if row < m { (end - begin).div_ceil(in_round) } else { 0 };
    // The vector of a step: the end where there is none.
    let vector = |round: u32, step: usize| {
        end.min(begin + round * in_round + Slots::<STEPS, THREADS>::apply_u32([step as u32, thread]))
    };
    let read_round = |round: u32| {
        let mut values = [[T::narrow(0.0); V]; STEPS];
        unroll!(for step in 0..STEPS {
            let vector = vector(round, step);
            if vector < end {
                values[step] = read(input, |column| [row, column], frame.column(vector));
            }
        });
        values
    };
    let (mut values, mut squares, mut round) = ([[T::narrow(0.0); V]; STEPS], 0.0, 0);
    while round < rounds {
        values = read_round(round);
        unroll!(for step in 0..STEPS {
            squares = add_squares(squares, values[step]);
        });
        round += 1;
    }
    let of_row = grid.sum_of_group(&all, tile, parts, all.sum(squares));
    let scale = math::rsqrt(math::mul_add(of_row, per_row, epsilon));
    while round > 0 {
        round -= 1;
        unroll!(for step in 0..STEPS {
            let vector = vector(round, step);
            if vector < end {
                let column = frame.column(vector);
                let normed = scaled(values[step], read(weights, |column| [column], column), scale);
                // SAFETY: a part of a row belongs to one block, and each of its vectors to one thread.
                unsafe { frame.write(&output, row, column, normed) };
            }
        });
        if round > 0 {
            values = read_round(round - 1);
        }
    }
}
