//! Directions, and where the lines of one direction lie.

use crate::mapping::Mapping;
use core::fmt::Debug;
use core::ops::Range;

/// Which way the lines of an array of rank 2 run: [`Rows`], [`Columns`] or [`AntiDiagonals`].
///
/// A direction is a type, so that what a layout says of the lines of this direction is a constant wherever a line goes. The
/// trait is sealed.
pub trait Direction: Copy + Debug + Default + sealed::Sealed + 'static {
    /// The number of lines in an array of these dims.
    fn count(dims: [usize; 2]) -> usize;

    /// The number of elements of line `k < count(dims)`.
    fn len(dims: [usize; 2], k: usize) -> usize;

    /// The index of element `t < len(dims, k)` of line `k < count(dims)`.
    fn index(dims: [usize; 2], k: usize, t: usize) -> [usize; 2];

    /// By how much the position grows from one element of a line to the next, where the layout knows that.
    fn stride(layout: &impl Mapping<Index = [usize; 2]>) -> Option<isize>;
}

/// Line `k` is row `k`: the indices `[k, 0]`, `[k, 1]`, …
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rows;

/// Line `k` is column `k`: the indices `[0, k]`, `[1, k]`, …
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Columns;

/// Line `k` holds the indices `[i, j]` with `i + j == k`, by growing `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AntiDiagonals;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Rows {}
    impl Sealed for super::Columns {}
    impl Sealed for super::AntiDiagonals {}
}

// Here and in the other files of this module everything that a kernel calls for a line is `inline(always)`: only inside the
// kernel are dims and strides constants, and only there are the instructions of a kernel compiled for a newer processor
// allowed.
impl Direction for Rows {
    #[inline(always)]
    fn count([rows, _]: [usize; 2]) -> usize {
        rows
    }

    #[inline(always)]
    fn len([_, columns]: [usize; 2], _: usize) -> usize {
        columns
    }

    #[inline(always)]
    fn index(_: [usize; 2], k: usize, t: usize) -> [usize; 2] {
        [k, t]
    }

    #[inline(always)]
    fn stride(layout: &impl Mapping<Index = [usize; 2]>) -> Option<isize> {
        layout.stride(1)
    }
}

impl Direction for Columns {
    #[inline(always)]
    fn count([_, columns]: [usize; 2]) -> usize {
        columns
    }

    #[inline(always)]
    fn len([rows, _]: [usize; 2], _: usize) -> usize {
        rows
    }

    #[inline(always)]
    fn index(_: [usize; 2], k: usize, t: usize) -> [usize; 2] {
        [t, k]
    }

    #[inline(always)]
    fn stride(layout: &impl Mapping<Index = [usize; 2]>) -> Option<isize> {
        layout.stride(0)
    }
}

impl Direction for AntiDiagonals {
    #[inline(always)]
    fn count([rows, columns]: [usize; 2]) -> usize {
        if rows == 0 || columns == 0 { 0 } else { rows.saturating_add(columns - 1) }
    }

    #[inline(always)]
    fn len([rows, columns]: [usize; 2], k: usize) -> usize {
        (k + 1).min(rows) - (k + 1).saturating_sub(columns)
    }

    #[inline(always)]
    fn index([_, columns]: [usize; 2], k: usize, t: usize) -> [usize; 2] {
        let i = (k + 1).saturating_sub(columns) + t;
        [i, k - i]
    }

    #[inline(always)]
    fn stride(layout: &impl Mapping<Index = [usize; 2]>) -> Option<isize> {
        layout.anti_diagonal_stride()
    }
}

/// All lines of one direction in a layout; of no size if the layout has none.
#[derive(Copy, Debug)]
pub(super) struct Family<L, D> {
    pub(super) layout: L,
    pub(super) direction: D,
}

impl<L: Clone, D: Clone> Clone for Family<L, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { layout: self.layout.clone(), direction: self.direction.clone() }
    }
}

impl<L: Mapping<Index = [usize; 2], Position = usize>, D: Direction> Family<L, D> {
    /// The number of lines.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        D::count(self.layout.dims())
    }

    /// The number of elements of line `k`.
    #[inline(always)]
    pub(super) fn len(&self, k: usize) -> usize {
        D::len(self.layout.dims(), k)
    }

    /// By how much the position grows from one element of a line to the next, where that is known.
    #[inline(always)]
    pub(super) fn stride(&self) -> Option<isize> {
        D::stride(&self.layout)
    }

    /// Whether every line is a plain slice.
    #[inline(always)]
    pub(super) fn contiguous(&self) -> bool {
        self.stride() == Some(1)
    }

    /// The position of element `t` of line `k`.
    #[inline(always)]
    pub(super) fn position(&self, k: usize, t: usize) -> usize {
        self.layout.apply(D::index(self.layout.dims(), k, t))
    }

    /// The position where line `k` starts; 0 for an empty line, which has no first index.
    #[inline(always)]
    pub(super) fn start(&self, k: usize) -> usize {
        if self.len(k) == 0 { 0 } else { self.position(k, 0) }
    }

    /// The positions of line `k` where lines are contiguous.
    #[inline(always)]
    pub(super) fn range(&self, k: usize) -> Range<usize> {
        let start = self.start(k);
        start..start + self.len(k)
    }

    /// Whether contiguous lines also lie one behind the other, holes between them allowed.
    #[inline(always)]
    pub(super) fn ascending(&self) -> bool {
        // No early exit: so the loop can be vector code, a small part of what the walk itself costs.
        (1..self.count()).fold(true, |all, k| all & (self.start(k - 1) + self.len(k - 1) <= self.start(k)))
    }
    /// Ends with a message if there is no line `k`.
    #[inline(always)]
    #[track_caller]
    pub(super) fn expect(&self, k: usize) {
        let count = self.count();
        assert!(k < count, "there is no line {k}: of {:?} there are {count}", self.direction);
    }
}
