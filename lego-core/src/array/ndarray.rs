//! Conversions from and to [`ndarray`](::ndarray), of ranks 0 to 6.
//!
//! An `ndarray` array has strides and nothing else, so elements are copied into and out of its row-major order.

use super::array::Array;
use super::shape::same_shape;
use super::storage::Storage;
use crate::error::LayoutError;
use crate::mapping::{Layout, Mapping};
use ::ndarray::{self as nd, Dim, Dimension, IntoDimension};
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

impl<T, L, const R: usize> Array<Vec<T>, L, R>
where
    T: Clone + Default,
    L: Layout<Index = [usize; R]> + Clone,
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
            T: Clone + Default,
            L: Layout<Index = [usize; R]> + Clone + Default,
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
    use crate::samples::{Col, Strided, Table, Tiled, flat};
    use nd::ShapeBuilder;

    /// There and back, through an array in rows and one in columns.
    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
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

    #[test]
    fn owned_arrays_and_views_are_taken_in() {
        let source = nd::Array::from_shape_fn((4, 3), |(i, j)| 3 * i + j);
        let expected = Array::from_fn(Col::<3, 4>, |[i, j]| 3 * j + i);
        assert_eq!(Arr2D::<_, Col<3, 4>>::try_from(source.t()).unwrap(), expected);
        assert_eq!(Arr2D::<_, Col<3, 4>>::try_from(source.t().to_owned()).unwrap(), expected);
        let error = Arr2D::<_, Col<3, 4>>::try_from(source.view()).unwrap_err();
        assert_eq!(error, LayoutError::ShapeMismatch { axis: 0, expected: 3, found: 4 });
        let other: nd::Array2<usize> = expected.view().into();
        assert_eq!(other, source.t());
    }
}
