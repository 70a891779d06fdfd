//! Views of the crate `mdarray`.

#![allow(unsafe_code)]

use super::ByStrides;
use crate::array::array::Array;
use crate::array::storage::{Storage, StorageMut};
use crate::mapping::{Coord, Layout, Mapping};
use ::mdarray::{DView, DViewMut, IntoShape, Strided, StridedMapping};

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
    [usize; R]: IntoShape,
{
    /// Returns the elements as an `mdarray` view, without a copy, where they lie by strides, of any sign; `None` for
    /// other layouts.
    ///
    /// Law: if `Some(view)`, then `view[i] == a[i]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Col<2, 3>> = [[1, 2, 3], [4, 5, 6]].into();
    /// assert_eq!(a.as_mdarray().unwrap()[[1, 0]], 4);
    /// assert!(Arr2D::<i32, Tiled<4, 4, 2>>::default().as_mdarray().is_none());
    /// ```
    pub fn as_mdarray(&self) -> Option<DView<'_, S::Elem, R, Strided>> {
        let by = ByStrides::of(self.layout(), self.as_physical().len())?;
        let start = self.as_physical().as_ptr().wrapping_add(by.base);
        // SAFETY: `by` found that the positions of all indices lie in the storage, which is borrowed for as long as the
        // view.
        Some(unsafe { DView::new_unchecked(start, StridedMapping::new(by.dims.into_shape(), &by.strides)) })
    }

    /// As [`as_mdarray`](Array::as_mdarray), with elements that can be changed.
    pub fn as_mdarray_mut(&mut self) -> Option<DViewMut<'_, S::Elem, R, Strided>>
    where
        S: StorageMut,
        L: Layout,
        [usize; R]: Coord,
    {
        let by = ByStrides::of(self.layout(), self.as_physical().len()).filter(ByStrides::are_unique)?;
        let start = self.as_physical_mut().as_mut_ptr().wrapping_add(by.base);
        // SAFETY: `by` found that the positions of all indices lie in the storage, which is borrowed mutably for as
        // long as the view, and that no two indices share one.
        Some(unsafe { DViewMut::new_unchecked(start, StridedMapping::new(by.dims.into_shape(), &by.strides)) })
    }
}

#[cfg(test)]
mod tests {
    use crate::array::stepped;
    use crate::samples::{Col, Row, Strided, Table, Tiled, numbered};

    #[test]
    fn views_have_the_elements_at_their_indices() {
        fn check<L: crate::Layout<Index = [usize; 2]>>(layout: L) {
            let mut array = numbered(layout);
            let view = array.as_mdarray().unwrap();
            assert!(array.indices().all(|index| view[index] == array[index]));
            for index in array.indices() {
                let expected = array[index] + 1;
                array.as_mdarray_mut().unwrap()[index] += 1;
                assert_eq!(array[index], expected);
            }
        }
        check(Row::<3, 4>);
        check(Col::<3, 4>);
        check(Col::<1, 1>);
        check(Tiled::<4, 2, 2>);
        check(Table::padded([3, 4], [4, 6]));
        check(Table::shuffled([0, 4]));
        check(Strided::new([3, 4], [1, 0], [true, false]));
        let cube = numbered(Strided::new([2, 3, 4], [2, 0, 1], [true, false, true]));
        let view = cube.as_mdarray().unwrap();
        assert!(cube.indices().all(|index| view[index] == cube[index]));
    }

    #[test]
    fn steps_backwards_are_strides() {
        let array = numbered(Row::<5, 4>);
        let part = array.slice((stepped(.., -2), stepped(1.., 2))).unwrap();
        let view = part.as_mdarray().unwrap();
        assert!(part.indices().all(|index| view[index] == part[index]));
        assert!(numbered(Tiled::<4, 4, 2>).as_mdarray().is_none());
    }
}
