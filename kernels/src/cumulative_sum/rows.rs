//! Along rows: by some of the threads of a block, by a block tile after tile, or by many blocks with a tile each.

use crate::reduce::Matrix;
use lego::{Mapping32, layout};
use lego_cuda::device::{BlockWide, GridWide, Warp, block_idx, global, math::add, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::unroll;
use lego_cuda::view::{Global, GlobalMut};

/// How many threads a block has.
pub(super) const THREADS: u32 = 256;

layout! {
    /// Thread `[row, lane]` of a block with as many rows as it has times `LANES` threads.
    type Threads<const LANES: usize> = Row(256/LANES, LANES);

    /// Vector `[step, lane]` of a tile.
    type Tile<const STEPS: usize, const LANES: usize> = Row(STEPS, LANES);
}

/// Sets each element of a row of the output to the sum of the elements of the input's row up to it.
///
/// A row is seen in the vectors of memory in which it lies, of which the first and the last may be in part another row's. `LANES`
/// threads have a row. Of 256 lanes, a block has a row, `tiles` tiles of it one after the other; or, where `blocks` is not 1, as
/// many blocks have a tile of the row each, and look back at what those before them add up to.
///
/// Launch: `input` and `elements` are the same buffer; `blocks` blocks for each `256 / LANES` rows; either `blocks` or `tiles` is 1,
/// and together they reach all vectors of a row; `grid` has the words for so many blocks.
/// [`host::cumulative_sum_rows`](super::host::cumulative_sum_rows) counts them.
#[allow(clippy::too_many_arguments)]
#[lego_kernel(
    threads = THREADS,
    grid = x,
    min_blocks = if LANES == 4 { 3 } else { 2 },
    // Where a row begins or ends within a vector.
    spills = 32,
    stack = 32,
    instances(
        cumulative_sum_rows_short = <4, 4>,
        cumulative_sum_rows_middle = <8, 32>,
        cumulative_sum_rows_long = <8, 256>,
    ),
    where output.m == input.m, output.n == input.n,
)]
pub fn cumulative_sum_rows<const STEPS: usize, const LANES: usize>(
    input: Global<'_, f32, Matrix>,
    elements: Global<'_, f32>,
    output: GlobalMut<'_, f32, Matrix>,
    grid: GridWide<'_, f64>,
    blocks: u32,
    tiles: u32,
    #[shared] of_steps: BlockWide<'_, [f32; 4]>,
    #[shared] of_tile: BlockWide<'_, f64>,
) {
    if elements.len() < input.len() {
        return;
    }
    let [row_in_block, lane] = Threads::<LANES>::inv_u32(thread_idx().x);
    let ([m, n], is_long) = (input.dims(), LANES == THREADS as usize);
    // The tile in the order of all, where several blocks have a row.
    let grid_tile = if is_long && blocks > 1 { Some(grid.tile(&of_tile)) } else { None };
    let (row_of_block, first_tile) =
        grid_tile.map_or((block_idx().x, 0), |tile| (tile.number() / blocks, tile.number() % blocks));
    let row = row_of_block * (THREADS / LANES as u32) + row_in_block;
    let n = if row < m { n } else { 0 };
    let begin = Mapping32::apply_u32(&input.layout(), [row.min(m - 1), 0]);
    let shift = begin % 4;
    let vectors = (shift + n).div_ceil(4);

    let mut before_tile = 0.0;
    for tile in first_tile..first_tile + tiles {
        let first = tile * (STEPS * LANES) as u32;
        let vector = |step: usize| first + Tile::<STEPS, LANES>::apply_u32([step as u32, lane]);
        // Below 0, which wraps, for what a row's first vector has of the row before.
        let column = |step: usize| (4 * vector(step)).wrapping_sub(shift);

        let end = (first + (STEPS * LANES) as u32).min(vectors);
        // Whether all vectors of the tile are whole ones of the row.
        let is_whole = (first > 0 || shift == 0) && first + (STEPS * LANES) as u32 <= (shift + n) / 4;
        let mut vectors_of_thread = [[0.0; 4]; STEPS];
        if is_whole {
            unroll!(for step in 0..STEPS {
                // SAFETY: the vectors lie in the row, and begin at multiples of four elements.
                vectors_of_thread[step] = unsafe { input.get_vector_unchecked([row, column(step)]) };
            });
        } else if first < end {
            // Behind the last vector that one again, so that no read waits for a condition.
            let position = |step| begin - shift + 4 * vector(step).min(end - 1);
            if 4 * end <= elements.len() - (begin - shift) {
                unroll!(for step in 0..STEPS {
                    // SAFETY: the tile's last vector ends in memory, and all begin at multiples of four elements.
                    vectors_of_thread[step] = unsafe { elements.get_vector_unchecked([position(step)]) };
                });
            } else {
                unroll!(for step in 0..STEPS {
                    vectors_of_thread[step] = elements.get_vector_or([position(step)], 0.0);
                });
            }
            unroll!(for step in 0..STEPS {
                unroll!(for k in 0..4 {
                    let k: usize = k;
                    let is_mine = column(step).wrapping_add(k as u32) < n;
                    vectors_of_thread[step][k] = if is_mine { vectors_of_thread[step][k] } else { 0.0 };
                });
            });
        }

        // What stands before the vector in its step, and the sum of the step: of four steps at once.
        let (mut before, mut of_step) = ([0.0; STEPS], [0.0; STEPS]);
        unroll!(for half in 0..2 {
            let half: usize = half;
            if 4 * half < STEPS {
                let mut sums = [0.0; 4];
                unroll!(for step in 0..4 {
                    let step: usize = step;
                    let [a, b, c, d] = vectors_of_thread[4 * half + step];
                    sums[step] = (a + b) + (c + d);
                });
                let (before_vector, of_all) = if is_long {
                    let ([before], all) = of_steps.exclusive_sum([sums]);
                    (before, all)
                } else {
                    let lanes = Warp::ALL.segments(LANES as u32);
                    let before = lanes.exclusive_sum(sums);
                    (before, lanes.shuffle_idx(add(before, sums), LANES as u32 - 1))
                };
                unroll!(for step in 0..4 {
                    let step: usize = step;
                    before[4 * half + step] = before_vector[step];
                    of_step[4 * half + step] = of_all[step];
                });
            }
        });
        let mut sum = 0.0;
        unroll!(for step in 0..STEPS {
            sum += f64::from(of_step[step]);
        });
        if let Some(tile) = grid_tile {
            before_tile = grid.sum_since(&of_tile, tile, row * blocks, sum);
        }
        let mut before_step = before_tile;
        let mut result = |step: usize| {
            let [a, b, c, d] = vectors_of_thread[step];
            let before_vector = before_step + f64::from(before[step]);
            before_step += f64::from(of_step[step]);
            [a, a + b, (a + b) + c, (a + b) + (c + d)].map(|sum| (before_vector + f64::from(sum)) as f32)
        };
        if is_whole {
            unroll!(for step in 0..STEPS {
                // SAFETY: as above; a vector belongs to one thread, and a tile to one block.
                unsafe { global::store(output.at_unchecked([row, column(step)]).cast(), result(step)) };
            });
        } else {
            unroll!(for step in 0..STEPS {
                let (result, column) = (result(step), column(step));
                // SAFETY: as above; a vector that ends in the row is whole.
                unsafe {
                    if column < n && n - column >= 4 {
                        global::store(output.at_unchecked([row, column]).cast(), result);
                    } else {
                        unroll!(for k in 0..4 {
                            output.try_set([row, column.wrapping_add(k as u32)], result[k as usize]);
                        });
                    }
                }
            });
        }
        before_tile += sum;
    }
}
