//! The kernel: one warpgroup brings tiles and scales, two multiply.

use super::bring::Scales;
use super::layouts::{BLOCKS, Barriers, ColumnScales, Moderate, RowScales, SIDE, STAGES, ScaleWords, Tiles};
use super::promotion::{Multiplying, SUMS};
use super::ring::{Ring, next};
use super::scales::{of_column, of_row};
use crate::matrix_product::Programs;
use crate::matrix_product_hopper::{
    Alone, AlongBytes, Blocks, Order, Output, Plain, RowsAlong, Stage, StagedPairs, TileBytes, Work, store,
};
use half::{bf16, f16};
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::mbarrier;
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::wgmma::{self, Sums, WARPGROUP};
use lego_cuda::device::{E4m3, E5m2, Warp, block_idx, grid_dim, lane, sync_threads, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut, Shared};

/// The warps that multiply.
const MULTIPLYING: u32 = 8;

/// `c = a·b` of elements of one byte with a power of two for each 32 along k: a block of threads takes one block of the product after another,
/// of 128 rows, of which each of two warpgroups has 64, and of 128 columns.
///
/// `along` is the number of scales of a row. Blocks are taken by groups of `group` rows.
///
/// # Safety
/// `along` is at least 1, `a` and `b` have the rows of `c` and its columns, and the scales are of operands of these sizes.
#[lego_kernel(
    threads = 384,
    grid = x,
    min_blocks = 1,
    instances(
        for T in [E4m3, E5m2], O in [f16, bf16, f32] { matrix_product_mx_{T}_{O} = <T, O> },
    ),
)]
#[allow(clippy::too_many_arguments)] // what a launch passes: three matrices, scales of two, an order; and shared memory
pub unsafe fn matrix_product_mx<T, O>(
    a: TensorMap<'_, T, TileBytes<2>>,
    b: TensorMap<'_, T, TileBytes<2>>,
    c: GlobalMut<'_, O, Blocks<2, 2>>,
    along: u32,
    group: u32,
    scales_a: Global<'_, u32, ScaleWords>,
    scales_b: Global<'_, u32, ScaleWords>,
    #[shared(dynamic)] left: Shared<'_, u64, Tiles>,
    #[shared(dynamic)] right: Shared<'_, u64, Tiles>,
    #[shared(dynamic)] staged: Shared<'_, [f32; 2], StagedPairs>,
    #[shared(dynamic)] rows: Shared<'_, u32, RowScales>,
    #[shared(dynamic)] columns: Shared<'_, u32, ColumnScales>,
    #[shared(dynamic)] moderate: Shared<'_, u32, Moderate>,
    #[shared(dynamic)] barriers: Shared<'_, u64, Barriers>,
) where
    T: Operand<Sum = f32>,
    O: Output,
{
    let [down, across, ..] = c.dims();
    let Some(order) = <Programs as Order>::of([down, across], group) else { return };
    let (steps, ring) = (along.div_ceil(BLOCKS), Ring { left, right, rows, columns, moderate, barriers });
    let product = Alone::<T, O, AlongBytes, AlongBytes, Programs, 2, 2> {
        a,
        b,
        c,
        order,
        blocks: [down, across],
        steps,
        shared: [0, 1],
    };
    // What changes places does so by the bits of the address.
    #[cfg(target_arch = "nvptx64")]
    if left.slice().at(0).offset() % 1024 != 0 {
        lego_cuda::device::trap();
    }
    product.begin();
    if thread_idx().x == 0 {
        let mut stage = 0;
        while stage < STAGES {
            ring.full(stage).init(3);
            ring.empty(stage).init(MULTIPLYING);
            stage += 1;
        }
        mbarrier::fence_init();
    }
    sync_threads();
    let numbers = product.numbers();
    let mut number = block_idx().x;
    let warpgroup = thread_idx().x / WARPGROUP;
    if warpgroup == 0 {
        wgmma::fewer_registers::<56>();
        let warp = thread_idx().x / 32;
        let (mut stage, mut parity) = (0, 0);
        while number < numbers && warp < 3 {
            let job = product.job(number);
            number += grid_dim().x;
            let Some(job) = job else { continue };
            let mut step = 0;
            while step < steps {
                let (full, empty) = (ring.full(stage), ring.empty(stage));
                if warp == 0 {
                    if lane() == 0 {
                        let [left, right] = ring.tiles(stage);
                        // SAFETY: the tiles are those of the stage.
                        unsafe { product.bring(&job, step, Stage { left, right, full, empty, parity: parity ^ 1 }) };
                    }
                } else {
                    let operand = warp - 1;
                    let [row, column] = job.block;
                    let (words, block) = if operand == 0 { (scales_a, row) } else { (scales_b, column) };
                    let brought = Scales { words, along }.bring(SIDE * block, step);
                    empty.wait(parity ^ 1);
                    let are_moderate = if operand == 0 {
                        // SAFETY: there are the scales of 128 rows of each stage and block.
                        brought
                            .set(|[block, row], code| unsafe { rows.set_unchecked([stage, block, row], of_row(code)) })
                    } else {
                        // SAFETY: as above, of columns.
                        brought.set(|[block, column], code| unsafe {
                            columns.set_unchecked([stage, block, column], of_column(code));
                        })
                    };
                    if lane() == 0 {
                        // SAFETY: there are both of all stages.
                        unsafe { moderate.set_unchecked([stage, operand], are_moderate.into()) };
                    }
                    Warp::ALL.sync();
                    if lane() == 0 {
                        full.arrive();
                    }
                }
                (stage, parity) = next(stage, parity);
                step += 1;
            }
        }
    } else {
        wgmma::more_registers::<224>();
        let mut sums = Sums::<SUMS>::zero();
        let mut multiplying = Multiplying::<T>::new(ring, warpgroup - 1);
        while number < numbers {
            let job = product.job(number);
            number += grid_dim().x;
            let Some(job) = job else { continue };
            multiplying.sums(&mut sums, along);
            // SAFETY: nothing is read for the epilogue; the threads are those that multiply, and each number is another block of the product.
            unsafe {
                let row = 16 * (thread_idx().x / 32 - WARPGROUP / 32);
                let to = product.to(&job);
                store::<O, _, Plain, RowsAlong, 2, 2, SUMS>(&to, 0, &sums, [1.0, 0.0], (job.block, row), staged)
            };
        }
    }
}
