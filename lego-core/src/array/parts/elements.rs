//! The memory that several parts of an array share.

#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::ptr::NonNull;

/// A buffer that several parts share, each of which reaches elements of its own.
///
/// It stands for `&'a mut` to those elements, wherever they lie; who has it says which.
pub(in crate::array) struct Elements<'a, T> {
    start: NonNull<T>,
    len: usize,
    memory: PhantomData<&'a mut [T]>,
}

// A copy reaches the same elements: it is for who gives some of them away.
impl<T> Clone for Elements<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Elements<'_, T> {}

// SAFETY: it stands for mutable references to elements, which may be sent where the elements may.
unsafe impl<T: Send> Send for Elements<'_, T> {}

// SAFETY: behind a shared reference to it, its owners give out shared references to elements only.
unsafe impl<T: Sync> Sync for Elements<'_, T> {}

impl<'a, T> Elements<'a, T> {
    #[inline(always)]
    pub(in crate::array) fn new(elements: &'a mut [T]) -> Self {
        let len = elements.len();
        Self { start: NonNull::from(elements).cast(), len, memory: PhantomData }
    }

    #[inline(always)]
    pub(in crate::array) fn len(&self) -> usize {
        self.len
    }

    /// # Safety
    /// The position is below the length, and for `'b` nobody changes the element.
    #[inline(always)]
    pub(in crate::array) unsafe fn get<'b>(self, position: usize) -> &'b T
    where
        'a: 'b,
    {
        debug_assert!(position < self.len);
        // SAFETY: as the caller promises; the buffer is borrowed for `'a`, which is at least as long.
        unsafe { self.start.add(position).as_ref() }
    }

    /// # Safety
    /// The position is below the length, and for `'b` nobody else reaches the element.
    #[inline(always)]
    pub(in crate::array) unsafe fn get_mut<'b>(self, position: usize) -> &'b mut T
    where
        'a: 'b,
    {
        debug_assert!(position < self.len);
        // SAFETY: as the caller promises; the buffer is borrowed mutably for `'a`, which is at least as long.
        unsafe { self.start.add(position).as_mut() }
    }

    /// # Safety
    /// The positions from `start` on, `len` of them, are below the length, and for `'b` nobody changes the elements.
    #[inline(always)]
    pub(in crate::array) unsafe fn slice<'b>(self, start: usize, len: usize) -> &'b [T]
    where
        'a: 'b,
    {
        debug_assert!(start.checked_add(len).is_some_and(|end| end <= self.len));
        // SAFETY: as for `get`.
        unsafe { core::slice::from_raw_parts(self.start.add(start).as_ptr(), len) }
    }

    /// # Safety
    /// The positions from `start` on, `len` of them, are below the length, and for `'b` nobody else reaches the elements.
    #[inline(always)]
    pub(in crate::array) unsafe fn slice_mut<'b>(self, start: usize, len: usize) -> &'b mut [T]
    where
        'a: 'b,
    {
        debug_assert!(start.checked_add(len).is_some_and(|end| end <= self.len));
        // SAFETY: as for `get_mut`.
        unsafe { core::slice::from_raw_parts_mut(self.start.add(start).as_ptr(), len) }
    }
}
