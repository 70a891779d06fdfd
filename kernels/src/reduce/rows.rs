//! Each row of a matrix, by some of the threads of a block or by all threads of some blocks.

use super::shares::{RowShares, Tickets, is_last, joined};
use super::{ArgMax, Max, Place, Reduction, Sum, Word};
use lego::{Mapping32, layout};
use lego_cuda::device::{BlockWide, Warp, block_idx, grid_dim, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::unroll;
use lego_cuda::view::{Atomic, Global, GlobalMut};

/// How many threads a block has.
pub(super) const THREADS: u32 = 256;

layout! {
    /// Element `[row, column]`.
    pub type Matrix(m, n) = Row(m, n) where m >= 1, n >= 1;

    /// Thread `[row, lane]` of a block with as many rows as it has times `LANES` threads.
    type Threads<const LANES: usize> = Row(256/LANES, LANES);

    /// Vector `[step, lane]` of a round.
    type Round<const STEPS: usize, const LANES: usize> = Row(STEPS, LANES);
}

/// Reduces row i to element i of the output.
///
/// A row is some elements before the first vector of memory that is its own, such vectors, and some elements behind them, up to three
/// at each end. `LANES` threads have a row, in `rounds` rounds of `STEPS` vectors each; with 256, the blocks of a column of the grid
/// have it together.
///
/// Launch: in x a block for each `256 / LANES` rows; in y, with 256 lanes, any number of blocks, else one. Rounds and blocks in y
/// reach all vectors of a row; [`host::reduce_rows`](super::host::reduce_rows) counts them.
#[lego_kernel(
    threads = THREADS,
    grid = [x, y],
    instances(
        for O in [Sum, Max, ArgMax, Place], (WORD, V, LANES) in [("short", 4, 4), ("middle", 8, 32), ("long", 8, 256)] {
            reduce_rows_{O}_{WORD} = <O, V, LANES>
        },
    ),
)]
pub fn reduce_rows<R: Reduction, const STEPS: usize, const LANES: usize>(
    input: Global<'_, f32, Matrix>,
    output: GlobalMut<'_, R::Output>,
    tickets: Atomic<'_, u32, Tickets>,
    shares: Atomic<'_, u64, RowShares>,
    rounds: u32,
    #[shared] all: BlockWide<'_, R::Part>,
) {
    let [row_in_block, lane] = Threads::<LANES>::inv_u32(thread_idx().x);
    let (block, blocks, [m, n]) = (block_idx(), grid_dim().y, input.dims());
    let row = block.x * (THREADS / LANES as u32) + row_in_block;
    let mut part = R::NONE;
    if row < m {
        let begin = Mapping32::apply_u32(&input.layout(), [row, 0]);
        let head = (begin.wrapping_neg() % 4).min(n);
        let (vectors, tail) = ((n - head) / 4, (n - head) % 4);
        if block.y == 0 {
            let mut join = |column| {
                if let Some(element) = input.try_get([row, column]) {
                    part = R::join(part, R::of([element], column, 1));
                }
            };
            if lane < head {
                join(lane);
            }
            if lane < tail {
                join(n - tail + lane);
            }
        }
        if vectors > 0 {
            for round in block.y * rounds..(block.y + 1) * rounds {
                let first = round * (STEPS * LANES) as u32;
                let vector = |step: usize| first + Round::<STEPS, LANES>::apply_u32([step as u32, lane]);
                let mut elements = [[0.0; 4]; STEPS];
                unroll!(for step in 0..STEPS {
                    // Behind the last vector that one again, so that no read waits for a condition.
                    let column = head + 4 * vector(step).min(vectors - 1);
                    // SAFETY: the vector ends in the row, and begins at a multiple of four elements of memory, as `head` does.
                    elements[step] = unsafe { input.get_vector_unchecked([row, column]) };
                });
                unroll!(for step in 0..STEPS {
                    let of_vector = R::of(elements[step], head + 4 * vector(step), 1);
                    part = R::join(part, if vector(step) < vectors { of_vector } else { R::NONE });
                });
            }
        }
    }
    if LANES <= 32 {
        part = Warp::ALL.segments(LANES as u32).reduce(part, R::join);
    } else {
        part = all.reduce(part, R::join);
        if blocks > 1 {
            let share = |y: u32| row * blocks + y;
            if lane == 0 {
                shares.store([share(block.y), 0], part.to_word());
            }
            if !is_last(tickets, &all, row, blocks) {
                return;
            }
            part = all.reduce(joined::<R, _>(shares, 0, share(lane), THREADS, share(blocks)), R::join);
        }
    }
    if lane == 0 {
        // SAFETY: a row belongs to the threads that reduce it, and one of them writes; of several blocks one is the last.
        unsafe { output.try_set([row], R::output(part)) };
    }
}
