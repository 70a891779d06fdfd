//! The kernel of the panels beside a diagonal block.

use super::layout::{Inverses, Matrix, Panels, Side, Stages, Sums, Whole};
use super::own::{Own, place};
use super::product::{DEPTH, STAGES, add_product, copy, vectors};
use lego_cuda::device::{Element, block_idx, copy_async, sync_threads};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// The panels of a diagonal block that is factored: the columns of L below it, `A·U⁻¹`, and the rows of U on its right,
/// `L⁻¹·A`, in place of A; and both once more as the update takes them, from row `first` of the panels on.
///
/// Launch: the blocks behind the diagonal one in x, 2 in y: the columns of L, the rows of U.
///
/// # Safety
/// As many blocks of the matrix stand behind the diagonal one. The panels have as many blocks as the matrix, and from `first`
/// on as many rows as a block.
#[lego_kernel(
    threads = [256],
    grid = [x, y],
    min_blocks = 2,
    // Of one instance, before Hopper.
    spills = 16,
    stack = 16,
    instances(
        lud_panels_2 = <1, 2>,
        lud_panels_4 = <1, 4>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))]
        lud_panels_8 = <2, 4>,
    ),
)]
pub unsafe fn lud_panels<const H: usize, const V: usize>(
    matrix: GlobalMut<'_, f32, Matrix<H, V>>,
    inverses: Global<'_, [f32; V], Inverses<H, V>>,
    panels: GlobalMut<'_, [f32; V], Panels<H>>,
    diagonal: u32,
    first: u32,
    #[shared(dynamic)] stages: Shared<'_, [f32; V], Stages<H>>,
    #[shared(dynamic)] whole: Shared<'_, [f32; V], Whole<H, V>>,
) where
    [f32; V]: Element,
{
    let ([y, x], side) = (place(), block_idx().y);
    let other = diagonal + 1 + block_idx().x;
    let is_lower = side == 0;
    // SAFETY: of all below: the blocks of the matrix and of the panels are there, as the caller promises, and each belongs to
    // this block of threads alone. Nothing writes the inverses during the launch.
    unsafe {
        // L as the turned matrix has it is Uᵀ⁻¹·Aᵀ: rows and columns change places, and one text does for both.
        let own = if is_lower {
            Own::new(&matrix, [other, diagonal], [x, y])
        } else {
            Own::new(&matrix, [diagonal, other], [y, x])
        };
        let depth = (16 * H * V) as u32 / DEPTH;
        let begin = |tile: u32| {
            if tile < depth {
                copy(stages, tile % STAGES, |[k, h, thread]| {
                    inverses.at_unchecked([side, DEPTH * tile + k, h, thread])
                });
            }
            copy_async::commit();
        };
        begin(0);
        begin(1);
        begin(2);
        let elements = turned_if(is_lower, own.load::<H>(0));
        unroll!(for h in 0..H {
            unroll!(for v in 0..V {
                unroll!(for g in 0..H {
                    whole.set([Side::<H, V>::apply_u32([h as u32, y, v as u32]), g as u32, x], elements[h][v][g]);
                });
            });
        });
        let mut sums = [[[[0.0; V]; H]; V]; H];
        let mut tile = 0;
        while tile < depth {
            copy_async::wait::<2>();
            sync_threads();
            begin(tile + 3);
            unroll!(for k in 0..16 {
                let k: u32 = k;
                let mut block = [[0.0; V]; H];
                unroll!(for h in 0..H {
                    block[h] = whole.get([DEPTH * tile + k, h as u32, x]);
                });
                add_product(&mut sums, vectors(stages, [tile % STAGES, k, y]), block);
            });
            tile += 1;
        }
        own.store(0, turned_if(is_lower, sums));
        unroll!(for h in 0..H {
            unroll!(for v in 0..V {
                let k = first + Side::<H, V>::apply_u32([h as u32, y, v as u32]);
                unroll!(for g in 0..H {
                    let vector = sums[h][v][g].map(|sum| if is_lower { -sum } else { sum });
                    panels.set([side, k, other, g as u32, x], vector);
                });
            });
        });
    }
}

/// Rows for columns, or the elements as they are.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
fn turned_if<const H: usize, const V: usize>(is_turned: bool, elements: Sums<H, H, V>) -> Sums<H, H, V> {
    let mut turned = elements;
    unroll!(for p in 0..H {
        unroll!(for i in 0..V {
            unroll!(for q in 0..H {
                unroll!(for j in 0..V {
                    turned[p][i][q][j] = if is_turned { elements[q][j][p][i] } else { elements[p][i][q][j] };
                });
            });
        });
    });
    turned
}
