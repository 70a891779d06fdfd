//! Rows of a matrix by the vectors of memory in which they lie.
//!
//! Memory is moved fastest by vectors of 16 bytes that begin at multiples of 16. A row whose length no such vector divides begins
//! anywhere in one, and its first and last vector belong to the rows beside it too:
//!
//! ```text
//! vectors of memory   |. . . .|. . . .|. . . .|. . . .|
//! a row of 11             . .|. . . .|. . . .|.          begins 2 elements behind the beginning of its first vector
//! ```
//!
//! Rows that are `V` rows apart begin alike. So a block that takes every so-manieth row, a multiple of `V` of them apart, has each
//! column at the same place of the same thread in all its rows, and reads what belongs to the columns once.

use lego::{Mapping32, layout};
use lego_cuda::device::{Element, Stored, global};
use lego_cuda::unroll;
use lego_cuda::view::{Global, GlobalMut};

layout! {
    /// Element `[row, column]` of m rows of n elements.
    pub type Rows(m, n) = Row(m, n);
    /// What all rows share: an element for each column.
    pub type Columns(n) = Row(n);
    /// Vector `[step, thread]` of those that the threads of a block have of a row.
    pub type Slots<const STEPS: usize, const THREADS: usize> = Row(STEPS, THREADS);
}

/// How rows lie in vectors of `V` elements.
#[derive(Clone, Copy)]
pub(super) struct Frame<const V: usize> {
    /// How many elements behind the beginning of its first vector a row begins.
    shift: u32,
    /// The elements of a row.
    length: u32,
}

impl<const V: usize> Frame<V> {
    /// That of a row, and of all that are a multiple of `V` rows from it.
    #[inline(always)]
    pub(super) fn of(row: u32, length: u32) -> Self {
        const { assert!(V.is_power_of_two(), "what is left of a position by V is left of it modulo 2^32 too") };
        Self { shift: row.wrapping_mul(length) % V as u32, length }
    }

    /// How many rows lie from one of a block to its next one, where so many blocks share the rows: as many as there are blocks, or
    /// more, so that they begin alike.
    #[inline(always)]
    pub(super) fn rows_apart(blocks: u32, length: u32) -> u32 {
        if length.is_multiple_of(V as u32) { blocks } else { blocks.next_multiple_of(V as u32) }
    }

    /// In how many vectors a row lies.
    #[inline(always)]
    pub(super) fn vectors(self) -> u32 {
        (self.shift + self.length).div_ceil(V as u32)
    }

    /// The column of a vector's first element; before column 0, modulo 2^32, where the row begins in the vector.
    #[inline(always)]
    pub(super) fn column(self, vector: u32) -> u32 {
        (vector * V as u32).wrapping_sub(self.shift)
    }

    /// Whether all elements from a column on are the row's.
    #[inline(always)]
    fn has_all(self, column: u32) -> bool {
        column < self.length && V as u32 <= self.length - column
    }

    /// Sets the elements of a vector that are the row's.
    ///
    /// # Safety
    /// No other thread uses them at this time. The frame is that of the row, which is one of the output's, and the column that of one
    /// of its vectors.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn write<T: Element>(self, output: &GlobalMut<'_, T, Rows>, row: u32, column: u32, values: [T; V]) {
        if self.has_all(column) {
            // SAFETY: the elements are the row's, and begin where a vector of memory does; the caller has the rest.
            unsafe { global::store(output.at_unchecked([row, column]).cast(), values) };
        } else {
            unroll!(for k in 0..V {
                // SAFETY: as the caller promises.
                unsafe { output.try_set([row, column.wrapping_add(k as u32)], values[k]) };
            });
        }
    }
}

/// The vector from a column on, 0 where there is no element: by one instruction where it is one of memory.
///
/// `index` gives the index of a column.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn read<T: Stored, L: Mapping32, const V: usize>(
    input: Global<'_, T, L>,
    index: impl Fn(u32) -> L::Index32,
    column: u32,
) -> [T; V] {
    if let Some(vector) = input.try_get_vector(index(column)) {
        return vector;
    }
    let mut values = [T::narrow(0.0); V];
    unroll!(for k in 0..V {
        if let Some(value) = input.try_get(index(column.wrapping_add(k as u32))) {
            values[k] = value;
        }
    });
    values
}
