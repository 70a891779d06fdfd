//! A product of tiles by one instruction of a warp.

use lego_cuda::device::lane;
use lego_cuda::device::matrix::{Left, Operand, Right, mma, sum_place};
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
use lego_cuda::device::{E4m3, E5m2};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// `d = a·b + c` of 16 rows, 8 columns and [`Operand::K`] elements along k, all by rows.
///
/// `E4m3` and `E5m2` need PTX 8.4, which programs for sm_90a are.
///
/// # Safety
/// `a` has 16·K elements, `b` K·8, `c` and `d` 16·8.
#[lego_kernel(
    threads = 32,
    instances(
        instruction_mma_i8 = <i8>,
        #[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))] {
            instruction_mma_e4m3 = <E4m3>,
            instruction_mma_e5m2 = <E5m2>,
        },
    ),
)]
pub unsafe fn instruction_mma<T: Operand>(
    a: Global<'_, T>,
    b: Global<'_, T>,
    c: Global<'_, T::Sum>,
    d: GlobalMut<'_, T::Sum>,
) {
    let lane = lane();
    let left = Left::from_fn(lane, |[row, k]| a.get([T::K * row + k]));
    let right = Right::from_fn(lane, |[k, column]| b.get([8 * k + column]));
    let at = [0, 1, 2, 3].map(|value| {
        let [row, column] = sum_place(lane, value);
        8 * row + column
    });
    let sums = mma(left, right, at.map(|at| c.get([at])));
    unroll!(for value in 0..4 {
        let value: usize = value;
        // SAFETY: each sum is one lane's.
        unsafe { d.set([at[value]], sums[value]) };
    });
}
