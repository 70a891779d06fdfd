//! Global memory as a layout sees it: where the element of an index is, and several elements side by side.
//!
//! The views differ in who may use the memory and when; what is alike stands here.

use super::abi::ViewAbi;
use super::position::{self, Rank, Room};
use crate::device::unroll::each;
use crate::device::{Element, global};
use lego_core::Mapping32;

/// A way to load: of what may be written by others before and after.
pub(super) const WRITTEN: u8 = 0;
/// A way to load: of what nothing writes during the launch.
pub(super) const READ_ONLY: u8 = 1;
/// A way to load: of what nothing writes during the launch, and what is not read again.
pub(super) const READ_ONCE: u8 = 2;

/// Elements of global memory from an address on, and the layout by which they are found.
pub(super) struct Memory<T, L> {
    pointer: *mut T,
    room: Room,
    layout: L,
}

impl<T, L: Copy> Clone for Memory<T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: Copy> Copy for Memory<T, L> {}

impl<T: Element, L: Mapping32> Memory<T, L> {
    /// # Safety
    /// There are `len` elements in global memory as long as it is used, which begin at a multiple of 16 bytes.
    /// [`check_u32`](Mapping32::check_u32) of the layout is `Ok`, and its span is no larger than `len`.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn new(pointer: *mut T, len: u32, layout: L) -> Self {
        // SAFETY: as the caller promises.
        unsafe { position::begins_aligned(pointer.addr()) };
        Self { pointer, room: Room::of(len), layout }
    }

    /// # Safety
    /// That of [`new`](Memory::new) for what a launch handed over.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn from_abi(abi: ViewAbi<T, L>) -> Self {
        let (pointer, len, layout) = abi.parts();
        // SAFETY: as the caller promises.
        unsafe { Self::new(pointer, len, layout) }
    }

    /// The same elements by another layout.
    ///
    /// # Safety
    /// [`check_u32`](Mapping32::check_u32) of the layout is `Ok`, and its span is no larger than that of the one there was.
    #[inline(always)]
    pub(super) unsafe fn seen_by<M: Mapping32>(self, layout: M) -> Memory<T, M> {
        Memory { pointer: self.pointer, room: self.room.anew(), layout }
    }

    /// The same elements; with `is_full`, indices are looked at no further than whether they lie inside the extents.
    ///
    /// # Safety
    /// With `is_full`, each index inside the extents that is asked for has a position below the span.
    #[inline(always)]
    pub(super) unsafe fn known(self, is_full: bool) -> Self {
        // SAFETY: as the caller promises.
        Self { room: unsafe { self.room.known(is_full) }, ..self }
    }

    /// Whether every index has an element that differs from the first in some of the axes, a bit each, from there to their ends.
    #[inline(always)]
    pub(super) fn has_all(self, first: L::Index32, axes: u32) -> bool {
        let (dims, mut last) = (self.dims(), first);
        each::<Rank<L::Index32>>(
            #[inline(always)]
            |axis| {
                if axes >> axis & 1 == 1 {
                    // Where an extent is 0, that is outside.
                    last.as_mut()[axis] = dims.as_ref()[axis].wrapping_sub(1);
                }
            },
        );
        position::has_all(&self.layout, first, last)
    }

    #[inline(always)]
    pub(super) fn pointer(self) -> *mut T {
        self.pointer
    }

    #[inline(always)]
    pub(super) fn layout(self) -> L {
        self.layout
    }

    #[inline(always)]
    pub(super) fn dims(self) -> L::Index32 {
        self.layout.dims_u32()
    }

    #[inline(always)]
    pub(super) fn span(self) -> u32 {
        self.layout.span_u32()
    }

    #[inline(always)]
    pub(super) fn contains(self, index: L::Index32) -> bool {
        self.position(index).is_some()
    }

    /// The position of an index, if it has one: that of an element.
    #[inline(always)]
    pub(super) fn position(self, index: L::Index32) -> Option<u32> {
        position::find(&self.layout, index, self.room)
    }

    /// The element of an index, if it has one.
    #[inline(always)]
    pub(super) fn find(self, index: L::Index32) -> Option<*mut T> {
        let position = self.position(index)?;
        // SAFETY: the position is one of the elements.
        Some(unsafe { self.pointer.add(position as usize) })
    }

    /// The element of an index, or the end of the launch.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn at(self, index: L::Index32) -> *mut T {
        let position = position::checked(&self.layout, index, self.room);
        // SAFETY: the position is one of the elements.
        unsafe { self.pointer.add(position as usize) }
    }

    /// The element of an index that is known to have one.
    ///
    /// # Safety
    /// The index lies inside the extents and has a position below the layout's span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn at_unchecked(self, index: L::Index32) -> *mut T {
        // SAFETY: as the caller promises.
        unsafe { self.pointer.add(position::unchecked(&self.layout, index) as usize) }
    }

    /// The `N` elements from an index on along an axis, if all are there and lie side by side from a multiple of their size on.
    #[inline(always)]
    pub(super) fn find_vector<const N: usize>(self, index: L::Index32, axis: usize) -> Option<*mut [T; N]> {
        let first = position::vector::<L, N>(&self.layout, index, axis, self.room)?;
        // SAFETY: the position is one of the elements. Memory that begins at a multiple of 16 bytes has it at a multiple of the
        // vector's size.
        Some(unsafe { self.pointer.add(first as usize).cast() })
    }

    /// As [`find_vector`](Memory::find_vector), or the end of the launch.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn vector<const N: usize>(self, index: L::Index32, axis: usize) -> *mut [T; N] {
        let first = position::vector_or_abort::<L, N>(&self.layout, index, axis, self.room);
        // SAFETY: as for `find_vector`.
        unsafe { self.pointer.add(first as usize).cast() }
    }

    /// Loads the `N` elements from an index on along an axis, `other` where there is none: by one instruction where they lie side
    /// by side. `WAY` is one of [`WRITTEN`], [`READ_ONLY`] and [`READ_ONCE`].
    ///
    /// # Safety
    /// No other thread writes the elements at this time; by the way of what nothing writes, none during the launch.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn load_vector_or<const N: usize, const WAY: u8>(
        self,
        index: L::Index32,
        axis: usize,
        other: T,
    ) -> [T; N] {
        if let Some(vector) = self.find_vector(index, axis) {
            // SAFETY: the elements are there, and nothing writes them now.
            return unsafe { load::<_, WAY>(vector) };
        }
        let positions = position::one_by_one::<L, N>(&self.layout, index, axis, self.room);
        // No closure, which would be the caller that an executor names.
        let (mut elements, mut k) = ([other; N], 0);
        while k < N {
            if let Some(position) = positions[k] {
                // SAFETY: the position is one of the elements, which nothing writes now.
                elements[k] = unsafe { load::<_, WAY>(self.pointer.add(position as usize)) };
            }
            k += 1;
        }
        elements
    }

    /// Stores the `N` elements from an index on along an axis, those that are there: by one instruction where they lie side by
    /// side. Whether all are there.
    ///
    /// # Safety
    /// No other thread uses the elements at this time.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn try_store_vector<const N: usize>(
        self,
        index: L::Index32,
        axis: usize,
        values: [T; N],
    ) -> bool {
        if let Some(vector) = self.find_vector(index, axis) {
            // SAFETY: the elements are there, and no other thread uses them.
            unsafe { global::store(vector, values) };
            return true;
        }
        let positions = position::one_by_one::<L, N>(&self.layout, index, axis, self.room);
        let (mut has_all, mut k) = (true, 0);
        while k < N {
            match positions[k] {
                // SAFETY: the position is one of the elements, which no other thread uses.
                Some(position) => unsafe { global::store(self.pointer.add(position as usize), values[k]) },
                None => has_all = false,
            }
            k += 1;
        }
        has_all
    }
}

/// # Safety
/// That of [`global::load`], or of [`global::load_read_only`] by the way of what nothing writes.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn load<U: Element, const WAY: u8>(from: *const U) -> U {
    // SAFETY: as the caller promises.
    unsafe {
        match WAY {
            READ_ONCE => global::load_read_only_once(from),
            READ_ONLY => global::load_read_only(from),
            _ => global::load(from),
        }
    }
}
