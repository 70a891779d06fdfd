//! Products of tiles by a warpgroup, of every width that the instruction has.

use half::{bf16, f16};
use lego::{Mapping32, StaticMapping, layout};
use lego_cuda::device::matrix::{Left, Operand};
use lego_cuda::device::wgmma::{self, Matrix, Registers, Sums};
use lego_cuda::device::{E4m3, E5m2, linear_thread_idx, sync_threads, tensor};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Element `[row, k]` of a tile of two-byte elements that lie side by side along k.
    pub type AlongK<const S: usize> = OrderBy(Row(8*S), Swizzle(3, 3, 3)).GroupBy([64*S, 64]);
    /// The same where rows lie side by side.
    pub type AcrossK<const S: usize> = OrderBy(Row(8*S), Swizzle(3, 3, 3)).OrderBy(RegP([S, 64, 64], [1, 3, 2])).GroupBy([64*S, 64]);
    /// The same of elements of one byte, along k.
    pub type BytesAlongK<const S: usize> = OrderBy(Row(8*S), Swizzle(3, 4, 3)).GroupBy([64*S, 128]);
}

/// `c = a·b` of 64 rows and 2·R columns, whose operands are `[row, k]` and `[column, k]` row by row, as many of each as their tiles have.
///
/// Where `in_registers` is not 0, the left operand is in registers.
///
/// # Safety
/// `a` has as many elements as the left tile, `b` as the right one, `c` 64·2·R.
// Bytes of a left operand in registers are put together in memory.
#[lego_kernel(
    threads = 128,
    stack = 16,
    instances(
        instruction_wgmma_f16_8 = <f16, AlongK<1>, AlongK<1>, 4>,
        instruction_wgmma_f16_40 = <f16, AlongK<1>, AlongK<1>, 20>,
        instruction_wgmma_f16_248 = <f16, AlongK<1>, AlongK<4>, 124>,
        instruction_wgmma_f16_turned_72 = <f16, AcrossK<1>, AcrossK<2>, 36>,
        instruction_wgmma_e4m3_24 = <E4m3, BytesAlongK<1>, BytesAlongK<1>, 12>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            // Every width; a box has 64 columns at most.
            for N in [
                8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128,
                136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256,
            ] {
                instruction_wgmma_f16_{N} = <f16, AlongK<1>, AlongK<{ (N + 63) / 64 }>, { N / 2 }>
            },
            for N in [8, 24, 56, 72, 120, 200, 232] {
                instruction_wgmma_f16_turned_{N} = <f16, AcrossK<1>, AcrossK<{ (N + 63) / 64 }>, { N / 2 }>
            },
            for (T, N) in [(E4m3, 8), (E4m3, 24), (E4m3, 88), (E4m3, 168), (E4m3, 248), (E5m2, 40), (E5m2, 216)] {
                instruction_wgmma_{T}_{N} = <T, BytesAlongK<1>, BytesAlongK<{ (N + 63) / 64 }>, { N / 2 }>
            },
            instruction_wgmma_bf16_40 = <bf16, AcrossK<1>, AlongK<1>, 20>,
            instruction_wgmma_bf16_turned_168 = <bf16, AlongK<1>, AcrossK<3>, 84>,
        },
    ),
)]
pub unsafe fn instruction_wgmma<T, A, B, const R: usize>(
    a: Global<'_, T>,
    b: Global<'_, T>,
    c: GlobalMut<'_, f32>,
    in_registers: u32,
    #[shared(dynamic)] left: Shared<'_, T, A>,
    #[shared(dynamic)] right: Shared<'_, T, B>,
) where
    T: Operand<Sum = f32>,
    A: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    [u32; R]: Registers,
{
    let ([rows, depth], [columns, _], thread) = (left.dims(), right.dims(), linear_thread_idx());
    let mut at = thread;
    while at < rows * depth {
        left.set([at / depth, at % depth], a.get([at]));
        at += wgmma::WARPGROUP;
    }
    at = thread;
    while at < columns * depth {
        right.set([at / depth, at % depth], b.get([at]));
        at += wgmma::WARPGROUP;
    }
    tensor::fence_proxy();
    sync_threads();
    let mut sums = Sums::<R>::zero();
    let mut k = 0;
    // Each product is waited for: a left operand in registers is not to change before.
    while k < depth {
        if in_registers == 0 {
            wgmma::fence();
            sums.multiply(Matrix::of(left, [0, k]), Matrix::of(right, [0, k]), k > 0);
        } else {
            let of_warp = Left::from_fn(thread % 32, |[row, at]| left.get([16 * (thread / 32) + row, k + at]));
            wgmma::fence();
            sums.multiply_registers(of_warp, Matrix::of(right, [0, k]), k > 0);
        }
        wgmma::commit();
        sums.wait::<0>();
        k += T::K;
    }
    let (row, column) = (16 * (thread / 32) + thread % 32 / 4, 2 * (thread % 4));
    unroll!(for v in 0..R {
        let of: u32 = v as u32;
        let index = 2 * R as u32 * (row + 8 * (of / 2 % 2)) + column + 8 * (of / 4) + of % 2;
        // SAFETY: each element is one thread's.
        unsafe { c.set([index], sums.get(v)) };
    });
}
