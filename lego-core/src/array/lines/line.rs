//! The traits of a line: its elements, whatever lies between them.

use core::array;
use core::ops::Range;

/// Elements in a line: a slice or a run.
///
/// A kernel written over this trait compiles to vector code where a line is a slice. For that, cut all lines that it
/// combines to one length with [`part`](Line::part) before the loop, so that the compiler sees that no access can be out
/// of range.
pub trait Line: Sized {
    /// What an element is.
    type Item: Copy;

    /// Whether the elements lie side by side in memory, so that [`load`](Line::load) is one vector load.
    ///
    /// It lets a kernel choose the order in which it visits the elements; what it computes does not depend on it.
    const CONTIGUOUS: bool;

    /// The number of elements.
    fn len(&self) -> usize;

    /// Whether there are no elements.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Element `k`.
    ///
    /// # Panics
    /// If `k >= self.len()`.
    fn at(&self, k: usize) -> Self::Item;

    /// The elements `k`, `k + 1`, …, `k + W - 1`.
    ///
    /// # Panics
    /// If `k + W > self.len()`.
    #[inline(always)]
    fn load<const W: usize>(&self, k: usize) -> [Self::Item; W] {
        array::from_fn(|w| self.at(k + w))
    }

    /// The elements of a range as a line of their own.
    ///
    /// # Panics
    /// If the range is not within `0..self.len()`.
    fn part(&self, range: Range<usize>) -> impl Line<Item = Self::Item>;

    /// The elements one after the other.
    #[inline(always)]
    fn items(&self) -> impl Iterator<Item = Self::Item> {
        (0..self.len()).map(|k| self.at(k))
    }
}

/// A [`Line`] whose elements can be changed.
pub trait LineMut: Line {
    /// Puts a value in place `k`.
    ///
    /// # Panics
    /// If `k >= self.len()`.
    fn set(&mut self, k: usize, value: Self::Item);

    /// Puts values in the places `k`, `k + 1`, …, `k + W - 1`.
    ///
    /// # Panics
    /// If `k + W > self.len()`.
    #[inline(always)]
    fn store<const W: usize>(&mut self, k: usize, values: [Self::Item; W]) {
        for (w, value) in values.into_iter().enumerate() {
            self.set(k + w, value);
        }
    }

    /// The elements of a range as a line of their own, to be changed.
    ///
    /// # Panics
    /// If the range is not within `0..self.len()`.
    fn part_mut(&mut self, range: Range<usize>) -> impl LineMut<Item = Self::Item>;
}

/// What both kinds of slice do to be read.
macro_rules! read {
    () => {
        type Item = T;
        const CONTIGUOUS: bool = true;

        #[inline(always)]
        fn len(&self) -> usize {
            <[T]>::len(self)
        }

        #[inline(always)]
        fn at(&self, k: usize) -> T {
            self[k]
        }

        #[inline(always)]
        fn load<const W: usize>(&self, k: usize) -> [T; W] {
            let whole: &[T; W] = self[k..][..W].try_into().expect("the slice was cut to W elements");
            *whole
        }

        #[inline(always)]
        fn part(&self, range: Range<usize>) -> impl Line<Item = T> {
            &self[range]
        }
    };
}

impl<T: Copy> Line for &[T] {
    read!();
}

impl<T: Copy> Line for &mut [T] {
    read!();
}

impl<T: Copy> LineMut for &mut [T] {
    #[inline(always)]
    fn set(&mut self, k: usize, value: T) {
        self[k] = value;
    }

    #[inline(always)]
    fn store<const W: usize>(&mut self, k: usize, values: [T; W]) {
        self[k..][..W].copy_from_slice(&values);
    }

    #[inline(always)]
    fn part_mut(&mut self, range: Range<usize>) -> impl LineMut<Item = T> {
        &mut self[range]
    }
}
