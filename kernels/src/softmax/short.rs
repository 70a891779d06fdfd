//! The softmax of rows that the threads of a warp or of a block hold in their registers.

use crate::rows::{Held, Rows};
use lego_cuda::device::{BlockWide, Element, Stored, Warp, block_idx, math, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// How many warps a block of [`softmax_warps`] has, and so how many rows.
pub(super) const WARPS: u32 = 4;

/// Sets each row to the softmax of that of the input, which has at most `32 * STEPS` whole vectors: a warp for each row.
///
/// Launch: a block for each four rows.
#[lego_kernel(
    threads = [32, WARPS],
    grid = x,
    instances(
        softmax_warps_f16_256 = <half::f16, 8, 1>,
        softmax_warps_f16_512 = <half::f16, 8, 2>,
        softmax_warps_f16_1024 = <half::f16, 8, 4>,
        softmax_warps_f32_256 = <f32, 4, 2>,
        softmax_warps_f32_512 = <f32, 4, 4>,
        softmax_warps_f32_1024 = <f32, 4, 8>,
    ),
    where output.m == input.m, output.n == input.n,
)]
pub fn softmax_warps<T: Stored, const V: usize, const STEPS: usize>(
    input: Global<'_, T, Rows>,
    output: GlobalMut<'_, T, Rows>,
) where
    [T; V]: Element,
{
    let ([m, _], row) = (input.dims(), block_idx().x * WARPS + thread_idx().y);
    if row < m {
        // SAFETY: the row is one of the input's, and the output has the rows of the input; it belongs to one warp.
        unsafe {
            let held = Held::<V, STEPS, 32>::read(input, row, f32::NEG_INFINITY);
            set_softmax(&held, &output, |most| Warp::ALL.max(most), |sum| Warp::ALL.sum(sum));
        }
    }
}

/// Sets each row to the softmax of that of the input, which has at most `STEPS * THREADS` whole vectors: a block for each row.
///
/// Launch: a block for each row.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    instances(
        softmax_f16_2048 = <half::f16, 8, 2, 128>,
        softmax_f16_4096 = <half::f16, 8, 2, 256>,
        softmax_f16_8192 = <half::f16, 8, 4, 256>,
        softmax_f16_16384 = <half::f16, 8, 4, 512>,
        softmax_f32_2048 = <f32, 4, 2, 256>,
        softmax_f32_4096 = <f32, 4, 4, 256>,
        softmax_f32_8192 = <f32, 4, 8, 256>,
        softmax_f32_16384 = <f32, 4, 8, 512>,
        softmax_f32_32768 = <f32, 4, 8, 1024>,
    ),
    where output.m == input.m, output.n == input.n,
)]
pub fn softmax<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, Rows>,
    output: GlobalMut<'_, T, Rows>,
    #[shared] all: BlockWide<'_, f32>,
) where
    [T; V]: Element,
{
    let ([m, _], row) = (input.dims(), block_idx().x);
    if row < m {
        // SAFETY: the row is one of the input's, and the output has the rows of the input; it belongs to one block.
        unsafe {
            let held = Held::<V, STEPS, THREADS>::read(input, row, f32::NEG_INFINITY);
            set_softmax(&held, &output, |most| all.max(most), |sum| all.sum(sum));
        }
    }
}

/// Sets the row of the output to the softmax of a row that threads hold; they learn the largest of all threads, and the sum of all.
///
/// # Safety
/// The output has as many rows of as many elements as the input had, and the row belongs to these threads.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) unsafe fn set_softmax<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    held: &Held<V, STEPS, THREADS>,
    output: &GlobalMut<'_, T, Rows>,
    largest: impl Fn(f32) -> f32,
    sum_of_all: impl Fn(f32) -> f32,
) where
    [T; V]: Element,
{
    let most = largest(held.fold::<T>(f32::NEG_INFINITY, f32::max));
    let at_edge = math::exp(held.at_edge - most);
    let (mut terms, mut sum) = ([[0.0; V]; STEPS], at_edge);
    unroll!(for step in 0..STEPS {
        let elements = held.vectors[step].widen::<T>();
        unroll!(for k in 0..V {
            terms[step][k] = math::exp(elements[k] - most);
            sum += terms[step][k];
        });
    });
    let scale = 1.0 / sum_of_all(sum);
    // SAFETY: the caller's.
    unsafe { held.write(output, |step| terms[step].map(|term| term * scale), at_edge * scale) };
}
