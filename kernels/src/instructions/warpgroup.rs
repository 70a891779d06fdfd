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
            instruction_wgmma_f16_16 = <f16, AlongK<1>, AlongK<1>, 8>,
            instruction_wgmma_f16_24 = <f16, AlongK<1>, AlongK<1>, 12>,
            instruction_wgmma_f16_32 = <f16, AlongK<1>, AlongK<1>, 16>,
            instruction_wgmma_f16_48 = <f16, AlongK<1>, AlongK<1>, 24>,
            instruction_wgmma_f16_56 = <f16, AlongK<1>, AlongK<1>, 28>,
            instruction_wgmma_f16_64 = <f16, AlongK<1>, AlongK<1>, 32>,
            instruction_wgmma_f16_72 = <f16, AlongK<1>, AlongK<2>, 36>,
            instruction_wgmma_f16_80 = <f16, AlongK<1>, AlongK<2>, 40>,
            instruction_wgmma_f16_88 = <f16, AlongK<1>, AlongK<2>, 44>,
            instruction_wgmma_f16_96 = <f16, AlongK<1>, AlongK<2>, 48>,
            instruction_wgmma_f16_104 = <f16, AlongK<1>, AlongK<2>, 52>,
            instruction_wgmma_f16_112 = <f16, AlongK<1>, AlongK<2>, 56>,
            instruction_wgmma_f16_120 = <f16, AlongK<1>, AlongK<2>, 60>,
            instruction_wgmma_f16_128 = <f16, AlongK<1>, AlongK<2>, 64>,
            instruction_wgmma_f16_136 = <f16, AlongK<1>, AlongK<3>, 68>,
            instruction_wgmma_f16_144 = <f16, AlongK<1>, AlongK<3>, 72>,
            instruction_wgmma_f16_152 = <f16, AlongK<1>, AlongK<3>, 76>,
            instruction_wgmma_f16_160 = <f16, AlongK<1>, AlongK<3>, 80>,
            instruction_wgmma_f16_168 = <f16, AlongK<1>, AlongK<3>, 84>,
            instruction_wgmma_f16_176 = <f16, AlongK<1>, AlongK<3>, 88>,
            instruction_wgmma_f16_184 = <f16, AlongK<1>, AlongK<3>, 92>,
            instruction_wgmma_f16_192 = <f16, AlongK<1>, AlongK<3>, 96>,
            instruction_wgmma_f16_200 = <f16, AlongK<1>, AlongK<4>, 100>,
            instruction_wgmma_f16_208 = <f16, AlongK<1>, AlongK<4>, 104>,
            instruction_wgmma_f16_216 = <f16, AlongK<1>, AlongK<4>, 108>,
            instruction_wgmma_f16_224 = <f16, AlongK<1>, AlongK<4>, 112>,
            instruction_wgmma_f16_232 = <f16, AlongK<1>, AlongK<4>, 116>,
            instruction_wgmma_f16_240 = <f16, AlongK<1>, AlongK<4>, 120>,
            instruction_wgmma_f16_256 = <f16, AlongK<1>, AlongK<4>, 128>,
            instruction_wgmma_f16_turned_8 = <f16, AcrossK<1>, AcrossK<1>, 4>,
            instruction_wgmma_f16_turned_24 = <f16, AcrossK<1>, AcrossK<1>, 12>,
            instruction_wgmma_f16_turned_56 = <f16, AcrossK<1>, AcrossK<1>, 28>,
            instruction_wgmma_f16_turned_120 = <f16, AcrossK<1>, AcrossK<2>, 60>,
            instruction_wgmma_f16_turned_200 = <f16, AcrossK<1>, AcrossK<4>, 100>,
            instruction_wgmma_f16_turned_232 = <f16, AcrossK<1>, AcrossK<4>, 116>,
            instruction_wgmma_bf16_40 = <bf16, AcrossK<1>, AlongK<1>, 20>,
            instruction_wgmma_bf16_turned_168 = <bf16, AlongK<1>, AcrossK<3>, 84>,
            instruction_wgmma_e4m3_8 = <E4m3, BytesAlongK<1>, BytesAlongK<1>, 4>,
            instruction_wgmma_e4m3_88 = <E4m3, BytesAlongK<1>, BytesAlongK<2>, 44>,
            instruction_wgmma_e4m3_168 = <E4m3, BytesAlongK<1>, BytesAlongK<3>, 84>,
            instruction_wgmma_e4m3_248 = <E4m3, BytesAlongK<1>, BytesAlongK<4>, 124>,
            instruction_wgmma_e5m2_40 = <E5m2, BytesAlongK<1>, BytesAlongK<1>, 20>,
            instruction_wgmma_e5m2_216 = <E5m2, BytesAlongK<1>, BytesAlongK<4>, 108>,
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
