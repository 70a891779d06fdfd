//! Matrices of bytes turned tile by tile: for sides that are multiples of a vector of 16 or 8 bytes.

use super::strided::Strided;
use crate::transpose_bytes::{Loaded, Turned, columns_of_rows};
use lego::{StaticLayout, layout};
use lego_cuda::device::{block_idx, global, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// The words of the tiles of a block, V each of T threads.
    pub type Words<const V: usize, const T: usize> = Row(T * V);
}

/// How many threads turn a tile of H×W bytes, V bytes of each of four rows a thread.
const fn threads_of_tile(v: usize, h: usize, w: usize) -> u32 {
    (h * w / (4 * v)) as u32
}

/// How many tiles of H×W bytes the matrices of an array have.
#[cfg(not(target_arch = "nvptx64"))]
pub(super) fn tiles(array: Strided, h: usize, w: usize) -> u64 {
    let [rows, columns] = array.sides();
    u64::from(array.matrices()) * u64::from(rows.div_ceil(h as u32)) * u64::from(columns.div_ceil(w as u32))
}

/// How many blocks of `threads` so many tiles are.
#[cfg(not(target_arch = "nvptx64"))]
pub(super) const fn blocks_of_tiles(tiles: u64, v: usize, h: usize, w: usize, threads: usize) -> u64 {
    tiles.div_ceil((threads as u32 / threads_of_tile(v, h, w)) as u64)
}

/// Turns matrices in tiles of H×W bytes: a thread loads V bytes, N words, of four rows, and stores V bytes of four columns.
///
/// A block has as many tiles as its T threads are enough for, one behind the other: those along a row of the output first, and then those
/// of the next matrix. Tiles of 32 threads are a warp's, which waits for no other.
///
/// # Safety
/// Element `[a, b, c, row, column]` of the input is `[a, b, c, column, row]` of the output, no two of whose elements share a position;
/// columns are neighbours in both, and `V` divides rows, columns and steps. A block is there for each of the
/// [`blocks_of_tiles`].
#[lego_kernel(
    threads = [T as u32],
    grid = x,
    instances(
        permute_turn_u8_wide = <16, 4, 128, 256, 512>,
        permute_turn_u8 = <16, 4, 128, 128, 256>,
        permute_turn_u8_small = <16, 4, 32, 64, 256>,
        permute_turn_u8_eights = <8, 2, 32, 32, 256>,
    ),
)]
pub(super) unsafe fn permute_turn_bytes<
    const V: usize,
    const N: usize,
    const H: usize,
    const W: usize,
    const T: usize,
>(
    input: Global<'_, u8, Strided>,
    output: GlobalMut<'_, u8, Strided>,
    #[shared] memory: Shared<'_, u32, Words<V, T>>,
) where
    Words<V, T>: StaticLayout,
    Loaded<H, W>: StaticLayout,
    Turned<V, H, W>: StaticLayout,
{
    const { assert!(V == 4 * N && (T as u32).is_multiple_of(threads_of_tile(V, H, W)), "a block has whole tiles") };
    let (threads, v) = (const { threads_of_tile(V, H, W) }, V as u32);
    let (tile, thread) = (block_idx().x * (T as u32 / threads) + thread_idx().x / threads, thread_idx().x % threads);
    let [m, n] = input.layout().sides();
    let (across, down) = (m.div_ceil(H as u32), n.div_ceil(W as u32));
    let (top, left) = (tile % across * H as u32, tile / across % down * W as u32);
    let matrix = tile / (across * down);
    let is_there = threads == T as u32 || matrix < input.layout().matrices();
    let here = input.layout().in_matrix(matrix);
    // The matrices of both arrays have the same numbers: divisions are dear.
    let [a, b, c, ..] = here(0, 0);
    let there = |row: u32, column: u32| [a, b, c, row, column];

    let [four_rows, column] = Loaded::<H, W>::inv_u32(thread * v);
    let (row, column) = (top + 4 * four_rows, left + column);
    let mut rows = [[0_u32; N]; 4];
    unroll!(for k in 0..4 {
        if is_there && row < m && column < n {
            // SAFETY: V divides the sides and steps: with its first byte a vector is inside, with its first row all four are, and it
            // begins at a multiple of its bytes.
            rows[k] = unsafe { global::load_read_only(input.at_unchecked(here(row + k as u32, column)).cast()) };
        }
    });
    let columns = columns_of_rows::<V, N, H, W>(rows, memory.slice());
    let [four_rows, column] = Turned::<V, H, W>::inv_u32(thread * v);
    let (row, column) = (top + 4 * four_rows, left + column);
    unroll!(for k in 0..4 {
        if is_there && row < m && column < n {
            // SAFETY: as above, in the output; no other thread has this vector.
            unsafe { global::store(output.at_unchecked(there(column + k as u32, row)).cast(), columns[k]) };
        }
    });
}
