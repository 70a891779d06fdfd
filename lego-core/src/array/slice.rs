//! Views of an array with some axes fixed and others cut to a range, repeated along new axes, or as overlapping
//! windows.

use super::array::Array;
use super::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Aliased, Coord, Mapping, SliceSpec, SubLayout, broadcast, slice, sliding_windows};

/// A borrowed slice with `K` axes; made by [`Array::slice`].
pub type SliceView<'a, T, L, const K: usize> = Array<&'a [T], SubLayout<L, [usize; K]>, K>;
/// A mutably borrowed slice with `K` axes; made by [`Array::slice_mut`].
pub type SliceViewMut<'a, T, L, const K: usize> = Array<&'a mut [T], SubLayout<L, [usize; K]>, K>;

/// A borrowed array in which several indices share an element; made by [`Array::broadcast`] and
/// [`Array::sliding_windows`].
pub type AliasedView<'a, T, L, const K: usize> = Array<&'a [T], Aliased<L, [usize; K]>, K>;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
{
    /// A view of the elements with some axes fixed and others cut to a range, as in `a.slice((2, .., 4..8))`; with a
    /// step or backwards by [`stepped`](super::stepped).
    ///
    /// Law: `a.slice((i, b..c))?[[j]] == a[[i, b + j]]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let a = Stack2D::<_, Col<2, 3>, 6>::from_physical_array([1, 4, 2, 5, 3, 6]);
    /// let row = a.slice((1, ..))?;
    /// assert_eq!(row[[2]], 6);
    /// assert!(row.iter().map(|(_, x)| x).eq(&[4, 5, 6]));
    /// assert_eq!(a.slice((.., 1..3))?.to_row_major(), [2, 3, 5, 6]);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if an axis is fixed outside its extent, or a range ends outside of it or starts behind
    /// its end; [`LayoutError::TooSmall`] if a step is 0.
    #[inline]
    pub fn slice<P, const K: usize>(&self, spec: P) -> Result<SliceView<'_, S::Elem, L, K>, LayoutError>
    where
        L: Clone,
        P: SliceSpec<[usize; R], Free = [usize; K]>,
        [usize; K]: Coord,
    {
        Ok(Array::over(slice(self.layout().clone(), spec)?, self.as_physical()))
    }

    /// As [`slice`](Array::slice), with elements that can be changed.
    ///
    /// # Errors
    /// As [`slice`](Array::slice).
    #[inline]
    pub fn slice_mut<P, const K: usize>(&mut self, spec: P) -> Result<SliceViewMut<'_, S::Elem, L, K>, LayoutError>
    where
        L: Clone,
        S: StorageMut,
        P: SliceSpec<[usize; R], Free = [usize; K]>,
        [usize; K]: Coord,
    {
        Ok(Array::over(slice(self.layout().clone(), spec)?, self.as_physical_mut()))
    }

    /// Returns a view that repeats the array along new axes in front, and along axes of extent 1: `dims` are its own.
    /// No element is copied, and none can be changed.
    ///
    /// The axes are aligned at the end. Law, of a row `r` of rank 1: `r.broadcast([m, n])?[[i, j]] == r[[j]]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Col<2, 3>> = [[1, 2, 3], [4, 5, 6]].into();
    /// let bias: Arr2D<i32, Row<1, 3>> = [[10, 20, 30]].into();
    /// let bias = bias.broadcast([2, 3])?;
    /// let sums = a.zip(&bias)?.map(|(_, x, b)| x + b);
    /// assert!(sums.eq([11, 22, 33, 14, 25, 36]));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if an extent of the array is neither 1 nor that of `dims`.
    #[doc(alias("broadcast_to", "expand"))]
    #[inline]
    pub fn broadcast<const K: usize>(&self, dims: [usize; K]) -> Result<AliasedView<'_, S::Elem, L, K>, LayoutError>
    where
        L: Clone,
        [usize; K]: Coord,
    {
        Ok(Array::over(broadcast(self.layout().clone(), dims)?, self.as_physical()))
    }

    /// Returns a view of all boxes of some extents, which overlap: first the axes of their origins, then those inside a
    /// box. No element is copied, and none can be changed.
    ///
    /// Law, of rank 2: `a.sliding_windows([m, n])?[[i, j, k, l]] == a[[i + k, j + l]]`. There are no windows where an
    /// extent is larger than the array's. A convolution with a stride or a dilation is a [slice](Array::slice) of it by
    /// [`stepped`](super::stepped).
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::{Arr2D, stepped};
    /// let a = Arr2D::from_fn(Tiled::<4, 6, 2>, |[i, j]| 10 * i + j);
    /// let windows = a.sliding_windows([2, 3])?;
    /// assert_eq!((windows.dims(), windows[[1, 2, 1, 0]]), ([3, 4, 2, 3], 22));
    /// // Every second origin along both axes.
    /// let strided = windows.slice((stepped(.., 2), stepped(.., 2), .., ..))?;
    /// assert_eq!((strided.dims(), strided[[1, 1, 0, 0]]), ([2, 2, 2, 3], 22));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] if an extent is 0.
    #[doc(alias("im2col", "windows", "unfold", "sliding_window_view"))]
    #[inline]
    pub fn sliding_windows<const K: usize>(
        &self,
        extents: [usize; R],
    ) -> Result<AliasedView<'_, S::Elem, L, K>, LayoutError>
    where
        L: Clone,
        [usize; R]: Coord<Doubled = [usize; K]>,
        [usize; K]: Coord,
    {
        Ok(Array::over(sliding_windows(self.layout().clone(), extents)?, self.as_physical()))
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::{Affine, Arr2D, stepped};
    use crate::mapping::{Indices, Layout};
    use crate::samples::{Col, Row, Strided, Table, Tiled, runs_obey_their_law};
    use std::vec;
    use std::vec::Vec;

    /// One slice of a layout of rank 3, point by point: `free` are the axes that range, `fixed` the rest of an index.
    fn check<P, L, const K: usize>(layout: L, spec: P, free: [usize; K], fixed: [usize; 3])
    where
        L: Layout<Index = [usize; 3]> + Copy,
        P: SliceSpec<[usize; 3], Free = [usize; K]> + Copy,
        [usize; K]: Coord,
    {
        let sub = slice(layout, spec).unwrap();
        let mut array = Array::from_physical(layout, (0..layout.span()).collect::<Vec<_>>()).unwrap();
        assert_eq!(sub.dims(), free.map(|axis| layout.dims()[axis]));
        assert_eq!((sub.span(), K), (layout.span(), <SubLayout<L, [usize; K]> as Mapping>::RANK));
        let mut positions = vec![];
        for place in Indices::new(sub.dims().map(|extent| extent + 1)) {
            let mut whole = fixed;
            free.iter().zip(place).for_each(|(&axis, at)| whole[axis] = at);
            let expected = layout.try_apply(whole);
            assert_eq!((sub.whole_index(place), sub.position(place)), (whole, expected));
            assert_eq!(array.slice(spec).unwrap().get(place).copied(), expected);
            assert_eq!(array.slice_mut(spec).unwrap().get_mut(place).copied(), expected);
            positions.extend(expected);
        }
        assert!(sub.positions().eq(positions.iter().copied()));
        for position in 0..=layout.span() {
            let place = sub.try_inv(position);
            assert_eq!(place.is_some(), positions.contains(&position));
            assert!(place.is_none_or(|place| sub.position(place) == Some(position)));
        }
        for (k, axis) in free.into_iter().enumerate() {
            assert_eq!((sub.stride(k), sub.run(k)), (layout.stride(axis), layout.run(axis)));
        }
        if let Some(affine) = sub.affine() {
            assert!(Indices::new(sub.dims()).all(|place| sub.position(place) == Some(affine.position(place))));
        }
        array.slice_mut(spec).unwrap().fill(1000);
        assert!((0..layout.span()).all(|p| array.as_physical()[p] == if positions.contains(&p) { 1000 } else { p }));
    }

    #[test]
    fn every_slice_of_rank_3_is_the_formula() {
        fn all(layout: impl Layout<Index = [usize; 3]> + Copy) {
            check(layout, (.., .., ..), [0, 1, 2], [0; 3]);
            for [a, b, c] in Indices::new(layout.dims()) {
                check(layout, (a, .., ..), [1, 2], [a, 0, 0]);
                check(layout, (.., b, ..), [0, 2], [0, b, 0]);
                check(layout, (.., .., c), [0, 1], [0, 0, c]);
                check(layout, (a, b, ..), [2], [a, b, 0]);
                check(layout, (a, .., c), [1], [a, 0, c]);
                check(layout, (.., b, c), [0], [0, b, c]);
                check(layout, (a, b, c), [], [a, b, c]);
            }
        }
        all(Strided::new([2, 3, 4], [1, 2, 0], [false, true, false]));
        all(Table::shuffled([3, 2, 3]));
        all(Table::padded([2, 3, 3], [3, 3, 4]));
        all(Table::expanded([2, 3, 3], [2, 2, 2]));
    }

    /// Every range of both axes, point by point in both directions.
    fn check_ranges<L: Layout<Index = [usize; 2]> + Copy>(layout: L) {
        let [n, m] = layout.dims();
        let mut array = Array::from_physical(layout, (0..layout.span()).collect::<Vec<_>>()).unwrap();
        let ends = |n| (0..=n).flat_map(move |b| (0..=b).map(move |a| (a, b)));
        for ((a, b), (c, d)) in ends(n).flat_map(|rows| ends(m).map(move |columns| (rows, columns))) {
            let sub = slice(layout, (a..b, c..d)).unwrap();
            assert_eq!(sub.dims(), [b - a, d - c]);
            let view = array.slice((a..b, c..d)).unwrap();
            let mut positions = vec![];
            for [i, j] in Indices::new([b - a + 1, d - c + 1]) {
                let inside = i < b - a && j < d - c;
                let expected = if inside { layout.try_apply([a + i, c + j]) } else { None };
                assert_eq!(sub.try_apply([i, j]), expected);
                assert_eq!(view.get([i, j]).copied(), expected);
                positions.extend(expected);
            }
            assert!(sub.positions().eq(positions.iter().copied()));
            for position in 0..=layout.span() {
                let place = sub.try_inv(position);
                assert_eq!(place.is_some(), positions.contains(&position));
                assert!(place.is_none_or(|place| sub.try_apply(place) == Some(position)));
            }
            for axis in 0..2 {
                let unit = [1 - axis, axis];
                for i in Indices::new(sub.dims()).filter(|i| i[axis] + 1 < sub.dims()[axis]) {
                    let step = || {
                        let next = sub.try_apply([i[0] + unit[0], i[1] + unit[1]]).unwrap();
                        next as isize - sub.try_apply(i).unwrap() as isize
                    };
                    assert!(sub.stride(axis).is_none_or(|stride| stride == step()));
                }
            }
            runs_obey_their_law(&sub);
            if let Some(affine) = sub.affine() {
                assert!(Indices::new(sub.dims()).all(|place| sub.position(place) == Some(affine.position(place))));
            }
            // A slice of a slice.
            let again = slice(slice(layout, (a.., ..)).unwrap(), (..b - a, c..d)).unwrap();
            runs_obey_their_law(&again);
            assert!(again.positions().eq(positions.iter().copied()));
            array.slice_mut((a..b, c..d)).unwrap().fill(1000);
            for position in 0..layout.span() {
                let expected = if positions.contains(&position) { 1000 } else { position };
                assert_eq!(core::mem::replace(&mut array.as_physical_mut()[position], position), expected);
            }
        }
    }

    #[test]
    fn every_range_of_rank_2_is_the_formula() {
        check_ranges(Row::<4, 3>);
        check_ranges(Col::<3, 5>);
        check_ranges(Tiled::<4, 6, 2>);
        check_ranges(Tiled::<3, 9, 3>);
        check_ranges(Table::shuffled([3, 4]));
        check_ranges(Table::padded([3, 3], [4, 5]));
        check_ranges(Table::expanded([3, 4], [2, 3]));
        check_ranges(Strided::new([3, 4], [1, 0], [false, true]));
    }

    #[test]
    fn every_kind_of_range() {
        let of = |positions: SubLayout<Row<1, 9>, [usize; 1]>| positions.positions().collect::<Vec<_>>();
        assert_eq!(of(slice(Row::<1, 9>, (0, ..)).unwrap()), (0..9).collect::<Vec<_>>());
        assert_eq!(of(slice(Row::<1, 9>, (0, 2..5)).unwrap()), [2, 3, 4]);
        assert_eq!(of(slice(Row::<1, 9>, (0, 6..)).unwrap()), [6, 7, 8]);
        assert_eq!(of(slice(Row::<1, 9>, (0, ..3)).unwrap()), [0, 1, 2]);
        assert_eq!(of(slice(Row::<1, 9>, (0, 2..=5)).unwrap()), [2, 3, 4, 5]);
        assert_eq!(of(slice(Row::<1, 9>, (0, ..=1)).unwrap()), [0, 1]);
        assert_eq!(of(slice(Row::<1, 9>, (0, 9..)).unwrap()), Vec::<usize>::new());
        assert_eq!(of(slice(Row::<1, 9>, (0, 4..4)).unwrap()), Vec::<usize>::new());
    }

    /// Every step through every range of a small axis, of layouts with holes and without, there and back.
    #[test]
    fn every_step_through_every_range() {
        fn check<L: Layout<Index = [usize; 2]> + Copy>(layout: L) {
            let [m, n] = layout.dims();
            for [start, end] in Indices::new([n + 1, n + 1]) {
                for step in (-4_isize..=4).filter(|&step| step != 0 && start <= end) {
                    let picked: Vec<usize> = if step > 0 {
                        (start..end).step_by(step as usize).collect()
                    } else {
                        (start..end).rev().step_by(step.unsigned_abs()).collect()
                    };
                    let sub = slice(layout, (stepped(.., -1), stepped(start..end, step))).unwrap();
                    assert_eq!(sub.dims(), [m, picked.len()]);
                    for [i, j] in Indices::new(sub.dims()) {
                        let position = layout.try_apply([m - 1 - i, picked[j]]);
                        assert_eq!(sub.try_apply([i, j]), position, "{start}..{end} by {step}");
                        if let Some(position) = position {
                            assert_eq!(sub.inv(position), Some([i, j]));
                        }
                    }
                    let reached = (0..layout.span()).filter(|&p| sub.inv(p).is_some()).count();
                    assert_eq!(reached, sub.positions().count(), "{start}..{end} by {step}");
                    runs_obey_their_law(&sub);
                }
            }
        }
        check(Row::<3, 5>);
        check(Col::<3, 5>);
        check(Tiled::<4, 6, 2>);
        check(Table::padded([3, 5], [4, 6]));
        check(Table::expanded([3, 5], [2, 4]));
        let error = slice(Row::<3, 5>, (.., stepped(.., 0))).unwrap_err();
        assert_eq!(std::format!("{error}"), "the step of axis 1, forwards or backwards, is 0, but must be at least 1");
        assert_eq!(slice(Row::<3, 5>, (0, stepped(.., isize::MIN))).unwrap().dims(), [1]);
    }

    #[test]
    fn a_range_outside_its_extent_is_an_error() {
        let error =
            |result: Result<SubLayout<Row<3, 5>, [usize; 2]>, LayoutError>| std::format!("{}", result.unwrap_err());
        let ends = "the end of axis 1 is 6, but may be at most 5";
        assert_eq!(error(slice(Row::<3, 5>, (.., 2..6))), ends);
        assert_eq!(error(slice(Row::<3, 5>, (.., 0..=5))), ends);
        assert_eq!(error(slice(Row::<3, 5>, (.., ..6))), ends);
        #[allow(clippy::reversed_empty_ranges)]
        let turned = slice(Row::<3, 5>, (3..1, ..));
        assert_eq!(error(turned), "the start of axis 0 is 3, but may be at most 1");
        assert_eq!(error(slice(Row::<3, 5>, (4.., ..))), "the start of axis 0 is 4, but may be at most 3");
        let most = usize::MAX;
        assert_eq!(
            error(slice(Row::<3, 5>, (..=most, ..))),
            std::format!("the end of axis 0 is {most}, but may be at most 3")
        );
    }

    #[test]
    fn an_index_outside_its_extent_is_an_error() {
        for k in 0..6 {
            assert_eq!(slice(Row::<3, 5>, (k, ..)).is_ok(), k < 3);
            assert_eq!(slice(Row::<3, 5>, (.., k)).is_ok(), k < 5);
        }
        let a = Arr2D::<u8, Col<3, 5>>::default();
        let error = a.slice((.., 5)).unwrap_err();
        assert_eq!(std::format!("{error}"), "the index of axis 1 is 5, but may be at most 4");
    }

    #[test]
    fn the_longest_tuple_has_eight_axes() {
        let layout = Strided::new([2; 8], [0, 1, 2, 3, 4, 5, 6, 7], [false; 8]);
        let sub = slice(layout, (1, .., 0, .., 1, 0, .., 1)).unwrap();
        assert!(sub.positions().eq([0, 2, 16, 18, 64, 66, 80, 82].map(|p| p + 0b1000_1001)));
        assert_eq!(sub.affine(), Some(Affine { base: 0b1000_1001, strides: [64, 16, 2] }));
    }
}
