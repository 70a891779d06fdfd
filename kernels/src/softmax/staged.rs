//! The softmax of rows that come to shared memory while a block has others in its registers.
//!
//! Rows that take most of the registers of a multiprocessor leave no room for others that would be read meanwhile. Asynchronous copies
//! need no registers. What a thread copies it uses itself, so that nobody waits for others.

use super::short::set_softmax;
use crate::rows::{Held, Packed, Rows};
use lego::layout;
use lego_cuda::device::{BlockWide, Element, Stored, block_idx, copy_async, grid_dim, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many rows are in shared memory, or on the way to it.
pub(super) const STAGES: u32 = 3;

layout! {
    /// Vector `[stage, step, thread]` of the rows that are in shared memory.
    pub type Stages<const STEPS: usize, const THREADS: usize> = Row(3, STEPS, THREADS);
}

/// Sets each row to the softmax of that of the input, which has at most `STEPS * THREADS` whole vectors: a block has one row after the
/// other.
///
/// Launch: any number of blocks.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = 1024 / THREADS as u32,
    instances(softmax_staged_f16_32768 = <half::f16, 8, 4, 1024>),
    where output.m == input.m, output.n == input.n,
)]
pub fn softmax_staged<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, Rows>,
    output: GlobalMut<'_, T, Rows>,
    #[shared(dynamic)] stages: Shared<'_, [u32; 4], Stages<STEPS, THREADS>>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let ([m, n], apart, thread) = (input.dims(), grid_dim().x, thread_idx().x);
    let vector = Held::<V, STEPS, THREADS>::vector;
    let frame_of = |row: u32| Held::<V, STEPS, THREADS>::frame(row, n);
    let edge_of = |row: u32| Held::<V, STEPS, THREADS>::read_edge::<T>(input, row, f32::NEG_INFINITY);
    // A group for each row, also for one that is not there: so many groups are always under way.
    let begin = |row: u32, stage: u32| {
        if row < m {
            let frame = frame_of(row);
            unroll!(for step in 0..STEPS {
                if vector(frame, step) < frame.vectors {
                    // SAFETY: the vector is one of the row, which is one of the input's; nobody writes the input.
                    unsafe {
                        let from = frame.at(input, row, vector(frame, step));
                        copy_async::copy(stages.at([stage, step as u32, thread]), from);
                    }
                }
            });
        }
        copy_async::commit();
    };
    let (mut row, mut stage) = (block_idx().x, 0);
    begin(row, 0);
    begin(row.saturating_add(apart), 1);
    let mut at_edge = edge_of(row);
    while row < m {
        let free = if stage == 0 { STAGES - 1 } else { stage - 1 };
        begin(row.saturating_add((STAGES - 1) * apart), free);
        let next = row.saturating_add(apart);
        // Widened only when it is its turn: until then nobody waits for it.
        let next_edge = edge_of(next);
        copy_async::wait::<{ STAGES - 1 }>();
        let frame = frame_of(row);
        let mut vectors = [Packed::of([T::narrow(f32::NEG_INFINITY); V]); STEPS];
        unroll!(for step in 0..STEPS {
            if vector(frame, step) < frame.vectors {
                vectors[step] = Packed::of_bits(stages.get([stage, step as u32, thread]));
            }
        });
        let held = Held::<V, STEPS, THREADS>::of(frame, row, vectors, at_edge.widen());
        // SAFETY: the output has the rows of the input, and a row belongs to one block.
        unsafe { set_softmax(&held, &output, |most| all.max(most), |sum| all.sum(sum)) };
        (row, at_edge) = (next, next_edge);
        stage = if stage == STAGES - 1 { 0 } else { stage + 1 };
    }
}
