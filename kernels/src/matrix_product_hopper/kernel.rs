//! The kernel: one thread of a warpgroup lets tiles come by the copy engine, four stages deep; two warpgroups multiply them.

use super::layouts::{
    Across, Along, BLOCK, Barriers, Blocks, Curve, Order, Pairs, Ring, STAGED_VECTORS, STAGES, Staged, StagedPairs,
    StagedRows, Stored, THREADS,
};
use crate::matrix_product::Programs;
use half::{bf16, f16};
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::wgmma::{self, Matrix, Registers, Sums, WARPGROUP};
use lego_cuda::device::{self, Warp, block_idx, grid_dim, lane, math, opaque, sync_threads, thread_idx};
use lego_cuda::view::{GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// `c = alpha·a·b + beta·c`: a block of threads takes one block of the product after another, of 128 rows, of which each of two warpgroups
/// has 64, and of 64·S columns, of which each thread has R sums, R = 32·S. Where beta is 0, `c` is not read.
///
/// `steps` is the number of steps of 64 along k. Blocks are taken in the order `P`, with groups of `group` rows.
///
/// # Safety
/// `steps` is at least 1, and `a` and `b` have the rows of `c` and its columns.
#[lego_kernel(
    threads = THREADS,
    grid = x,
    min_blocks = 1,
    instances(
        matrix_product_hopper_f16_f16_nn = <f16, f16, Along, Across, Programs, 4, 128>,
        matrix_product_hopper_f16_f16_nt = <f16, f16, Along, Along, Programs, 4, 128>,
        matrix_product_hopper_f16_f16_tn = <f16, f16, Across, Across, Programs, 4, 128>,
        matrix_product_hopper_f16_f16_tt = <f16, f16, Across, Along, Programs, 4, 128>,
        matrix_product_hopper_bf16_f32_nt = <bf16, f32, Along, Along, Programs, 4, 128>,
        matrix_product_hopper_f16_f16_nt_curve = <f16, f16, Along, Along, Curve, 4, 128>,
        matrix_product_hopper_f16_f16_nn_narrow = <f16, f16, Along, Across, Programs, 2, 64>,
        matrix_product_hopper_f16_f16_nt_narrow = <f16, f16, Along, Along, Programs, 2, 64>,
        matrix_product_hopper_f16_f16_tn_narrow = <f16, f16, Across, Across, Programs, 2, 64>,
        matrix_product_hopper_f16_f16_tt_narrow = <f16, f16, Across, Along, Programs, 2, 64>,
        matrix_product_hopper_bf16_f32_nt_narrow = <bf16, f32, Along, Along, Programs, 2, 64>,
        matrix_product_hopper_f16_f16_nt_curve_narrow = <f16, f16, Along, Along, Curve, 2, 64>,
    ),
)]
#[allow(clippy::too_many_arguments)] // what a launch passes: three matrices, two factors, an order; and shared memory
pub unsafe fn matrix_product_hopper<T, O, A, B, P, const S: usize, const R: usize>(
    a: TensorMap<'_, T, A::Box>,
    b: TensorMap<'_, T, B::Box>,
    c: GlobalMut<'_, O, Blocks<S>>,
    steps: u32,
    alpha: f32,
    beta: f32,
    group: u32,
    #[shared(dynamic)] left: Shared<'_, T, Ring<2>>,
    #[shared(dynamic)] right: Shared<'_, T, Ring<S>>,
    #[shared(dynamic)] staged: Shared<'_, [f32; 2], StagedPairs>,
    #[shared(dynamic)] barriers: Shared<'_, u64, Barriers>,
) where
    T: Operand<Sum = f32>,
    O: device::Stored,
    A: Stored<2>,
    B: Stored<S>,
    P: Order + 'static,
    [u32; R]: Registers,
{
    const { assert!(R == 32 * S, "a warpgroup has 64 rows") };
    let side = 64 * S as u32;
    let [rows, columns, ..] = c.dims();
    let Some(order) = P::of([rows, columns], group) else { return };
    let numbers = order.numbers();
    // SAFETY: stages are below 4.
    let full = |stage: u32| Mbarrier::at(unsafe { barriers.slice().at_unchecked(stage) });
    // SAFETY: as above.
    let empty = |stage: u32| Mbarrier::at(unsafe { barriers.slice().at_unchecked(STAGES + stage) });
    let left_tile = |stage: u32| {
        // SAFETY: a ring has the tiles of four stages, each of which begins at a multiple of 1024 bytes.
        unsafe { Shared::<T, A::Tile>::from_offset(left.slice().at_unchecked(stage * BLOCK[0] * BLOCK[1]).offset()) }
    };
    let right_tile = |stage: u32| {
        // SAFETY: as above.
        unsafe { Shared::<T, B::Tile>::from_offset(right.slice().at_unchecked(stage * side * BLOCK[1]).offset()) }
    };
    // What changes places does so by the bits of the address.
    #[cfg(target_arch = "nvptx64")]
    if left.slice().at(0).offset() % 1024 != 0 {
        device::trap();
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
        a.prefetch();
        b.prefetch();
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
                let [block_row, block_column] = order.block(number);
                number += grid_dim().x;
                if block_row >= rows || block_column >= columns {
                    continue;
                }
                let mut step = 0;
                while step < steps {
                    empty(stage).wait(parity ^ 1);
                    full(stage).arrive_expecting((BLOCK[0] + side) * BLOCK[1] * T::BYTES as u32);
                    // SAFETY: the tiles are free, as was waited for.
                    unsafe {
                        fetch::<T, A, 2>(a, left_tile(stage), [BLOCK[0] * block_row, BLOCK[1] * step], full(stage));
                        fetch::<T, B, S>(b, right_tile(stage), [side * block_column, BLOCK[1] * step], full(stage));
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
            let [block_row, block_column] = order.block(number);
            number += grid_dim().x;
            if block_row >= rows || block_column >= columns {
                continue;
            }
            let (mut step, mut before) = (0, 0);
            while step < steps {
                full(stage).wait(parity);
                wgmma::fence();
                let (x, y) = (left_tile(stage), right_tile(stage));
                sums.multiply(Matrix::of(x, [first_row, 0]), Matrix::of(y, [0, 0]), step > 0);
                unroll!(for k in [16, 32, 48] {
                    sums.multiply(Matrix::of(x, [first_row, k]), Matrix::of(y, [0, k]), true);
                });
                wgmma::commit();
                // The step before has been multiplied.
                wgmma::wait::<1>();
                if step > 0 {
                    release(before);
                }
                before = stage;
                (stage, parity) = next(stage, parity);
                step += 1;
            }
            sums.wait::<0>();
            release(before);
            unroll!(for pass in 0..S {
                let pass: usize = pass;
                // The warp has read what it staged before.
                Warp::ALL.sync();
                unroll!(for j in 0..8 {
                    unroll!(for half in 0..2 {
                        let (j, half): (usize, usize) = (j, half);
                        let pair = [0, 1].map(|k| alpha * sums.get(4 * (8 * pass + j) + 2 * half + k));
                        let [row, column] = Pairs::inv_u32(lane());
                        let place = StagedPairs::apply_u32([warp, half as u32, row, j as u32, column]);
                        // SAFETY: the pairs of the layout are those of the tile.
                        unsafe { staged.slice().set_unchecked(place, pair) };
                    });
                });
                Warp::ALL.sync();
                // No step of it is written out: it waits for memory and not for instructions.
                let (vectors, mut staged_number) = (opaque(STAGED_VECTORS), lane());
                while staged_number < vectors {
                    let [row, vector] = StagedRows::inv_u32(staged_number);
                    // SAFETY: as above.
                    let mut values: [f32; 4] =
                        unsafe { staged.slice().cast().get_unchecked(Staged::apply_u32([warp, row, vector])) };
                    let index = |k: u32| {
                        [block_row, block_column, first_row + 16 * (warp % 4) + row, 64 * pass as u32 + 4 * vector + k]
                    };
                    if beta != 0.0 {
                        unroll!(for k in 0..4 {
                            if c.contains(index(k)) {
                                // SAFETY: the index has an element, which is this thread's alone: each number of a block is another block
                                // of the product, and each warp and each number below has other elements of it.
                                let before = unsafe { c.get_unchecked(index(k)) };
                                values[k as usize] = math::mul_add(beta, before.widen(), values[k as usize]);
                            }
                        });
                    }
                    // SAFETY: the elements are this thread's alone, as above.
                    unsafe { c.try_set_vector(index(0), O::narrow_all(values)) };
                    staged_number += 32;
                }
            });
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
