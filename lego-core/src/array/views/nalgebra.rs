//! Views of the crate `nalgebra`.

use super::ByStrides;
use crate::array::array::Array;
use crate::array::storage::{Storage, StorageMut};
use crate::mapping::{Layout, Mapping};
use ::nalgebra::{Dyn, MatrixView, MatrixViewMut, Scalar};

impl<S, L> Array<S, L, 2>
where
    S: Storage<Elem: Scalar>,
    L: Mapping<Index = [usize; 2]>,
{
    /// Returns the elements as a `nalgebra` view, without a copy, where they lie by strides that are not negative;
    /// `None` for other layouts, which [`relayout`](Array::relayout) to columns copies.
    ///
    /// Law: if `Some(view)`, then `view[(i, j)] == a[[i, j]]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<f64, Row<2, 2>> = [[1.0, 2.0], [3.0, 4.0]].into();
    /// assert_eq!(a.as_nalgebra().unwrap().trace(), 5.0);
    /// assert!(Arr2D::<f64, Tiled<4, 4, 2>>::default().as_nalgebra().is_none());
    /// ```
    pub fn as_nalgebra(&self) -> Option<MatrixView<'_, S::Elem, Dyn, Dyn, Dyn, Dyn>> {
        let ([rows, columns], [down, right], base) = forwards(ByStrides::of(self.layout(), self.as_physical().len())?)?;
        let elements = self.as_physical().get(base..)?;
        Some(MatrixView::from_slice_with_strides_generic(elements, rows, columns, down, right))
    }

    /// As [`as_nalgebra`](Array::as_nalgebra), with elements that can be changed.
    pub fn as_nalgebra_mut(&mut self) -> Option<MatrixViewMut<'_, S::Elem, Dyn, Dyn, Dyn, Dyn>>
    where
        S: StorageMut,
        L: Layout,
    {
        let strided = ByStrides::of(self.layout(), self.as_physical().len()).filter(ByStrides::are_unique)?;
        let ([rows, columns], [down, right], base) = forwards(strided)?;
        let elements = self.as_physical_mut().get_mut(base..)?;
        Some(MatrixViewMut::from_slice_with_strides_generic(elements, rows, columns, down, right))
    }
}

/// The extents, the strides and the first position, if no stride is negative.
fn forwards(by: ByStrides<2>) -> Option<([Dyn; 2], [Dyn; 2], usize)> {
    let [down, right] = match by.dims {
        // `nalgebra` asks for an element before an axis without places, unless a step along it leads there.
        [0, _] => [1, 0],
        [_, 0] => [0, 1],
        // Its iterators count steps, also along an axis of one place.
        dims => core::array::from_fn(|axis| if dims[axis] == 1 { 1 } else { by.strides[axis] }),
    };
    let strides = [Dyn(usize::try_from(down).ok()?), Dyn(usize::try_from(right).ok()?)];
    Some((by.dims.map(Dyn), strides, by.base))
}

#[cfg(test)]
mod tests {
    use crate::array::stepped;
    use crate::samples::{Col, Row, Tiled, numbered};

    #[test]
    fn views_have_the_elements_at_their_indices() {
        fn check<L: crate::Layout<Index = [usize; 2], Position = usize>>(layout: L) {
            let mut array = numbered(layout);
            let [m, n] = array.dims();
            let view = array.as_nalgebra().unwrap();
            assert_eq!(view.shape(), (m, n));
            assert!(array.indices().all(|index| view[(index[0], index[1])] == array[index]));
            let mut changed = array.as_nalgebra_mut().unwrap();
            changed.iter_mut().for_each(|x| *x += 1);
            assert!(array.indices().all(|index| array[index] == array.layout().apply(index) + 1));
        }
        check(Row::<3, 4>);
        check(Col::<3, 4>);
        check(Row::<1, 4>);
        check(Col::<1, 1>);
        check(Tiled::<4, 2, 2>);
        check(Col::<0, 4>);
        check(Row::<3, 0>);
        check(Row::<0, 0>);
    }

    #[test]
    fn what_has_no_such_strides_is_no_view() {
        assert!(numbered(Tiled::<4, 4, 2>).as_nalgebra().is_none());
        let array = numbered(Row::<3, 4>);
        assert!(array.slice((stepped(.., -1), ..)).unwrap().as_nalgebra().is_none());
        let view = array.slice((stepped(.., 2), 1..)).unwrap();
        assert_eq!(view.as_nalgebra().unwrap()[(1, 2)], view[[1, 2]]);
        let row = numbered(Row::<1, 4>);
        assert_eq!(row.broadcast([3, 4]).unwrap().as_nalgebra().unwrap()[(2, 3)], 3);
    }
}
