//! The product of two matrices of `f32`, of any sizes.

use lego::layout;
use lego_cuda::device::{block_idx, math, sync_threads, thread_idx};
use lego_cuda::view::{BlockX, BlockY, Fragment, Global, Register, Shared, Split, ThreadX, ThreadY, ThreadZ};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Element `[tile row, tile column, row, column]` of an m×k matrix in tiles of 128×8.
    pub type Left(m, k) = Row(m, k)
        .ExpandBy([m, k] => [ceil_div(m, 128)*128, ceil_div(k, 8)*8])
        .TileBy([ceil_div(m, 128), ceil_div(k, 8)], [128, 8]);
    /// The same of a k×n matrix in tiles of 8×128.
    pub type Right(k, n) = Row(k, n)
        .ExpandBy([k, n] => [ceil_div(k, 8)*8, ceil_div(n, 128)*128])
        .TileBy([ceil_div(k, 8), ceil_div(n, 128)], [8, 128]);
    /// Element `[block row, block column, warp, half, half, lane row, lane column, row, column]` of an m×n matrix in tiles of
    /// 128×128: a warp has two halves of 16 rows and two of 32 columns, a lane 4×4 elements of each.
    pub type Product(m, n) = Row(m, n)
        .ExpandBy([m, n] => [ceil_div(m, 128)*128, ceil_div(n, 128)*128])
        .OrderBy(RegP([ceil_div(m, 128), ceil_div(n, 128), 4, 2, 2, 2, 4, 8, 4, 4], [1, 3, 5, 7, 9, 2, 4, 6, 8, 10]))
        .GroupBy([ceil_div(m, 128), ceil_div(n, 128), 8, 2, 2, 4, 8, 4, 4]);
    /// Element `[stage, k, row or column]` of two stages in shared memory.
    pub type Stages = Row(2, 8, 132).PadBy([2, 8, 128] => [2, 8, 132]);
    /// Which row and four columns of a tile of 128×8 a thread copies.
    type CopyLeft = Row(128, 2);
    /// Which row and four columns of a tile of 8×128 a thread copies.
    type CopyRight = Row(8, 32);
    /// Where in the tile a warp's half begins.
    type WarpTile = Row(4, 2);
    type Sums = Row(2, 4, 2, 4);
}

/// `c = a·b`.
#[lego_kernel(threads = [8, 4, 8], min_blocks = 2, instances(matmul_f32))]
pub fn matmul(
    a: Global<'_, f32, Left>,
    b: Global<'_, f32, Right>,
    c: Split<'_, f32, Product, (BlockY, BlockX, ThreadZ, Register, Register, ThreadY, ThreadX, Register, Register)>,
    #[shared] left: Shared<'_, f32, Stages>,
    #[shared] right: Shared<'_, f32, Stages>,
) {
    let (block, thread) = (block_idx(), thread_idx());
    let number = (thread.z * 4 + thread.y) * 8 + thread.x;
    let ([row, k4], [k, column4]) = (CopyLeft::inv_u32(number), CopyRight::inv_u32(number));
    let [warp_row, warp_column] = WarpTile::inv_u32(thread.z);
    let mut sums = Fragment::<f32, Sums>::filled(0.0);
    let tiles = a.dims()[1];
    let load = |tile: u32| -> ([f32; 4], [f32; 4]) {
        (
            a.get_vector_or([block.y, tile, row, 4 * k4], 0.0),
            b.get_vector_or([tile, block.x, k, 4 * column4], 0.0),
        )
    };
    let store = |stage: u32, (from_a, from_b): ([f32; 4], [f32; 4])| {
        unroll!(for i in 0..4 {
            left.set([stage, 4 * k4 + i as u32, row], from_a[i as usize]);
        });
        right.set_vector([stage, k, 4 * column4], from_b);
    };
    store(0, load(0));
    sync_threads();
    let mut tile = 0;
    while tile < tiles {
        let stage = tile % 2;
        let next = if tile + 1 < tiles { load(tile + 1) } else { ([0.0; 4], [0.0; 4]) };
        unroll!(for k in 0..8 {
            let k: u32 = k;
            let (first_row, first_column) = (32 * warp_row + 4 * thread.y, 64 * warp_column + 4 * thread.x);
            let x: [[f32; 4]; 2] = [left.get_vector([stage, k, first_row]), left.get_vector([stage, k, first_row + 16])];
            let y: [[f32; 4]; 2] = [right.get_vector([stage, k, first_column]), right.get_vector([stage, k, first_column + 32])];
            sums.for_each(|[p, i, q, j], sum| {
                *sum = math::mul_add(x[p as usize][i as usize], y[q as usize][j as usize], *sum);
            });
        });
        store(1 - stage, next);
        sync_threads();
        tile += 1;
    }
    unroll!(for p in 0..2 {
        unroll!(for q in 0..2 {
            unroll!(for i in 0..4 {
                let (p, q, i): (u32, u32, u32) = (p, q, i);
                c.try_set_vector([p, q, i, 0], core::array::from_fn::<f32, 4, _>(|j| sums.get([p, i, q, j as u32])));
            });
        });
    });
}
