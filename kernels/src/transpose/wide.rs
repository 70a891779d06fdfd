//! The transpose that moves 16 bytes at a time.

use lego::{Mapping32, StaticMapping, layout};
use lego_cuda::device::{Element, block_idx, global, sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut, Shared};

layout! {
    /// Element `[block row, block column, square row, square column, row, column]` of a row-major m×n matrix in blocks of
    /// 64×64, each of 16×16 squares of 4×4; the last blocks may be partial.
    pub type Blocks64(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 64) * 64, ceil_div(n, 64) * 64])
        .TileBy([ceil_div(m, 64), ceil_div(n, 64)], [16, 16], [4, 4]);
    /// As [`Blocks64`] with squares of 8×8.
    pub type Blocks128(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 128) * 128, ceil_div(n, 128) * 128])
        .TileBy([ceil_div(m, 128), ceil_div(n, 128)], [16, 16], [8, 8]);
    /// The row of a square `[square row, row, square column]` of the turned block, each of 16 bytes; exchanged so that
    /// eight threads in a row, which write as many squares of a column, meet all banks.
    pub type Units4 = OrderBy(Row(2), Swizzle(3, 0, 6)).GroupBy([16, 4, 16]);
    /// As [`Units4`] for squares of 8×8.
    pub type Units8 = OrderBy(Row(2), Swizzle(3, 0, 7)).GroupBy([16, 8, 16]);
    /// Square `[row, column]` of a block, by the thread that moves it.
    type Threads = Row(16, 16);
}

/// An m×n matrix in blocks of squares, given by its extents.
pub trait Squares: Mapping32<Index32 = [u32; 6]> {
    /// The rows and columns of the matrix.
    fn extents(&self) -> [u32; 2];
}

impl Squares for Blocks64 {
    #[inline(always)]
    fn extents(&self) -> [u32; 2] {
        [self.m.get() as u32, self.n.get() as u32]
    }
}

impl Squares for Blocks128 {
    #[inline(always)]
    fn extents(&self) -> [u32; 2] {
        [self.m.get() as u32, self.n.get() as u32]
    }
}

/// Transposes an m×n matrix: a thread reads a square of `S`×`S` elements by rows of 16 bytes, turns it in its registers,
/// and exchanges its rows with the other threads of the block, so that they are written along the rows of the output.
///
/// Where `S` does not divide m and n, elements move one by one.
///
/// Launch: `m.div_ceil(16 * S)` blocks in x, `n.div_ceil(16 * S)` in y: neighbouring blocks write one after the other.
#[lego_kernel(
    threads = [256],
    instances(
        transpose_wide_f32 = <f32, Blocks64, Units4, 4>,
        transpose_wide_f16 = <half::f16, Blocks128, Units8, 8>,
    ),
)]
pub fn transpose_wide<T, M, U, const S: usize>(
    input: Global<'_, T, M>,
    output: GlobalMut<'_, T, M>,
    #[shared] tile: Shared<'_, [T; S], U>,
) where
    T: Element + Default,
    M: Squares,
    U: StaticMapping + Mapping32<Index32 = [u32; 3], Position32 = u32>,
{
    let [row, column] = Threads::inv_u32(thread_idx().x);
    let block = block_idx();
    let [m, n] = input.layout().extents();
    let (side, is_even) = (16 * S as u32, m.is_multiple_of(S as u32) && n.is_multiple_of(S as u32));
    let is_inside = block.x < m / side && block.y < n / side;
    // Where a thread reads, and where it writes.
    let source = |k: u32, q: u32| [block.x, block.y, row, column, k, q];
    let target = |k: u32, q: u32| [block.y, block.x, row, column, k, q];
    if is_even && is_inside && output.layout().extents() == [n, m] {
        let mut square = [[T::default(); S]; S];
        for k in 0..S {
            // SAFETY: the block lies inside of the matrix, and rows of squares begin at multiples of S.
            square[k] = unsafe { input.get_vector_unchecked(source(k as u32, 0)) };
        }
        for q in 0..S {
            let mut turned = [T::default(); S];
            for k in 0..S {
                turned[k] = square[k][q];
            }
            tile.set([column, q as u32, row], turned);
        }
        sync_threads();
        for k in 0..S as u32 {
            // SAFETY: as above, in the output; no other thread has this square.
            unsafe { global::store(output.at_unchecked(target(k, 0)).cast(), tile.get([row, k, column])) };
        }
    } else {
        // Element `[unit, k]` of the tile, where no array has to be indexed.
        let elements = tile.slice().cast::<T>();
        let element = |unit: [u32; 3], k: u32| U::default().apply_u32(unit) * S as u32 + k;
        for k in 0..S as u32 {
            for q in 0..S as u32 {
                if let Some(value) = input.try_get(source(k, q)) {
                    elements.set(element([column, q, row], k), value);
                }
            }
        }
        sync_threads();
        for k in 0..S as u32 {
            for q in 0..S as u32 {
                if output.contains(target(k, q)) {
                    // SAFETY: no other thread has this element.
                    unsafe { output.try_set(target(k, q), elements.get(element([row, k, column], q))) };
                }
            }
        }
    }
}
