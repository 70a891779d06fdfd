//! A tile moved from one layout to another.

use super::layouts::{AntiDiagonals, Columns, MortonCurve, MortonTiles, Nchw32, Rows, Tiles};
use super::orders::{SIDE, Tiled, TileOrder, VECTOR};
use lego::layout;
use lego_cuda::device::{Element, block_idx, global, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
const THREADS: u32 = 256;
/// How many vectors of a tile a thread moves.
const STEPS: usize = 4;
/// How many elements it moves.
const ELEMENTS: usize = STEPS * VECTOR as usize;

layout! {
    /// A tile in shared memory, rows 67 elements apart: what the threads of a warp have by rows, by columns, along a Morton curve or
    /// along anti-diagonals meets a bank three times at most, in vectors or element by element.
    pub type Staged = Row(64, 67).PadBy([64, 64] => [64, 67]);
    /// Place of a tile's element `[step, thread, k]` in its order, by vectors.
    type Vectors = Row(4, 256, 4);
    /// The same element by element.
    type Elements = Row(16, 256);
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
        relayout_rows_to_tiles = <f32, Rows, Tiles>,
        relayout_rows_to_morton = <f32, Rows, MortonCurve>,
        relayout_rows_to_morton_tiles = <f32, Rows, MortonTiles>,
        relayout_rows_to_anti_diagonals = <f32, Rows, AntiDiagonals>,
        relayout_rows_to_nchw32 = <f32, Rows, Nchw32>,
        relayout_columns_to_rows = <f32, Columns, Rows>,
        relayout_columns_to_tiles = <f32, Columns, Tiles>,
        relayout_columns_to_morton = <f32, Columns, MortonCurve>,
        relayout_columns_to_morton_tiles = <f32, Columns, MortonTiles>,
        relayout_columns_to_anti_diagonals = <f32, Columns, AntiDiagonals>,
        relayout_columns_to_nchw32 = <f32, Columns, Nchw32>,
        relayout_tiles_to_rows = <f32, Tiles, Rows>,
        relayout_tiles_to_columns = <f32, Tiles, Columns>,
        relayout_tiles_to_morton = <f32, Tiles, MortonCurve>,
        relayout_tiles_to_morton_tiles = <f32, Tiles, MortonTiles>,
        relayout_tiles_to_anti_diagonals = <f32, Tiles, AntiDiagonals>,
        relayout_tiles_to_nchw32 = <f32, Tiles, Nchw32>,
        relayout_morton_to_rows = <f32, MortonCurve, Rows>,
        relayout_morton_to_columns = <f32, MortonCurve, Columns>,
        relayout_morton_to_tiles = <f32, MortonCurve, Tiles>,
        relayout_morton_to_morton_tiles = <f32, MortonCurve, MortonTiles>,
        relayout_morton_to_anti_diagonals = <f32, MortonCurve, AntiDiagonals>,
        relayout_morton_to_nchw32 = <f32, MortonCurve, Nchw32>,
        relayout_morton_tiles_to_rows = <f32, MortonTiles, Rows>,
        relayout_morton_tiles_to_columns = <f32, MortonTiles, Columns>,
        relayout_morton_tiles_to_tiles = <f32, MortonTiles, Tiles>,
        relayout_morton_tiles_to_morton = <f32, MortonTiles, MortonCurve>,
        relayout_morton_tiles_to_anti_diagonals = <f32, MortonTiles, AntiDiagonals>,
        relayout_morton_tiles_to_nchw32 = <f32, MortonTiles, Nchw32>,
        relayout_anti_diagonals_to_rows = <f32, AntiDiagonals, Rows>,
        relayout_anti_diagonals_to_columns = <f32, AntiDiagonals, Columns>,
        relayout_anti_diagonals_to_tiles = <f32, AntiDiagonals, Tiles>,
        relayout_anti_diagonals_to_morton = <f32, AntiDiagonals, MortonCurve>,
        relayout_anti_diagonals_to_morton_tiles = <f32, AntiDiagonals, MortonTiles>,
        relayout_anti_diagonals_to_nchw32 = <f32, AntiDiagonals, Nchw32>,
        relayout_nchw32_to_rows = <f32, Nchw32, Rows>,
        relayout_nchw32_to_columns = <f32, Nchw32, Columns>,
        relayout_nchw32_to_tiles = <f32, Nchw32, Tiles>,
        relayout_nchw32_to_morton = <f32, Nchw32, MortonCurve>,
        relayout_nchw32_to_morton_tiles = <f32, Nchw32, MortonTiles>,
        relayout_nchw32_to_anti_diagonals = <f32, Nchw32, AntiDiagonals>,
    ),
)]
pub(super) unsafe fn relayout<T: Element + Default, S: Tiled, D: Tiled>(
    input: Global<'_, T, S>,
    output: GlobalMut<'_, T, D>,
    #[shared] tile: Shared<'_, T, Staged>,
) {
    const { assert!(T::BYTES == 4, "four elements are a vector of 16 bytes") };
    const { assert!(THREADS * ELEMENTS as u32 == SIDE * SIDE, "the threads have the elements of a tile") };
    let (thread, block) = (thread_idx().x, block_idx().x);
    let [_, across, ..] = input.dims();
    let (down, right) = (block / across, block % across);
    let at = |[row, column]: [u32; 2]| [down, right, row, column];
    let [m, n] = input.layout().extents();
    let is_whole = (down + 1) * SIDE <= m && (right + 1) * SIDE <= n;

    let mut read = [T::default(); ELEMENTS];
    if is_whole && input.layout().has_vectors() {
        let place = |step: u32, k: u32| of::<S::Order>(Vectors::apply_u32([step, thread, k]));
        unroll!(for step in 0..STEPS {
            // SAFETY: the tile is all inside, and the four elements are a vector of memory.
            let vector: [T; 4] = unsafe { global::load_read_only(input.at_unchecked(at(place(step as u32, 0))).cast()) };
            unroll!(for k in 0..4 {
                read[4 * step + k as usize] = vector[k as usize];
            });
        });
        unroll!(for step in 0..STEPS {
            unroll!(for k in 0..4 {
                tile.set(place(step as u32, k as u32), read[4 * step + k as usize]);
            });
        });
    } else {
        let place = |step: u32| of::<S::Order>(Elements::apply_u32([step, thread]));
        if is_whole {
            unroll!(for step in 0..ELEMENTS {
                // SAFETY: the tile is all inside.
                read[step] = unsafe { input.get_unchecked(at(place(step as u32))) };
            });
            unroll!(for step in 0..ELEMENTS {
                tile.set(place(step as u32), read[step]);
            });
        } else {
            for step in 0..ELEMENTS as u32 {
                tile.set(place(step), input.try_get(at(place(step))).unwrap_or_default());
            }
        }
    }
    sync_threads();

    if is_whole && output.layout().has_vectors() {
        let place = |step: u32, k: u32| of::<D::Order>(Vectors::apply_u32([step, thread, k]));
        unroll!(for step in 0..STEPS {
            let vector: [T; 4] = core::array::from_fn(|k| tile.get(place(step as u32, k as u32)));
            // SAFETY: as above, in the output; no other thread has these elements.
            unsafe { global::store(output.at_unchecked(at(place(step as u32, 0))).cast(), vector) };
        });
    } else {
        let place = |step: u32| of::<D::Order>(Elements::apply_u32([step, thread]));
        if is_whole {
            unroll!(for step in 0..ELEMENTS {
                let place = place(step as u32);
                // SAFETY: the tile is all inside, and no other thread has this element.
                unsafe { output.set_unchecked(at(place), tile.get(place)) };
            });
        } else {
            for step in 0..ELEMENTS as u32 {
                let place = place(step);
                // SAFETY: no other thread has this element.
                unsafe { output.try_set(at(place), tile.get(place)) };
            }
        }
    }
}

/// The element of a tile that has this place in an order.
#[inline(always)]
fn of<O: TileOrder>(place: u32) -> [u32; 2] {
    O::default().inv_u32(place)
}
