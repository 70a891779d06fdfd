//! The softmax of rows that the threads of a warp or of a block hold in their registers.

use crate::rows::{Held, Rows};
use core::f32::consts::LOG2_E;
use core::marker::PhantomData;
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
            set_softmax::<false, T, V, STEPS, 32>(&held, &output, |most| Warp::ALL.max(most), |sum| Warp::ALL.sum(sum));
        }
    }
}

/// Sets each row to the softmax of that of the input, which has at most `STEPS * THREADS` whole vectors: a block for each row.
///
/// What memory brings while a block computes is up to the others: long rows are held as they are stored, so that there are more of them.
///
/// Launch: a block for each row.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = if V < 8 || STEPS < 4 { 0 } else if STEPS == 4 { 2048 / THREADS as u32 } else { 1024 / THREADS as u32 },
    instances(
        softmax_f16_2048 = <half::f16, 8, 2, 128>,
        softmax_f16_4096 = <half::f16, 8, 2, 256>,
        softmax_f16_8192 = <half::f16, 8, 4, 256>,
        softmax_f16_16384 = <half::f16, 8, 4, 512>,
        softmax_f16_32768 = <half::f16, 8, 8, 512>,
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
            if V == 8 && STEPS > 2 {
                set_softmax::<true, T, V, STEPS, THREADS>(&held, &output, |most| all.max(most), |sum| all.sum(sum));
            } else {
                set_softmax::<false, T, V, STEPS, THREADS>(&held, &output, |most| all.max(most), |sum| all.sum(sum));
            }
        }
    }
}

/// Sets the row of the output to the softmax of a row that threads hold; they learn the largest of all threads, and the sum of all. The
/// powers are computed `TWICE`, or held until their sum is known.
///
/// # Safety
/// The output has as many rows of as many elements as the input had, and the row belongs to these threads.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn set_softmax<const TWICE: bool, T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    held: &Held<V, STEPS, THREADS>,
    output: &GlobalMut<'_, T, Rows>,
    largest: impl Fn(f32) -> f32,
    sum_of_all: impl Fn(f32) -> f32,
) where
    [T; V]: Element,
{
    let most = if TWICE {
        largest(held.fold_by_vectors::<T>(f32::NEG_INFINITY, f32::max))
    } else {
        largest(held.fold::<T>(f32::NEG_INFINITY, f32::max))
    };
    let power = Power::<T>::beyond(most);
    let at_edge = power.of(held.at_edge);
    let (mut terms, mut sum) = ([[0.0; V]; STEPS], at_edge);
    unroll!(for step in 0..STEPS {
        if !TWICE || held.has(step) {
            let elements = if TWICE { held.again::<T>(step) } else { held.vectors[step].widen::<T>() };
            unroll!(for k in 0..V {
                terms[step][k] = power.of(elements[k]);
                sum += terms[step][k];
            });
        }
    });
    let scale = 1.0 / sum_of_all(sum);
    let vector = |step: usize| {
        let terms = if TWICE { held.again::<T>(step).map(|x| power.of(x)) } else { terms[step] };
        terms.map(|term| term * scale)
    };
    // SAFETY: the caller's.
    unsafe { held.write(output, vector, at_edge * scale) };
}

/// The powers of e to which numbers are raised that are so much less than the largest.
#[derive(Clone, Copy)]
struct Power<T> {
    /// The largest number, or of short ones the exponent of 2 that it is.
    most: f32,
    numbers: PhantomData<T>,
}

impl<T: Stored> Power<T> {
    /// Whether no number is so large that it cannot be taken as an exponent of 2: then that is one multiplication with the subtraction,
    /// and what is below 2^-126 is 0 in the result.
    const IS_SHORT: bool = size_of::<T>() < size_of::<f32>();

    #[inline(always)]
    fn beyond(most: f32) -> Self {
        Self { most: if Self::IS_SHORT { most * LOG2_E } else { most }, numbers: PhantomData }
    }

    /// e to the power of what the number is more than the largest.
    #[inline(always)]
    fn of(self, x: f32) -> f32 {
        if Self::IS_SHORT { math::exp2_or_zero(math::mul_add(x, LOG2_E, -self.most)) } else { math::exp(x - self.most) }
    }
}
