//! The kernel of one product: one thread lets its tiles come by the copy engine.

use super::blocks::{compute, fetch};
use super::epilogue::{Activated, Bias, Epilogue, Plain, Residual};
use super::hard_scaled::HardScaled;
use super::layouts::{
    Across, AcrossBytes, Along, AlongBytes, Barriers, Blocks, Curve, LeftRing, Order, ROW_BYTES, RightRing,
    StagedPairs, Stored, WARPGROUP_ROWS, step_of,
};
use super::left::StoredLeft;
use super::output::Output;
use super::sharing::{Shares, Sharing, Whole};
use super::work::{Job, Stage, Work};
use crate::activation::{Gelu, Relu, Same};
use crate::matrix_product::Programs;
use half::{bf16, f16};
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::wgmma::Registers;
use lego_cuda::device::{E4m3, E5m2, thread_idx};
use lego_cuda::lego_kernel;
use lego_cuda::view::{GlobalMut, Shared};

/// `c = E(alpha·a·b + beta·c)`: a block of threads takes one block of the product after another, of 64·G rows, of which each of G warpgroups
/// has 64, and of 64·S columns, of which each thread has R sums, R = 32·S. Where beta is 0, `c` is not read.
///
/// `steps` is the number of steps of 128 bytes along k. Blocks are taken in the order `P`, with groups of `group` rows. `reads` is what the
/// epilogue reads. Where blocks of threads share the sums of a block of the product, they put their parts in `shares`.
///
/// # Safety
/// `steps` is at least 1 and no less than the parts, of which there is one unless G is 2, `shares` has no more blocks than the product, at most 256, `a` and `b` have the
/// rows of `c` and its columns, and what the epilogue reads is for them.
#[lego_kernel(
    threads = [128 * (1 + G as u32)],
    grid = x,
    min_blocks = 1,
    instances(
        matrix_product_hopper_f16_f16_nn = <f16, f16, Along, Across, Programs, Plain, Whole, 2, 4, 128>,
        matrix_product_hopper_f16_f16_nt = <f16, f16, Along, Along, Programs, Plain, Whole, 2, 4, 128>,
        matrix_product_hopper_f16_f16_tn = <f16, f16, Across, Across, Programs, Plain, Whole, 2, 4, 128>,
        matrix_product_hopper_bf16_f32_nt = <bf16, f32, Along, Along, Programs, Plain, Whole, 2, 4, 128>,
        matrix_product_hopper_f16_f16_nn_narrow = <f16, f16, Along, Across, Programs, Plain, Whole, 2, 2, 64>,
        matrix_product_hopper_f16_f16_nn_slim = <f16, f16, Along, Across, Programs, Plain, Whole, 2, 1, 32>,
        matrix_product_hopper_f16_f16_nn_small = <f16, f16, Along, Across, Programs, Plain, Whole, 1, 1, 32>,
        matrix_product_hopper_f16_f16_nt_small = <f16, f16, Along, Along, Programs, Plain, Whole, 1, 1, 32>,
        matrix_product_hopper_f16_f16_tn_narrow = <f16, f16, Across, Across, Programs, Plain, Whole, 2, 2, 64>,
        matrix_product_hopper_f16_f16_tt_slim = <f16, f16, Across, Along, Programs, Plain, Whole, 2, 1, 32>,
        matrix_product_hopper_f16_f16_nt_curve_small = <f16, f16, Along, Along, Curve, Plain, Whole, 1, 1, 32>,
        matrix_product_hopper_f16_f16_nt_bias_gelu_narrow = <f16, f16, Along, Along, Programs, Bias<Gelu>, Whole, 2, 2, 64>,
        matrix_product_hopper_f16_f16_nn_shared = <f16, f16, Along, Across, Programs, Plain, Shares, 2, 2, 64>,
        matrix_product_hopper_e4m3_f16_nt = <E4m3, f16, AlongBytes, AlongBytes, Programs, Plain, Whole, 2, 4, 128>,
        matrix_product_hopper_e4m3_f16_nt_slim = <E4m3, f16, AlongBytes, AlongBytes, Programs, Plain, Whole, 2, 1, 32>,
        matrix_product_hopper_e5m2_f16_nt_narrow = <E5m2, f16, AlongBytes, AlongBytes, Programs, Plain, Whole, 2, 2, 64>,
        matrix_product_hopper_e4m3_f16_tt = <E4m3, f16, AcrossBytes, AlongBytes, Programs, Plain, Whole, 2, 4, 128>,
        matrix_product_hopper_e5m2_f16_tt_small = <E5m2, f16, AcrossBytes, AlongBytes, Programs, Plain, Whole, 1, 1, 32>,
        matrix_product_hopper_f16_f16_nn_medium = <f16, f16, Along, Across, Programs, Plain, Whole, 2, 3, 96>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            for (SIZE, G, S, R) in [
                ("", 2, 4, 128),
                ("_medium", 2, 3, 96),
                ("_narrow", 2, 2, 64),
                ("_slim", 2, 1, 32),
                ("_small", 1, 1, 32),
            ] {
                for (T, O) in [(f16, f16), (f16, f32), (bf16, bf16), (bf16, f32)],
                    (K, A, B) in [("nn", Along, Across), ("nt", Along, Along), ("tn", Across, Across), ("tt", Across, Along)]
                {
                    matrix_product_hopper_{T}_{O}_{K}{SIZE} = <T, O, A, B, Programs, Plain, Whole, G, S, R>,
                    if SIZE == "_narrow" {
                        matrix_product_hopper_{T}_{O}_{K}_shared = <T, O, A, B, Programs, Plain, Shares, G, S, R>,
                    },
                },
                for T in [E4m3, E5m2], O in [f16, bf16], (K, A) in [("nt", AlongBytes), ("tt", AcrossBytes)] {
                    matrix_product_hopper_{T}_{O}_{K}{SIZE} = <T, O, A, AlongBytes, Programs, Plain, Whole, G, S, R>
                },
                // Other orders of blocks, and other epilogues, of one type.
                for (WORD, P, E) in [
                    ("curve", Curve, Plain),
                    ("relu", Programs, Activated<Relu>),
                    ("bias_gelu", Programs, Bias<Gelu>),
                    ("residual", Programs, Residual<f16, Same>),
                    ("hard_scaled", Programs, HardScaled),
                ] {
                    matrix_product_hopper_f16_f16_nt_{WORD}{SIZE} = <f16, f16, Along, Along, P, E, Whole, G, S, R>
                },
            },
        },
    ),
)]
#[allow(clippy::too_many_arguments)] // what a launch passes: three matrices, two factors, an order, an epilogue, sums; and shared memory
pub unsafe fn matrix_product_hopper<T, O, A, B, P, E, H, const G: usize, const S: usize, const R: usize>(
    a: TensorMap<'_, T, A::Box>,
    b: TensorMap<'_, T, B::Box>,
    c: GlobalMut<'_, O, Blocks<G, S>>,
    steps: u32,
    alpha: f32,
    beta: f32,
    group: u32,
    reads: E::Reads<'_>,
    shares: H::Given<'_>,
    #[shared(dynamic)] left: Shared<'_, u64, LeftRing<G, S>>,
    #[shared(dynamic)] right: Shared<'_, u64, RightRing<G, S>>,
    #[shared(dynamic)] staged: Shared<'_, [f32; 2], StagedPairs>,
    #[shared(dynamic)] barriers: Shared<'_, u64, Barriers<G, S>>,
) where
    T: Operand<Sum = f32>,
    O: Output,
    A: StoredLeft<G>,
    B: Stored<S>,
    P: Order + 'static,
    E: Epilogue,
    H: Sharing,
    [u32; R]: Registers,
{
    let [rows, columns, ..] = c.dims();
    let Some(order) = P::of([rows, columns], group) else { return };
    let shared = H::shared(&shares);
    let work = Alone::<T, O, A, B, P, G, S> { a, b, c, order, blocks: [rows, columns], steps, shared };
    // SAFETY: as the caller promises.
    unsafe {
        compute::<Alone<'_, T, O, A, B, P, G, S>, E, H, G, S, R>(
            &work,
            [alpha, beta],
            reads,
            &shares,
            left,
            right,
            staged,
            barriers,
        );
    }
}

/// The blocks of one product.
pub(crate) struct Alone<'a, T, O, A: Stored<G>, B: Stored<S>, P, const G: usize, const S: usize> {
    pub(crate) a: TensorMap<'a, T, A::Box>,
    pub(crate) b: TensorMap<'a, T, B::Box>,
    pub(crate) c: GlobalMut<'a, O, Blocks<G, S>>,
    pub(crate) order: P,
    /// How many, by rows and by columns.
    pub(crate) blocks: [u32; 2],
    pub(crate) steps: u32,
    /// How many blocks are shared, the last ones, and in how many parts each.
    pub(crate) shared: [u32; 2],
}

impl<'a, T, O, A, B, P, const G: usize, const S: usize> Work<G, S> for Alone<'a, T, O, A, B, P, G, S>
where
    T: Operand<Sum = f32>,
    O: Output,
    A: StoredLeft<G>,
    B: Stored<S>,
    P: Order,
{
    type T = T;
    type O = O;
    type A = A;
    type B = B;
    type Of = ();
    type To<'t>
        = &'t GlobalMut<'a, O, Blocks<G, S>>
    where
        Self: 't;

    const IS_CROWDED: bool = !P::IS_SHORT;

    #[inline(always)]
    fn begin(&self) {
        // The maps come while another warp makes the barriers.
        if thread_idx().x == 32 {
            self.a.prefetch();
            self.b.prefetch();
        }
    }

    #[inline(always)]
    fn numbers(&self) -> u32 {
        let [blocks, parts] = self.shared;
        self.order.numbers() + blocks * (parts - 1)
    }

    #[inline(always)]
    fn job(&self, number: u32) -> Option<Job<()>> {
        let [blocks, parts] = self.shared;
        let whole = self.order.numbers() - blocks;
        let (number, shared, steps) = if number < whole {
            (number, None, [0, self.steps])
        } else {
            let (block, part) = ((number - whole) / parts, (number - whole) % parts);
            (whole + block, Some([block, part]), [part, part + 1].map(|part| self.steps * part / parts))
        };
        let ([block_row, block_column], [rows, columns]) = (self.order.block(number), self.blocks);
        if block_row >= rows || block_column >= columns {
            return None;
        }
        Some(Job { block: [block_row, block_column], shared, steps, of: () })
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn bring(&self, job: &Job<()>, step: u32, stage: Stage<T, A::Tile, B::Tile>) {
        let Stage { left, right, full, empty, parity } = stage;
        let (rows, side) = (WARPGROUP_ROWS * G as u32, 64 * S as u32);
        let (k, [block_row, block_column]) = (const { step_of::<T>() } * step, job.block);
        empty.wait(parity);
        full.arrive_expecting((rows + side) * ROW_BYTES);
        // SAFETY: the tiles are free, as was waited for.
        unsafe {
            fetch(self.a, left, full, |row| [rows * block_row + row, k]);
            fetch(self.b, right, full, |row| [side * block_column + row, k]);
        }
    }

    #[inline(always)]
    fn to(&self, _: &Job<()>) -> &GlobalMut<'a, O, Blocks<G, S>> {
        &self.c
    }
}
