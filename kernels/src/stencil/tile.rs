//! Which elements a block and a thread have.

use super::storage::Field;
use lego_cuda::device::{Element, block_idx, global, thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::GlobalMut;

/// How many columns of a row a block has.
pub(super) const WIDTH: u32 = 128;

/// The columns of a thread: `V` side by side in each of `Y` rows, and the planes of its block.
#[derive(Clone, Copy)]
pub(super) struct Columns<const V: usize, const Y: usize> {
    /// The first plane of the block.
    pub(super) first: u32,
    /// The plane behind the last.
    pub(super) end: u32,
    /// The first row and the first column of the block.
    pub(super) corner: [u32; 2],
    /// The thread's first row and first column in the block.
    pub(super) place: [u32; 2],
}

impl<const V: usize, const Y: usize> Columns<V, Y> {
    /// Those of this thread in a field of these extents, where each block has `H` rows of so many planes.
    #[inline(always)]
    pub(super) fn of_thread<const H: usize>([l, m, n]: [u32; 3], planes: u32) -> Self {
        const { assert!(H.is_multiple_of(Y) && WIDTH.is_multiple_of(V as u32), "threads have whole tiles") };
        let (thread, block) = (thread_idx(), block_idx().x);
        let (across, down) = (n.div_ceil(WIDTH), m.div_ceil(H as u32));
        let first = block / across / down * planes;
        Self {
            first,
            end: first.saturating_add(planes).min(l),
            corner: [block / across % down * H as u32, block % across * WIDTH],
            place: [thread.y * Y as u32, thread.x * V as u32],
        }
    }

    /// The planes that the results take part of, from the first to the one behind the last.
    #[inline(always)]
    pub(super) fn planes(&self, radius: usize, l: u32) -> [u32; 2] {
        [self.first.saturating_sub(radius as u32), self.end.saturating_add(radius as u32).min(l)]
    }

    /// The plane that is complete with plane `z`, if it is the block's.
    #[inline(always)]
    pub(super) fn plane_of_results(&self, z: u32, radius: usize) -> Option<u32> {
        let plane = z.wrapping_sub(radius as u32);
        (z >= radius as u32 && plane >= self.first && plane < self.end).then_some(plane)
    }

    /// Writes the results `radius` planes below plane `z`, if they are the block's.
    ///
    /// # Safety
    /// The output has the extents from which the columns were found, and no other thread writes these. Vectors of `V` elements inside
    /// the extents, which begin at a multiple of `V` in a row, lie side by side from a multiple of `V` on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn write<L: Field>(
        &self,
        output: &GlobalMut<'_, f32, L>,
        z: u32,
        radius: usize,
        results: [[f32; V]; Y],
    ) where
        [f32; V]: Element,
    {
        let [_, m, n] = output.dims();
        let (y, x) = (self.corner[0] + self.place[0], self.corner[1] + self.place[1]);
        let Some(plane) = self.plane_of_results(z, radius) else { return };
        unroll!(for i in 0..Y {
            let index = [plane, y + i as u32, x];
            if index[1] < m {
                // SAFETY: the elements that are written lie inside the extents, and belong to this thread.
                unsafe { write_some(output, index, n, results[i]) };
            }
        });
    }
}

/// Writes the elements of a vector that lie in the row.
///
/// # Safety
/// That of [`Columns::write`], of one row.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn write_some<L: Field, const V: usize>(
    output: &GlobalMut<'_, f32, L>,
    [z, y, x]: [u32; 3],
    n: u32,
    values: [f32; V],
) where
    [f32; V]: Element,
{
    if x < n && n - x >= V as u32 {
        // SAFETY: the vector is inside, and lies as the caller promises.
        unsafe { global::store(output.at_unchecked([z, y, x]).cast(), values) };
    } else {
        unroll!(for k in 0..V {
            if x + (k as u32) < n {
                // SAFETY: the element is inside.
                unsafe { global::store(output.at_unchecked([z, y, x + k as u32]), values[k]) };
            }
        });
    }
}
