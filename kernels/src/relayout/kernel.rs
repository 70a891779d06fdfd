//! A tile moved from one layout to another.

use super::curve::{MortonCurve, MortonTiles};
use super::layouts::{AntiDiagonals, Columns, Nchw32, Rows, Tiles};
use super::lines::{Lines, SECTOR};
use super::orders::{SIDE, TileOrder, VECTOR};
use super::tiled::Tiled;
use lego::layout;
use lego_cuda::device::{Element, block_idx, global, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
const THREADS: u32 = 256;
/// How many vectors of a tile a thread moves.
const STEPS: usize = 4;
/// How many lines a block writes at once, and how many vectors of each.
const LINES: u32 = 16;
/// How many elements it moves.
const ELEMENTS: usize = STEPS * VECTOR as usize;

layout! {
    /// Element `[row, column]` of a tile in shared memory at `[row, column + 8]`, with what may be needed below it and to both sides.
    ///
    /// Rows are 83 elements apart: what the threads of a warp have by rows, by columns or along a Morton curve meets a bank three times
    /// at most, along anti-diagonals four times.
    pub type Staged = Row(72, 83).PadBy([72, 80] => [72, 83]);
    /// Place of a tile's element `[step, thread, k]` in its order, by vectors.
    type Vectors = Row(4, 256, 4);
    /// The same element by element.
    type Elements = Row(16, 256);
    /// Vector `[line, vector]` of the lines that a block writes at once, by the thread that writes it.
    type Writers = Row(16, 16);
}

/// Moves a tile of a matrix to another layout: what a thread reads, and what it writes, are neighbours in memory of what the threads
/// beside it do, in vectors of 16 bytes where the layout has them.
///
/// Launch: a block for each tile.
///
/// # Safety
/// Both layouts have the same extents, and no two indices of the output share a position.
#[lego_kernel(
    threads = THREADS,
    instances(
        relayout_rows_to_columns = <f32, Rows, Columns>,
        relayout_columns_to_tiles = <f32, Columns, Tiles>,
        relayout_tiles_to_morton = <f32, Tiles, MortonCurve>,
        relayout_morton_to_morton_tiles = <f32, MortonCurve, MortonTiles>,
        relayout_morton_tiles_to_anti_diagonals = <f32, MortonTiles, AntiDiagonals>,
        relayout_anti_diagonals_to_rows = <f32, AntiDiagonals, Rows>,
        relayout_anti_diagonals_to_nchw32 = <f32, AntiDiagonals, Nchw32>,
        relayout_nchw32_to_rows = <f32, Nchw32, Rows>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            for (FROM, A) in [
                ("rows", Rows),
                ("columns", Columns),
                ("tiles", Tiles),
                ("morton", MortonCurve),
                ("morton_tiles", MortonTiles),
                ("anti_diagonals", AntiDiagonals),
                ("nchw32", Nchw32),
            ],
                (TO, B) in [
                    ("rows", Rows),
                    ("columns", Columns),
                    ("tiles", Tiles),
                    ("morton", MortonCurve),
                    ("morton_tiles", MortonTiles),
                    ("anti_diagonals", AntiDiagonals),
                    ("nchw32", Nchw32),
                ]
                if A != B
            {
                relayout_{FROM}_to_{TO} = <f32, A, B>
            },
        },
    ),
)]
pub unsafe fn relayout_tile<T: Element + Default, S: Tiled, D: Tiled>(
    input: Global<'_, T, S>,
    output: GlobalMut<'_, T, D>,
    #[shared] tile: Shared<'_, T, Staged>,
) {
    const { assert!(T::BYTES == 4, "four elements are a vector of 16 bytes") };
    const { assert!(THREADS * ELEMENTS as u32 == SIDE * SIDE, "the threads have the elements of a tile") };
    let block = block_idx().x;
    let [_, across, ..] = input.dims();
    let [m, n] = input.layout().extents();
    let part =
        Part { thread: thread_idx().x, at: [block / across, block % across], whole: [m, n].map(|side| side / SIDE) };
    let is_whole = part.at[0] < part.whole[0] && part.at[1] < part.whole[1];
    let by_lines = is_whole && !output.layout().has_vectors();
    // SAFETY: of each call: the tile is all inside where the name does not say otherwise, and the layouts are as it asks for.
    unsafe {
        match (is_whole, input.layout().has_vectors()) {
            (true, true) => part.read_vectors(input, tile),
            (true, false) => part.read_elements(input, tile),
            (false, _) => part.read_edge(input, tile),
        }
        if by_lines {
            part.read_halo::<T, S, D::Lines>(input, tile);
        }
        sync_threads();
        match (is_whole, by_lines) {
            (true, false) => part.write_vectors(&output, tile),
            (true, true) => part.write_lines(&output, tile),
            (false, _) => part.write_edge(&output, tile),
        }
    }
}

/// What a thread has to do with a tile.
#[derive(Clone, Copy)]
struct Part {
    thread: u32,
    /// Which tile it is.
    at: [u32; 2],
    /// How many rows and columns of tiles are all inside the matrix.
    whole: [u32; 2],
}

/// The element of a tile that has this place in an order.
#[inline(always)]
fn of<O: TileOrder>(place: u32) -> [u32; 2] {
    O::default().inv_u32(place)
}

/// Where an element of the tile is in shared memory.
#[inline(always)]
fn staged([row, column]: [u32; 2]) -> [u32; 2] {
    [row, column.wrapping_add(SECTOR)]
}

impl Part {
    /// The index of an element of the tile.
    #[inline(always)]
    fn index(self, [row, column]: [u32; 2]) -> [u32; 4] {
        let [down, right] = self.at;
        [down, right, row, column]
    }

    /// # Safety
    /// The tile is all inside, and has vectors.
    #[inline(always)]
    unsafe fn read_vectors<T: Element + Default, S: Tiled>(self, input: Global<'_, T, S>, tile: Shared<'_, T, Staged>) {
        let place = |step: usize, k: usize| Vectors::apply_u32([step as u32, self.thread, k as u32]);
        let mut read = [[T::default(); VECTOR as usize]; STEPS];
        unroll!(for step in 0..STEPS {
            // SAFETY: the elements are inside, and a vector of memory.
            read[step] = unsafe {
                let from = if S::IN_ONE_PIECE {
                    input.at_unchecked(self.index(of::<S::Order>(0))).add(place(step, 0) as usize)
                } else {
                    input.at_unchecked(self.index(of::<S::Order>(place(step, 0))))
                };
                global::load_read_only(from.cast())
            };
        });
        unroll!(for step in 0..STEPS {
            unroll!(for k in 0..4 {
                tile.set(staged(of::<S::Order>(place(step, k))), read[step][k]);
            });
        });
    }

    /// # Safety
    /// The tile is all inside.
    #[inline(always)]
    unsafe fn read_elements<T: Element + Default, S: Tiled>(
        self,
        input: Global<'_, T, S>,
        tile: Shared<'_, T, Staged>,
    ) {
        let element = |step: usize| of::<S::Order>(Elements::apply_u32([step as u32, self.thread]));
        let mut read = [T::default(); ELEMENTS];
        unroll!(for step in 0..ELEMENTS {
            // SAFETY: the element is inside.
            read[step] = unsafe { input.get_unchecked(self.index(element(step))) };
        });
        unroll!(for step in 0..ELEMENTS {
            tile.set(staged(element(step)), read[step]);
        });
    }

    /// Of a tile that is not all inside, what is.
    #[inline(always)]
    fn read_edge<T: Element + Default, S: Tiled>(self, input: Global<'_, T, S>, tile: Shared<'_, T, Staged>) {
        for step in 0..ELEMENTS as u32 {
            let element = of::<S::Order>(Elements::apply_u32([step, self.thread]));
            tile.set(staged(element), input.try_get(self.index(element)).unwrap_or_default());
        }
    }

    /// What the lines of the output have beyond the tile, of tiles that are all inside.
    #[inline(always)]
    fn read_halo<T: Element, S: Tiled, L: Lines>(self, input: Global<'_, T, S>, tile: Shared<'_, T, Staged>) {
        for step in 0..L::HALO.div_ceil(THREADS) {
            let ([row, column], further) = L::halo(step, self.thread);
            let [down, right] = [0, 1].map(|axis| self.at[axis].wrapping_add(further[axis]));
            if step * THREADS + self.thread < L::HALO && down < self.whole[0] && right < self.whole[1] {
                let [below, beside] = further.map(|tiles| tiles.wrapping_mul(SIDE));
                // SAFETY: the tile is all inside, and its element at most eight rows and columns beyond this one.
                unsafe {
                    let element = input.get_unchecked([down, right, row, column]);
                    tile.set_unchecked(staged([row + below, column.wrapping_add(beside)]), element);
                }
            }
        }
    }

    /// # Safety
    /// The tile is all inside and has vectors, and its elements are this block's.
    #[inline(always)]
    unsafe fn write_vectors<T: Element, D: Tiled>(self, output: &GlobalMut<'_, T, D>, tile: Shared<'_, T, Staged>) {
        unroll!(for step in 0..STEPS {
            let place = |k: usize| Vectors::apply_u32([step as u32, self.thread, k as u32]);
            let vector: [T; 4] = core::array::from_fn(|k| tile.get(staged(of::<D::Order>(place(k)))));
            // SAFETY: the elements are inside, a vector of memory, and of no other thread.
            unsafe {
                let to = if D::IN_ONE_PIECE {
                    output.at_unchecked(self.index(of::<D::Order>(0))).add(place(0) as usize)
                } else {
                    output.at_unchecked(self.index(of::<D::Order>(place(0))))
                };
                global::store(to.cast(), vector);
            }
        });
    }

    /// Writes the lines of the tile by sectors: those that begin in it, to their ends.
    ///
    /// # Safety
    /// The tile is all inside and has lines, and its elements and those of the halo are there. All tiles that are all inside are
    /// written so, and what they have is of nobody else.
    #[inline(always)]
    unsafe fn write_lines<T: Element, D: Tiled>(self, output: &GlobalMut<'_, T, D>, tile: Shared<'_, T, Staged>) {
        let [first_line, vector] = Writers::inv_u32(self.thread);
        let ([down, right], extents) = (self.at, self.whole.map(|tiles| tiles * SIDE));
        for step in 0..<D::Lines as Lines>::COUNT.div_ceil(LINES) {
            let line = first_line + LINES * step;
            if line >= <D::Lines as Lines>::COUNT {
                continue;
            }
            let ([row, column], length) = <D::Lines as Lines>::line(line);
            let [before, behind] = <D::Lines as Lines>::around([down * SIDE + row, right * SIDE + column], extents);
            // SAFETY: the line begins in a tile that is all inside.
            let first = unsafe { output.layout().apply_u32(self.index([row, column])).unwrap_unchecked() };
            let begin = if before == 0 { first } else { first.next_multiple_of(SECTOR) };
            let end = (first + length).next_multiple_of(SECTOR).min(first + behind);
            let element = |position: u32| {
                let (k, [down, right]) = (position.wrapping_sub(first), <D::Lines as Lines>::STEP);
                // SAFETY: the position is one of the line, at most seven behind its end in the tile.
                unsafe {
                    tile.get_unchecked(staged([row.wrapping_add(k * down), column.wrapping_add(k.wrapping_mul(right))]))
                }
            };
            let to = |position: u32| output.as_mut_ptr().wrapping_add(position as usize);
            let mut position = begin / VECTOR * VECTOR + vector * VECTOR;
            while position < end {
                if begin <= position && position + VECTOR <= end {
                    let elements: [T; 4] = core::array::from_fn(|k| element(position + k as u32));
                    // SAFETY: the positions are a vector of memory, those of the line that begin at a sector of it in this tile or
                    // at its own beginning, and of no other thread.
                    unsafe { global::store(to(position).cast(), elements) };
                } else {
                    for position in position.max(begin)..(position + VECTOR).min(end) {
                        // SAFETY: as above, one by one.
                        unsafe { global::store(to(position), element(position)) };
                    }
                }
                position += LINES * VECTOR;
            }
        }
    }

    /// Of a tile that is not all inside, what is.
    ///
    /// # Safety
    /// The elements of the tile are this block's.
    #[inline(always)]
    unsafe fn write_edge<T: Element, D: Tiled>(self, output: &GlobalMut<'_, T, D>, tile: Shared<'_, T, Staged>) {
        for step in 0..ELEMENTS as u32 {
            let element = of::<D::Order>(Elements::apply_u32([step, self.thread]));
            // SAFETY: no other thread has this element.
            unsafe { output.try_set(self.index(element), tile.get(staged(element))) };
        }
    }
}
