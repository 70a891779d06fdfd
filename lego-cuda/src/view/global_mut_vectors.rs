//! Vectors of global memory that is written, its threads kept apart by the kernel.

use super::global_mut::GlobalMut;
use super::position;
use crate::device::{Element, global};
use lego_core::{Coord32, Mapping32};

impl<T: Element, L: Mapping32> GlobalMut<'_, T, L> {
    /// Sets the `N` elements from an index on along the last axis, those that are there; whether all are.
    ///
    /// One instruction where they lie side by side from a multiple of `N` on, else one for each element.
    ///
    /// # Safety
    /// No other thread uses the elements at this time.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn try_set_vector<const N: usize>(&self, index: L::Index32, values: [T; N]) -> bool {
        let last = const { <L::Index32 as Coord32>::RANK - 1 };
        if let Some(first) = position::vector::<L, N>(&self.layout(), index, last, self.room()) {
            // SAFETY: the elements are there side by side; memory that begins at a multiple of 16 bytes has the first at a
            // multiple of their size. No other thread uses them.
            unsafe { global::store(self.as_mut_ptr().add(first as usize).cast(), values) };
            return true;
        }
        let positions = position::one_by_one::<L, N>(&self.layout(), index, last, self.room());
        let (mut has_all, mut k) = (true, 0);
        while k < N {
            match positions[k] {
                // SAFETY: the position is one of the elements, which no other thread uses.
                Some(position) => unsafe { global::store(self.as_mut_ptr().add(position as usize), values[k]) },
                None => has_all = false,
            }
            k += 1;
        }
        has_all
    }
}
