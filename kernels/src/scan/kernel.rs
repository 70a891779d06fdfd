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
pub const TILE: u32 = 32 * THREADS;

layout! {
    /// Element `[tile, row, thread, k]` of a line of n elements: a thread has eight vectors of four, so that the vectors of a warp
    /// lie side by side.
    pub type Tiles(n) = Row(n).ExpandBy([n] => [ceil_div(n, 8192)*8192]).GroupBy([ceil_div(n, 8192), 8, 256, 4])
        where n >= 1;
}

/// An element that is added up here.
pub trait Summed: Element + Combined<Wide = Self> {
    /// What all elements before a row of a tile add up to.
    type Before: Element + Combined<Wide = Self::Before>;
    /// How many blocks a multiprocessor has to hold at once: as many as leave registers enough for all of a thread's elements. Those
    /// of floats wait longer, as their sums may not change places.
    const BLOCKS: u32;

    /// A sum of a row of a tile, as precise as what is before it.
    fn of_row(self) -> Self::Before;

    /// What is before a row, and some elements of it.
    fn after(self, before: Self::Before) -> Self;
}

impl Summed for u32 {
    type Before = u32;
    const BLOCKS: u32 = 4;

    #[inline(always)]
    fn of_row(self) -> u32 {
        self
    }

    #[inline(always)]
    fn after(self, before: u32) -> u32 {
        add(before, self)
    }
}

/// A row of a tile, a thousand elements, is added up in `f32`, and what is before it in `f64`: errors do not grow along a line.
impl Summed for f32 {
    type Before = f64;
    const BLOCKS: u32 = 3;

    #[inline(always)]
    fn of_row(self) -> f64 {
        f64::from(self)
    }

    #[inline(always)]
    fn after(self, before: f64) -> f32 {
        (before + f64::from(self)) as f32
    }
}

/// Sets element i of the output to the sum of the elements 0 to i of the input. Integers wrap.
///
/// Each block reads a tile, adds it up by itself, learns what the tiles before add up to, and writes: one read and one write of
/// each element.
///
/// Launch: blocks of [`THREADS`] threads in x, and `n.div_ceil(TILE)` of them; `grid` has the words for as many.
#[lego_kernel(
    threads = THREADS,
    min_blocks = T::BLOCKS,
    // Of floats, some words for what is before a row, which costs less than a block fewer.
    spills = 72,
    stack = 72,
    instances(inclusive_sum_u32 = <u32>, inclusive_sum_f32 = <f32>),
)]
pub fn inclusive_sum<T: Summed>(
    input: Global<'_, T, Tiles>,
    output: GlobalMut<'_, T, Tiles>,
    grid: GridWide<'_, T::Before>,
    #[shared] of_rows: BlockWide<'_, [T; 4]>,
    #[shared] of_tile: BlockWide<'_, T::Before>,
) {
    let tile = grid.tile(&of_tile);
    let place = |row| [tile.number(), row, thread_idx().x, 0];
    let mut rows = [[T::ZERO; 4]; 8];
    unroll!(for row in 0..8 {
        rows[row as usize] = input.get_vector_or::<4>(place(row), T::ZERO);
    });
    let [a, b, c, d, e, f, g, h] = rows.map(|[a, b, c, d]| add(add(a, b), add(c, d)));
    // What stands before this thread's vector in its row, and the sum of the row: of four rows at once.
    let ([upper], upper_rows) = of_rows.exclusive_sum([[a, b, c, d]]);
    let ([lower], lower_rows) = of_rows.exclusive_sum([[e, f, g, h]]);
    let (in_row, of_row) = ([upper, lower], [upper_rows, lower_rows]);
    let mut sum = T::Before::ZERO;
    unroll!(for row in 0..8 {
        let i: usize = row;
        sum = add(sum, of_row[i / 4][i % 4].of_row());
    });
    let mut before_row = grid.sum_before(&of_tile, tile, sum);
    unroll!(for row in 0..8 {
        let i = row as usize;
        let before = add(before_row, in_row[i / 4][i % 4].of_row());
        before_row = add(before_row, of_row[i / 4][i % 4].of_row());
        let [a, b, c, d] = rows[i];
        let sums = [a, add(a, b), add(add(a, b), c), add(add(a, b), add(c, d))];
        // SAFETY: a tile belongs to one block, and each of its vectors to one thread.
        unsafe { output.try_set_vector(place(row), sums.map(|sum| sum.after(before))) };
    });
}
