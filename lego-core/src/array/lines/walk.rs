//! The iterators over all lines of a direction, each with one form of line.

use super::direction::{Direction, Family};
use super::scattered::{CellLine, ScatteredLine};
use crate::mapping::Mapping;
use core::cell::Cell;
use core::{fmt, mem};

/// All lines of a direction: iterators over slices or over runs.
///
/// Call one generic kernel in both arms; the compiler keeps the arm that the layout's constants allow.
#[derive(Clone, Debug)]
pub enum Walk<S, R> {
    /// The elements of each line lie side by side.
    Slices(S),
    /// The elements are spread.
    Scattered(R),
}

/// Lines of a direction one after the other, as given by [`Walk`].
macro_rules! walk {
    ($(#[$doc:meta])* $walk:ident, $elements:ty, $line:ty, |$data:ident, $family:ident, $k:ident| $make:expr) => {
        $(#[$doc])*
        pub struct $walk<'a, T, L, D> {
            data: $elements,
            family: Family<L, D>,
            next: usize,
            count: usize,
        }

        impl<'a, T, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> $walk<'a, T, L, D> {
            #[inline(always)]
            pub(super) fn new(data: $elements, family: Family<L, D>) -> Self {
                let count = family.count();
                Self { data, family, next: 0, count }
            }
        }

        impl<'a, T, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> Iterator for $walk<'a, T, L, D> {
            type Item = $line;

            #[inline(always)]
            fn next(&mut self) -> Option<$line> {
                let ($data, $family, $k) = (self.data, &self.family, self.next);
                if $k == self.count {
                    return None;
                }
                self.next += 1;
                Some($make)
            }

            #[inline(always)]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.count - self.next;
                (left, Some(left))
            }
        }

        impl<T, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> ExactSizeIterator for $walk<'_, T, L, D> {}

        impl<T, L, D: fmt::Debug> fmt::Debug for $walk<'_, T, L, D> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($walk))
                    .field("direction", &self.family.direction)
                    .field("next", &self.next)
                    .field("count", &self.count)
                    .finish_non_exhaustive()
            }
        }
    };
}

walk! {
    /// The lines as slices, to be read.
    Slices, &'a [T], &'a [T], |data, family, k| &data[family.range(k)]
}

walk! {
    /// The lines as runs, to be read.
    ScatteredLines, &'a [T], ScatteredLine<'a, T, L, D>, |data, family, k| ScatteredLine::new(data, family.clone(), k)
}

walk! {
    /// The lines as runs, to be changed.
    CellLines, &'a [Cell<T>], CellLine<'a, T, L, D>, |data, family, k| CellLine::new(data, family.clone(), k)
}

/// The lines as slices, to be changed: disjoint, because each is split off what the ones before left over.
#[derive(Debug)]
pub struct SlicesMut<'a, T, L, D> {
    /// What lies behind the lines that are given out.
    rest: &'a mut [T],
    /// The position where `rest` starts.
    offset: usize,
    family: Family<L, D>,
    next: usize,
    count: usize,
}

impl<'a, T, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> SlicesMut<'a, T, L, D> {
    #[inline(always)]
    pub(super) fn new(data: &'a mut [T], family: Family<L, D>) -> Self {
        let count = family.count();
        Self { rest: data, offset: 0, family, next: 0, count }
    }
}

impl<'a, T, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> Iterator
    for SlicesMut<'a, T, L, D>
{
    type Item = &'a mut [T];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.next == self.count {
            return None;
        }
        let range = self.family.range(self.next);
        self.next += 1;
        let behind = &mut mem::take(&mut self.rest)[range.start - self.offset..];
        let (line, rest) = behind.split_at_mut(range.len());
        self.rest = rest;
        self.offset = range.end;
        Some(line)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.count - self.next;
        (left, Some(left))
    }
}

impl<T, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> ExactSizeIterator
    for SlicesMut<'_, T, L, D>
{
}
