//! Read, change, write: one look at the index for both accesses.

use super::axes::Axes;
use super::global_mut::GlobalMut;
use super::layout::Always;
use super::shared::Shared;
use super::split::Split;
use crate::device::{Element, SharedPtr, global};
use lego_core::Mapping32;

impl<T, L, A> Split<'_, T, L, A>
where
    T: Element,
    L: Mapping32,
    A: Axes,
{
    /// Changes the element in a register, and gives the new one.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::view::{BlockX, Split, ThreadX};
    ///
    /// layout!(pub type Line = Row(64, 256););
    ///
    /// fn double(line: Split<'_, f32, Line, (BlockX, ThreadX)>) {
    ///     line.update([], |x| 2.0 * x);
    /// }
    /// ```
    ///
    /// # Panics
    /// If its index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn update(&self, registers: A::Registers, change: impl FnOnce(T) -> T) -> T
    where
        L::Position32: Always,
    {
        // SAFETY: the element is the thread's own.
        unsafe { changed(self.at(registers), change) }
    }

    /// Changes the element in a register, if the thread has one there, and gives the new one.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_update(&self, registers: A::Registers, change: impl FnOnce(T) -> T) -> Option<T> {
        let element = self.find(registers)?;
        // SAFETY: as for `update`.
        Some(unsafe { changed(element, change) })
    }
}

impl<T: Element, L: Mapping32> Shared<'_, T, L> {
    /// Changes an element, and gives the new one. That is no atomic update: no other thread uses the element meanwhile.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn update(self, index: L::Index32, change: impl FnOnce(T) -> T) -> T
    where
        L::Position32: Always,
    {
        changed_in_tile(self.at(index), change)
    }

    /// Changes an element, if the index has a place, and gives the new one. That is no atomic update.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_update(self, index: L::Index32, change: impl FnOnce(T) -> T) -> Option<T> {
        Some(changed_in_tile(self.find(index)?, change))
    }
}

impl<T: Element, L: Mapping32> GlobalMut<'_, T, L> {
    /// Changes the element of an index, and gives the new one.
    ///
    /// # Panics
    /// If the index lies outside of the extents or has no position: a trap on the GPU.
    ///
    /// # Safety
    /// No other thread uses the element at this time.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn update(&self, index: L::Index32, change: impl FnOnce(T) -> T) -> T {
        // SAFETY: the address is one of the elements, which no other thread uses.
        unsafe { changed(self.at(index), change) }
    }
}

/// Changes an element; the new value.
///
/// # Safety
/// The address is that of an element in global memory, which no other thread uses at this time.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn changed<T: Element>(element: *mut T, change: impl FnOnce(T) -> T) -> T {
    // SAFETY: as the caller promises.
    unsafe {
        let value = change(global::load(element));
        global::store(element, value);
        value
    }
}

/// The same of an element in shared memory.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn changed_in_tile<T: Element>(element: SharedPtr<T>, change: impl FnOnce(T) -> T) -> T {
    let value = change(element.get());
    element.set(value);
    value
}
