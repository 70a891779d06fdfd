//! Small matrices of bytes of any sides: each through shared memory as a whole.

use super::strided::Strided;
use lego::{Mapping32, layout};
use lego_cuda::device::{block_idx, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has: what each computes before its first byte is much beside a small matrix.
const THREADS: u32 = 64;
/// How many warps that is.
const WARPS: u32 = THREADS / 32;
/// How many bytes a thread reads before it writes them.
const STEPS: usize = 8;

layout! {
    /// The bytes of a matrix, laid by [`in_shared`].
    pub type Room = Row(4096);
    /// Warp and lane of a thread.
    type Threads = Row(2, 32);
}

/// A matrix of these sides in shared memory: rows begin an odd number of words apart, so that 32 bytes of a column are in as many banks.
#[inline(always)]
fn in_shared([rows, columns]: [u32; 2]) -> Strided {
    let step = 4 * (columns.div_ceil(4) | 1);
    Strided::from_sizes_u32([1, 1, 1, rows, columns, 0, 0, 0, step, 1])
}

/// Whether a matrix of these sides is one to be turned as a whole: it has room, few lanes have nothing to do, and no thread has many bytes.
#[cfg(not(target_arch = "nvptx64"))]
pub(super) fn is_small([rows, columns]: [u32; 2]) -> bool {
    let sides = 12..=128;
    sides.contains(&rows) && sides.contains(&columns) && rows * 4 * (columns.div_ceil(4) | 1) <= Room::SPAN as u32
}

/// Turns a matrix a block, byte by byte: warps read rows of the input and write rows of the output.
///
/// # Safety
/// Element `[a, b, c, row, column]` of the input is `[a, b, c, column, row]` of the output, no two of whose elements share a position.
/// A block is there for each matrix, which [is small](is_small).
#[lego_kernel(threads = THREADS, grid = x)]
pub(super) unsafe fn permute_small_bytes(
    input: Global<'_, u8, Strided>,
    output: GlobalMut<'_, u8, Strided>,
    #[shared] room: Shared<'_, u8, Room>,
) {
    let [m, n] = input.layout().sides();
    let here = input.layout().in_matrix(block_idx().x);
    // The matrices of both arrays have the same numbers: divisions are dear.
    let [a, b, c, ..] = here(0, 0);
    let there = |row: u32, column: u32| [a, b, c, row, column];
    let matrix = in_shared([m, n]);
    let place = |row: u32, column: u32| matrix.apply_u32([0, 0, 0, row, column]);

    let [warp, lane] = Threads::inv_u32(thread_idx().x);
    let mut column = lane;
    while column < n {
        let mut first = warp;
        while first < m {
            let mut moved = [0; STEPS];
            unroll!(for step in 0..STEPS {
                let row = first + WARPS * step as u32;
                if row < m {
                    // SAFETY: row and column are below those of the matrix.
                    moved[step] = unsafe { input.get_unchecked(here(row, column)) };
                }
            });
            unroll!(for step in 0..STEPS {
                let row = first + WARPS * step as u32;
                if row < m {
                    // SAFETY: the matrix has room.
                    unsafe { room.slice().set_unchecked(place(row, column), moved[step]) };
                }
            });
            first += WARPS * STEPS as u32;
        }
        column += 32;
    }
    sync_threads();
    let mut row = lane;
    while row < m {
        let mut first = warp;
        while first < n {
            let mut moved = [0; STEPS];
            unroll!(for step in 0..STEPS {
                let column = first + WARPS * step as u32;
                if column < n {
                    // SAFETY: as above.
                    moved[step] = unsafe { room.slice().get_unchecked(place(row, column)) };
                }
            });
            unroll!(for step in 0..STEPS {
                let column = first + WARPS * step as u32;
                if column < n {
                    // SAFETY: row and column are below those of the matrix, and no other thread has this byte.
                    unsafe { output.set_unchecked(there(column, row), moved[step]) };
                }
            });
            first += WARPS * STEPS as u32;
        }
        row += 32;
    }
}
