//! Read, change, write: one look at the index for both accesses.

use super::axes::Axes;
use super::global_mut::GlobalMut;
use super::position;
use super::shared::Shared;
use super::split::Split;
use crate::device::{Element, global};
use lego_core::{Mapping32, StaticMapping};

impl<T, L, A> Split<'_, T, L, A>
where
    T: Element,
    L: Mapping32,
    A: Axes<Index = L::Index32>,
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
        L: Mapping32<Position32 = u32>,
    {
        let position = position::checked(&self.layout(), A::index(registers), 0);
        // SAFETY: a proved layout's position is one of the elements; this one is the thread's own.
        unsafe {
            let place = self.at(position);
            let value = change(global::load(place));
            global::store(place, value);
            value
        }
    }

    /// Changes the element in a register, if the thread has one there, and gives the new one.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_update(&self, registers: A::Registers, change: impl FnOnce(T) -> T) -> Option<T> {
        let position = position::find(&self.layout(), A::index(registers), 0)?;
        // SAFETY: as for `update`.
        unsafe {
            let place = self.at(position);
            let value = change(global::load(place));
            global::store(place, value);
            Some(value)
        }
    }
}

impl<T: Element, L: StaticMapping + Mapping32> Shared<'_, T, L> {
    /// Changes an element, and gives the new one. That is no atomic update: no other thread uses the element meanwhile.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn update(self, index: L::Index32, change: impl FnOnce(T) -> T) -> T
    where
        L: Mapping32<Position32 = u32>,
    {
        let place = self.at(index);
        let value = change(place.get());
        place.set(value);
        value
    }

    /// Changes an element, if the index has a place, and gives the new one. That is no atomic update.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_update(self, index: L::Index32, change: impl FnOnce(T) -> T) -> Option<T> {
        let place = self.find(index)?;
        let value = change(place.get());
        place.set(value);
        Some(value)
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
        let place = self.at(index);
        // SAFETY: the address is one of the elements, which no other thread uses.
        unsafe {
            let value = change(global::load(place));
            global::store(place, value);
            value
        }
    }
}
