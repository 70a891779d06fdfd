//! The kernel: two stages of shared memory, so that one is filled while the other is used, and sums in registers.
//!
//! Tiles of the right matrix go to shared memory by themselves, by asynchronous copies. Those of the left one are turned on the
//! way, so they pass through registers: sixteen columns of a row become sixteen rows, and what a thread multiplies lies side by side.

use lego::{Mapping32, layout};
use lego_cuda::device::{Element, block_idx, copy_async, math, sync_threads, thread_idx};
use lego_cuda::view::{BlockX, BlockY, Fragment, Global, Register, Shared, Split, ThreadX, ThreadY, ThreadZ};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Vector `[tile row, tile column, row, vector]` of an m×k matrix, k counted in vectors of `V`, in tiles of 128×16 elements.
    pub type Left<const V: usize>(m, k) = Row(m, k)
        .ExpandBy([m, k] => [ceil_div(m, 128)*128, ceil_div(k, 16/V)*(16/V)])
        .TileBy([ceil_div(m, 128), ceil_div(k, 16/V)], [128, 16/V]);

    /// Vector `[tile row, tile column, row, vector]` of a k×n matrix, n counted in vectors of `V`, in tiles of 16×128 elements.
    pub type Right<const V: usize>(k, n) = Row(k, n)
        .ExpandBy([k, n] => [ceil_div(k, 16)*16, ceil_div(n, 128/V)*(128/V)])
        .TileBy([ceil_div(k, 16), ceil_div(n, 128/V)], [16, 128/V]);

    /// Element `[block row, block column, warp, half, half, lane row, lane column, row, column]` of an m×n matrix in blocks of
    /// 128×128: each of eight warps has 16×32 elements of each quarter of a block, and a lane 4×4 of these.
    pub type Product(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 128)*128, ceil_div(n, 128)*128])
        .OrderBy(RegP([ceil_div(m, 128), ceil_div(n, 128), 4, 2, 2, 2, 4, 8, 4, 4], [1, 5, 3, 7, 9, 2, 6, 4, 8, 10]))
        .GroupBy([ceil_div(m, 128), ceil_div(n, 128), 8, 2, 2, 4, 8, 4, 4]);

    /// Element `[stage, half, k, row or column]` of two tiles in shared memory, half of their rows or columns after the other. Rows
    /// are padded, so that the columns of the left matrix, which are written element by element, meet different banks. So are halves,
    /// to no multiple of 64: the compiler would put 64-row halves together from bits, and one register would not do for both addresses.
    pub type Stages = Row(2, 2, 1092).PadBy([2, 2, 1088] => [2, 2, 1092])
        .GroupBy([2, 2, 16, 68]).PadBy([2, 2, 16, 64] => [2, 2, 16, 68]);

    /// Vector `[row, vector]` of a tile of the left matrix, by the number of who copies it.
    type CopyLeft<const V: usize> = Row(128, 16/V);
    /// The same of the right matrix.
    type CopyRight<const V: usize> = Row(16, 128/V);
    /// Warp `[row, column]` of a block.
    type Warps = Row(4, 2);
    /// Sum `[half, row, half, column]` of a lane.
    type Sums = Row(2, 4, 2, 4);
}

/// The axes of [`Product`]: what a thread chooses itself is a quarter, a row and a column of it.
type Owned = (BlockY, BlockX, ThreadZ, Register, Register, ThreadY, ThreadX, Register, Register);

/// `c = a·b`, the matrices a and b read `V` elements at a time; a thread copies `COPIES` vectors of each tile.
#[lego_kernel(
    threads = [8, 4, 8],
    min_blocks = if V == 4 { 2 } else { 1 },
    spills = 40,
    stack = 32,
    instances(matmul_f32_vectors = <4, 2>, matmul_f32_numbers = <1, 8>),
)]
pub fn matmul<const V: usize, const COPIES: usize>(
    a: Global<'_, [f32; V], Left<V>>,
    b: Global<'_, [f32; V], Right<V>>,
    c: Split<'_, f32, Product, Owned>,
    #[shared] left: Shared<'_, f32, Stages>,
    #[shared] right: Shared<'_, f32, Stages>,
) where
    [f32; V]: Element,
{
    let (block, thread) = (block_idx(), thread_idx());
    let number = (thread.z * 4 + thread.y) * 8 + thread.x;
    // A thread copies vectors whose numbers are 256 apart. Beyond the edges there is 0, which adds nothing.
    let load_left = |tile: u32| {
        let mut vectors = [[0.0; V]; COPIES];
        unroll!(for copy in 0..COPIES {
            let [row, vector] = CopyLeft::<V>::inv_u32(number + 256 * copy as u32);
            vectors[copy] = vector_or_zeros(a, [block.y, tile, row, vector]);
        });
        vectors
    };
    let store_left = |stage: u32, vectors: [[f32; V]; COPIES]| {
        unroll!(for copy in 0..COPIES {
            let [row, vector] = CopyLeft::<V>::inv_u32(number + 256 * copy as u32);
            unroll!(for i in 0..V {
                left.set([stage, row / 64, V as u32 * vector + i as u32, row % 64], vectors[copy][i]);
            });
        });
    };
    let fetch_right = |stage: u32, tile: u32| {
        unroll!(for copy in 0..COPIES {
            let [row, vector] = CopyRight::<V>::inv_u32(number + 256 * copy as u32);
            let column = V as u32 * vector;
            let to = [stage, column / 64, row, column % 64];
            if !right.try_fetch_vector(to, b, [tile, block.x, row, vector]) {
                right.set_vector(to, [0.0; V]);
            }
        });
        copy_async::commit();
    };
    let [warp_row, warp_column] = Warps::inv_u32(thread.z);
    let (row, column) = (16 * warp_row + 4 * thread.y, 32 * warp_column + 4 * thread.x);
    let mut sums = Fragment::<f32, Sums>::filled(0.0);
    fetch_right(0, 0);
    store_left(0, load_left(0));
    copy_async::wait::<0>();
    sync_threads();
    let tiles = a.dims()[1];
    let mut tile = 0;
    while tile < tiles {
        let stage = tile % 2;
        let mut multiply = |k: u32| {
            let x: [[f32; 4]; 2] = [left.get_vector([stage, 0, k, row]), left.get_vector([stage, 1, k, row])];
            let y: [[f32; 4]; 2] = [right.get_vector([stage, 0, k, column]), right.get_vector([stage, 1, k, column])];
            sums.for_each(|[p, i, q, j], sum| {
                *sum = math::mul_add(x[p as usize][i as usize], y[q as usize][j as usize], *sum);
            });
        };
        // On its way while this tile is multiplied. Behind the last tile there is nothing to be read. What of it begins first makes
        // 0.4 % with vectors, and 10 % the other way with numbers.
        if V > 1 {
            fetch_right(1 - stage, tile + 1);
        }
        let next_left = load_left(tile + 1);
        if V == 1 {
            fetch_right(1 - stage, tile + 1);
        }
        unroll!(for k in 0..16 {
            multiply(k);
        });
        store_left(1 - stage, next_left);
        copy_async::wait::<0>();
        sync_threads();
        tile += 1;
    }
    unroll!(for p in 0..2 {
        unroll!(for q in 0..2 {
            unroll!(for i in 0..4 {
                let (p, q, i): (u32, u32, u32) = (p, q, i);
                let row = [sums.get([p, i, q, 0]), sums.get([p, i, q, 1]), sums.get([p, i, q, 2]), sums.get([p, i, q, 3])];
                c.try_set_vector([p, q, i, 0], row);
            });
        });
    });
}

/// The vector of an index, of zeros where there is none.
///
/// Single numbers come without a branch: 4.0 ms instead of 4.7 for 4093×4091×4099 on an H200. Vectors do not: 3.3 ms instead of 3.2 for
/// 4096³, as they are waited for in more registers.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn vector_or_zeros<const V: usize, L>(matrix: Global<'_, [f32; V], L>, index: [u32; 4]) -> [f32; V]
where
    L: Mapping32<Index32 = [u32; 4]>,
    [f32; V]: Element,
{
    if V == 1 { matrix.get_or(index, [0.0; V]) } else { matrix.try_get(index).unwrap_or([0.0; V]) }
}
