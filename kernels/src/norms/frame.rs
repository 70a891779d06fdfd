//! Rows of a matrix by the vectors of memory in which they lie.
//!
//! Memory is moved fastest by vectors of 16 bytes that begin at multiples of 16. A row whose length no such vector divides begins
//! anywhere in one. It is taken as the whole vectors of memory that are in it, and fewer than two vectors of single elements, its edge:
//!
//! ```text
//! vectors of memory   |. . . .|. . . .|. . . .|. . . .|
//! a row of 11             . .|. . . .|. . . .|.          two whole vectors, two elements before them and one behind
//! ```
//!
//! A thread has some of the vectors, and one element of the edge or none. Rows that are `V` rows apart begin alike. So a block that
//! takes every so-manieth row, a multiple of `V` of them apart, has each column at the same place of the same thread in all its rows,
//! and reads what belongs to the columns once.

use core::mem::transmute_copy;
use lego::{Mapping32, layout};
use lego_cuda::device::{Element, Stored, global};
use lego_cuda::unroll;
use lego_cuda::view::{Global, GlobalMut};

layout! {
    /// Element `[row, column]` of m rows of n elements.
    pub type Rows(m, n) = Row(m, n);
    /// What all rows share: an element for each column.
    pub type Columns(n) = Row(n);
    /// Vector `[step, thread]` of those that the threads of a block have.
    pub type Slots<const STEPS: usize, const THREADS: usize> = Row(STEPS, THREADS);
}

/// How rows lie in vectors of `V` elements.
#[derive(Clone, Copy)]
pub(super) struct Frame<const V: usize> {
    /// The elements of a row.
    length: u32,
    /// How many of them stand before the first whole vector.
    head: u32,
    /// How many whole vectors there are.
    pub(super) vectors: u32,
}

impl<const V: usize> Frame<V> {
    /// That of a row, and of all that are a multiple of `V` rows from it.
    #[inline(always)]
    pub(super) fn of(row: u32, length: u32) -> Self {
        let shift = Self::shift(row, length);
        let head = length.min((V as u32 - shift) % V as u32);
        Self { length, head, vectors: (length - head) / V as u32 }
    }

    /// How many elements behind the beginning of a vector a row begins.
    #[inline(always)]
    pub(super) fn shift(row: u32, length: u32) -> u32 {
        const { assert!(V.is_power_of_two(), "what is left of a position by V is left of it modulo 2^32 too") };
        row.wrapping_mul(length) % V as u32
    }

    /// How many rows lie from one of a block to its next one, where so many blocks share the rows: as many as there are blocks, or
    /// more, so that they begin alike.
    #[inline(always)]
    pub(super) fn rows_apart(blocks: u32, length: u32) -> u32 {
        if length.is_multiple_of(V as u32) { blocks } else { blocks.next_multiple_of(V as u32) }
    }

    /// The column of the first element of a whole vector.
    #[inline(always)]
    pub(super) fn column(self, vector: u32) -> u32 {
        self.head + vector * V as u32
    }

    /// The column of a thread's element of the edge, beyond the row where it has none: the first `V` threads have those before the
    /// whole vectors, the next `V` those behind.
    #[inline(always)]
    pub(super) fn edge(self, thread: u32) -> u32 {
        let v = V as u32;
        let column = if thread < v { thread } else { self.column(self.vectors) + thread - v };
        let has_one = if thread < v { thread < self.head } else { thread < 2 * v };
        if has_one { column } else { self.length }
    }

    /// A whole vector of a row.
    ///
    /// # Safety
    /// The frame is that of the row, which is one of the input's; the vector is below [`vectors`](Frame::vectors).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn read<T: Stored>(self, input: Global<'_, T, Rows>, row: u32, vector: u32) -> Packed<V> {
        // SAFETY: the elements are the row's, and begin where a vector of memory does.
        Packed::of(unsafe { input.get_vector_unchecked([row, self.column(vector)]) })
    }

    /// Sets a whole vector of a row.
    ///
    /// # Safety
    /// That of [`read`](Frame::read), and no other thread uses the vector at this time.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn write<T: Stored>(
        self,
        output: &GlobalMut<'_, T, Rows>,
        row: u32,
        vector: u32,
        values: [f32; V],
    ) where
        [T; V]: Element,
    {
        // SAFETY: the elements are the row's, and begin where a vector of memory does; the caller has the rest.
        unsafe { global::store(output.at_unchecked([row, self.column(vector)]).cast(), T::narrow_all(values)) };
    }

    /// What all rows share, of the columns of a whole vector: one instruction where rows begin where vectors do.
    ///
    /// # Safety
    /// There are as many columns as a row has elements, and the vector is below [`vectors`](Frame::vectors).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn shared<T: Stored>(self, columns: Global<'_, T, Columns>, vector: u32) -> Packed<V> {
        let first = self.column(vector);
        if self.head == 0 {
            // SAFETY: the columns of the vector are there, and begin at a multiple of `V`.
            return Packed::of(unsafe { columns.get_vector_unchecked::<V>([first]) });
        }
        let mut values = [T::narrow(0.0); V];
        unroll!(for k in 0..V {
            // SAFETY: the columns of the vector are there.
            values[k] = unsafe { columns.get_unchecked([first + k as u32]) };
        });
        Packed::of(values)
    }
}

/// The element of an index as `f32`, 0 where there is none.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn or_zero<T: Stored, L: Mapping32>(input: Global<'_, T, L>, index: L::Index32) -> f32 {
    match input.try_get(index) {
        Some(value) => value.widen(),
        None => 0.0,
    }
}

/// A vector of `V` elements in four registers. As an array of elements of two bytes it would take eight.
#[derive(Clone, Copy)]
pub(super) struct Packed<const V: usize>([u32; 4]);

impl<const V: usize> Packed<V> {
    /// A vector of zeros.
    pub(super) const ZERO: Self = Self([0; 4]);

    #[inline(always)]
    fn of<T: Stored>(values: [T; V]) -> Self {
        const { assert!(size_of::<[T; V]>() == 16, "a vector has 16 bytes") };
        // SAFETY: both have 16 bytes, without padding, and every pattern of bits is a number.
        Self(unsafe { transmute_copy(&values) })
    }

    /// The elements as `f32`.
    #[inline(always)]
    pub(super) fn widen<T: Stored>(self) -> [f32; V] {
        const { assert!(size_of::<[T; V]>() == 16, "a vector has 16 bytes") };
        // SAFETY: both have 16 bytes, and every pattern of bits is an element.
        T::widen_all(unsafe { transmute_copy::<[u32; 4], [T; V]>(&self.0) })
    }

    /// The bits.
    #[inline(always)]
    pub(super) fn bits(self) -> [u32; 4] {
        self.0
    }

    /// The vector of these bits.
    #[inline(always)]
    pub(super) fn of_bits(bits: [u32; 4]) -> Self {
        Self(bits)
    }
}
