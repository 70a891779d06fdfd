//! The sums up to each element, in one pass over them.

use lego::layout;
use lego_cuda::device::collective::Combined;
use lego_cuda::device::math::add;
use lego_cuda::device::{BlockWide, Element, GridWide, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
pub const THREADS: u32 = 256;

/// How many elements a block has.
pub const TILE: u32 = 16 * THREADS;

layout! {
    /// Element `[tile, row, thread, k]` of a line of n elements: a thread has four vectors of four, so that the vectors of a warp
    /// lie side by side.
    pub type Tiles(n) = Row(n).ExpandBy([n] => [ceil_div(n, 4096)*4096]).GroupBy([ceil_div(n, 4096), 4, 256, 4]);
}

/// Sets element i of the output to the sum of the elements 0 to i of the input. Integers wrap.
///
/// Each block reads a tile, adds it up by itself, learns what the tiles before add up to, and writes: one read and one write of
/// each element.
///
/// Launch: blocks of [`THREADS`] threads in x, and `n.div_ceil(TILE)` of them; `grid` has the words for as many.
#[lego_kernel(threads = THREADS, instances(inclusive_sum_u32 = <u32>, inclusive_sum_f32 = <f32>))]
pub fn inclusive_sum<T: Element + Combined<Wide = T>>(
    input: Global<'_, T, Tiles>,
    output: GlobalMut<'_, T, Tiles>,
    grid: GridWide<'_, T>,
    #[shared] of_rows: BlockWide<'_, [T; 4]>,
    #[shared] of_tile: BlockWide<'_, T>,
) {
    let tile = grid.tile(&of_tile);
    let place = |row| [tile.number(), row, thread_idx().x, 0];
    let mut rows = [[T::ZERO; 4]; 4];
    unroll!(for row in 0..4 {
        rows[row as usize] = input.get_vector_or::<4>(place(row), T::ZERO);
    });
    let sums = rows.map(|[a, b, c, d]| add(add(a, b), add(c, d)));
    // The sums of a row before this thread's vector, and of the row: all four rows at once.
    let ([before], whole) = of_rows.exclusive_sum([sums]);
    let sum = add(add(whole[0], whole[1]), add(whole[2], whole[3]));
    let mut before_row = grid.sum_before(&of_tile, tile, sum);
    unroll!(for row in 0..4 {
        let i = row as usize;
        let (mut vector, mut running) = (rows[i], add(before_row, before[i]));
        unroll!(for k in 0..4 {
            let k: usize = k;
            running = add(running, vector[k]);
            vector[k] = running;
        });
        // SAFETY: a tile belongs to one block, and each of its vectors to one thread.
        unsafe { output.try_set_vector(place(row), vector) };
        before_row = add(before_row, whole[i]);
    });
}
