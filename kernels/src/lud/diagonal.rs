//! The kernel of the first diagonal block.

use super::factor::{Shown, factor};
use super::layout::{Columns, Inverses, Matrix, Pivots, Rows, Side, Sums};
use super::own::{Own, extent, place};
use lego_cuda::device::Element;
use lego_cuda::view::{GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// Factors a diagonal block in place, and stores the inverses of its factors.
///
/// Launch: one block.
///
/// # Safety
/// The diagonal block is one of the matrix, and the inverses are those of a block of its size.
#[lego_kernel(
    threads = [256],
    instances(
        lud_diagonal_2 = <1, 2>,
        lud_diagonal_4 = <1, 4>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))]
        lud_diagonal_8 = <2, 4>,
    ),
)]
pub unsafe fn lud_diagonal<const H: usize, const V: usize>(
    matrix: GlobalMut<'_, f32, Matrix<H, V>>,
    inverses: GlobalMut<'_, [f32; V], Inverses<H, V>>,
    diagonal: u32,
    #[shared] rows: Shared<'_, f32, Rows<H, V>>,
    #[shared] columns: Shared<'_, f32, Columns<H, V>>,
    #[shared] pivots: Shared<'_, f32, Pivots<V>>,
) where
    [f32; V]: Element,
{
    // SAFETY: the block is there, as the caller promises, and the launch has no other block of threads.
    unsafe {
        let sums = Own::new(&matrix, [diagonal; 2], place()).load::<H>(0);
        let sums = with_ones(sums, extent(&matrix), diagonal);
        factor(sums, &matrix, diagonal, &inverses, Shown { rows, columns, pivots });
    }
}

/// A diagonal block with ones on its diagonal behind the end of the matrix, which change nothing and have inverses.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
pub(super) fn with_ones<const H: usize, const V: usize>(
    mut sums: Sums<H, H, V>,
    n: u32,
    diagonal: u32,
) -> Sums<H, H, V> {
    let ([y, x], first) = (place(), diagonal * (16 * H * V) as u32);
    if first + (16 * H * V) as u32 > n {
        unroll!(for h in 0..H {
            unroll!(for v in 0..V {
                if x == y && first + Side::<H, V>::apply_u32([h as u32, y, v as u32]) >= n {
                    sums[h][v][h][v] = 1.0;
                }
            });
        });
    }
    sums
}
