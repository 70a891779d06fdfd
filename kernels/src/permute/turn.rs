//! Matrices turned square by square: for sides that are multiples of a vector of 16 bytes.

use super::strided::Strided;
use lego::{Mapping32, StaticMapping, layout};
use lego_cuda::device::{Element, block_idx, global, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many squares a side of a block has.
pub(super) const SQUARES: u32 = 16;

layout! {
    /// The row of a square `[square row, row, square column]` of the turned block, each of 16 bytes; exchanged so that
    /// eight threads in a row, which write as many squares of a column, meet all banks.
    pub type Units4 = OrderBy(Row(2), Swizzle(3, 0, 6)).GroupBy([16, 4, 16]);
    /// As [`Units4`] for squares of 8×8.
    pub type Units8 = OrderBy(Row(2), Swizzle(3, 0, 7)).GroupBy([16, 8, 16]);
    /// Square `[row, column]` of a block, by the thread that moves it.
    type Threads = Row(16, 16);
}

/// Turns matrices in blocks of 16×16 squares of `S`×`S` elements: a thread reads a square by rows of 16 bytes, turns it in its
/// registers, and exchanges its rows with the other threads of the block, so that they are written along the rows of the output.
///
/// # Safety
/// Element `[a, b, c, row, column]` of the input is `[a, b, c, column, row]` of the output, no two of whose elements share a position;
/// columns are neighbours in both, and `S` divides rows, columns and steps. A block is there for each block of each matrix, those
/// along a row of the output first.
#[lego_kernel(
    threads = [256],
    grid = x,
    instances(
        permute_turn_f32 = <f32, Units4, 4>,
        permute_turn_f16 = <half::f16, Units8, 8>,
    ),
)]
pub(super) unsafe fn permute_turn<T, U, const S: usize>(
    input: Global<'_, T, Strided>,
    output: GlobalMut<'_, T, Strided>,
    #[shared] tile: Shared<'_, [T; S], U>,
) where
    T: Element + Default,
    U: StaticMapping + Mapping32<Index32 = [u32; 3], Position32 = u32>,
    [T; S]: Element,
{
    let [row, column] = Threads::inv_u32(thread_idx().x);
    let (s, block) = (S as u32, block_idx().x);
    let [rows, columns] = input.layout().sides().map(|side| side / s);
    let (across, down) = (rows.div_ceil(SQUARES), columns.div_ceil(SQUARES));
    let (top, left) = (block % across * SQUARES, block / across % down * SQUARES);
    let matrix = block / (across * down);
    let (here, there) = (input.layout().in_matrix(matrix), output.layout().in_matrix(matrix));
    if top + row < rows && left + column < columns {
        let mut square = [[T::default(); S]; S];
        unroll!(for k in 0..S {
            // SAFETY: the square lies in the matrix, and its rows begin at multiples of S.
            square[k] = unsafe { input.get_vector_unchecked(here((top + row) * s + k as u32, (left + column) * s)) };
        });
        unroll!(for q in 0..S {
            let mut turned = [T::default(); S];
            unroll!(for k in 0..S {
                turned[k] = square[k][q];
            });
            tile.set([column, q as u32, row], turned);
        });
    }
    sync_threads();
    if left + row < columns && top + column < rows {
        unroll!(for k in 0..S {
            let place = there((left + row) * s + k as u32, (top + column) * s);
            // SAFETY: as above, in the output; no other thread has this square.
            unsafe { global::store(output.at_unchecked(place).cast(), tile.get([row, k as u32, column])) };
        });
    }
}
