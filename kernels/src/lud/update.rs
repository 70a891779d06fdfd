//! The kernels that update what is behind the panels: almost all of the work.

use super::diagonal::with_ones;
use super::factor::{Shown, factor};
use super::layout::{Columns, Inverses, Matrix, Panels, Pivots, Rows, Stages, Sums};
use super::own::{Own, extent, place};
use super::product::{DEPTH, STAGES, add_product, copy, vectors};
use lego_cuda::device::{Element, block_idx, copy_async, sync_threads};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// What the update of a launch covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Part {
    /// All blocks from a diagonal one on.
    Square = 0,
    /// Those of its block row and of its block column.
    Cross = 1,
}

/// Subtracts the product of the panels, `depth` times 16 rows of each, from blocks of the matrix that stand not before block
/// `[corner, corner]`: from all, or from those of its row and column. The corner is factored at once, while others are being
/// updated, and its inverses are stored.
///
/// Launch: [`Part::Square`] as many blocks in x and in y as are behind the corner and with it; [`Part::Cross`] twice as many
/// less one in x.
///
/// # Safety
/// The blocks are those of the matrix, the panels have them and so many rows, and the inverses are those of a block of this size.
#[allow(clippy::too_many_arguments)] // five of them are shared memory
#[lego_kernel(
    threads = [256],
    grid = [x, y],
    min_blocks = 2,
    // Of one instance, while the corner is factored.
    spills = 640,
    stack = 320,
    instances(
        lud_update_2 = <1, 2>,
        lud_update_4 = <1, 4>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))]
        lud_update_8 = <2, 4>,
    ),
)]
pub unsafe fn lud_update<const H: usize, const V: usize>(
    matrix: GlobalMut<'_, f32, Matrix<H, V>>,
    panels: Global<'_, [f32; V], Panels<H>>,
    inverses: GlobalMut<'_, [f32; V], Inverses<H, V>>,
    corner: u32,
    depth: u32,
    part: u32,
    #[shared(dynamic)] left: Shared<'_, [f32; V], Stages<H>>,
    #[shared(dynamic)] right: Shared<'_, [f32; V], Stages<H>>,
    #[shared] rows: Shared<'_, f32, Rows<H, V>>,
    #[shared] columns: Shared<'_, f32, Columns<H, V>>,
    #[shared] pivots: Shared<'_, f32, Pivots<V>>,
) where
    [f32; V]: Element,
{
    let (block, behind) = (block_idx(), matrix.dims()[0] - corner);
    let [down, across] = if part == Part::Square as u32 {
        [block.y, block.x]
    } else if block.x < behind {
        [block.x, 0]
    } else {
        [0, block.x - behind + 1]
    };
    // SAFETY: the blocks are there, as the caller promises, and each belongs to one block of threads. Nothing writes the panels
    // during the launch, and the inverses only the block of threads of the corner.
    unsafe {
        let own = Own::new(&matrix, [corner + down, corner + across], place());
        let sums = updated(own.load::<H>(0), panels, [corner + down, corner + across, 0], depth, left, right);
        if down + across == 0 {
            let sums = with_ones(sums, extent(&matrix), corner);
            factor(sums, &matrix, corner, &inverses, Shown { rows, columns, pivots });
        } else {
            own.store(0, sums);
        }
    }
}

/// As [`lud_update`] does for [`Part::Square`], and the corner like all others: for blocks that are larger than diagonal ones.
/// A thread has `P` of its `H` vectors of rows at a time, so that its sums have room in registers.
///
/// # Safety
/// That of [`lud_update`].
#[lego_kernel(
    threads = [256],
    grid = [x, y],
    min_blocks = 1,
    // On sm_80, while a block at the edge is loaded; none on sm_90a.
    spills = 136,
    stack = 136,
    instances(lud_update_16 = <2, 4, 4>),
)]
pub unsafe fn lud_update_by_parts<const P: usize, const H: usize, const V: usize>(
    matrix: GlobalMut<'_, f32, Matrix<H, V>>,
    panels: Global<'_, [f32; V], Panels<H>>,
    corner: u32,
    depth: u32,
    #[shared(dynamic)] left: Shared<'_, [f32; V], Stages<P>>,
    #[shared(dynamic)] right: Shared<'_, [f32; V], Stages<H>>,
) where
    [f32; V]: Element,
{
    let [down, across] = [corner + block_idx().y, corner + block_idx().x];
    let mut first = 0;
    while first < H as u32 {
        // SAFETY: as above.
        unsafe {
            let own = Own::new(&matrix, [down, across], place());
            own.store(first, updated(own.load::<P>(first), panels, [down, across, first], depth, left, right));
        }
        first += P as u32;
        // The stages are filled again.
        sync_threads();
    }
}

/// The elements of a thread in block `[down, across]` of the matrix, from its vector `first` of rows on, less the product of
/// the panels.
///
/// # Safety
/// The panels have the block and `depth` times 16 rows, and nothing writes them during the launch.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn updated<const P: usize, const H: usize, const V: usize>(
    mut sums: Sums<P, H, V>,
    panels: Global<'_, [f32; V], Panels<H>>,
    [down, across, first]: [u32; 3],
    depth: u32,
    left: Shared<'_, [f32; V], Stages<P>>,
    right: Shared<'_, [f32; V], Stages<H>>,
) -> Sums<P, H, V>
where
    [f32; V]: Element,
{
    let [y, x] = place();
    let begin = |tile: u32| {
        if tile < depth {
            let k = DEPTH * tile;
            // SAFETY: as the caller promises.
            unsafe {
                copy(left, tile % STAGES, |[i, h, t]| panels.at_unchecked([0, k + i, down, first + h, t]));
                copy(right, tile % STAGES, |[i, h, t]| panels.at_unchecked([1, k + i, across, h, t]));
            }
        }
        copy_async::commit();
    };
    begin(0);
    begin(1);
    begin(2);
    let mut tile = 0;
    while tile < depth {
        copy_async::wait::<2>();
        sync_threads();
        begin(tile + 3);
        let stage = tile % STAGES;
        unroll!(for k in 0..16 {
            let k: u32 = k;
            add_product(&mut sums, vectors(left, [stage, k, y]), vectors(right, [stage, k, x]));
        });
        tile += 1;
    }
    sums
}
