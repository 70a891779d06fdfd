//! Lines as parts: rows of any rank, lines along any axis, and the rows, columns and anti-diagonals of rank 2.

#![allow(unsafe_code)]

use super::iter::{Parts, PartsMut};
use super::partition::{Cut, Partition, sealed, unchanged};
use crate::array::array::Array;
use crate::array::lines::Direction;
use crate::array::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Along, Injective, Mapping, no_axis, of_field};
use core::marker::PhantomData;

/// The lines of an array along one axis, with the index where each starts; made by [`Array::rows`] and [`Array::along`].
pub type RowParts<'a, T, L, const R: usize> = Parts<'a, T, AlongCut<L, R>, 1>;
/// The lines of an array along one axis, to be changed; made by [`Array::rows_mut`] and [`Array::along_mut`].
pub type RowPartsMut<'a, T, L, const R: usize> = PartsMut<'a, T, AlongCut<L, R>, 1>;
/// The lines of an array of rank 2 with their numbers; made by [`Array::each_line`].
pub type LineParts<'a, T, L, D> = Parts<'a, T, LineCut<L, D>, 1>;
/// The lines of an array of rank 2 with their numbers, to be changed; made by [`Array::each_line_mut`].
pub type LinePartsMut<'a, T, L, D> = PartsMut<'a, T, LineCut<L, D>, 1>;

/// A layout cut into its lines along one axis.
#[derive(Clone, Copy, Debug)]
pub struct AlongCut<L, const R: usize> {
    layout: L,
    /// Below `R`.
    axis: usize,
}

impl<L: Mapping<Index = [usize; R]>, const R: usize> AlongCut<L, R> {
    pub(super) fn rows(layout: L) -> Self {
        const { assert!(R > 0, "an array of rank 0 has no rows") };
        Self { layout, axis: R - 1 }
    }

    fn new(layout: L, axis: usize) -> Result<Self, LayoutError> {
        if axis < R { Ok(Self { layout, axis }) } else { Err(no_axis(axis, R)) }
    }
}

impl<L, const R: usize> sealed::Sealed for AlongCut<L, R> {}

impl<L: Mapping<Index = [usize; R]> + Clone, const R: usize> Cut for AlongCut<L, R> {
    type At = [usize; R];
    type Part = Along<L, R>;
    type Whole = L;

    #[inline]
    fn whole(&self) -> &L {
        &self.layout
    }

    /// The dims with the axis taken for one place.
    #[inline]
    fn extents(&self) -> [usize; R] {
        let mut dims = self.layout.dims();
        dims[self.axis] = 1;
        dims
    }

    #[inline]
    fn part(&self, at: [usize; R]) -> Along<L, R> {
        unchanged(Along::get(self.layout.clone(), at, self.axis))
    }
}

// SAFETY: lines at different coordinates start at indices that differ on another axis than theirs: no index is on two, and so
// no position, by the proof of the layout. All answers are the layout's.
unsafe impl<L: Mapping<Index = [usize; R]> + Clone, const R: usize> Partition for AlongCut<L, R> {}

/// One line of a layout of rank 2: a row, a column or an anti-diagonal.
///
/// Law: `line.apply([t]) == whole.apply(D::index(dims, k, t))`.
#[derive(Clone, Copy, Debug)]
pub struct LineOf<L, D> {
    layout: L,
    direction: PhantomData<D>,
    /// Below the number of lines.
    line: usize,
}

impl<L: Mapping<Index = [usize; 2]>, D: Direction> Mapping for LineOf<L, D> {
    type Index = [usize; 1];
    type Position = L::Position;

    // SAFETY: different places on a line are different indices, inside the dims (`Direction` is sealed: its lines are those
    // of `direction.rs`), and dims do not change. All else is the layout's, of which this holds.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    of_field!(layout: check, span, is_unique);

    #[inline]
    fn dims(&self) -> [usize; 1] {
        [D::len(self.layout.dims(), self.line)]
    }

    #[inline]
    fn apply(&self, [place]: [usize; 1]) -> L::Position {
        self.layout.apply(D::index(self.layout.dims(), self.line, place))
    }

    #[inline]
    fn stride(&self, _: usize) -> Option<isize> {
        D::stride(&self.layout)
    }
}

/// A layout of rank 2 cut into its lines of one direction.
#[derive(Clone, Copy, Debug)]
pub struct LineCut<L, D> {
    layout: L,
    direction: PhantomData<D>,
}

impl<L, D> sealed::Sealed for LineCut<L, D> {}

impl<L: Mapping<Index = [usize; 2]> + Clone, D: Direction> Cut for LineCut<L, D> {
    type At = usize;
    type Part = LineOf<L, D>;
    type Whole = L;

    #[inline]
    fn whole(&self) -> &L {
        &self.layout
    }

    #[inline]
    fn extents(&self) -> usize {
        D::count(self.layout.dims())
    }

    #[inline]
    fn part(&self, line: usize) -> LineOf<L, D> {
        LineOf { layout: self.layout.clone(), direction: PhantomData, line }
    }
}

// SAFETY: no index is on two lines of one direction (`Direction` is sealed: its lines are those of `direction.rs`), and so no
// position, by the proof of the layout. All answers are the layout's.
unsafe impl<L: Mapping<Index = [usize; 2]> + Clone, D: Direction> Partition for LineCut<L, D> {}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
{
    /// The rows of an array of any rank: its lines along the last axis, each with the index where it starts, in row-major
    /// order. A rank of 0 is a compile error.
    ///
    /// Law: element `[t]` of the row at `[i, j, 0]` is `a[[i, j, t]]`. [`as_slice`](Array::as_slice) is `Some` where the
    /// layout keeps rows in one piece.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Row<2, 3>, 6>::from_physical_array([1, 2, 3, 4, 5, 6]);
    /// for ([i, _], row) in a.rows() {
    ///     assert_eq!(row.as_slice().unwrap(), [[1, 2, 3], [4, 5, 6]][i]);
    /// }
    /// ```
    #[inline]
    pub fn rows(&self) -> RowParts<'_, S::Elem, L, R> {
        Parts::new(self.as_physical(), AlongCut::rows(self.layout().clone()))
    }

    /// As [`rows`](Array::rows), with elements that can be changed: all rows may be used at the same time. A layout that is
    /// not [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// # Panics
    /// If the sizes of the layout are [not right](Mapping::check), which its constructor refuses.
    #[inline]
    #[track_caller]
    pub fn rows_mut(&mut self) -> RowPartsMut<'_, S::Elem, L, R>
    where
        S: StorageMut,
    {
        let cut = AlongCut::rows(self.layout().clone());
        PartsMut::new(self.as_physical_mut(), cut)
    }

    /// The lines along one axis, each with the index where it starts, in row-major order of those.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such axis.
    #[inline]
    pub fn along(&self, axis: usize) -> Result<RowParts<'_, S::Elem, L, R>, LayoutError> {
        Ok(Parts::new(self.as_physical(), AlongCut::new(self.layout().clone(), axis)?))
    }

    /// As [`along`](Array::along), with elements that can be changed: all lines may be used at the same time. A layout that
    /// is not [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such axis; what [`check`](Mapping::check) says of the sizes of the layout.
    #[inline]
    pub fn along_mut(&mut self, axis: usize) -> Result<RowPartsMut<'_, S::Elem, L, R>, LayoutError>
    where
        S: StorageMut,
    {
        self.layout().check()?;
        let cut = AlongCut::new(self.layout().clone(), axis)?;
        Ok(PartsMut::new(self.as_physical_mut(), cut))
    }
}

impl<S, L> Array<S, L, 2>
where
    S: Storage,
    L: Mapping<Index = [usize; 2]> + Clone,
{
    /// The rows, columns or anti-diagonals with their numbers, as views of rank 1.
    ///
    /// [`lines`](Array::lines) gives the same as slices or runs, for kernels over [`Line`](crate::array::Line).
    ///
    /// Law: element `[t]` of line `k` is `a[D::index(a.dims(), k, t)]`.
    #[inline]
    pub fn each_line<D: Direction>(&self, _: D) -> LineParts<'_, S::Elem, L, D> {
        Parts::new(self.as_physical(), LineCut { layout: self.layout().clone(), direction: PhantomData })
    }

    /// As [`each_line`](Array::each_line), with elements that can be changed: all lines may be used at the same time, on
    /// several threads too. A layout that is not [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::{AntiDiagonals, Stack2D};
    /// let mut a = Stack2D::<usize, Row<2, 3>, 6>::default();
    /// std::thread::scope(|scope| {
    ///     for (k, mut line) in a.each_line_mut(AntiDiagonals) {
    ///         scope.spawn(move || line.fill(k));
    ///     }
    /// });
    /// assert_eq!(a.as_physical(), [0, 1, 2, 1, 2, 3]);
    /// ```
    ///
    /// # Panics
    /// If the sizes of the layout are [not right](Mapping::check), which its constructor refuses.
    #[inline]
    #[track_caller]
    pub fn each_line_mut<D: Direction>(&mut self, _: D) -> LinePartsMut<'_, S::Elem, L, D>
    where
        S: StorageMut,
    {
        let layout = self.layout().clone();
        PartsMut::new(self.as_physical_mut(), LineCut { layout, direction: PhantomData })
    }
}
