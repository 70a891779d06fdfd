//! Copies from one layout to another, at the speed of memory where both say how they lie.

use super::axis::moved;
use super::plan::Plan;
use super::prefetch::is_worth_it;
use super::strided::Strided;
use super::walk::{Pieces, copy_line, walk};
use super::way::{TURNS, Way, far, present};
use crate::array::array::Array;
#[cfg(feature = "alloc")]
use crate::array::array::check_sizes;
use crate::array::shape::same_shape;
use crate::array::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Indices, Layout, Mapping};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
{
    /// The same elements at the same indices in another layout; what that layout has beyond them is `Elem::default()`.
    ///
    /// Law: `a.relayout::<M>()? == a` if neither layout has an `ExpandBy`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let rows = Arr2D::from_row_major(Row::<2, 3>, &[1, 2, 3, 4, 5, 6])?;
    /// let columns = rows.relayout::<Col<2, 3>>()?;
    /// assert_eq!(columns.as_physical(), [1, 4, 2, 5, 3, 6]);
    /// assert_eq!(columns, rows);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the layouts have different dims.
    #[cfg(feature = "alloc")]
    pub fn relayout<M>(&self) -> Result<Array<Vec<S::Elem>, M, R>, LayoutError>
    where
        M: Layout<Index = [usize; R]> + Clone + Default,
        S::Elem: Clone + Default,
    {
        self.relayout_to(M::default())
    }

    /// As [`relayout`](Array::relayout), to a layout that has sizes of its own.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the layouts have different dims.
    #[cfg(feature = "alloc")]
    pub fn relayout_to<M>(&self, layout: M) -> Result<Array<Vec<S::Elem>, M, R>, LayoutError>
    where
        M: Layout<Index = [usize; R]> + Clone,
        S::Elem: Clone + Default,
    {
        check_sizes(&layout)?;
        // Before anything is allocated.
        same_shape(self.dims(), layout.dims())?;
        let mut array = Array::<Vec<S::Elem>, M, R>::empty(layout);
        array.copy_from(self);
        Ok(array)
    }

    /// Takes over the elements of another array, each at its index; holes stay what they are, and so do indices where
    /// the other array stores nothing.
    ///
    /// Nothing is allocated.
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the arrays have different dims.
    pub fn assign<S2, M>(&mut self, source: &Array<S2, M, R>) -> Result<(), LayoutError>
    where
        S: StorageMut<Elem: Clone>,
        L: Layout,
        S2: Storage<Elem = S::Elem>,
        M: Mapping<Index = [usize; R]> + Clone,
    {
        same_shape(self.dims(), source.dims())?;
        self.copy_from(source);
        Ok(())
    }

    /// [`assign`](Array::assign) from an array that is known to have the same dims.
    pub(in crate::array) fn copy_from<S2, M>(&mut self, source: &Array<S2, M, R>)
    where
        S: StorageMut<Elem: Clone>,
        L: Layout,
        S2: Storage<Elem = S::Elem>,
        M: Mapping<Index = [usize; R]> + Clone,
    {
        let (from, to, dims) = (source.layout().clone(), self.layout().clone(), self.dims());
        let (Some(elements), Some(out)) = (source.elements(), self.elements_mut()) else { return };
        let axes = match Plan::new(&from, &to) {
            Plan::Nothing => return,
            Plan::Boxes(axes) => axes,
            Plan::Walk => {
                let axis = R.saturating_sub(1);
                let pieces = Pieces::new(&from, &to, axis);
                return walk([0; R], dims, axis, &mut |line| copy_line(&from, elements, &to, out, line, pieces));
            }
        };
        // Where an element is on both sides.
        let places = |index| -> Option<[usize; 2]> { Some([from.apply(index).into()?, to.apply(index).into()?]) };
        let has = |index| places(index).is_some();
        let way = Way::new(&from, &to, &axes, |len| is_worth_it(out, len));
        let of = |extents| Strided::of_box(&axes, extents);
        let whole = of(way.whole);
        // Boxes at an end of the dims are often as large as the one before.
        let mut part = (way.whole, whole);
        // Copies a box that is smaller than others, or of which not all elements are on both sides.
        let mut copy_part = |out: &mut [S::Elem], corner, extents| match present(has, corner, extents) {
            Some(extents) => {
                let Some(start) = places(corner).filter(|_| !extents.contains(&0)) else { return };
                if extents != part.0 {
                    part = (extents, of(extents));
                }
                part.1.copy(elements, out, &[start]);
            }
            None => Indices::new(extents).for_each(|offset| {
                if let Some([a, b]) = places(moved(corner, offset)) {
                    out[b] = elements[a].clone();
                }
            }),
        };
        let is_there = |corner, is_whole: bool| is_whole && has(far(corner, way.whole));
        if let Some(len) = whole.long_line() {
            // What is written between two long lines, on the stack too, waits until the first of them is in memory. Here nothing is.
            return way.boxes(dims, |corner, extents, is_whole| match places(corner) {
                Some([a, b]) if is_there(corner, is_whole) => out[b..][..len].clone_from_slice(&elements[a..][..len]),
                _ => copy_part(out, corner, extents),
            });
        }
        let (mut waiting, mut count) = ([[0; 2]; TURNS], 0);
        way.boxes(dims, |corner, extents, is_whole| {
            if !is_there(corner, is_whole) {
                return copy_part(out, corner, extents);
            }
            let Some(start) = places(corner) else { return };
            if !way.is_in_turns() {
                return whole.copy(elements, out, &[start]);
            }
            if count == TURNS || way.is_first(corner) {
                whole.copy(elements, out, &waiting[..count]);
                count = 0;
            }
            waiting[count] = start;
            count += 1;
        });
        whole.copy(elements, out, &waiting[..count]);
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::{Affine, Fills, Indices};
    use crate::samples::{Blocked, Broken, Col, Partial, Ragged, Row, Strided, Table, Tiled, flat, listed};
    use alloc::string::{String, ToString};
    use alloc::vec;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// From one layout to another, both ways of asking, against the plain formula.
    fn check<T, A, B, const R: usize>(from: A, to: B, value: impl Fn(usize) -> T)
    where
        T: Clone + Default + PartialEq + core::fmt::Debug,
        A: Layout<Index = [usize; R]> + Fills<T> + Copy,
        B: Layout<Index = [usize; R]> + Copy,
    {
        let dims = from.dims();
        let source = Array::from_fn(from, |index| value(1 + flat(index, dims)));
        let moved = source.relayout_to(to).unwrap();
        let mut expected = vec![T::default(); to.span()];
        let mut kept = vec![value(0); to.span()];
        for index in Indices::new(dims) {
            if let (Some(_), Some(position)) = (from.try_apply(index), to.try_apply(index)) {
                expected[position] = value(1 + flat(index, dims));
                kept[position] = expected[position].clone();
            }
        }
        assert!(moved.as_physical() == expected, "dims {dims:?}");
        // Positions that are not written stay what they were.
        let mut marked = Array::from_physical(to, vec![value(0); to.span()]).unwrap();
        marked.assign(&source.view()).unwrap();
        assert!(marked.as_physical() == kept, "dims {dims:?}");
    }

    #[test]
    fn every_pair_of_small_layouts() {
        let small = [
            Table::shuffled([4, 6]),
            Table::padded([4, 6], [5, 8]),
            Table::expanded([4, 6], [3, 5]),
            Table::new([4, 6], 24, |index| Some(Tiled::<4, 6, 2>.apply(index))),
        ];
        let number = |n| n as u16;
        for a in small {
            for b in small {
                check(a, b, number);
            }
            check(a, Row::<4, 6>, number);
            check(a, Col::<4, 6>, number);
            check(Tiled::<4, 6, 2>, a, number);
            check(Col::<4, 6>, a, number);
        }
        check(Row::<4, 6>, Tiled::<4, 6, 2>, number);
        check(Col::<4, 6>, Tiled::<4, 6, 2>, number);
        check(Tiled::<4, 6, 2>, Col::<4, 6>, number);
    }

    #[test]
    fn every_order_of_axes_forwards_and_backwards() {
        let dims = [3, 4, 2];
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let directions = [[false; 3], [true; 3], [false, true, false], [true, false, true]];
        let all: Vec<_> = orders.into_iter().flat_map(|o| directions.map(|b| Strided::new(dims, o, b))).collect();
        for &a in &all {
            for &b in &all {
                check(a, b, |n| n as u8);
            }
        }
        check(Strided::new([4, 3, 5, 2], [3, 0, 2, 1], [false; 4]), Table::shuffled([4, 3, 5, 2]), |n| n as u8);
    }

    #[test]
    fn ranks_0_and_1_and_empty_shapes() {
        check(Table::shuffled([]), Table::shuffled([]), |n| n as u8);
        check(Table::shuffled([9]), Strided::new([9], [0], [true]), |n| n as u8);
        check(Strided::new([9], [0], [false]), Strided::new([9], [0], [false]), |n| n as u8);
        check(Strided::new([0, 5], [0, 1], [false; 2]), Strided::new([0, 5], [1, 0], [false; 2]), |n| n as u8);
        check(Strided::new([5, 0], [0, 1], [false; 2]), Table::shuffled([5, 0]), |n| n as u8);
    }

    /// Sizes at, below and above the blocks of the kernels, with elements that take every way through them.
    #[test]
    fn blocks_and_their_remainders() {
        fn sizes<T: Clone + Default + PartialEq + core::fmt::Debug>(value: impl Fn(usize) -> T) {
            fn both<T, const M: usize, const N: usize>(value: &impl Fn(usize) -> T)
            where
                T: Clone + Default + PartialEq + core::fmt::Debug,
            {
                check(Row::<M, N>, Col::<M, N>, value);
                check(Col::<M, N>, Row::<M, N>, value);
            }
            both::<T, 64, 64>(&value);
            both::<T, 130, 67>(&value);
            both::<T, 63, 129>(&value);
            both::<T, 1, 200>(&value);
            check(Row::<128, 192>, Tiled::<128, 192, 64>, &value);
            check(Tiled::<96, 96, 32>, Tiled::<96, 96, 48>, &value);
            check(Col::<96, 96>, Tiled::<96, 96, 48>, &value);
            let table = Table::new([70, 130], 70 * 130, |[i, j]| Some((69 - i) + 70 * ((j * 3) % 130)));
            check(table, Row::<70, 130>, &value);
        }
        sizes(|n| n as u16);
        sizes(|n| n as f64);
        sizes(|n| [n; 3]);
        sizes(|n| if n % 97 == 0 { n.to_string() } else { String::new() });
    }

    #[test]
    fn tiles_that_do_not_divide() {
        let ragged = |tile, columns| Ragged { dims: [23, 34], tile, columns };
        let tiles = [[2, 3], [4, 6], [4, 5], [23, 7], [9, 64], [1, 1]];
        for a in tiles.into_iter().flat_map(|tile| [ragged(tile, false), ragged(tile, true)]) {
            for b in tiles.into_iter().flat_map(|tile| [ragged(tile, false), ragged(tile, true)]) {
                check(a, b, |n| n as u16);
            }
            check(a, Row::<23, 34>, |n| n as u16);
            check(Col::<23, 34>, a, |n| n as u16);
        }
    }

    /// Channels in blocks, so large that boxes are cut, from and to every order of the axes.
    #[test]
    fn blocks_of_one_axis_of_four() {
        let dims = [2, 24, 33, 41];
        for block in [8, 7] {
            let blocked = Blocked { dims, block };
            check(blocked, Blocked { dims, block: 12 }, |n| n as u32);
            for order in [[0, 1, 2, 3], [0, 2, 3, 1], [3, 2, 1, 0], [1, 3, 0, 2]] {
                for backwards in [[false; 4], [true, false, true, false]] {
                    let strided = Strided::new(dims, order, backwards);
                    check(blocked, strided, |n| n as u32);
                    check(strided, blocked, |n| n as u32);
                }
            }
        }
    }

    /// What is not stored comes last in each run: boxes that are whole, cut, cut like stairs, and empty.
    #[test]
    fn indices_without_positions() {
        for stored in [[70, 9], [23, 33], [1, 1], [64, 64]] {
            for bound in [usize::MAX, 60, 3] {
                let partial = Partial { dims: [70, 40], stored, bound };
                check(partial, Row::<70, 40>, |n| n as u16);
                check(Row::<70, 40>, partial, |n| n as u16);
                check(Col::<70, 40>, partial, |n| n as u16);
                check(partial, Partial { dims: [70, 40], stored: [40, 40], bound: 70 }, |n| n as u16);
                check(partial, Ragged { dims: [70, 40], tile: [16, 16], columns: true }, |n| n as u16);
                check(Ragged { dims: [70, 40], tile: [16, 24], columns: false }, partial, |n| n as u16);
            }
        }
    }

    #[test]
    fn one_position_off_breaks_a_run() {
        for off in 0..8 {
            let swapped = |[i, j]: [usize; 2]| Some(if j == off { 8 * (1 - i) + j } else { 8 * i + j });
            check(Table::new([2, 8], 16, swapped), Row::<2, 8>, |n| n as u8);
            check(Row::<2, 8>, Table::new([2, 8], 16, swapped), |n| n as u8);
        }
    }

    #[test]
    fn other_shapes_are_errors() {
        let error = Array::filled(Row::<3, 4>, 0).relayout::<Row<3, 5>>().unwrap_err();
        assert_eq!(error, LayoutError::shape_mismatch(&[3, 4], &[3, 5]));
        let error = Array::filled(Row::<3, 4>, 0).assign(&Array::filled(Col::<4, 4>, 0)).unwrap_err();
        assert_eq!(error, LayoutError::shape_mismatch(&[3, 4], &[4, 4]));
    }

    #[test]
    fn slices_and_tiles_are_copied_like_arrays() {
        let source = Array::from_fn(Row::<8, 9>, |[i, j]| 9 * i + j);
        let mut target = Array::filled(Col::<9, 8>, 0);
        for k in 0..8 {
            target.slice_mut((.., k)).unwrap().assign(&source.slice((k, ..)).unwrap()).unwrap();
        }
        assert!(target.iter().all(|([i, j], &element)| element == 9 * j + i));
        // Planes of blocks so small that lines are copied by pieces, which both sides cut in places of their own.
        let dims = [3, 14, 5, 7];
        for block in [2, 3, 4] {
            let source = Array::from_fn(Blocked { dims, block }, |index| flat(index, dims));
            for (k, tile) in [[2, 3], [3, 2], [5, 4], [7, 2]].into_iter().enumerate() {
                let mut plane = Array::filled(Ragged { dims: [7, 14], tile, columns: k % 2 == 1 }, usize::MAX);
                plane.assign(&source.slice((k % 3, .., 4, ..)).unwrap().t()).unwrap();
                assert!(plane.iter().all(|([x, c], &element)| element == flat([k % 3, c, 4, x], dims)));
            }
        }
    }

    /// Nothing that a layout says can make a copy touch anything but the storages: it panics, or copies wrong elements.
    #[test]
    fn broken_layouts_copy_nonsense_or_panic() {
        fn attempt<A, B, const R: usize>(from: A, to: B)
        where
            A: Layout<Index = [usize; R]> + Fills<u8> + Fills<i32> + Copy,
            B: Layout<Index = [usize; R]> + Copy,
        {
            let source = Array::from_physical(from, vec![7_u8; from.span()]).unwrap();
            if let Ok(Ok(moved)) = catch_unwind(AssertUnwindSafe(|| source.relayout_to(to))) {
                assert!(moved.as_physical().iter().all(|&element| element == 7 || element == 0));
            }
            let _ = catch_unwind(AssertUnwindSafe(|| Affine::of(from)));
            let _ = catch_unwind(AssertUnwindSafe(|| source.as_slice().map(<[u8]>::len)));
            let _ = catch_unwind(AssertUnwindSafe(|| listed(&source)));
            let _ = catch_unwind(AssertUnwindSafe(|| source.map(|&element| element)));
            let _ = catch_unwind(AssertUnwindSafe(|| Array::filled(from, 1)));
        }
        for a in Broken::LIES.map(|lie| Broken { lie }) {
            for b in Broken::LIES.map(|lie| Broken { lie }) {
                attempt(a, b);
            }
            attempt(a, Row::<4, 6>);
            attempt(a, Col::<4, 6>);
            attempt(Row::<4, 6>, a);
            attempt(Col::<4, 6>, a);
            attempt(Tiled::<4, 6, 2>, a);
        }
    }
}
