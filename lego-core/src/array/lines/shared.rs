//! The lines of an array, to be read.

use super::direction::{Direction, Family};
use super::line::Line;
use super::scattered::ScatteredLine;
use super::walk::{ScatteredLines, Slices, Walk};
use crate::mapping::Mapping;
use core::ops::Range;

/// The lines of one direction, to be read; from [`Array::lines`](crate::array::Array::lines).
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a, T, L, D> {
    pub(super) data: &'a [T],
    pub(super) family: Family<L, D>,
}

/// One line, to be read: a slice where the layout keeps lines of this direction contiguous, otherwise a run.
#[derive(Clone, Copy, Debug)]
pub enum LineRef<'a, T, L, D> {
    /// The elements side by side.
    Slice(&'a [T]),
    /// The elements spread.
    Scattered(ScatteredLine<'a, T, L, D>),
}

impl<'a, T, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> Lines<'a, T, L, D> {
    /// The number of lines.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.family.count()
    }

    /// Whether there are no lines.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The direction.
    #[inline(always)]
    pub fn direction(&self) -> D {
        self.family.direction
    }

    /// Line `k`.
    ///
    /// # Panics
    /// If `k >= self.len()`, or if a wrong layout puts the line outside its array.
    #[inline(always)]
    #[track_caller]
    pub fn line(&self, k: usize) -> LineRef<'a, T, L, D> {
        self.family.expect(k);
        if self.family.contiguous() {
            LineRef::Slice(&self.data[self.family.range(k)])
        } else {
            LineRef::Scattered(ScatteredLine::new(self.data, self.family.clone(), k))
        }
    }

    /// All lines, each as [`line`](Lines::line) gives it.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LineRef<'a, T, L, D>> + use<'a, T, L, D> {
        let lines = Self { data: self.data, family: self.family.clone() };
        (0..self.len()).map(move |k| lines.line(k))
    }

    /// All lines, the choice between slices and runs made once for all of them.
    #[inline(always)]
    pub fn walk(&self) -> Walk<Slices<'a, T, L, D>, ScatteredLines<'a, T, L, D>> {
        if self.family.contiguous() {
            Walk::Slices(Slices::new(self.data, self.family.clone()))
        } else {
            Walk::Scattered(ScatteredLines::new(self.data, self.family.clone()))
        }
    }
}

impl<T: Copy, L: Mapping<Index = [usize; 2], Position = usize> + Clone, D: Direction> Line for LineRef<'_, T, L, D> {
    type Item = T;
    const CONTIGUOUS: bool = false;

    #[inline(always)]
    fn len(&self) -> usize {
        match self {
            Self::Slice(slice) => slice.len(),
            Self::Scattered(run) => run.len(),
        }
    }

    #[inline(always)]
    fn at(&self, k: usize) -> T {
        match self {
            Self::Slice(slice) => slice[k],
            Self::Scattered(run) => run.at(k),
        }
    }

    #[inline(always)]
    fn part(&self, range: Range<usize>) -> impl Line<Item = T> {
        match self {
            Self::Slice(slice) => Self::Slice(&slice[range]),
            Self::Scattered(run) => Self::Scattered(run.slice(range)),
        }
    }
}
