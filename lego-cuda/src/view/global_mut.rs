//! Global memory that a kernel writes, its threads kept apart by the kernel.

use super::abi::ViewAbi;
use super::linear::Linear;
use super::position;
use crate::device::{Element, global};
use crate::kernel::Parameter;
use core::marker::PhantomData;
use lego_core::Mapping32;
use lego_core::check::fingerprint;

/// Global memory that belongs to the launch alone, shared among its threads, as a layout sees it.
///
/// Every access is `unsafe`, since nothing keeps the threads apart. Where a layout does, take a
/// [`Split`](super::Split).
///
/// The layout need not be injective, since what is promised at each access is about the element, whatever indices it has.
pub struct GlobalMut<'a, T, L = Linear> {
    pointer: *mut T,
    len: u32,
    layout: L,
    memory: PhantomData<&'a mut [T]>,
}

impl<T: Element, L: Mapping32> GlobalMut<'_, T, L> {
    /// A view of `len` elements.
    ///
    /// # Safety
    /// The elements are in global memory, begin at a multiple of 16 bytes, live for `'a`, and belong to the launch alone.
    /// [`check_u32`](Mapping32::check_u32) of the layout is `Ok`, and `len` is no less than its span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn from_raw(pointer: *mut T, len: u32, layout: L) -> Self {
        // SAFETY: as the caller promises.
        unsafe { position::begins_aligned(pointer.addr()) };
        Self { pointer, len, layout, memory: PhantomData }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The logical extents.
    #[inline(always)]
    pub fn dims(&self) -> L::Index32 {
        self.layout.dims_u32()
    }

    /// The number of positions of the layout, of which a buffer may have more.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // a layout without positions is nothing anyone makes
    pub fn len(&self) -> u32 {
        self.layout.span_u32()
    }

    /// The number of elements, of which the layout may have fewer.
    #[inline(always)]
    pub(super) fn room(&self) -> u32 {
        self.len
    }

    /// Where the elements are, for accesses of another width: position by position.
    #[inline(always)]
    pub fn as_mut_ptr(&self) -> *mut T {
        self.pointer
    }

    /// Whether an index lies inside the extents and has a position.
    #[inline(always)]
    pub fn contains(&self, index: L::Index32) -> bool {
        position::find(&self.layout, index, self.len).is_some()
    }

    /// Where the element of an index is, for atomics.
    ///
    /// # Panics
    /// If the index lies outside of the extents or has no position: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn at(&self, index: L::Index32) -> *mut T {
        let position = position::checked(&self.layout, index, self.len);
        // SAFETY: the position is one of the elements.
        unsafe { self.pointer.add(position as usize) }
    }

    /// Where the element of an index that is known to be inside is.
    ///
    /// # Safety
    /// The index lies inside the extents and has a position below the layout's span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn at_unchecked(&self, index: L::Index32) -> *mut T {
        // SAFETY: as the caller promises.
        unsafe { self.pointer.add(position::unchecked(&self.layout, index) as usize) }
    }

    /// The element of an index.
    ///
    /// # Panics
    /// If the index lies outside of the extents or has no position: a trap on the GPU.
    ///
    /// # Safety
    /// No other thread writes the element at this time.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn get(&self, index: L::Index32) -> T {
        // SAFETY: the address is one of the elements, which no other thread writes.
        unsafe { global::load(self.at(index)) }
    }

    /// Sets the element of an index.
    ///
    /// # Panics
    /// If the index lies outside of the extents or has no position: a trap on the GPU.
    ///
    /// # Safety
    /// No other thread uses the element at this time.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn set(&self, index: L::Index32, value: T) {
        // SAFETY: the address is one of the elements, which no other thread uses.
        unsafe { global::store(self.at(index), value) }
    }

    /// Sets the element of an index, if it lies inside the extents and has a position; whether it does.
    ///
    /// # Safety
    /// No other thread uses the element at this time.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn try_set(&self, index: L::Index32, value: T) -> bool {
        let Some(position) = position::find(&self.layout, index, self.len) else { return false };
        // SAFETY: the position is one of the elements, which no other thread uses.
        unsafe { global::store(self.pointer.add(position as usize), value) };
        true
    }

    /// The element of an index that is known to be inside.
    ///
    /// # Safety
    /// That of [`at_unchecked`](GlobalMut::at_unchecked) and of [`get`](GlobalMut::get).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn get_unchecked(&self, index: L::Index32) -> T {
        // SAFETY: as the caller promises.
        unsafe { global::load(self.at_unchecked(index)) }
    }

    /// Sets the element of an index that is known to be inside.
    ///
    /// # Safety
    /// That of [`at_unchecked`](GlobalMut::at_unchecked) and of [`set`](GlobalMut::set).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn set_unchecked(&self, index: L::Index32, value: T) {
        // SAFETY: as the caller promises.
        unsafe { global::store(self.at_unchecked(index), value) }
    }
}

// SAFETY: the ABI is `repr(C)` of an address and numbers; the lifetime is the only one.
unsafe impl<T: Element, L: Mapping32> Parameter for GlobalMut<'_, T, L> {
    type Abi = ViewAbi<T, L>;
    type During<'launch> = GlobalMut<'launch, T, L>;
    const FINGERPRINT: u64 = fingerprint("GlobalMut", &[T::FINGERPRINT, L::FINGERPRINT]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(abi: ViewAbi<T, L>) -> GlobalMut<'launch, T, L> {
        let (pointer, len, layout) = abi.parts();
        // SAFETY: the launch vouches for memory and layout.
        unsafe { GlobalMut::from_raw(pointer, len, layout) }
    }
}
