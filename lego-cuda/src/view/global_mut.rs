//! Global memory that a kernel writes, its threads kept apart by the kernel.

use super::abi::ViewAbi;
use super::linear::Linear;
use super::memory::Memory;
use crate::device::{Element, global};
use crate::kernel::Parameter;
use core::marker::PhantomData;
use lego_core::check::fingerprint;
use lego_core::{Coord32, Mapping32};

/// Global memory that belongs to the launch alone, shared among its threads, as a layout sees it.
///
/// Every access is `unsafe`, since nothing keeps the threads apart. Where a layout does, take a
/// [`Split`](super::Split).
///
/// The layout need not be injective, since what is promised at each access is about the element, whatever indices it has.
pub struct GlobalMut<'a, T, L = Linear> {
    pub(super) memory: Memory<T, L>,
    borrowed: PhantomData<&'a mut [T]>,
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
        Self { memory: unsafe { Memory::new(pointer, len, layout) }, borrowed: PhantomData }
    }

    /// The same elements by another layout.
    ///
    /// # Safety
    /// That of [`Memory::seen_by`].
    #[inline(always)]
    pub(super) unsafe fn seen_by<M: Mapping32>(&self, layout: M) -> GlobalMut<'_, T, M> {
        // SAFETY: as the caller promises.
        GlobalMut { memory: unsafe { self.memory.seen_by(layout) }, borrowed: PhantomData }
    }

    /// The same view; with `is_full`, its indices are looked at no further than whether they lie inside the extents.
    ///
    /// # Safety
    /// With `is_full`, every index inside the extents has an element.
    #[inline(always)]
    pub(super) unsafe fn again(&self, is_full: bool) -> GlobalMut<'_, T, L> {
        // SAFETY: as the caller promises.
        GlobalMut { memory: unsafe { self.memory.known(is_full) }, borrowed: PhantomData }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.memory.layout()
    }

    /// The logical extents.
    #[inline(always)]
    pub fn dims(&self) -> L::Index32 {
        self.memory.dims()
    }

    /// The number of positions of the layout, of which a buffer may have more.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // a layout without positions is nothing anyone makes
    pub fn len(&self) -> u32 {
        self.memory.span()
    }

    /// Where the elements are, for accesses of another width: position by position.
    #[inline(always)]
    pub fn as_mut_ptr(&self) -> *mut T {
        self.memory.pointer()
    }

    /// Whether an index lies inside the extents and has a position.
    #[inline(always)]
    pub fn contains(&self, index: L::Index32) -> bool {
        self.memory.contains(index)
    }

    /// Where the element of an index is, for atomics.
    ///
    /// # Panics
    /// If the index lies outside of the extents or has no position: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn at(&self, index: L::Index32) -> *mut T {
        self.memory.at(index)
    }

    /// Where the element of an index that is known to be inside is.
    ///
    /// # Safety
    /// The index lies inside the extents and has a position below the layout's span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn at_unchecked(&self, index: L::Index32) -> *mut T {
        // SAFETY: as the caller promises.
        unsafe { self.memory.at_unchecked(index) }
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
        let Some(element) = self.memory.find(index) else { return false };
        // SAFETY: it is one of the elements, which no other thread uses.
        unsafe { global::store(element, value) };
        true
    }

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
        // SAFETY: as the caller promises.
        unsafe { self.memory.try_store_vector(index, last, values) }
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
        // SAFETY: the launch vouches for memory and layout.
        GlobalMut { memory: unsafe { Memory::from_abi(abi) }, borrowed: PhantomData }
    }
}
