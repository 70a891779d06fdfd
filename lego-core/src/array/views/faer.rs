//! Views of the crate `faer`.

#![allow(unsafe_code)]

use super::ByStrides;
use crate::array::array::Array;
use crate::array::storage::{Storage, StorageMut};
use crate::mapping::{Layout, Mapping};
use ::faer::{MatMut, MatRef};

impl<S, L> Array<S, L, 2>
where
    S: Storage,
    L: Mapping<Index = [usize; 2]>,
{
    /// Returns the elements as a `faer` view, without a copy, where they lie by strides, of any sign; `None` for other
    /// layouts.
    ///
    /// Law: if `Some(view)`, then `view[(i, j)] == a[[i, j]]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<f64, Row<2, 3>> = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].into();
    /// let view = a.as_faer().unwrap();
    /// assert_eq!((view.row_stride(), view.col_stride(), view[(1, 0)]), (3, 1, 4.0));
    /// assert!(Arr2D::<f64, Tiled<4, 4, 2>>::default().as_faer().is_none());
    /// ```
    pub fn as_faer(&self) -> Option<MatRef<'_, S::Elem>> {
        let by = ByStrides::of(self.layout(), self.as_physical().len())?;
        let start = self.as_physical().as_ptr().wrapping_add(by.base);
        let ([rows, columns], [down, right]) = (by.dims, by.strides);
        // SAFETY: `by` found that the positions of all indices lie in the storage, which is borrowed for as long as the
        // view; its elements are initialized.
        Some(unsafe { MatRef::from_raw_parts(start, rows, columns, down, right) })
    }

    /// As [`as_faer`](Array::as_faer), with elements that can be changed.
    pub fn as_faer_mut(&mut self) -> Option<MatMut<'_, S::Elem>>
    where
        S: StorageMut,
        L: Layout,
    {
        let by = ByStrides::of(self.layout(), self.as_physical().len()).filter(ByStrides::are_unique)?;
        let start = self.as_physical_mut().as_mut_ptr().wrapping_add(by.base);
        let ([rows, columns], [down, right]) = (by.dims, by.strides);
        // SAFETY: `by` found that the positions of all indices lie in the storage, which is borrowed mutably for as
        // long as the view, and that no two indices share one; its elements are initialized.
        Some(unsafe { MatMut::from_raw_parts_mut(start, rows, columns, down, right) })
    }
}

#[cfg(test)]
mod tests {
    use crate::array::stepped;
    use crate::samples::{Col, Row, Table, Tiled, numbered};

    #[test]
    fn views_have_the_elements_at_their_indices() {
        fn check<L: crate::Layout<Index = [usize; 2]>>(layout: L) {
            let mut array = numbered(layout);
            let view = array.as_faer().unwrap();
            assert!(array.indices().all(|index| view[(index[0], index[1])] == array[index]));
            for index in array.indices() {
                let expected = array[index] + 1;
                array.as_faer_mut().unwrap()[(index[0], index[1])] += 1;
                assert_eq!(array[index], expected);
            }
        }
        check(Row::<3, 4>);
        check(Col::<3, 4>);
        check(Col::<1, 1>);
        check(Tiled::<4, 2, 2>);
        check(Table::padded([3, 4], [4, 6]));
        check(Table::shuffled([0, 4]));
    }

    #[test]
    fn steps_backwards_are_strides() {
        let array = numbered(Row::<5, 4>);
        let part = array.slice((stepped(.., -2), stepped(1.., 2))).unwrap();
        let view = part.as_faer().unwrap();
        assert!(part.indices().all(|index| view[(index[0], index[1])] == part[index]));
        assert!(numbered(Tiled::<4, 4, 2>).as_faer().is_none());
    }
}
