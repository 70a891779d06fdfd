//! Products in registers: sums of outer products of what two sides have for each k.
//!
//! Functions here and beside are inlined on a GPU, where a call would put registers into memory; not on the host, where
//! unrolled loops of each other would take all of a thread's stack.

use super::layout::{Copies, Stages, Sums};
use lego_cuda::device::{Element, copy_async, linear_thread_idx, math};
use lego_cuda::unroll;
use lego_cuda::view::Shared;

/// How many k a stage has.
pub(super) const DEPTH: u32 = 16;

/// How many stages of shared memory there are: three are on their way while one is multiplied.
pub(super) const STAGES: u32 = 4;

/// Adds the outer product of the vectors of both sides.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
pub(super) fn add_product<const P: usize, const H: usize, const V: usize>(
    sums: &mut Sums<P, H, V>,
    x: [[f32; V]; P],
    y: [[f32; V]; H],
) {
    unroll!(for p in 0..P {
        unroll!(for i in 0..V {
            unroll!(for q in 0..H {
                unroll!(for j in 0..V {
                    sums[p][i][q][j] = math::mul_add(x[p][i], y[q][j], sums[p][i][q][j]);
                });
            });
        });
    });
}

/// The vectors of a thread for one k of a stage.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn vectors<const H: usize, const V: usize>(
    stages: Shared<'_, [f32; V], Stages<H>>,
    [stage, k, thread]: [u32; 3],
) -> [[f32; V]; H]
where
    [f32; V]: Element,
{
    let mut vectors = [[0.0; V]; H];
    unroll!(for h in 0..H {
        vectors[h] = stages.get([stage, k, h as u32, thread]);
    });
    vectors
}

/// Begins to copy one side of a stage: this thread copies the vectors `[k, h, thread]` that `from` finds, for each h.
///
/// # Safety
/// What `from` gives are vectors of global memory that nothing writes before the copy is waited for.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) unsafe fn copy<const H: usize, const V: usize>(
    stages: Shared<'_, [f32; V], Stages<H>>,
    stage: u32,
    from: impl Fn([u32; 3]) -> *const [f32; V],
) where
    [f32; V]: Element,
{
    let [k, thread] = Copies::inv_u32(linear_thread_idx());
    unroll!(for h in 0..H {
        // SAFETY: as the caller promises.
        unsafe { copy_async::copy(stages.at([stage, k, h as u32, thread]), from([k, h as u32, thread])) };
    });
}
