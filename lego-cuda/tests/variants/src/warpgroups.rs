//! Hopper's engines, on sm_90a: boxes that come, products of a warpgroup, a box that is stored, and blocks that reach each other's memory.

use half::f16;
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::tensor::{self, TensorMap, TensorMapMut};
use lego_cuda::device::matrix::Left;
use lego_cuda::device::wgmma::{self, LeftRegisters, Matrix, Sums};
use lego_cuda::device::{cluster, linear_thread_idx, sync_threads};
use lego_cuda::lego_kernel;
use lego_cuda::view::{GlobalMut, Shared};

lego::layout! {
    pub type Rows = OrderBy(Row(8), Swizzle(3, 3, 3)).GroupBy([64, 64]);
    pub type Word = Row(1);
    pub type Quads = Row(128, 4);
}

/// Products of a tile and itself, turned, round after round; the first sum of each thread goes into the tile, and the tile out.
#[lego_kernel(threads = 128, min_blocks = 1)]
pub unsafe fn warpgroups(
    from: TensorMap<'_, f16, Rows>,
    rounds: u32,
    to: TensorMapMut<'_, f16, Rows>,
    #[shared(dynamic)] tile: Shared<'_, f16, Rows>,
    #[shared(dynamic)] barrier: Shared<'_, u64, Word>,
) {
    let (thread, arrived) = (linear_thread_idx(), Mbarrier::at(barrier.slice().at(0)));
    if thread == 0 {
        arrived.init(1);
        mbarrier::fence_init();
    }
    sync_threads();
    let mut sums = Sums::<32>::zero();
    let mut round = 0;
    while round < rounds {
        if thread == 0 {
            arrived.arrive_expecting(TensorMap::<f16, Rows>::BYTES);
            unsafe { from.load(tile.slice().at(0), [64 * round, 0], arrived) };
        }
        arrived.wait(round % 2);
        wgmma::fence();
        sums.multiply(Matrix::of(tile, [0, 0]), Matrix::of(tile, [0, 0]), true);
        sums.multiply(Matrix::of(tile, [0, 16]), Matrix::of(tile, [0, 16]), true);
        wgmma::commit();
        wgmma::wait::<0>();
        sync_threads();
        round += 1;
    }
    sums.wait::<0>();
    tile.set([thread % 64, thread / 64], f16::from_bits(sums.get(0).to_bits() as u16));
    tensor::fence_proxy();
    sync_threads();
    if thread == 0 {
        unsafe { to.store(tile.slice().at(0), [0, 0]) };
        tensor::commit();
        tensor::wait_read::<0>();
        tensor::wait::<0>();
    }
}

/// Products of a tile and rows in registers, which they own while they are in flight; the first tile overwrites the sums, which are scaled in between.
#[lego_kernel(threads = 128, min_blocks = 1)]
pub unsafe fn owned(
    factor: f32,
    rounds: u32,
    out: GlobalMut<'_, f32>,
    #[shared(dynamic)] rows: Shared<'_, f16, Rows>,
    #[shared(dynamic)] tile: Shared<'_, f16, Rows>,
) {
    let (thread, mut sums) = (linear_thread_idx(), Sums::<32>::zero());
    let left = |step: u32| {
        Left::from_fn(thread % 32, |[row, k]| unsafe {
            rows.get_unchecked([16 * (thread / 32) + row, 16 * (step % 4) + k])
        })
    };
    wgmma::fence();
    sums.overwrite(Matrix::of(rows, [0, 0]), Matrix::of(tile, [0, 0]));
    wgmma::commit();
    let mut registers = LeftRegisters::new(left(0));
    let mut round = 0;
    while round < rounds {
        sums.wait::<0>();
        sums.scale([factor, factor]);
        wgmma::fence();
        let flight = sums.multiply_owned(registers, Matrix::of(tile, [0, 16]), true);
        wgmma::commit();
        let next = left(round + 1);
        [registers] = sums.wait_for::<0, 1, _>([flight]);
        registers.set(next);
        round += 1;
    }
    let mut others = Sums::<32>::zero();
    wgmma::fence();
    others.overwrite_registers(registers.get(), Matrix::of(tile, [0, 32]));
    wgmma::commit();
    others.wait::<0>();
    sums.wait::<0>();
    lego_cuda::unroll!(for number in 0..32 {
        let number: usize = number;
        unsafe { out.set_unchecked([32 * thread + number as u32], sums.get(number) + others.get(number)) };
    });
}

/// What the next block of the cluster has, into the one behind it.
#[lego_kernel(threads = 128, cluster = 4)]
pub unsafe fn neighbours(#[shared] tile: Shared<'_, f32, Quads>, #[shared] barrier: Shared<'_, u64, Word>) {
    let (thread, next) = (linear_thread_idx(), (cluster::rank() + 1) % 4);
    cluster::meet();
    tile.set_vector([thread, 0], [thread as f32; 4]);
    cluster::sync();
    let there = tile.of_block(next);
    let [a, b, c, d] = there.get_vector::<4>([thread, 0]);
    let e = there.get([127 - thread, 3]);
    unsafe {
        there.set([thread, 0], e);
        there.set_vector([127 - thread, 0], [d, c, b, a]);
        Mbarrier::at(barrier.slice().at(0)).arrive_at(next);
    }
}
