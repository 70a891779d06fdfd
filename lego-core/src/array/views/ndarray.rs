//! Conversions from and to [`ndarray`](::ndarray), of ranks 0 to 6.
//!
//! An `ndarray` array has strides and nothing else. Where a layout has strides too, [`Array::as_ndarray`] is a view of the same
//! elements; else they are copied into and out of row-major order.

use super::ByStrides;
use crate::array::array::Array;
use crate::array::shape::same_shape;
use crate::array::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Fills, Layout, Mapping};
use ::ndarray::{self as nd, Dim, Dimension, IntoDimension, ShapeBuilder};
use alloc::vec::Vec;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage<Elem: Clone + Default>,
    L: Mapping<Index = [usize; R]> + Clone,
    [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
    Dim<[usize; R]>: Dimension,
{
    /// The same elements at the same indices as an `ndarray` array in row-major order; `Elem::default()` where `ExpandBy`
    /// stores nothing.
    pub fn to_ndarray(&self) -> nd::Array<S::Elem, Dim<[usize; R]>> {
        let mut elements = self.to_row_major().into_iter();
        // There are as many elements as indices, so none is missing.
        nd::Array::from_shape_simple_fn(self.dims(), || elements.next().unwrap_or_default())
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
    [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
    Dim<[usize; R]>: Dimension,
{
    /// The elements as an `ndarray` view, without a copy, where they lie by strides: for rows and columns in any order and
    /// direction, for a tile of them, for a slice. `None` for other layouts, whose elements [`to_ndarray`](Array::to_ndarray)
    /// copies.
    ///
    /// Answered at once where the layout knows its strides, else decided by looking at every index.
    ///
    /// Law: if `Some(view)`, then `view[i] == a[i]` for every index.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Col<2, 3>> = [[1, 2, 3], [4, 5, 6]].into();
    /// let view = a.as_ndarray().unwrap();
    /// assert_eq!((view[[1, 0]], view.strides()), (4, &[1, 2][..]));
    /// assert!(Arr2D::<i32, Tiled<4, 4, 2>>::default().as_ndarray().is_none());
    /// ```
    pub fn as_ndarray(&self) -> Option<nd::ArrayView<'_, S::Elem, Dim<[usize; R]>>> {
        let by = ByStrides::of(self.layout(), self.as_physical().len())?;
        let (lowest, strides, backwards) = forwards(&by);
        let elements = self.as_physical().get(lowest..)?;
        let mut view = nd::ArrayView::from_shape(Dim(by.dims).strides(Dim(strides)), elements).ok()?;
        backwards.for_each(|axis| view.invert_axis(axis));
        Some(view)
    }

    /// As [`as_ndarray`](Array::as_ndarray), with elements that can be changed.
    pub fn as_ndarray_mut(&mut self) -> Option<nd::ArrayViewMut<'_, S::Elem, Dim<[usize; R]>>>
    where
        S: StorageMut,
        L: Layout,
    {
        let by = ByStrides::of(self.layout(), self.as_physical().len())?;
        let (lowest, strides, backwards) = forwards(&by);
        let elements = self.as_physical_mut().get_mut(lowest..)?;
        // Strides by which two indices would share an element are refused.
        let mut view = nd::ArrayViewMut::from_shape(Dim(by.dims).strides(Dim(strides)), elements).ok()?;
        backwards.for_each(|axis| view.invert_axis(axis));
        Some(view)
    }
}

/// The lowest position, the strides taken forwards, and the axes along which they are negative: `ndarray` makes a view of
/// the first two, and turns the axes round.
fn forwards<const R: usize>(by: &ByStrides<R>) -> (usize, [usize; R], impl Iterator<Item = nd::Axis>) {
    let strides = by.strides;
    let backwards = (0..R).filter(move |&axis| strides[axis] < 0).map(nd::Axis);
    // `by` found that it is not below 0.
    let lowest = strides.iter().zip(by.dims).filter(|(stride, _)| **stride < 0);
    let lowest = lowest.fold(by.base, |lowest, (stride, extent)| lowest - stride.unsigned_abs() * (extent - 1));
    (lowest, strides.map(isize::unsigned_abs), backwards)
}

impl<T, L, const R: usize> Array<Vec<T>, L, R>
where
    T: Clone,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
    [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
    Dim<[usize; R]>: Dimension,
{
    /// The elements of an `ndarray` array or view of any strides at the same indices in a layout.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims differ.
    pub fn from_ndarray(layout: L, source: &nd::ArrayRef<T, Dim<[usize; R]>>) -> Result<Self, LayoutError> {
        let mut found = [0; R];
        found.copy_from_slice(source.shape());
        same_shape(layout.dims(), found)?;
        match source.as_slice() {
            Some(elements) => Self::from_row_major(layout, elements),
            None => Self::from_row_major(layout, &source.iter().cloned().collect::<Vec<_>>()),
        }
    }
}

impl<S, L, const R: usize> From<Array<S, L, R>> for nd::Array<S::Elem, Dim<[usize; R]>>
where
    S: Storage<Elem: Clone + Default>,
    L: Mapping<Index = [usize; R]> + Clone,
    [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
    Dim<[usize; R]>: Dimension,
{
    fn from(array: Array<S, L, R>) -> Self {
        array.to_ndarray()
    }
}

/// From an owned `ndarray` array and from a view of one; the layout's sizes must be known from its type.
///
/// # Errors
/// [`LayoutError::ShapeMismatch`] if the dims differ.
macro_rules! try_from_ndarray {
    ($([$($life:lifetime)?] $source:ty;)*) => {$(
        impl<$($life,)? T, L, const R: usize> TryFrom<$source> for Array<Vec<T>, L, R>
        where
            T: Clone,
            L: Layout<Index = [usize; R]> + Fills<T> + Clone + Default,
            [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
            Dim<[usize; R]>: Dimension,
        {
            type Error = LayoutError;

            fn try_from(source: $source) -> Result<Self, LayoutError> {
                Self::from_ndarray(L::default(), &source)
            }
        }
    )*};
}
try_from_ndarray! {
    [] nd::Array<T, Dim<[usize; R]>>;
    ['a] nd::ArrayView<'a, T, Dim<[usize; R]>>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::{Arr2D, Indices};
    use crate::samples::{Broken, Col, Row, Strided, Table, Tiled, flat};

    /// There and back, through an array in rows and one in columns.
    fn check<L: Layout<Index = [usize; R]> + Fills<usize> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
        Dim<[usize; R]>: Dimension,
    {
        let dims = layout.dims();
        let array = Array::from_fn(layout, |index| 1 + flat(index, dims));
        let other = nd::Array::from(array.clone());
        assert_eq!(other.shape(), dims);
        for index in Indices::new(dims) {
            let expected = if layout.try_apply(index).is_some() { 1 + flat(index, dims) } else { 0 };
            assert_eq!(other[Dim(index)], expected);
        }
        assert_eq!(Array::from_ndarray(layout, &other).unwrap(), array);
        let mut columns = nd::Array::zeros(Dim(dims).f());
        columns.assign(&other);
        assert_eq!(Array::from_ndarray(layout, &columns).unwrap(), array);
    }

    #[test]
    fn elements_keep_their_indices() {
        check(Strided::new([], [], []));
        check(Strided::new([5], [0], [true]));
        check(Col::<3, 4>);
        check(Tiled::<4, 6, 2>);
        check(Strided::new([2, 3, 4], [2, 0, 1], [true, false, true]));
        check(Strided::new([2, 3, 2, 2, 3, 2], [2, 0, 1, 5, 3, 4], [false; 6]));
        check(Table::shuffled([3, 2, 4, 1]));
        check(Table::padded([2, 2, 1, 2, 2], [3, 2, 1, 2, 3]));
        check(Table::expanded([3, 3], [2, 3]));
    }

    /// A view of the same elements, or none.
    fn view<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L, there: bool)
    where
        [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
        Dim<[usize; R]>: Dimension,
    {
        let mut array = Array::from_physical(layout, (0..layout.span()).collect::<Vec<_>>()).unwrap();
        assert_eq!(array.as_ndarray().is_some(), there);
        if there {
            let view = array.as_ndarray().unwrap();
            assert_eq!(view.shape(), layout.dims());
            assert!(Indices::new(layout.dims()).all(|index| view[Dim(index)] == layout.try_apply(index).unwrap()));
            array.as_ndarray_mut().unwrap().iter_mut().for_each(|element| *element += 1000);
            let reached: Vec<_> = array.indices().map(|index| layout.try_apply(index).unwrap()).collect();
            for (position, &element) in array.as_physical().iter().enumerate() {
                assert_eq!(element, if reached.contains(&position) { 1000 + position } else { position });
            }
        }
    }

    #[test]
    fn elements_that_lie_by_strides_are_seen_without_a_copy() {
        view(Strided::new([], [], []), true);
        view(Strided::new([5], [0], [true]), true);
        view(Row::<5, 7>, true);
        view(Col::<5, 7>, true);
        view(Row::<1, 1>, true);
        view(Strided::new([2, 3, 4], [2, 0, 1], [true, false, true]), true);
        view(Strided::new([2, 1, 2, 1, 3, 2], [2, 0, 1, 5, 3, 4], [true; 6]), true);
        view(Table::padded([2, 2, 1, 2, 2], [3, 2, 1, 2, 3]), true);
        view(Table::new([3, 4], 12, |[i, j]| Some(4 * (2 - i) + j)), true);
        view(Table::shuffled([0, 4]), true);
        view(Tiled::<4, 6, 2>, false);
        view(Table::expanded([3, 3], [2, 3]), false);
        view(Table::shuffled([5, 5]), false);
        let rows = Array::from_fn(Row::<6, 8>, |[i, j]| 8 * i + j);
        let column = rows.slice((.., 3)).unwrap();
        assert_eq!(column.as_ndarray().unwrap(), nd::arr1(&[3, 11, 19, 27, 35, 43]));
        assert_eq!(rows.window([2, 5], [2, 2]).unwrap().as_ndarray().unwrap(), nd::arr2(&[[21, 22], [29, 30]]));
    }

    #[test]
    fn layouts_that_break_their_laws_give_a_view_within_their_elements_or_none() {
        for lie in Broken::LIES {
            let mut array = Array::from_physical(Broken { lie }, [7_u8; 24]).unwrap();
            let attempt = core::panic::AssertUnwindSafe(|| {
                array.as_ndarray().is_none_or(|view| view.iter().all(|&element| element == 7))
                    && array.as_ndarray_mut().is_none_or(|mut view| view.iter_mut().all(|element| *element == 7))
            });
            assert!(std::panic::catch_unwind(attempt).unwrap_or(true));
        }
    }

    #[test]
    fn owned_arrays_and_views_are_taken_in() {
        let source = nd::Array::from_shape_fn((4, 3), |(i, j)| 3 * i + j);
        let expected = Array::from_fn(Col::<3, 4>, |[i, j]| 3 * j + i);
        assert_eq!(Arr2D::<_, Col<3, 4>>::try_from(source.t()).unwrap(), expected);
        assert_eq!(Arr2D::<_, Col<3, 4>>::try_from(source.t().to_owned()).unwrap(), expected);
        let error = Arr2D::<_, Col<3, 4>>::try_from(source.view()).unwrap_err();
        assert_eq!(error, LayoutError::shape_mismatch(&[3, 4], &[4, 3]));
        let other: nd::Array2<usize> = expected.view().into();
        assert_eq!(other, source.t());
    }
}
