//! One memory seen through another layout.

use super::array::{Array, check_sizes, require_sizes};
use super::storage::{Storage, StorageMut};
use crate::check::{enforce, equal};
use crate::error::LayoutError;
use crate::mapping::{Mapping, StaticMapping};

/// A layout type as which an array can be seen: every [`StaticMapping`] is one.
pub trait Overlay: StaticMapping + sealed::Sealed {
    /// The array of this layout over a storage.
    type Over<S>;

    /// Puts the layout over a storage of [`SPAN`](StaticMapping::SPAN) elements.
    #[doc(hidden)]
    fn over<S: Storage>(data: S) -> Self::Over<S>;
}

mod sealed {
    pub trait Sealed {}
    impl<V: crate::mapping::StaticMapping> Sealed for V {}
}

impl<V, const K: usize> Overlay for V
where
    V: StaticMapping<Index = [usize; K]>,
{
    type Over<S> = Array<S, V, K>;

    #[inline]
    fn over<S: Storage>(data: S) -> Array<S, V, K> {
        let view = V::default();
        require_sizes(&view);
        Array::over(view, data)
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: StaticMapping<Index = [usize; R]>,
{
    /// The same memory seen through another layout type; no element moves. That both have one span is checked at compile
    /// time.
    ///
    /// Law: `a.regroup::<V>()[[i]]` is `a.as_physical()[V.apply([i])]`. Holes of a `PadBy` are elements as others in a view
    /// that has none.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 6>::from_physical_array([1, 4, 2, 5, 3, 6]);
    /// // The same six numbers, three rows of two.
    /// assert_eq!(a.regroup::<Row<3, 2>>()[[1, 0]], 2);
    /// // And as the transposed matrix.
    /// assert_eq!(a.regroup::<Row<3, 2>>()[[2, 1]], a[[1, 2]]);
    /// ```
    ///
    /// ```compile_fail
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// # use lego_core::array::Stack2D;
    /// # let a = Stack2D::<_, Col<2, 3>, 6>::from_physical_array([1, 4, 2, 5, 3, 6]);
    /// let five = a.regroup::<Row<1, 5>>();
    /// ```
    #[inline]
    #[doc(alias = "reshape")]
    pub fn regroup<V: Overlay>(&self) -> V::Over<&[S::Elem]> {
        const { same_span::<V, L>() };
        V::over(self.as_physical())
    }

    /// As [`regroup`](Array::regroup), with elements that can be changed.
    #[inline]
    pub fn regroup_mut<V: Overlay>(&mut self) -> V::Over<&mut [S::Elem]>
    where
        S: StorageMut,
    {
        const { same_span::<V, L>() };
        V::over(self.as_physical_mut())
    }

    /// As [`regroup`](Array::regroup), of the array itself: the storage goes over to the new layout.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a = Arr2D::from_fn(Col::<2, 3>, |[i, j]| 10 * i + j);
    /// let turned: Arr2D<_, Row<3, 2>> = a.into_regrouped::<Row<3, 2>>();
    /// assert_eq!(turned.to_row_major(), [0, 10, 1, 11, 2, 12]);
    /// ```
    #[inline]
    pub fn into_regrouped<V>(self) -> V::Over<S>
    where
        V: Overlay,
    {
        const { same_span::<V, L>() };
        V::over(self.into_storage())
    }
}

/// Fails to compile where the spans differ, with both.
const fn same_span<V: StaticMapping, L: StaticMapping>() {
    enforce(equal("the view", V::SPAN as u128, "the array", L::SPAN as u128));
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
{
    /// The same memory seen through another layout, where a size of one of them is known at run time only.
    ///
    /// Law: `a.regroup_with(v)?[[i]]` is `a.as_physical()[v.apply([i])]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::View2D;
    /// let a = View2D::from_physical(Strides { dims: [2, 3], strides: [3, 1] }, &[0, 1, 2, 10, 11, 12][..])?;
    /// assert_eq!(a.regroup_with(Row::<3, 2>)?[[1, 1]], 10);
    /// let error = a.regroup_with(Row::<3, 3>).unwrap_err();
    /// assert_eq!(error.to_string(), "the view has 9 elements, but the array has 6");
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::SizeMismatch`] with both spans if they differ; the error of [`view.check()`](Mapping::check) if the sizes of
    /// the view are not those that its constructor would accept.
    #[inline]
    pub fn regroup_with<V, const K: usize>(&self, view: V) -> Result<Array<&[S::Elem], V, K>, LayoutError>
    where
        V: Mapping<Index = [usize; K]>,
    {
        fits(&view, self.as_physical().len())?;
        Ok(Array::over(view, self.as_physical()))
    }

    /// As [`regroup_with`](Array::regroup_with), with elements that can be changed.
    ///
    /// # Errors
    /// As [`regroup_with`](Array::regroup_with).
    #[inline]
    pub fn regroup_with_mut<V, const K: usize>(&mut self, view: V) -> Result<Array<&mut [S::Elem], V, K>, LayoutError>
    where
        S: StorageMut,
        V: Mapping<Index = [usize; K]>,
    {
        fits(&view, self.as_physical().len())?;
        Ok(Array::over(view, self.as_physical_mut()))
    }

    /// As [`regroup_with`](Array::regroup_with), of the array itself: the storage goes over to the new layout.
    ///
    /// # Errors
    /// As [`regroup_with`](Array::regroup_with); the array is given back.
    #[inline]
    pub fn into_regrouped_with<V, const K: usize>(self, view: V) -> Result<Array<S, V, K>, (LayoutError, Self)>
    where
        V: Mapping<Index = [usize; K]>,
    {
        match fits(&view, self.as_physical().len()) {
            Ok(()) => Ok(Array::over(view, self.into_storage())),
            Err(error) => Err((error, self)),
        }
    }
}

/// Whether a layout has right sizes and the span of an array.
fn fits(view: &impl Mapping, array: usize) -> Result<(), LayoutError> {
    check_sizes(view)?;
    equal("the view", view.span() as u128, "the array", array as u128)
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::Indices;
    use crate::mapping::{Coord, Layout};
    use crate::samples::{Col, Row, Strided, Table, Tiled, listed};
    use std::vec::Vec;

    /// Every element of every view of an array of as many elements as its span, against the positions of the view.
    fn check<V: Layout<Index = [usize; K]> + Copy, const K: usize>(view: V)
    where
        [usize; K]: Coord,
    {
        fn through<L, V, const R: usize, const K: usize>(layout: L, view: V)
        where
            L: Mapping<Index = [usize; R]> + Copy,
            V: Layout<Index = [usize; K]> + Copy,
            [usize; R]: Coord,
            [usize; K]: Coord,
        {
            let elements: Vec<usize> = (0..layout.span()).map(|p| 7 * p + 3).collect();
            let mut array = Array::from_physical(layout, elements).unwrap();
            if view.span() != layout.span() {
                let (left_size, right_size) = (view.span() as u128, layout.span() as u128);
                let expected = LayoutError::SizeMismatch {
                    left: "the view".into(),
                    left_size,
                    right: "the array".into(),
                    right_size,
                };
                assert_eq!(array.regroup_with(view).err(), Some(expected));
                assert_eq!(array.regroup_with_mut(view).err(), Some(expected));
                let (error, same) = array.into_regrouped_with(view).err().unwrap();
                assert_eq!((error, same.into_storage().len()), (expected, layout.span()));
                return;
            }
            let expected: Vec<Option<usize>> =
                Indices::new(view.dims()).map(|index| view.try_apply(index).map(|p| 7 * p + 3)).collect();
            assert_eq!(listed(&array.regroup_with(view).unwrap()), expected);
            array.regroup_with_mut(view).unwrap().fill(1);
            for position in 0..layout.span() {
                let expected = if view.try_inv(position).is_some() { 1 } else { 7 * position + 3 };
                assert_eq!(array.as_physical()[position], expected);
            }
            let owned: Array<Vec<usize>, V, K> = array.into_regrouped_with(view).ok().unwrap();
            assert_eq!(owned.layout().dims(), view.dims());
        }
        through::<_, _, 2, K>(Row::<4, 6>, view);
        through::<_, _, 2, K>(Col::<3, 8>, view);
        through::<_, _, 2, K>(Tiled::<4, 6, 2>, view);
        through::<_, _, 1, K>(Table::<1>::shuffled([24]), view);
        through::<_, _, 2, K>(Table::<2>::padded([3, 3], [4, 6]), view);
        through::<_, _, 2, K>(Table::<2>::expanded([5, 7], [4, 6]), view);
        through::<_, _, 4, K>(Strided::<4>::new([2, 3, 2, 2], [2, 0, 3, 1], [true, false, true, false]), view);
        through::<_, _, 2, K>(Row::<5, 5>, view);
        through::<_, _, 2, K>(Row::<1, 1>, view);
    }

    #[test]
    fn every_view_is_the_memory_by_its_positions() {
        check(Row::<4, 6>);
        check(Row::<24, 1>);
        check(Col::<3, 8>);
        check(Tiled::<6, 4, 2>);
        check(Table::shuffled([2, 3, 4]));
        check(Table::padded([5, 3], [6, 4]));
        check(Table::expanded([3, 10], [3, 8]));
        check(Strided::new([24], [0], [true]));
        check(Row::<1, 1>);
        check(Row::<3, 7>);
    }

    #[test]
    fn types_without_sizes_need_no_value() {
        let mut array = Array::<Vec<usize>, Col<2, 3>, 2>::from_physical(Col, (0..6).collect()).unwrap();
        assert_eq!(listed(&array.regroup::<Row<3, 2>>()), (0..6).map(Some).collect::<Vec<_>>());
        array.regroup_mut::<Row<6, 1>>()[[4, 0]] = 40;
        assert_eq!(array[[0, 2]], 40);
        let view: Array<&[usize], Col<2, 3>, 2> = array.view();
        assert_eq!(view.into_regrouped::<Row<1, 6>>()[[0, 4]], 40);
        assert_eq!(array.into_regrouped::<Row<2, 3>>().into_storage(), [0, 1, 2, 3, 40, 5]);
    }
}
