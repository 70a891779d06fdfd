//! Another layout of the same elements in the same memory: each cycle of positions is followed once.

use crate::array::array::Array;
use crate::array::shape::same_shape;
use crate::array::storage::StorageMut;
use crate::error::LayoutError;
use crate::mapping::Layout;
use alloc::vec;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: StorageMut,
    L: Layout<Index = [usize; R]>,
{
    /// Moves the elements to where another layout of the same dims and span has them, in the memory that they lie in;
    /// it takes one bit for each position beside.
    ///
    /// What lies in holes is moved anywhere. [`relayout`](Array::relayout) is several times as fast where there is
    /// memory for both: this one jumps through memory from element to element.
    ///
    /// Law: `a.clone().relayout_in_place(m)? == a`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let rows: Arr2D<i32, Row<2, 3>> = [[1, 2, 3], [4, 5, 6]].into();
    /// let columns = rows.relayout_in_place(Col::<2, 3>)?;
    /// assert_eq!((columns[[1, 0]], columns.as_physical()), (4, &[1, 4, 2, 5, 3, 6][..]));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the layouts have different dims, [`LayoutError::WrongLength`] if they have
    /// different spans. The array is gone then: use `array.view_mut().relayout_in_place(m)` to keep it.
    pub fn relayout_in_place<M>(self, layout: M) -> Result<Array<S, M, R>, LayoutError>
    where
        M: Layout<Index = [usize; R]>,
    {
        same_shape(self.dims(), layout.dims())?;
        self.moved(layout, |index| index)
    }

    /// Moves the elements to where a layout of the transposed array has them, in the memory that they lie in; it takes
    /// one bit for each position beside.
    ///
    /// Law, of rank 2: `a.clone().transpose_in_place(m)?[[j, i]] == a[[i, j]]`; of any rank the axes are reversed.
    /// Without a move, [`t`](Array::t) is a view of the transposed array.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Row<2, 3>> = [[1, 2, 3], [4, 5, 6]].into();
    /// assert_eq!(a.transpose_in_place(Row::<3, 2>)?.as_physical(), [1, 4, 2, 5, 3, 6]);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims of the layout are not those of the array in reverse order,
    /// [`LayoutError::WrongLength`] if the spans differ. The array is gone then.
    pub fn transpose_in_place<M>(self, layout: M) -> Result<Array<S, M, R>, LayoutError>
    where
        M: Layout<Index = [usize; R]>,
    {
        let reversed = |mut index: [usize; R]| {
            index.reverse();
            index
        };
        same_shape(reversed(self.dims()), layout.dims())?;
        self.moved(layout, reversed)
    }

    /// Moves the element of each index to the position that the layout gives `f` of the index.
    fn moved<M>(self, layout: M, f: impl Fn([usize; R]) -> [usize; R]) -> Result<Array<S, M, R>, LayoutError>
    where
        M: Layout<Index = [usize; R]>,
    {
        let (from, mut storage) = self.into_parts();
        let elements = storage.as_mut_slice();
        // Where the element of a position goes; a hole goes nowhere.
        let target = |position: usize| -> Option<usize> {
            let index: Option<[usize; R]> = from.inv(position).into();
            layout.try_apply(f(index?))
        };
        if layout.span() != elements.len() {
            return Err(LayoutError::WrongLength { expected: layout.span(), found: elements.len() });
        }
        // The positions whose own element has been moved.
        let mut moved = vec![0_u64; elements.len().div_ceil(64)];
        // Whether it has been moved before; now it is.
        let mut mark = |position: usize| {
            let (word, bit) = (&mut moved[position / 64], 1 << (position % 64));
            core::mem::replace(word, *word | bit) & bit != 0
        };
        for start in 0..elements.len() {
            let Some(first) = target(start) else { continue };
            if mark(start) {
                continue;
            }
            // What lies at `start` is always the element that is moved next.
            let mut next = Some(first);
            while let Some(to) = next.filter(|&to| to != start && to < elements.len()) {
                let was_moved = mark(to);
                elements.swap(start, to);
                if was_moved {
                    // It came from a hole, which has no place to go. Layouts that break their laws end here as well.
                    break;
                }
                next = target(to);
            }
        }
        Array::from_physical(layout, storage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Coord;
    use crate::samples::{Broken, Col, Row, Table, Tiled, of_every_kind};
    use std::string::{String, ToString};
    use std::vec::Vec;

    /// Words, so that an element that is lost or doubled shows: all positions have one, holes too.
    fn words(count: usize) -> Vec<String> {
        (0..count).map(|p| p.to_string()).collect()
    }

    fn check_to<L, M, const R: usize>(from: L, to: M)
    where
        L: Layout<Index = [usize; R]> + Copy,
        M: Layout<Index = [usize; R]> + Copy,
    {
        let array = Array::from_physical(from, words(from.span())).unwrap();
        let moved = array.clone().relayout_in_place(to).unwrap();
        for index in array.indices() {
            if to.try_apply(index).is_some() {
                assert_eq!(moved.get(index), array.get(index), "{index:?}");
            }
        }
        let mut all = moved.into_storage();
        all.sort_unstable_by_key(|word| word.parse::<usize>().unwrap());
        assert_eq!(all, words(from.span()));
    }

    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        check_to(layout, layout);
        let array = Array::from_physical(layout, words(layout.span())).unwrap();
        let reversed = |index: [usize; R]| -> [usize; R] { core::array::from_fn(|k| index[R - 1 - k]) };
        let dims = reversed(layout.dims());
        let into = Table::new(dims, layout.span(), |index| layout.try_apply(reversed(index)));
        assert_eq!(array.clone().transpose_in_place(into).unwrap().into_storage(), words(layout.span()));
        let other = Table::new(dims, layout.span(), |index| {
            layout.try_apply(reversed(index)).map(|position| layout.span() - 1 - position)
        });
        let moved = array.clone().transpose_in_place(other).unwrap();
        assert!(array.indices().all(|index| moved.get(reversed(index)) == array.get(index)));
    }

    #[test]
    fn every_element_is_moved_once() {
        of_every_kind!(check);
        for (one, other) in [([3, 4], [4, 5]), ([4, 4], [4, 5]), ([5, 1], [5, 7])] {
            check_to(Table::padded(one, other), Table::padded(one, [other[1], other[0]]));
            let span = other[0] * other[1];
            let back = Table::new(one, span, |[i, j]| Some(span - 1 - (i * one[1] + j)));
            check_to(Table::padded(one, other), back);
            check_to(back, Table::padded(one, other));
        }
        check_to(Row::<4, 6>, Col::<4, 6>);
        check_to(Col::<4, 6>, Tiled::<4, 6, 2>);
        check_to(Tiled::<4, 6, 2>, Table::shuffled([4, 6]));
        check_to(Row::<64, 3>, Col::<64, 3>);
        check_to(Row::<1, 200>, Table::shuffled([1, 200]));
    }

    #[test]
    fn other_shapes_and_spans_are_errors() {
        let array = Array::from_fn(Row::<3, 4>, |[i, j]| i + j);
        assert!(matches!(array.clone().relayout_in_place(Row::<4, 3>), Err(LayoutError::ShapeMismatch { .. })));
        assert!(matches!(array.clone().transpose_in_place(Row::<3, 4>), Err(LayoutError::ShapeMismatch { .. })));
        let padded = Table::padded([3, 4], [4, 5]);
        assert!(matches!(array.relayout_in_place(padded), Err(LayoutError::WrongLength { expected: 20, found: 12 })));
    }

    #[test]
    fn layouts_that_break_their_laws_lose_nothing() {
        for lie in Broken::LIES {
            for other in Broken::LIES {
                let array = Array::from_physical(Broken { lie }, words(24)).unwrap();
                let mut all = array.relayout_in_place(Broken { lie: other }).unwrap().into_storage();
                all.sort_unstable_by_key(|word| word.parse::<usize>().unwrap());
                assert_eq!(all, words(24));
            }
        }
    }
}
