//! Arrays one after the other along an axis, as one array.

use super::array::{Array, check_sizes};
use super::shape::same_shape;
use super::storage::Storage;
use crate::error::LayoutError;
use crate::mapping::{Coord, Fixed, Layout, Mapping, Window, no_axis, permuted};
use alloc::vec::Vec;

impl<T, L, const R: usize> Array<Vec<T>, L, R>
where
    L: Layout<Index = [usize; R]> + Clone,
    [usize; R]: Coord,
{
    /// Returns the arrays one after the other along an existing axis, in a layout; what that layout has beyond their
    /// elements is `T::default()`.
    ///
    /// Law, along axis 0: `concat(l, 0, &[&a, &b])?[[i, j]]` is `a[[i, j]]` for `i` below the extent `m` of `a`, else
    /// `b[[i - m, j]]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a = Arr2D::from_fn(Tiled::<2, 4, 2>, |[i, j]| 10 * i + j);
    /// let both = Arr2D::concat(Row::<2, 8>, 1, &[&a, &a])?;
    /// assert_eq!(both.to_row_major()[..8], [0, 1, 2, 3, 0, 1, 2, 3]);
    /// let error = Arr2D::concat(Row::<4, 5>, 0, &[&a, &a]).unwrap_err();
    /// assert_eq!(error.to_string(), "the shape [4, 4] does not match [4, 5]: axis 1 differs");
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the extents along the axis do not add up to the layout's, or others differ
    /// from the layout's; [`LayoutError::TooLarge`] if there is no such axis.
    #[doc(alias("concatenate", "hstack", "vstack", "append"))]
    pub fn concat<S, M>(layout: L, axis: usize, arrays: &[&Array<S, M, R>]) -> Result<Self, LayoutError>
    where
        T: Clone + Default,
        S: Storage<Elem = T>,
        M: Mapping<Index = [usize; R]> + Clone,
    {
        check_sizes(&layout)?;
        let dims = layout.dims();
        if axis >= R {
            return Err(no_axis(axis, R));
        }
        // Before anything is allocated: all extents but the axis's of each array, and the axis's of all together.
        let mut total = dims;
        total[axis] = arrays.iter().fold(0, |sum, array| array.dims()[axis].saturating_add(sum));
        for array in arrays {
            let mut found = array.dims();
            found[axis] = total[axis];
            same_shape(dims, found)?;
        }
        same_shape(dims, total)?;
        let (mut whole, mut origin) = (Self::empty(layout.clone()), [0; R]);
        for array in arrays {
            let window = Window::new(layout.clone(), origin, array.dims())?;
            origin[axis] += array.dims()[axis];
            Array::over(window, whole.as_physical_mut()).copy_from(array);
        }
        Ok(whole)
    }

    /// Returns arrays of equal dims one after the other along a new axis, in a layout of one more axis than they have;
    /// what that layout has beyond their elements is `T::default()`. Another rank is a compile error.
    ///
    /// Law, along axis 1: `stack(l, 1, &[&a, &b])?[[i, k, j]]` is `a[[i, j]]` for `k == 0`, else `b[[i, j]]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a = Arr2D::from_fn(Col::<2, 3>, |[i, j]| 10 * i + j);
    /// let points = Arr2D::stack(Row::<3, 2>, 1, &[&a.row(0), &a.row(1)])?;
    /// assert_eq!(points.to_row_major(), [0, 10, 1, 11, 2, 12]);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims of an array, with the number of arrays on the axis, are not the
    /// layout's; [`LayoutError::TooLarge`] if there is no such axis.
    pub fn stack<S, M, const K: usize>(layout: L, axis: usize, arrays: &[&Array<S, M, K>]) -> Result<Self, LayoutError>
    where
        T: Clone + Default,
        S: Storage<Elem = T>,
        M: Mapping<Index = [usize; K]> + Clone,
        [usize; K]: Coord,
    {
        const { assert!(K + 1 == R, "the stacked array has one more axis than those that it is made of") };
        check_sizes(&layout)?;
        if axis >= R {
            return Err(no_axis(axis, R));
        }
        let with_axis = |dims: [usize; K]| -> [usize; R] {
            core::array::from_fn(|k| match k.cmp(&axis) {
                core::cmp::Ordering::Less => dims[k],
                core::cmp::Ordering::Equal => arrays.len(),
                core::cmp::Ordering::Greater => dims[k - 1],
            })
        };
        let dims = layout.dims();
        for array in arrays {
            same_shape(dims, with_axis(array.dims()))?;
        }
        if arrays.len() != dims[axis] {
            let mut found = dims;
            found[axis] = arrays.len();
            same_shape(dims, found)?;
        }
        let mut whole = Self::empty(layout.clone());
        // The new axis comes first, the others keep their order: then an array is what lies behind one index.
        let order = core::array::from_fn(|k| if k == 0 { axis } else { k - usize::from(k <= axis) });
        let turned = permuted(layout, order)?;
        for (k, array) in arrays.iter().enumerate() {
            let one = Fixed::<_, 1, K>::new(turned.clone(), [k])?;
            Array::over(one, whole.as_physical_mut()).copy_from(array);
        }
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Indices;
    use crate::samples::{Col, Row, Table, of_every_kind};

    /// The array cut at every place of every axis, and put together again in another layout; and stacked with itself.
    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        let array = Array::from_physical(layout, (1..=layout.span()).collect::<Vec<_>>()).unwrap();
        let dims = layout.dims();
        for axis in 0..R {
            for middle in 0..=dims[axis] {
                let (first, second) = array.split_at(axis, middle).unwrap();
                for into in [Table::shuffled(dims), Table::padded(dims, dims.map(|n| n + 1))] {
                    let whole = Array::concat(into, axis, &[&first, &second]).unwrap();
                    for index in Indices::new(dims) {
                        assert_eq!(whole[index], array.get(index).copied().unwrap_or_default(), "{index:?}");
                    }
                    let holes = whole.as_physical().iter().filter(|&&x| x == 0).count();
                    assert_eq!(holes, into.span() - array.iter().count());
                }
            }
            assert!(Array::concat(Table::shuffled(dims.map(|n| n + 1)), axis, &[&array]).is_err());
        }
        assert!(Array::concat(Table::shuffled(dims), R, &[&array]).is_err());
    }

    #[test]
    fn what_was_cut_is_put_together() {
        of_every_kind!(check);
        assert!(
            Array::<Vec<u8>, _, 2>::concat::<Vec<u8>, Row<3, 4>>(Row::<0, 4>, 0, &[])
                .unwrap()
                .into_storage()
                .is_empty()
        );
    }

    #[test]
    fn arrays_are_stacked_along_every_axis() {
        let (a, b) =
            (Array::from_fn(Row::<3, 4>, |[i, j]| 10 * i + j), Array::from_fn(Row::<3, 4>, |[i, j]| 50 + 10 * i + j));
        for axis in 0..3 {
            let dims = [[2, 3, 4], [3, 2, 4], [3, 4, 2]][axis];
            for into in [Table::shuffled(dims), Table::padded(dims, [4, 5, 6])] {
                let whole = Array::stack(into, axis, &[&a, &b]).unwrap();
                for index in Indices::new(dims) {
                    let mut rest = index.iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, &i)| i);
                    let own = [rest.next().unwrap(), rest.next().unwrap()];
                    assert_eq!(whole[index], if index[axis] == 0 { a[own] } else { b[own] }, "{axis} {index:?}");
                }
            }
            let error = Array::stack(Table::shuffled(dims), axis, &[&a]).unwrap_err();
            assert!(matches!(error, LayoutError::ShapeMismatch { axis: at, .. } if at == axis));
        }
        assert!(Array::stack(Table::shuffled([2, 3, 5]), 0, &[&a, &b]).is_err());
        assert!(Array::stack(Table::shuffled([2, 3, 4]), 3, &[&a, &b]).is_err());
        let columns = Array::filled(Col::<3, 4>, 7);
        assert_eq!(Array::stack(Table::shuffled([1, 3, 4]), 0, &[&columns]).unwrap()[[0, 2, 3]], 7);
    }
}
