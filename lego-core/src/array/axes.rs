//! Views of an array by its axes: a row, a column, the transpose, and axes in another order.

use super::array::Array;
use super::slice::{SliceView, SliceViewMut};
use super::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Coord, Mapping, SliceSpec, SubLayout, permuted, slice};

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
    [usize; R]: Coord,
{
    /// Returns a view with the axes in another order: axis `k` of the view is axis `axes[k]` of the array. No element
    /// moves.
    ///
    /// Law: `a.permuted_axes([2, 0, 1])?[[i, j, k]] == a[[j, k, i]]`. For a copy that lies in memory in the new order,
    /// use [`relayout`](Array::relayout) or `to_row_major` on the view.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Row<2, 3>> = [[1, 2, 3], [4, 5, 6]].into();
    /// assert_eq!(a.permuted_axes([1, 0])?[[2, 1]], 6);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::NotATable`] if `axes` does not have each axis once.
    #[doc(alias("transpose", "permute", "swap_axes"))]
    #[inline]
    pub fn permuted_axes(&self, axes: [usize; R]) -> Result<SliceView<'_, S::Elem, L, R>, LayoutError>
    where
        L: Clone,
    {
        Ok(Array::over(permuted(self.layout().clone(), axes)?, self.as_physical()))
    }

    /// As [`permuted_axes`](Array::permuted_axes), with elements that can be changed.
    ///
    /// # Errors
    /// As [`permuted_axes`](Array::permuted_axes).
    #[inline]
    pub fn permuted_axes_mut(&mut self, axes: [usize; R]) -> Result<SliceViewMut<'_, S::Elem, L, R>, LayoutError>
    where
        S: StorageMut,
        L: Clone,
    {
        Ok(Array::over(permuted(self.layout().clone(), axes)?, self.as_physical_mut()))
    }

    /// Returns a view with the axes in reverse order: the transpose of a matrix. No element moves.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Row<2, 3>> = [[1, 2, 3], [4, 5, 6]].into();
    /// assert_eq!(a.t().to_row_major(), [1, 4, 2, 5, 3, 6]);
    /// ```
    #[doc(alias("transpose", "reversed_axes"))]
    #[inline]
    pub fn t(&self) -> SliceView<'_, S::Elem, L, R>
    where
        L: Clone,
    {
        Array::over(reversed(self.layout()), self.as_physical())
    }

    /// As [`t`](Array::t), with elements that can be changed.
    #[inline]
    pub fn t_mut(&mut self) -> SliceViewMut<'_, S::Elem, L, R>
    where
        S: StorageMut,
        L: Clone,
    {
        Array::over(reversed(self.layout()), self.as_physical_mut())
    }
}

/// A layout with its axes in reverse order.
fn reversed<L: Mapping<Index = [usize; R]> + Clone, const R: usize>(layout: &L) -> SubLayout<L, [usize; R]>
where
    [usize; R]: Coord,
{
    match permuted(layout.clone(), core::array::from_fn(|k| R - 1 - k)) {
        Ok(reversed) => reversed,
        Err(_) => unreachable!("each axis comes once"),
    }
}

/// Returns the layout of row or column `number` of a matrix, which `spec` selects on axis 0 or 1.
///
/// # Panics
/// If the matrix has no such line.
#[inline]
#[track_caller]
fn line<L, P>(layout: &L, axis: usize, number: usize, spec: P) -> SubLayout<L, [usize; 1]>
where
    L: Mapping<Index = [usize; 2]> + Clone,
    P: SliceSpec<[usize; 2], Free = [usize; 1]>,
{
    match slice(layout.clone(), spec) {
        Ok(line) => line,
        Err(_) => no_line(axis, number, layout.dims()[axis]),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn no_line(axis: usize, number: usize, count: usize) -> ! {
    let line = ["row", "column"][axis];
    panic!("there is no {line} {number} in a matrix of {count} {line}s")
}

impl<S, L> Array<S, L, 2>
where
    S: Storage,
    L: Mapping<Index = [usize; 2]>,
{
    /// Returns a view of row `i` of a matrix.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Col<2, 3>> = [[1, 2, 3], [4, 5, 6]].into();
    /// assert_eq!((a.row(1).to_row_major(), a.column(2).sum()), (vec![4, 5, 6], 9));
    /// ```
    ///
    /// # Panics
    /// If the matrix has no row `i`; [`slice((i, ..))`](Array::slice) gives an error there.
    #[inline]
    #[track_caller]
    pub fn row(&self, i: usize) -> SliceView<'_, S::Elem, L, 1>
    where
        L: Clone,
    {
        Array::over(line(self.layout(), 0, i, (i, ..)), self.as_physical())
    }

    /// Returns a view of column `j` of a matrix.
    ///
    /// # Panics
    /// If the matrix has no column `j`; [`slice((.., j))`](Array::slice) gives an error there.
    #[doc(alias = "col")]
    #[inline]
    #[track_caller]
    pub fn column(&self, j: usize) -> SliceView<'_, S::Elem, L, 1>
    where
        L: Clone,
    {
        Array::over(line(self.layout(), 1, j, (.., j)), self.as_physical())
    }

    /// As [`row`](Array::row), with elements that can be changed.
    ///
    /// # Panics
    /// As [`row`](Array::row).
    #[inline]
    #[track_caller]
    pub fn row_mut(&mut self, i: usize) -> SliceViewMut<'_, S::Elem, L, 1>
    where
        S: StorageMut,
        L: Clone,
    {
        Array::over(line(self.layout(), 0, i, (i, ..)), self.as_physical_mut())
    }

    /// As [`column`](Array::column), with elements that can be changed.
    ///
    /// # Panics
    /// As [`column`](Array::column).
    #[doc(alias = "col_mut")]
    #[inline]
    #[track_caller]
    pub fn column_mut(&mut self, j: usize) -> SliceViewMut<'_, S::Elem, L, 1>
    where
        S: StorageMut,
        L: Clone,
    {
        Array::over(line(self.layout(), 1, j, (.., j)), self.as_physical_mut())
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::Indices;
    use crate::mapping::Layout;
    use crate::samples::{Col, Row, Strided, Table, numbered, of_every_kind, runs_obey_their_law};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::string::{String, ToString};
    use std::vec::Vec;

    /// All orders of `R` axes.
    fn orders<const R: usize>() -> Vec<[usize; R]> {
        Indices::new([R; R]).filter(|order| (0..R).all(|axis| order.contains(&axis))).collect()
    }

    /// Every order of the axes, point by point in both directions.
    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        let mut array = numbered(layout);
        for axes in orders::<R>() {
            let sub = permuted(layout, axes).unwrap();
            assert_eq!((sub.dims(), sub.span()), (axes.map(|axis| layout.dims()[axis]), layout.span()));
            runs_obey_their_law(&sub);
            let mut reached = 0;
            for index in Indices::new(sub.dims()) {
                let mut whole = [0; R];
                (0..R).for_each(|k| whole[axes[k]] = index[k]);
                let expected = layout.try_apply(whole);
                assert_eq!(sub.try_apply(index), expected, "{axes:?} {index:?}");
                assert_eq!(array.permuted_axes(axes).unwrap().get(index).copied(), expected);
                assert_eq!(array.permuted_axes_mut(axes).unwrap().get_mut(index).copied(), expected);
                if axes.iter().rev().enumerate().all(|(k, &axis)| k == axis) {
                    assert_eq!((array.t().get(index), array.t().dims()), (array.get(whole), sub.dims()));
                    assert_eq!(array.t_mut().get(index).copied(), expected);
                }
                if let Some(position) = expected {
                    assert_eq!(sub.try_inv(position), Some(index));
                    reached += 1;
                }
            }
            assert_eq!((0..layout.span()).filter(|&position| sub.try_inv(position).is_some()).count(), reached);
        }
    }

    #[test]
    fn axes_in_every_order_are_the_formula() {
        of_every_kind!(check);
    }

    #[test]
    fn axes_that_are_no_order_are_refused() {
        let array = numbered(Strided::new([2, 3, 4], [1, 2, 0], [false; 3]));
        let words = |axes| array.permuted_axes(axes).unwrap_err().to_string();
        assert_eq!(
            words([0, 1, 1]),
            "a table of 3 entries has each number below 3 once, but 1 repeats and 2 is missing"
        );
        assert_eq!(
            words([0, 3, 1]),
            "a table of 3 entries has each number below 3 once, but 3 is out of range and 2 is missing"
        );
    }

    fn check_lines<L: Layout<Index = [usize; 2]> + Copy>(layout: L) {
        let mut array = numbered(layout);
        let [rows, columns] = layout.dims();
        for [i, j] in Indices::new([rows, columns]) {
            let expected = layout.try_apply([i, j]);
            assert_eq!(array.row(i).get([j]).copied(), expected);
            assert_eq!(array.column(j).get([i]).copied(), expected);
            assert_eq!(array.row_mut(i).get_mut([j]).copied(), expected);
            assert_eq!(array.column_mut(j).get_mut([i]).copied(), expected);
        }
        let words = |f: &mut dyn FnMut()| {
            let payload = catch_unwind(AssertUnwindSafe(f)).unwrap_err();
            payload.downcast_ref::<String>().cloned().unwrap_or_default()
        };
        let row = std::format!("there is no row {rows} in a matrix of {rows} rows");
        let column = std::format!("there is no column {columns} in a matrix of {columns} columns");
        assert_eq!(words(&mut || _ = array.row(rows).count()), row);
        assert_eq!(words(&mut || _ = array.column(columns).count()), column);
        assert_eq!(words(&mut || _ = array.row_mut(rows).count()), row);
        assert_eq!(words(&mut || _ = array.column_mut(columns).count()), column);
    }

    #[test]
    fn rows_and_columns_are_those_of_the_matrix() {
        check_lines(Row::<3, 4>);
        check_lines(Col::<3, 4>);
        check_lines(Table::padded([3, 3], [4, 5]));
        check_lines(Table::expanded([3, 4], [2, 3]));
        check_lines(Table::shuffled([0, 7]));
    }
}
