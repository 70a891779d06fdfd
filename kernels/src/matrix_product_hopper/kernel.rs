//! The kernel: one thread of a warpgroup lets tiles come by the copy engine, four stages deep; two warpgroups multiply them.

use super::epilogue::{Bias, Epilogue, Gelu, Plain, Residual, Same};
use super::layouts::{
    Across, Along, AlongBytes, BLOCK_ROWS, Barriers, Blocks, Curve, Order, ROW_BYTES, Ring, STAGES, StagedPairs,
    Stored, THREADS, step_of,
};
use super::output::Output;
use super::sharing::{Shares, Sharing, Whole};
use super::store::store;
use crate::matrix_product::Programs;
use half::{bf16, f16};
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::wgmma::{self, Matrix, Registers, Sums, WARPGROUP};
use lego_cuda::device::{E4m3, SharedPtr, Warp, block_idx, grid_dim, lane, sync_threads, thread_idx};
use lego_cuda::view::{GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// `c = E(alpha·a·b + beta·c)`: a block of threads takes one block of the product after another, of 128 rows, of which each of two warpgroups
/// has 64, and of 64·S columns, of which each thread has R sums, R = 32·S. Where beta is 0, `c` is not read.
///
/// `steps` is the number of steps of 128 bytes along k. Blocks are taken in the order `P`, with groups of `group` rows. `reads` is what the
/// epilogue reads. Where blocks of threads share the sums of a block of the product, they put their parts in `shares`.
///
/// # Safety
/// `steps` is at least 1 and no less than the parts, `shares` has as many blocks as the product, at most 256, `a` and `b` have the rows of
/// `c` and its columns, and what the epilogue reads is for them.
#[lego_kernel(
    threads = THREADS,
    grid = x,
    min_blocks = 1,
    instances(
        matrix_product_hopper_f16_f16_nn = <f16, f16, Along, Across, Programs, Plain, Whole, 4, 128>,
        matrix_product_hopper_f16_f16_nt = <f16, f16, Along, Along, Programs, Plain, Whole, 4, 128>,
        matrix_product_hopper_f16_f16_tn = <f16, f16, Across, Across, Programs, Plain, Whole, 4, 128>,
        matrix_product_hopper_f16_f16_tt = <f16, f16, Across, Along, Programs, Plain, Whole, 4, 128>,
        matrix_product_hopper_bf16_f32_nt = <bf16, f32, Along, Along, Programs, Plain, Whole, 4, 128>,
        matrix_product_hopper_f16_f16_nt_curve = <f16, f16, Along, Along, Curve, Plain, Whole, 4, 128>,
        matrix_product_hopper_f16_f16_nn_narrow = <f16, f16, Along, Across, Programs, Plain, Whole, 2, 64>,
        matrix_product_hopper_f16_f16_nt_narrow = <f16, f16, Along, Along, Programs, Plain, Whole, 2, 64>,
        matrix_product_hopper_f16_f16_tn_narrow = <f16, f16, Across, Across, Programs, Plain, Whole, 2, 64>,
        matrix_product_hopper_f16_f16_tt_narrow = <f16, f16, Across, Along, Programs, Plain, Whole, 2, 64>,
        matrix_product_hopper_bf16_f32_nt_narrow = <bf16, f32, Along, Along, Programs, Plain, Whole, 2, 64>,
        matrix_product_hopper_f16_f16_nt_curve_narrow = <f16, f16, Along, Along, Curve, Plain, Whole, 2, 64>,
        matrix_product_hopper_f16_f16_nt_bias_gelu = <f16, f16, Along, Along, Programs, Bias<Gelu>, Whole, 4, 128>,
        matrix_product_hopper_f16_f16_nt_bias_gelu_narrow = <f16, f16, Along, Along, Programs, Bias<Gelu>, Whole, 2, 64>,
        matrix_product_hopper_f16_f16_nt_residual = <f16, f16, Along, Along, Programs, Residual<f16, Same>, Whole, 4, 128>,
        matrix_product_hopper_f16_f16_nt_residual_narrow = <f16, f16, Along, Along, Programs, Residual<f16, Same>, Whole, 2, 64>,
        matrix_product_hopper_f16_f16_nn_shared = <f16, f16, Along, Across, Programs, Plain, Shares, 2, 64>,
        matrix_product_hopper_f16_f16_nt_shared = <f16, f16, Along, Along, Programs, Plain, Shares, 2, 64>,
        matrix_product_hopper_e4m3_f16_nt = <E4m3, f16, AlongBytes, AlongBytes, Programs, Plain, Whole, 4, 128>,
        matrix_product_hopper_e4m3_f16_nt_narrow = <E4m3, f16, AlongBytes, AlongBytes, Programs, Plain, Whole, 2, 64>,
    ),
)]
#[allow(clippy::too_many_arguments)] // what a launch passes: three matrices, two factors, an order, an epilogue, sums; and shared memory
pub unsafe fn matrix_product_hopper<T, O, A, B, P, E, H, const S: usize, const R: usize>(
    a: TensorMap<'_, T, A::Box>,
    b: TensorMap<'_, T, B::Box>,
    c: GlobalMut<'_, O, Blocks<S>>,
    steps: u32,
    alpha: f32,
    beta: f32,
    group: u32,
    reads: E::Reads<'_>,
    shares: H::Given<'_>,
    #[shared(dynamic)] left: Shared<'_, u64, Ring<2>>,
    #[shared(dynamic)] right: Shared<'_, u64, Ring<S>>,
    #[shared(dynamic)] staged: Shared<'_, [f32; 2], StagedPairs>,
    #[shared(dynamic)] barriers: Shared<'_, u64, Barriers>,
) where
    T: Operand<Sum = f32>,
    O: Output,
    A: Stored<2>,
    B: Stored<S>,
    P: Order + 'static,
    E: Epilogue,
    H: Sharing,
    [u32; R]: Registers,
{
    const { assert!(R == 32 * S, "a warpgroup has 64 rows") };
    let (side, step_extent) = (64 * S as u32, const { step_of::<T>() });
    let [rows, columns, ..] = c.dims();
    let Some(order) = P::of([rows, columns], group) else { return };
    let parts = H::parts(&shares);
    let numbers = order.numbers() * parts;
    // The block with a number, the part that it is of, and the steps of that.
    let job = |number: u32| {
        let (number, part) = (number / parts, number % parts);
        let [block_row, block_column] = order.block(number);
        let inside = block_row < rows && block_column < columns;
        (inside, [block_row, block_column], part, [steps * part / parts, steps * (part + 1) / parts])
    };
    // SAFETY: stages are below 4.
    let full = |stage: u32| Mbarrier::at(unsafe { barriers.slice().at_unchecked(stage) });
    // SAFETY: as above.
    let empty = |stage: u32| Mbarrier::at(unsafe { barriers.slice().at_unchecked(STAGES + stage) });
    // SAFETY: the word behind the barriers is the last of the tile.
    let flag = unsafe { SharedPtr::<u32>::from_offset(barriers.slice().at_unchecked(2 * STAGES).offset()) };
    let left_tile = |stage: u32| {
        // SAFETY: a ring has the tiles of four stages, each of which begins at a multiple of 1024 bytes.
        unsafe {
            Shared::<T, A::Tile>::from_offset(left.slice().at_unchecked(stage * BLOCK_ROWS * ROW_BYTES / 8).offset())
        }
    };
    let right_tile = |stage: u32| {
        // SAFETY: as above.
        unsafe { Shared::<T, B::Tile>::from_offset(right.slice().at_unchecked(stage * side * ROW_BYTES / 8).offset()) }
    };
    // What changes places does so by the bits of the address.
    #[cfg(target_arch = "nvptx64")]
    if left.slice().at(0).offset() % 1024 != 0 {
        lego_cuda::device::trap();
    }
    // The maps come while another warp makes the barriers.
    if thread_idx().x == 32 {
        a.prefetch();
        b.prefetch();
    }
    if thread_idx().x == 0 {
        let mut stage = 0;
        while stage < STAGES {
            full(stage).init(1);
            // A lane of each warp that multiplies.
            empty(stage).init(2 * WARPGROUP / 32);
            stage += 1;
        }
        mbarrier::fence_init();
    }
    sync_threads();
    let mut number = block_idx().x;
    // The stage of the next step, and the parity of its round.
    let (mut stage, mut parity) = (0, 0);
    let warpgroup = thread_idx().x / WARPGROUP;
    if warpgroup == 0 {
        wgmma::fewer_registers::<40>();
        if thread_idx().x == 0 {
            while number < numbers {
                let (inside, [block_row, block_column], _, [mut step, end]) = job(number);
                number += grid_dim().x;
                if !inside {
                    continue;
                }
                while step < end {
                    empty(stage).wait(parity ^ 1);
                    full(stage).arrive_expecting((BLOCK_ROWS + side) * ROW_BYTES);
                    // SAFETY: the tiles are free, as was waited for.
                    unsafe {
                        fetch::<T, A, 2>(
                            a,
                            left_tile(stage),
                            [BLOCK_ROWS * block_row, step_extent * step],
                            full(stage),
                        );
                        fetch::<T, B, S>(b, right_tile(stage), [side * block_column, step_extent * step], full(stage));
                    }
                    (stage, parity) = next(stage, parity);
                    step += 1;
                }
            }
        }
    } else {
        wgmma::more_registers::<232>();
        let first_row = 64 * (warpgroup - 1);
        let warp = thread_idx().x / 32 - WARPGROUP / 32;
        let release = |stage: u32| {
            Warp::ALL.sync();
            if lane() == 0 {
                empty(stage).arrive();
            }
        };
        let mut sums = Sums::<R>::zero();
        while number < numbers {
            let (inside, [block_row, block_column], part, [begin, end]) = job(number);
            number += grid_dim().x;
            if !inside {
                continue;
            }
            let (mut step, mut before) = (begin, 0);
            while step < end {
                full(stage).wait(parity);
                wgmma::fence();
                let (x, y) = (left_tile(stage), right_tile(stage));
                sums.multiply(Matrix::of(x, [first_row, 0]), Matrix::of(y, [0, 0]), step > begin);
                unroll!(for part in 1..4 {
                    let k = T::K * part as u32;
                    sums.multiply(Matrix::of(x, [first_row, k]), Matrix::of(y, [0, k]), true);
                });
                wgmma::commit();
                // The step before has been multiplied.
                wgmma::wait::<1>();
                if step > begin {
                    release(before);
                }
                before = stage;
                (stage, parity) = next(stage, parity);
                step += 1;
            }
            sums.wait::<0>();
            release(before);
            let block = block_row * columns + block_column;
            let has_rows = c.contains([block_row, block_column, first_row + 16 * (warp % 4), 0]);
            // SAFETY: the threads of both warpgroups are at the same block and part, of which each is some block's of threads once.
            if !unsafe { H::add_up(&shares, &mut sums, [block, part], has_rows, flag) } {
                continue;
            }
            // SAFETY: as the caller promises of what the epilogue reads; each number of a block is another block of the product.
            unsafe {
                store::<O, E, S, R>(&c, reads, &sums, [alpha, beta], [block_row, block_column], staged);
            }
        }
    }
}

/// The next stage, and the parity of its round.
#[inline(always)]
fn next(stage: u32, parity: u32) -> (u32, u32) {
    if stage + 1 == STAGES { (0, parity ^ 1) } else { (stage + 1, parity) }
}

/// Lets a tile come, box by box; what lies beyond the operand is zeros.
///
/// # Safety
/// Nothing uses the tile before the phase of `full` has ended.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn fetch<T, L, const S: usize>(
    map: TensorMap<'_, T, L::Box>,
    tile: Shared<'_, T, L::Tile>,
    [row, k]: [u32; 2],
    full: Mbarrier,
) where
    T: Operand<Sum = f32>,
    L: Stored<S>,
{
    let mut first = 0;
    while first < 64 * S as u32 {
        // SAFETY: the box lies in the tile from this element on, at a multiple of 1024 bytes.
        unsafe { map.load(tile.at_unchecked([first, 0]), [row + first, k], full) };
        first += L::BOX_ROWS;
    }
}
