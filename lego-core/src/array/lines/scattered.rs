//! Lines that do not lie in one piece.

use super::direction::{Direction, Family};
use super::line::{Line, LineMut};
use crate::mapping::Mapping;
use core::cell::Cell;
use core::fmt;
use core::ops::Range;

/// Where the elements of a run lie: some of those of a line.
#[derive(Copy, Debug)]
struct Track<L, D> {
    family: Family<L, D>,
    /// The line.
    k: usize,
    /// How many elements of the line come before.
    skip: usize,
    len: usize,
}

impl<L: Clone, D: Clone> Clone for Track<L, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { family: self.family.clone(), k: self.k, skip: self.skip, len: self.len }
    }
}

impl<L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> Track<L, D> {
    /// What part of the array a whole line needs to see.
    ///
    /// With a stride it is what lies between the first and the last element, so that positions in it need no start.
    #[inline(always)]
    fn seen(&self) -> Range<usize> {
        let (start, reach) = (self.family.start(self.k), self.reach());
        match self.family.stride() {
            _ if self.len == 0 => 0..0,
            // The last element is the lowest.
            Some(s) if s < 0 => start.wrapping_sub(reach)..start + 1,
            Some(_) => start..start + reach + 1,
            None => 0..self.family.layout.span(),
        }
    }

    /// How far the last element lies from the first.
    #[inline(always)]
    fn reach(&self) -> usize {
        self.family.stride().map_or(0, |s| self.len.saturating_sub(1) * s.unsigned_abs())
    }

    /// The position of element `t` in what the run sees.
    #[inline(always)]
    fn position(&self, t: usize) -> usize {
        match self.family.stride() {
            // Beyond the end the position is too: the access itself panics.
            Some(s) if s > 0 => t * s.unsigned_abs(),
            Some(s) => {
                self.expect(t);
                (self.len - 1 - t) * s.unsigned_abs()
            }
            None => {
                self.expect(t);
                self.family.position(self.k, self.skip + t)
            }
        }
    }

    #[inline(always)]
    fn expect(&self, t: usize) {
        assert!(t < self.len, "there is no element {t} in a line of {}", self.len);
    }

    /// The elements of a range, and what part of what this run sees they need.
    #[inline(always)]
    fn part(&self, range: Range<usize>) -> (Self, Range<usize>) {
        let Range { start, end } = range;
        assert!(start <= end && end <= self.len, "there are no elements {start}..{end} in a line of {}", self.len);
        let part = Self { skip: self.skip + start, len: end - start, ..self.clone() };
        match self.family.stride() {
            _ if start == end => (part, 0..0),
            Some(s) => {
                let low = self.position(if s > 0 { start } else { end - 1 });
                let end = low + part.reach() + 1;
                (part, low..end)
            }
            None => (part, 0..self.family.layout.span()),
        }
    }
}

/// A line to be read whose elements do not lie side by side.
#[derive(Clone, Copy, Debug)]
pub struct ScatteredLine<'a, T, L, D> {
    data: &'a [T],
    track: Track<L, D>,
}

/// A line to be changed whose elements do not lie side by side.
///
/// It sees its elements as [`Cell`]s, because those of other runs lie between them: several runs of one array can be
/// used at the same time. It is `Copy`, and a copy is the same line.
pub struct CellLine<'a, T, L, D> {
    data: &'a [Cell<T>],
    track: Track<L, D>,
}

impl<T, L: Clone, D: Clone> Clone for CellLine<'_, T, L, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { data: self.data, track: self.track.clone() }
    }
}

impl<T, L: Copy, D: Copy> Copy for CellLine<'_, T, L, D> {}

impl<T, L: fmt::Debug, D: fmt::Debug> fmt::Debug for CellLine<'_, T, L, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CellLine").field("track", &self.track).finish_non_exhaustive()
    }
}

/// What both kinds of run do: `$elem` is what the data consists of, `$read` reads one.
macro_rules! run {
    ($run:ident, $elem:ty, $elem_doc:literal, $read:expr) => {
        impl<'a, T, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> $run<'a, T, L, D> {
            #[inline(always)]
            #[track_caller]
            pub(super) fn new(data: &'a [$elem], family: Family<L, D>, k: usize) -> Self {
                let len = family.len(k);
                let track = Track { family, k, skip: 0, len };
                Self { data: &data[track.seen()], track }
            }

            #[doc = concat!("The ", $elem_doc, " `k`, `None` behind the end.")]
            #[inline]
            pub fn get(&self, k: usize) -> Option<&'a $elem> {
                if k < self.track.len { self.data.get(self.track.position(k)) } else { None }
            }

            /// By how much the position grows from one element to the next, `None` where that is not known: a constant of
            /// the layout.
            #[inline]
            pub fn stride(&self) -> Option<isize> {
                self.track.family.stride()
            }

            /// The elements of a range as a run of their own.
            ///
            /// # Panics
            /// If the range is not within `0..self.len()`.
            #[inline(always)]
            pub fn slice(&self, range: Range<usize>) -> Self {
                let (track, seen) = self.track.part(range);
                Self { data: &self.data[seen], track }
            }
        }

        impl<T: Copy, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> Line
            for $run<'_, T, L, D>
        {
            type Item = T;
            const CONTIGUOUS: bool = false;

            #[inline(always)]
            fn len(&self) -> usize {
                self.track.len
            }

            #[inline(always)]
            fn at(&self, k: usize) -> T {
                let read: fn(&$elem) -> T = $read;
                read(&self.data[self.track.position(k)])
            }

            #[inline(always)]
            fn part(&self, range: Range<usize>) -> impl Line<Item = T> {
                self.slice(range)
            }
        }
    };
}
run!(ScatteredLine, T, "element", |element| *element);
run!(CellLine, Cell<T>, "cell", |cell| cell.get());

impl<T: Copy, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> LineMut
    for CellLine<'_, T, L, D>
{
    #[inline(always)]
    fn set(&mut self, k: usize, value: T) {
        self.data[self.track.position(k)].set(value);
    }

    #[inline(always)]
    fn part_mut(&mut self, range: Range<usize>) -> impl LineMut<Item = T> {
        self.slice(range)
    }
}
