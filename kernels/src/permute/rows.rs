//! Rows that move as they are.

use super::strided::Strided;
use lego_cuda::device::{Element, block_idx, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
const THREADS: u32 = 256;
/// How many elements a thread moves.
const STEPS: usize = 8;
/// How many elements of a matrix a block moves.
pub(super) const CHUNK: u32 = THREADS * STEPS as u32;

/// Moves each element of a matrix to the same element of another matrix; an element may be a vector.
///
/// Threads take elements one behind the other in the order of the output, so that they read and write along rows.
///
/// # Safety
/// Both arrays have the same extents, and no two elements of the output share a position. A block is there for each [`CHUNK`]
/// elements of each matrix.
#[lego_kernel(
    threads = THREADS,
    grid = x,
    instances(
        for (T, V) in [(f32, 4), (half::f16, 8), (u8, 16)] { permute_rows_{T} = <T>, permute_rows_{T}_vectors = <[T; V]> },
    ),
)]
pub(super) unsafe fn permute_rows<T: Element>(input: Global<'_, T, Strided>, output: GlobalMut<'_, T, Strided>) {
    let [rows, columns] = input.layout().sides();
    let chunks = (rows * columns).div_ceil(CHUNK);
    let (matrix, chunk) = (block_idx().x / chunks, block_idx().x % chunks);
    let (here, there) = (input.layout().in_matrix(matrix), output.layout().in_matrix(matrix));
    let first = chunk * CHUNK + thread_idx().x;
    // The next element of a thread is so many rows and columns further.
    let (down, across) = (THREADS / columns, THREADS % columns);
    let (mut row, mut column) = (first / columns, first % columns);
    let mut moved = [None; STEPS];
    let mut places = [[0; 2]; STEPS];
    unroll!(for step in 0..STEPS {
        if row < rows {
            places[step] = [row, column];
            // SAFETY: row and column are below those of the matrix.
            moved[step] = Some(unsafe { input.get_unchecked(here(row, column)) });
        }
        (row, column) = (row + down, column + across);
        if column >= columns {
            (row, column) = (row + 1, column - columns);
        }
    });
    unroll!(for step in 0..STEPS {
        if let Some(element) = moved[step] {
            let [row, column] = places[step];
            // SAFETY: as above; no other thread has this element.
            unsafe { output.set_unchecked(there(row, column), element) };
        }
    });
}
