//! Global memory that a kernel reads.

use super::abi::ViewAbi;
use super::layout::Always;
use super::linear::Linear;
use super::memory::{Memory, READ_ONCE, READ_ONLY};
use crate::device::{Element, global};
use crate::kernel::Parameter;
use core::marker::PhantomData;
use lego_core::check::fingerprint;
use lego_core::{Coord32, Mapping32};

/// Global memory that nothing writes during the launch, as a layout sees it.
///
/// Law: `get(i)` is the element that the host sees at `layout.apply(i)` of the buffer.
///
/// ```
/// use lego_cuda::view::Global;
/// /// The mean of an element and its right neighbour.
/// fn body(row: Global<'_, f32>, i: u32) -> f32 {
///     0.5 * (row.get([i]) + row.try_get([i + 1]).unwrap_or(0.0))
/// }
/// ```
pub struct Global<'a, T, L = Linear> {
    pub(super) memory: Memory<T, L>,
    /// Whether what is read is not read again: a constant of the kernel, known when it is compiled.
    once: bool,
    borrowed: PhantomData<&'a [T]>,
}

impl<T, L: Copy> Clone for Global<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: Copy> Copy for Global<'_, T, L> {}

impl<'a, T: Element, L: Mapping32> Global<'a, T, L> {
    /// A view of `len` elements.
    ///
    /// # Safety
    /// The elements are in global memory, begin at a multiple of 16 bytes, live for `'a`, and nothing writes them during
    /// it. [`check_u32`](Mapping32::check_u32) of the layout is `Ok`, and `len` is no less than its span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn from_raw(pointer: *const T, len: u32, layout: L) -> Self {
        // SAFETY: as the caller promises.
        Self { memory: unsafe { Memory::new(pointer.cast_mut(), len, layout) }, once: false, borrowed: PhantomData }
    }

    /// The same view of elements that the launch reads once: they are the first to leave the caches.
    ///
    /// So what else is there stays: what is read again, and what was written, which would go to memory to make room. Where a kernel reads
    /// much and writes little, it is up to a sixth faster; where it writes as much as it reads, what it writes takes the room all the same.
    /// An element that is read again is right all the same, and may come from memory a second time. Asynchronous copies take no notice.
    ///
    /// ```
    /// use lego_cuda::view::Global;
    /// /// An element of a matrix of 4 columns times one of a vector, which all rows read.
    /// fn product(matrix: Global<'_, f32>, vector: Global<'_, f32>, i: u32) -> f32 {
    ///     matrix.once().get([i]) * vector.get([i % 4])
    /// }
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// Loads an element, or several, that the view has.
    ///
    /// # Safety
    /// That of [`global::load_read_only`].
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn load<U: Element>(self, from: *const U) -> U {
        // SAFETY: as the caller promises.
        unsafe { if self.once { global::load_read_only_once(from) } else { global::load_read_only(from) } }
    }

    /// The same elements by another layout.
    ///
    /// # Safety
    /// That of [`Memory::seen_by`].
    #[inline(always)]
    pub(super) unsafe fn seen_by<M: Mapping32>(self, layout: M) -> Global<'a, T, M> {
        // SAFETY: as the caller promises.
        Global { memory: unsafe { self.memory.seen_by(layout) }, once: self.once, borrowed: PhantomData }
    }

    /// The same view; with `is_full`, its indices are looked at no further than whether they lie inside the extents.
    ///
    /// # Safety
    /// With `is_full`, every index inside the extents has an element.
    #[inline(always)]
    pub(super) unsafe fn again(self, is_full: bool) -> Self {
        // SAFETY: as the caller promises.
        Self { memory: unsafe { self.memory.known(is_full) }, ..self }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(self) -> L {
        self.memory.layout()
    }

    /// The logical extents.
    #[inline(always)]
    pub fn dims(self) -> L::Index32 {
        self.memory.dims()
    }

    /// The number of positions of the layout, of which a buffer may have more.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // a layout without positions is nothing anyone makes
    pub fn len(self) -> u32 {
        self.memory.span()
    }

    /// Where the elements are, for accesses of another width: position by position.
    #[inline(always)]
    pub fn as_ptr(self) -> *const T {
        self.memory.pointer()
    }

    /// Where the element of an index that is known to be inside is, for copies and accesses of another width.
    ///
    /// # Safety
    /// The index lies inside the extents, has a position, and that is below the number of elements.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn at_unchecked(self, index: L::Index32) -> *const T {
        // SAFETY: as the caller promises.
        unsafe { self.memory.at_unchecked(index) }
    }

    /// The element of an index.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(self, index: L::Index32) -> T
    where
        L::Position32: Always,
    {
        // SAFETY: the element is one of those that nothing writes during the launch.
        unsafe { self.load(self.memory.at(index)) }
    }

    /// The place of an element, if the index has one.
    #[inline(always)]
    pub(super) fn find(self, index: L::Index32) -> Option<*const T> {
        Some(self.memory.find(index)?.cast_const())
    }

    /// Whether an index lies inside the extents and has a position.
    #[inline(always)]
    pub fn contains(self, index: L::Index32) -> bool {
        self.memory.contains(index)
    }

    /// The element of an index, `None` outside of the extents or where an `ExpandBy` stores nothing.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_get(self, index: L::Index32) -> Option<T> {
        // No closure, which would be the caller that an executor names.
        let element = self.memory.find(index)?;
        // SAFETY: as for `get`.
        Some(unsafe { self.load(element) })
    }

    /// The element of an index, `other` outside of the extents or where an `ExpandBy` stores nothing: one instruction and no branch, where
    /// what [`try_get`](Global::try_get) gives would have to be moved once more.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::view::Global;
    ///
    /// layout! {
    ///     /// Vector `[tile, vector]` of a line of n vectors in tiles of 32, the last of them partial.
    ///     type Tiles(n) = Row(n).ExpandBy([n] => [ceil_div(n, 32)*32]).GroupBy([ceil_div(n, 32), 32]);
    /// }
    ///
    /// /// A vector; behind the end there is 0, which adds nothing.
    /// fn vector(line: Global<'_, [f32; 4], Tiles>, tile: u32, lane: u32) -> [f32; 4] {
    ///     line.get_or([tile, lane], [0.0; 4])
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get_or(self, index: L::Index32, other: T) -> T {
        // Where there is none, the address is that of the first, which costs a register of 32 bits.
        let position = self.memory.position(index);
        // SAFETY: as for `get`, if there is one.
        unsafe {
            let from = self.as_ptr().add(position.unwrap_or(0) as usize);
            if self.once {
                global::load_read_only_once_or(from, position.is_some(), other)
            } else {
                global::load_read_only_or(from, position.is_some(), other)
            }
        }
    }

    /// The element of an index that is known to be inside.
    ///
    /// # Safety
    /// The index lies inside the extents and has a position below the layout's span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn get_unchecked(self, index: L::Index32) -> T {
        // SAFETY: as the caller promises.
        unsafe { self.load(self.memory.at_unchecked(index)) }
    }

    /// The `N` elements from an index on along the last axis, by one instruction.
    ///
    /// # Panics
    /// If one lies outside of the extents, or they do not lie side by side from a multiple of `N` on: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get_vector<const N: usize>(self, index: L::Index32) -> [T; N]
    where
        L::Position32: Always,
    {
        // SAFETY: as for `get`, of several.
        unsafe { self.load(self.memory.vector(index, Self::LAST)) }
    }

    /// The `N` elements from an index on along the last axis, by one instruction; `None` if one is not there, or they do not lie
    /// side by side from a multiple of `N` on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_get_vector<const N: usize>(self, index: L::Index32) -> Option<[T; N]> {
        let elements = self.memory.find_vector(index, Self::LAST)?;
        // SAFETY: as for `get`, of several.
        Some(unsafe { self.load(elements) })
    }

    /// The `N` elements from an index on along the last axis, `other` where there is none: outside of the extents, or where an
    /// `ExpandBy` stores nothing.
    ///
    /// One instruction where [`try_get_vector`](Global::try_get_vector) gives something, else one for each element.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::view::Global;
    ///
    /// layout! {
    ///     /// Element `[q, k]` of a line of n elements in quarters of a unit, the last of them partial.
    ///     type Quarters(n) = Row(n).ExpandBy([n] => [ceil_div(n, 4)*4]).GroupBy([ceil_div(n, 4), 4]);
    /// }
    ///
    /// /// The sum of four elements, of those that there are.
    /// fn sum(line: Global<'_, f32, Quarters>, q: u32) -> f32 {
    ///     line.get_vector_or::<4>([q, 0], 0.0).iter().sum()
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get_vector_or<const N: usize>(self, index: L::Index32, other: T) -> [T; N] {
        // SAFETY: nothing writes the elements during the launch.
        unsafe {
            if self.once {
                self.memory.load_vector_or::<N, READ_ONCE>(index, Self::LAST, other)
            } else {
                self.memory.load_vector_or::<N, READ_ONLY>(index, Self::LAST, other)
            }
        }
    }

    /// As [`get_vector`](Global::get_vector) for elements that are known to be inside and to lie so.
    ///
    /// # Safety
    /// That of [`get_unchecked`](Global::get_unchecked) for all of them; they lie side by side from a multiple of `N` on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn get_vector_unchecked<const N: usize>(self, index: L::Index32) -> [T; N] {
        // SAFETY: as the caller promises; the memory begins at a multiple of 16 bytes.
        unsafe { self.load(self.memory.at_unchecked(index).cast()) }
    }

    const LAST: usize = <L::Index32 as Coord32>::RANK - 1;
}

// SAFETY: the ABI is `repr(C)` of an address and numbers; the lifetime is the only one.
unsafe impl<T: Element, L: Mapping32> Parameter for Global<'_, T, L> {
    type Abi = ViewAbi<T, L>;
    type During<'launch> = Global<'launch, T, L>;
    const FINGERPRINT: u64 = fingerprint("Global", &[T::FINGERPRINT, L::FINGERPRINT]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(abi: ViewAbi<T, L>) -> Global<'launch, T, L> {
        // SAFETY: the launch vouches for memory and layout.
        Global { memory: unsafe { Memory::from_abi(abi) }, once: false, borrowed: PhantomData }
    }
}
