//! What cuts an array into parts, and the memory that parts share.

#![allow(unsafe_code)]

use crate::error::LayoutError;
use crate::mapping::Mapping;
use core::marker::PhantomData;
use core::ptr::NonNull;

/// A way to cut an array into parts, which have numbers from 0 on.
///
/// The trait is sealed.
pub trait Cut: Clone + sealed::Sealed {
    /// The coordinates of a part.
    type At;
    /// The map of a part: from the indices in it to positions of the whole array.
    type Part: Mapping;

    /// The number of parts.
    fn count(&self) -> usize;

    /// The coordinates of a part below [`count`](Cut::count).
    fn at(&self, part: usize) -> Self::At;

    /// The map of a part below [`count`](Cut::count).
    fn part(&self, part: usize) -> Self::Part;
}

/// A [`Cut`] into parts that have no index in common.
///
/// # Safety
/// If [`PROVED`](Partition::PROVED) and [`check`](Partition::check) is `Ok`, then, for the value and its clones on any
/// thread: `count` answers the same at each call; [`Cut::part`] of a number below it gives a map that answers the same each
/// time it is made and asked, whose `INJECTIVE` is there and whose `check` is `Ok`; no two such maps, of different numbers,
/// have a position in common; and all positions are below [`span`](Partition::span), which answers the same at each call.
pub unsafe trait Partition: Cut {
    /// Whether the layouts that this is made of are proved [injective](Mapping::INJECTIVE).
    const PROVED: bool;

    /// Whether the layouts that this is made of [say](Mapping::check) that their sizes are right.
    ///
    /// # Errors
    /// What they say.
    fn check(&self) -> Result<(), LayoutError>;

    /// The number of positions of the whole array.
    fn span(&self) -> usize;
}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// The coordinates of a number that counts them in row-major order.
///
/// Different numbers have different coordinates, and a number below the product of the extents has coordinates below them.
#[inline(always)]
pub(super) fn unflatten<const R: usize>(mut number: usize, mut extents: [usize; R]) -> [usize; R] {
    for axis in (1..R).rev() {
        (extents[axis], number) = (number % extents[axis], number / extents[axis]);
    }
    if let Some(first) = extents.first_mut() {
        *first = number;
    }
    extents
}

/// The product of extents; where it is beyond `usize::MAX`, that.
#[inline(always)]
pub(super) fn product<const R: usize>(extents: [usize; R]) -> usize {
    if extents.contains(&0) { 0 } else { extents.iter().fold(1, |product: usize, &n| product.saturating_mul(n)) }
}

/// A buffer that several parts share, each of which reaches elements of its own.
///
/// It stands for `&'a mut` to those elements, wherever they lie; who has it says which.
pub(super) struct Elements<'a, T> {
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
    pub(super) fn new(elements: &'a mut [T]) -> Self {
        let len = elements.len();
        Self { start: NonNull::from(elements).cast(), len, memory: PhantomData }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// # Safety
    /// The position is below the length, and for `'b` nobody changes the element.
    #[inline(always)]
    pub(super) unsafe fn get<'b>(self, position: usize) -> &'b T
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
    pub(super) unsafe fn get_mut<'b>(self, position: usize) -> &'b mut T
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
    pub(super) unsafe fn slice<'b>(self, start: usize, len: usize) -> &'b [T]
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
    pub(super) unsafe fn slice_mut<'b>(self, start: usize, len: usize) -> &'b mut [T]
    where
        'a: 'b,
    {
        debug_assert!(start.checked_add(len).is_some_and(|end| end <= self.len));
        // SAFETY: as for `get_mut`.
        unsafe { core::slice::from_raw_parts_mut(self.start.add(start).as_ptr(), len) }
    }
}
