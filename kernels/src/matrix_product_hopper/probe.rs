//! Each engine alone: a box to where its tile has it, a product of tiles that threads stored, and what blocks of a cluster do for each other. Where the
//! whole product is wrong, these say in which part.

use super::layouts::{StripAcross, TileAcross, TileAlong};
use half::{bf16, f16};
use lego::{Mapping32, StaticMapping, layout};
use lego_cuda::device::matrix::{Left, Operand};
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::tensor::{self, TensorMap};
use lego_cuda::device::wgmma::{self, Matrix, Sums, WARPGROUP};
use lego_cuda::device::{self, block_idx, cluster, lane, linear_thread_idx, sync_threads};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Rows of 16 bytes, which nothing changes places in.
    pub type PlainRows = Row(16, 8);
    /// A barrier.
    pub type Word = Row(1);
    /// Two of them.
    pub type Pair = Row(2);
    /// Four numbers for each thread.
    pub type Quads = Row(128, 4);
}

/// Loads the box at an index, and stores the tile position by position.
///
/// # Safety
/// `to` has as many elements as the tile.
#[lego_kernel(
    threads = 128,
    instances(
        hopper_box_along = <TileAlong<2>>,
        hopper_box_across = <StripAcross>,
        hopper_box_plain = <PlainRows>,
    ),
)]
pub unsafe fn hopper_box<L>(
    from: TensorMap<'_, u16, L>,
    row: u32,
    column: u32,
    to: GlobalMut<'_, u16>,
    #[shared(dynamic)] tile: Shared<'_, u16, L>,
    #[shared(dynamic)] barrier: Shared<'_, u64, Word>,
) where
    L: StaticMapping + Mapping32<Index32 = [u32; 2]>,
{
    let (thread, arrived) = (linear_thread_idx(), Mbarrier::at(barrier.slice().at(0)));
    if thread == 0 {
        arrived.init(1);
        mbarrier::fence_init();
    }
    sync_threads();
    if thread == 0 {
        arrived.arrive_expecting(TensorMap::<u16, L>::BYTES);
        // SAFETY: the tile is a box's, and nobody uses it before the barrier's phase has ended.
        unsafe { from.load(tile.slice().at(0), [row, column], arrived) };
    }
    arrived.wait(0);
    let mut at = thread;
    while at < tile.slice().len() {
        // SAFETY: each position is one thread's, and the caller vouches for the length.
        unsafe { to.set_unchecked([at], tile.slice().get_unchecked(at)) };
        at += 128;
    }
}

/// Loads a tile of 128 rows for all blocks of a cluster, each of which brings its part of the two strips, twice, one over the other once all have
/// read it; stores what came the second time, position by position, block after block.
///
/// # Safety
/// `to` has as many elements as the tiles of all blocks.
#[lego_kernel(threads = 128, grid = x, cluster = 2)]
pub unsafe fn hopper_pair(
    from: TensorMap<'_, u16, TileAlong<1>>,
    row: u32,
    to: GlobalMut<'_, u16>,
    #[shared(dynamic)] tile: Shared<'_, u16, TileAlong<2>>,
    #[shared(dynamic)] barriers: Shared<'_, u64, Pair>,
) {
    let thread = linear_thread_idx();
    let [full, empty] = [0, 1].map(|at| Mbarrier::at(barriers.slice().at(at)));
    if thread == 0 {
        full.init(1);
        // A thread of each warp of each block.
        empty.init(4 * cluster::blocks());
        mbarrier::fence_init();
    }
    cluster::meet();
    let mut round = 0;
    while round < 2 {
        if thread == 0 {
            // Of parity 1 the barrier passes at once in the first round: the tiles are free.
            empty.wait((round + 1) % 2);
            full.arrive_expecting(2 * TensorMap::<u16, TileAlong<1>>::BYTES);
            let mut strip = cluster::rank();
            while strip < 2 {
                // SAFETY: all blocks have said that the tile is free in them, and nobody uses it before their barriers' phase has ended.
                unsafe {
                    from.load_to_all(tile.at_unchecked([64 * strip, 0]), [row + 128 * round + 64 * strip, 0], full)
                };
                strip += cluster::blocks();
            }
        }
        full.wait(round);
        let mut at = thread;
        while at < tile.slice().len() {
            // SAFETY: each position is one thread's, and the caller vouches for the length.
            unsafe { to.set_unchecked([block_idx().x * tile.slice().len() + at], tile.slice().get_unchecked(at)) };
            at += 128;
        }
        sync_threads();
        if lane() < cluster::blocks() {
            // SAFETY: all blocks have met behind the beginning of their barriers, and wait for the last phase before they end.
            unsafe { empty.arrive_at(lane()) };
        }
        round += 1;
    }
    empty.wait(1);
}

/// Each block stores its numbers in its tile and adds up the tiles of all blocks of its cluster, each number and the one that is as far from the end,
/// times one more than the block's rank; what it finds it hands to the next block, which stores it.
///
/// # Safety
/// `from` and `to` have 512 elements for each block.
#[lego_kernel(threads = 128, grid = x, cluster = 4)]
pub unsafe fn hopper_neighbours(
    from: Global<'_, u32>,
    to: GlobalMut<'_, u32>,
    #[shared] tile: Shared<'_, u32, Quads>,
    #[shared] handed: Shared<'_, u32, Quads>,
) {
    let (thread, count) = (linear_thread_idx(), cluster::blocks());
    let first = 512 * block_idx().x + 4 * thread;
    // SAFETY: each element is one thread's, and the caller vouches for the length.
    let mine = [0, 1, 2, 3].map(|k| unsafe { from.get_unchecked([first + k]) });
    tile.set_vector([thread, 0], mine);
    cluster::sync();
    let (mut sums, mut rank) = ([0_u32; 4], 0);
    while rank < count {
        let there = tile.of_block(rank);
        let (four, weight) = (there.get_vector::<4>([thread, 0]), rank + 1);
        unroll!(for k in 0..4 {
            let k: usize = k;
            let both = four[k].wrapping_add(there.get([127 - thread, 3 - k as u32]));
            sums[k] = sums[k].wrapping_add(weight.wrapping_mul(both));
        });
        rank += 1;
    }
    let next = handed.of_block((cluster::rank() + 1) % count);
    // SAFETY: all blocks have met, and meet again behind the stores.
    unsafe {
        if thread < 64 {
            next.set_vector([thread, 0], sums);
        } else {
            unroll!(for k in 0..4 {
                let k: usize = k;
                next.set([thread, k as u32], sums[k]);
            });
        }
    }
    // What was handed over is seen, and no tile is read any more.
    cluster::sync();
    unroll!(for k in 0..4 {
        let k: u32 = k;
        // SAFETY: as above.
        unsafe { to.set_unchecked([first + k], handed.get([thread, k])) };
    });
}

/// `c = a·b` of 64 rows, 256 columns and 64 elements along k; both operands as `[row, k]` and `[column, k]`, row by row. The tensor cores have the
/// left one from shared memory, or from registers.
///
/// # Safety
/// `a` has 64·64 elements, `b` 256·64, `c` 64·256.
#[lego_kernel(
    threads = WARPGROUP,
    min_blocks = 1,
    instances(
        hopper_product_along_f16 = <f16, TileAlong<1>, TileAlong<4>, false>,
        hopper_product_across_f16 = <f16, TileAcross<1>, TileAcross<4>, false>,
        hopper_product_mixed_bf16 = <bf16, TileAlong<1>, TileAcross<4>, false>,
        hopper_product_registers_f16 = <f16, TileAcross<1>, TileAlong<4>, true>,
        hopper_product_registers_bf16 = <bf16, TileAlong<1>, TileAcross<4>, true>,
    ),
)]
pub unsafe fn hopper_product<T, A, B, const FROM_REGISTERS: bool>(
    a: Global<'_, T>,
    b: Global<'_, T>,
    c: GlobalMut<'_, f32>,
    #[shared(dynamic)] left: Shared<'_, T, A>,
    #[shared(dynamic)] right: Shared<'_, T, B>,
) where
    T: Operand<Sum = f32> + device::Stored,
    A: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
{
    let thread = linear_thread_idx();
    let mut at = thread;
    while at < 64 * 64 {
        left.set([at / 64, at % 64], a.get([at]));
        at += WARPGROUP;
    }
    at = thread;
    while at < 256 * 64 {
        right.set([at / 64, at % 64], b.get([at]));
        at += WARPGROUP;
    }
    tensor::fence_proxy();
    sync_threads();
    let mut sums = Sums::<128>::zero();
    // SAFETY: a warp has 16 rows of the tile.
    let element = |row, k| unsafe { left.get_unchecked([16 * (thread / 32) + row, k]) };
    let part = |k: u32| Left::from_fn(lane(), |[row, at]| element(row, k + at));
    let of_warp = if FROM_REGISTERS { [part(0), part(16), part(32), part(48)] } else { [Left::from_words([0; 4]); 4] };
    wgmma::fence();
    unroll!(for number in 0..4 {
        let number: usize = number;
        let (k, right) = (16 * number as u32, Matrix::of(right, [0, 16 * number as u32]));
        if FROM_REGISTERS {
            sums.multiply_registers(of_warp[number], right, number > 0);
        } else {
            sums.multiply(Matrix::of(left, [0, k]), right, number > 0);
        }
    });
    wgmma::commit();
    sums.wait::<0>();
    let (row, column) = (16 * (thread / 32) + thread % 32 / 4, 2 * (thread % 4));
    let first = 256 * row + column;
    unroll!(for v in 0..128 {
        let v: usize = v;
        let place = first + 256 * 8 * (v as u32 / 2 % 2) + 8 * (v as u32 / 4) + v as u32 % 2;
        // SAFETY: each element is one thread's, and the caller vouches for the length.
        unsafe { c.set_unchecked([place], sums.get(v)) };
    });
}
