//! The lines of an array, to be changed.

use super::direction::{Direction, Family};
use super::scattered::CellLine;
use super::walk::{CellLines, SlicesMut, Walk};
use crate::array::slices::disjoint_mut;
use crate::mapping::Layout;
use core::array;
use core::cell::Cell;

/// The lines of one direction, to be changed; from [`Array::lines_mut`](crate::array::Array::lines_mut).
#[derive(Debug)]
pub struct LinesMut<'a, T, L, D> {
    pub(super) data: &'a mut [T],
    pub(super) family: Family<L, D>,
}

/// One line, to be changed: a slice where the layout keeps lines of this direction contiguous, otherwise a run.
#[derive(Debug)]
pub enum LineRefMut<'a, T, L, D> {
    /// The elements side by side.
    Slice(&'a mut [T]),
    /// The elements spread.
    Scattered(CellLine<'a, T, L, D>),
}

/// Several different lines at a time, to be changed: all slices or all runs.
#[derive(Debug)]
pub enum Picked<'a, T, L, D, const N: usize> {
    /// The elements of each side by side.
    Slices([&'a mut [T]; N]),
    /// The elements of each spread.
    Scattered([CellLine<'a, T, L, D>; N]),
}

impl<'a, T, L: Layout<Index = [usize; 2], Position = usize> + Clone, D: Direction> LinesMut<'a, T, L, D> {
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
    pub fn line(&mut self, k: usize) -> LineRefMut<'_, T, L, D> {
        self.family.expect(k);
        if self.family.contiguous() {
            LineRefMut::Slice(&mut self.data[self.family.range(k)])
        } else {
            LineRefMut::Scattered(CellLine::new(cells(self.data), self.family.clone(), k))
        }
    }

    /// Some lines at a time; `None` if there is no such line, if one is named twice, or if a wrong layout lets
    /// contiguous lines overlap.
    ///
    /// ```
    /// use lego_core::array::{Picked, Rows, ViewMut2D};
    /// # #[derive(Clone, Copy)]
    /// # struct Row2x3;
    /// # impl lego_core::Mapping for Row2x3 {
    /// #     type Index = [usize; 2];
    /// #     type Position = usize;
    /// #     fn dims(&self) -> [usize; 2] { [2, 3] }
    /// #     fn span(&self) -> usize { 6 }
    /// #     fn apply(&self, [i, j]: [usize; 2]) -> usize { i * 3 + j }
    /// #     fn stride(&self, axis: usize) -> Option<isize> { Some([3, 1][axis]) }
    /// # }
    /// # impl lego_core::Layout for Row2x3 {
    /// #     type Preimage = [usize; 2];
    /// #     fn inv(&self, p: usize) -> [usize; 2] { [p / 3, p % 3] }
    /// # }
    ///
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut a = ViewMut2D::from_physical(Row2x3, &mut data[..])?;
    /// let mut rows = a.lines_mut(Rows);
    /// assert!(rows.pick([1, 1]).is_none());
    /// if let Some(Picked::Slices([upper, lower])) = rows.pick([0, 1]) {
    ///     upper.swap_with_slice(lower);
    /// }
    /// assert_eq!(data, [4, 5, 6, 1, 2, 3]);
    /// # Ok::<(), lego_core::LayoutError>(())
    /// ```
    #[inline(always)]
    pub fn pick<const N: usize>(&mut self, lines: [usize; N]) -> Option<Picked<'_, T, L, D, N>> {
        let different = (1..N).all(|n| !lines[..n].contains(&lines[n]));
        if !different || lines.iter().any(|&k| k >= self.len()) {
            return None;
        }
        if self.family.contiguous() {
            let ranges = array::from_fn(|n| self.family.range(lines[n]));
            disjoint_mut(self.data, ranges).map(Picked::Slices)
        } else {
            let (data, family) = (cells(self.data), &self.family);
            Some(Picked::Scattered(array::from_fn(|n| CellLine::new(data, family.clone(), lines[n]))))
        }
    }

    /// All lines, in their order and all usable at the same time; the choice between slices and runs is made once for
    /// all of them.
    ///
    /// They are slices if the layout keeps lines of this direction contiguous, as known at compile time, and also one
    /// behind the other, which is looked at here, once, at a few operations a line: memory can be cut into disjoint
    /// slices only in order.
    #[inline(always)]
    pub fn walk(self) -> Walk<SlicesMut<'a, T, L, D>, CellLines<'a, T, L, D>> {
        if self.family.contiguous() && self.family.ascending() {
            Walk::Slices(SlicesMut::new(self.data, self.family))
        } else {
            Walk::Scattered(CellLines::new(cells(self.data), self.family))
        }
    }
}

/// The same elements, changeable through shared references.
#[inline(always)]
fn cells<T>(data: &mut [T]) -> &[Cell<T>] {
    Cell::from_mut(data).as_slice_of_cells()
}
