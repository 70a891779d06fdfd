//! A tile of shared memory.

use super::layout::Always;
use super::position::{self, Room};
#[cfg(not(target_arch = "nvptx64"))]
use crate::device::host;
use crate::device::{Element, SharedPtr, SharedSlice};
use crate::kernel::SharedTile;
use core::marker::PhantomData;
use lego_core::check::fingerprint;
use lego_core::{Coord32, Mapping32, StaticMapping};

/// A tile of shared memory as a layout sees it: one for each block, uninitialized, alive while the block runs.
///
/// Its layout has sizes known at compile time in a tile that is `#[shared]` or `#[shared(dynamic)]`; a launch passes the
/// layout of one that is `#[shared(layout)]`, and adds as much memory as that needs.
///
/// Safe code may use it from all threads: an access is an opaque instruction, so that two threads at one place without a
/// barrier get some value and no undefined behaviour.
///
/// Law: after `set(i, x)` and a barrier, `get(i)` is `x` in every thread of the block.
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::{sync_threads, thread_idx};
/// use lego_cuda::view::Shared;
///
/// layout!(pub type Padded = Row(32, 33).PadBy([32, 32] => [32, 33]););
///
/// fn transposed(tile: Shared<'_, f32, Padded>, value: f32) -> f32 {
///     let thread = thread_idx();
///     tile.set([thread.y, thread.x], value);
///     sync_threads();
///     tile.get([thread.x, thread.y])
/// }
/// ```
pub struct Shared<'a, T, L> {
    slice: SharedSlice<T>,
    layout: L,
    memory: PhantomData<&'a [T]>,
}

impl<T, L: Copy> Clone for Shared<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: Copy> Copy for Shared<'_, T, L> {}

impl<T: Element, L: StaticMapping + Mapping32> Shared<'_, T, L> {
    /// The elements of the tile, padding included.
    pub const LEN: u32 = {
        assert!(L::SPAN <= u32::MAX as usize, "a tile of shared memory has less than 4 GiB");
        L::SPAN as u32
    };

    /// The bytes of the tile.
    pub const BYTES: u32 = {
        let bytes = L::SPAN as u128 * T::BYTES as u128;
        assert!(bytes <= u32::MAX as u128, "a tile of shared memory has less than 4 GiB");
        bytes as u32
    };

    /// The tile that begins at an offset.
    ///
    /// # Panics
    /// If constants of the layout that somebody wrote by hand contradict its sizes: a trap on the GPU.
    ///
    /// # Safety
    /// The offset is a multiple of 16, and [`BYTES`](Shared::BYTES) bytes from there on belong to the block's shared
    /// memory.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn from_offset(offset: u32) -> Self {
        let layout = L::default();
        // The constants are of another trait than the positions, and no proof is about both. Of the types that `layout!` writes
        // the compiler does this.
        let fits = layout.check_u32().is_ok() && layout.span_u32() <= Self::LEN;
        assert!(fits, "the default of a tile's layout has other sizes than its constants say");
        // SAFETY: as the caller promises, and as was looked at.
        unsafe { Self::from_raw(offset, Self::LEN, layout) }
    }
}

impl<'a, T: Element, L: Mapping32> Shared<'a, T, L> {
    /// A tile of `len` elements from an offset on.
    ///
    /// # Safety
    /// The offset is a multiple of 16, and the elements from there on belong to the block's shared memory.
    /// [`check_u32`](Mapping32::check_u32) of the layout is `Ok`, and `len` is no less than its span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn from_raw(offset: u32, len: u32, layout: L) -> Self {
        // SAFETY: as the caller promises; an element has at most 16 bytes.
        let slice = unsafe {
            position::begins_aligned(offset as usize);
            SharedSlice::from_offset(offset, len)
        };
        Self { slice, layout, memory: PhantomData }
    }

    /// The same elements by another layout.
    ///
    /// # Safety
    /// [`check_u32`](Mapping32::check_u32) of the layout is `Ok`, and its span is no larger than that of the one there was.
    #[inline(always)]
    pub(super) unsafe fn seen_by<M: Mapping32>(self, layout: M) -> Shared<'a, T, M> {
        Shared { slice: self.slice, layout, memory: PhantomData }
    }

    /// The elements position by position.
    #[inline(always)]
    pub fn slice(self) -> SharedSlice<T> {
        self.slice
    }

    #[inline(always)]
    fn room(self) -> Room {
        Room::of(self.slice.len())
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(self) -> L {
        self.layout
    }

    /// The logical extents.
    #[inline(always)]
    pub fn dims(self) -> L::Index32 {
        self.layout.dims_u32()
    }

    /// The place of an element, for asynchronous copies and atomics of another scope.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn at(self, index: L::Index32) -> SharedPtr<T>
    where
        L::Position32: Always,
    {
        let position = position::checked(&self.layout, index, self.room());
        self.element(position)
    }

    /// The place of an element that is known to be inside.
    ///
    /// # Safety
    /// The index lies inside the extents and has a position below the layout's span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn at_unchecked(self, index: L::Index32) -> SharedPtr<T> {
        // SAFETY: as the caller promises.
        unsafe { self.slice.at_unchecked(position::unchecked(&self.layout, index)) }
    }

    /// Loads an element.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(self, index: L::Index32) -> T
    where
        L::Position32: Always,
    {
        self.at(index).get()
    }

    /// Stores an element.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn set(self, index: L::Index32, value: T)
    where
        L::Position32: Always,
    {
        self.at(index).set(value);
    }

    /// The place of an element, if the index has one.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn find(self, index: L::Index32) -> Option<SharedPtr<T>> {
        let position = position::find(&self.layout, index, self.room())?;
        Some(self.element(position))
    }

    /// Loads an element, `None` outside of the extents or where an `ExpandBy` stores nothing.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_get(self, index: L::Index32) -> Option<T> {
        // No closure, which would be the caller that an executor names.
        let element = self.find(index)?;
        Some(element.get())
    }

    /// Stores an element, if the index has a place; whether it has.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_set(self, index: L::Index32, value: T) -> bool {
        let Some(element) = self.find(index) else { return false };
        element.set(value);
        true
    }

    /// Loads an element that is known to be inside.
    ///
    /// # Safety
    /// That of [`at_unchecked`](Shared::at_unchecked).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn get_unchecked(self, index: L::Index32) -> T {
        // SAFETY: as the caller promises.
        unsafe { self.at_unchecked(index) }.get()
    }

    /// Stores an element that is known to be inside.
    ///
    /// # Safety
    /// That of [`at_unchecked`](Shared::at_unchecked).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn set_unchecked(self, index: L::Index32, value: T) {
        // SAFETY: as the caller promises.
        unsafe { self.at_unchecked(index) }.set(value);
    }

    /// Loads the `N` elements from an index on along the last axis by one instruction.
    ///
    /// # Panics
    /// If one lies outside of the extents, or they do not lie side by side from a multiple of `N` on: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get_vector<const N: usize>(self, index: L::Index32) -> [T; N]
    where
        L::Position32: Always,
    {
        self.vector(index).get()
    }

    /// Stores `N` elements from an index on along the last axis by one instruction.
    ///
    /// # Panics
    /// If one lies outside of the extents, or they do not lie side by side from a multiple of `N` on: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn set_vector<const N: usize>(self, index: L::Index32, values: [T; N])
    where
        L::Position32: Always,
    {
        self.vector(index).set(values);
    }

    /// Loads the `N` elements from an index on along the last axis by one instruction; `None` if one is not there, or they do not
    /// lie side by side from a multiple of `N` on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_get_vector<const N: usize>(self, index: L::Index32) -> Option<[T; N]> {
        let first = position::vector::<L, N>(&self.layout, index, Self::LAST, self.room())?;
        Some(self.elements(first).get())
    }

    /// Stores `N` elements from an index on along the last axis, those that have a place; whether all have.
    ///
    /// One instruction where they lie side by side from a multiple of `N` on, else one for each element.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_set_vector<const N: usize>(self, index: L::Index32, values: [T; N]) -> bool {
        if let Some(first) = position::vector::<L, N>(&self.layout, index, Self::LAST, self.room()) {
            self.elements(first).set(values);
            return true;
        }
        let positions = position::one_by_one::<L, N>(&self.layout, index, Self::LAST, self.room());
        let (mut has_all, mut k) = (true, 0);
        while k < N {
            match positions[k] {
                Some(position) => self.element(position).set(values[k]),
                None => has_all = false,
            }
            k += 1;
        }
        has_all
    }

    const LAST: usize = <L::Index32 as Coord32>::RANK - 1;

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn vector<const N: usize>(self, index: L::Index32) -> SharedPtr<[T; N]>
    where
        L::Position32: Always,
    {
        self.elements(position::vector_or_abort::<L, N>(&self.layout, index, Self::LAST, self.room()))
    }

    /// The place of `N` elements from a position on, which [`vector`](position::vector) has found.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn elements<const N: usize>(self, first: u32) -> SharedPtr<[T; N]> {
        // The elements are side by side, and none wraps.
        self.element(first + (N as u32 - 1));
        // SAFETY: they are there; a tile that begins at a multiple of 16 has the first at a multiple of their size.
        unsafe { SharedPtr::from_offset(self.element(first).offset()) }
    }

    /// The place of a position that was [found](position).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn element(self, position: u32) -> SharedPtr<T> {
        // SAFETY: one of the elements, by the law of a proved layout whose sizes were checked, or as it was compared when it
        // was found.
        unsafe { self.slice.at_unchecked(position) }
    }
}

// SAFETY: every access is to a position below the number of elements, or its caller answers for it.
unsafe impl<T: Element, L: StaticMapping + Mapping32> SharedTile for Shared<'_, T, L> {
    const BYTES: u32 = Self::BYTES;
    const FINGERPRINT: u64 = fingerprint("Shared", &[T::FINGERPRINT, L::FINGERPRINT]);

    #[inline(always)]
    unsafe fn from_offset(offset: u32) -> Self {
        // A fault names the index of an element.
        #[cfg(not(target_arch = "nvptx64"))]
        host::know_elements(offset, || crate::launch::elements::<T, L>(L::default()));
        // SAFETY: as the caller promises.
        unsafe { Shared::from_offset(offset) }
    }
}
