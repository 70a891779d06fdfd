//! The kernel: the blocks of one product on Hopper, whose sums are added by way of registers.

use super::layouts::{BlockScales, RowScales, RowScalesByRows, ScaleLayout};
use super::promotion::{self, MultiplyingBytes, Scales};
use crate::matrix_product::Programs;
use crate::matrix_product_hopper::{
    Alone, AlongBytes, Barriers, Blocks, Job, LeftRing, Order, Output, Plain, RightRing, Shares, Sharing, Stage,
    StagedPairs, TileBytes, Whole, Work, compute,
};
use half::{bf16, f16};
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::wgmma::{Registers, Sums};
use lego_cuda::device::{E4m3, E5m2};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut, Shared};

/// `c = a·b` of elements of one byte with scales: a block of threads takes one block of the product after another, of 128 rows, of which each of
/// two warpgroups has 64, and of 64·S columns, S being 2, 3 or 4. Each thread has R sums, R = 32·S.
///
/// `steps` is the number of steps of 128 elements along k. Blocks are taken by groups of `group` rows. `scales_a` has a scale for each row, or
/// as many as its type says, and step, and `scales_b` one for each 128 columns and step. Where blocks are shared, `shares` has room for their parts.
///
/// # Safety
/// `steps` is at least 1 and no less than the parts, `a` and `b` have the rows of `c` and its columns, and the scales are of operands of these sizes;
/// `shares` has no more blocks than the product, and at most 256.
#[lego_kernel(
    threads = 384,
    grid = x,
    min_blocks = 1,
    instances(
        for (SIZE, H, S, R) in [("", Whole, 4, 128), ("_medium", Whole, 3, 96), ("_narrow", Shares, 2, 64)] {
            for (T, O) in [(E4m3, f16), (E4m3, bf16), (E4m3, f32), (E5m2, f16), (E5m2, bf16)] {
                matrix_product_scaled_{T}_{O}{SIZE} = <T, O, RowScales, H, S, R>
            },
            matrix_product_scaled_e4m3_bf16_rows{SIZE} = <E4m3, bf16, RowScalesByRows, H, S, R>,
        },
    ),
)]
#[allow(clippy::too_many_arguments)] // what a launch passes: three matrices, scales of two, an order, sums; and shared memory
pub unsafe fn matrix_product_scaled<T, O, L, H, const S: usize, const R: usize>(
    a: TensorMap<'_, T, TileBytes<2>>,
    b: TensorMap<'_, T, TileBytes<S>>,
    c: GlobalMut<'_, O, Blocks<2, S>>,
    steps: u32,
    group: u32,
    scales_a: Global<'_, f32, L>,
    scales_b: Global<'_, f32, BlockScales>,
    shares: H::Given<'_>,
    #[shared(dynamic)] left: Shared<'_, u64, LeftRing<2, S>>,
    #[shared(dynamic)] right: Shared<'_, u64, RightRing<2, S>>,
    #[shared(dynamic)] staged: Shared<'_, [f32; 2], StagedPairs>,
    #[shared(dynamic)] barriers: Shared<'_, u64, Barriers<2, S>>,
) where
    T: Operand<Sum = f32>,
    O: Output,
    L: ScaleLayout,
    H: Sharing,
    [u32; R]: Registers,
{
    let [rows, columns, ..] = c.dims();
    let Some(order) = <Programs as Order>::of([rows, columns], group) else { return };
    let product = Alone { a, b, c, order, blocks: [rows, columns], steps, shared: H::shared(&shares) };
    let work = Scaled::<T, O, L, S> { product, scales_a, scales_b };
    // SAFETY: as the caller promises; nothing is read for the epilogue.
    unsafe {
        compute::<Scaled<'_, T, O, L, S>, Plain, H, 2, S, R>(
            &work,
            [1.0, 0.0],
            0,
            &shares,
            left,
            right,
            staged,
            barriers,
        );
    }
}

/// The blocks of a product, and the scales of its operands.
struct Scaled<'a, T, O, L, const S: usize> {
    product: Alone<'a, T, O, AlongBytes, AlongBytes, Programs, 2, S>,
    scales_a: Global<'a, f32, L>,
    scales_b: Global<'a, f32, BlockScales>,
}

impl<'a, T, O, L, const S: usize> Work<2, S> for Scaled<'a, T, O, L, S>
where
    T: Operand<Sum = f32>,
    O: Output,
    L: ScaleLayout,
{
    type T = T;
    type O = O;
    type A = AlongBytes;
    type B = AlongBytes;
    type Of = ();
    type To<'t>
        = &'t GlobalMut<'a, O, Blocks<2, S>>
    where
        Self: 't;

    #[inline(always)]
    fn begin(&self) {
        self.product.begin();
    }

    const ADDS_UP: bool = false;

    #[inline(always)]
    fn numbers(&self) -> u32 {
        self.product.numbers()
    }

    #[inline(always)]
    fn job(&self, number: u32) -> Option<Job<()>> {
        self.product.job(number)
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn bring(&self, job: &Job<()>, step: u32, stage: Stage<T, TileBytes<2>, TileBytes<S>>) {
        // SAFETY: as the caller promises.
        unsafe { self.product.bring(job, step, stage) };
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn multiply<const R: usize>(&self, job: &Job<()>, sums: &mut Sums<R>, multiplying: &mut MultiplyingBytes<'_, T, S>)
    where
        [u32; R]: Registers,
    {
        let scales = Scales::of::<S>(self.scales_a, self.scales_b, job.block, multiplying.warp_row(), job.steps[1]);
        promotion::sums(job.steps, sums, multiplying, &scales);
    }

    #[inline(always)]
    fn to(&self, job: &Job<()>) -> &GlobalMut<'a, O, Blocks<2, S>> {
        self.product.to(job)
    }
}
