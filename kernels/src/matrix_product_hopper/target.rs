//! Where the elements of a product go.

use super::layouts::Blocks;
use super::output::Output;
use lego_cuda::view::GlobalMut;

/// Where the elements of a product go, by their index `[block row, block column, row, column]`.
pub(crate) trait Target<O> {
    /// Whether there is such an element.
    fn contains(&self, index: [u32; 4]) -> bool;

    /// Where it is.
    ///
    /// # Safety
    /// There is such an element.
    unsafe fn at_unchecked(&self, index: [u32; 4]) -> *mut O;

    /// Whether every row begins at a multiple of 16 bytes, and eight elements of it with each column that is a multiple of eight.
    fn is_in_vectors(&self) -> bool;
}

impl<O: Output, const G: usize, const S: usize> Target<O> for &GlobalMut<'_, O, Blocks<G, S>> {
    #[inline(always)]
    fn contains(&self, index: [u32; 4]) -> bool {
        GlobalMut::contains(self, index)
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn at_unchecked(&self, index: [u32; 4]) -> *mut O {
        // SAFETY: as the caller promises.
        unsafe { GlobalMut::at_unchecked(self, index) }
    }

    #[inline(always)]
    fn is_in_vectors(&self) -> bool {
        (self.layout().n() as u32).is_multiple_of(8)
    }
}

/// Whether all elements of a block are there, and rows begin at multiples of 16 bytes.
#[inline(always)]
pub(super) fn is_whole<O, C: Target<O>, const G: usize, const S: usize>(c: &C, [row, column]: [u32; 2]) -> bool {
    c.is_in_vectors() && c.contains([row, column, 64 * G as u32 - 1, 64 * S as u32 - 1])
}
