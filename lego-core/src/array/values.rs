//! The elements without their indices, and what is computed of all of them: `values`, `fold`, `sum`, `min`, `max`,
//! `mean`.

use super::array::Array;
use super::iter::{Iter, IterPhysicalMut};
use super::storage::{Storage, StorageMut};
use crate::mapping::{Layout, Mapping, Preimage};
use core::iter::FusedIterator;
use core::ops::{Add, Mul};
use core::slice;

/// Number of accumulators of a reduction: enough for four vector registers of `f32`, so that one addition need not wait
/// for the one before it.
const LANES: usize = 16;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
{
    /// The elements in the order of memory, if the layout says that each position is that of one index.
    #[inline]
    fn dense(&self) -> Option<&[S::Elem]> {
        let layout = self.layout();
        if layout.is_unique() && layout.is_exhaustive() && layout.count() == layout.span() {
            self.elements()
        } else {
            None
        }
    }

    /// Returns the elements without their indices; holes are left out.
    ///
    /// Order: that of memory where the layout says that each position is that of one index, else row-major order of the
    /// indices. For elements in row-major order whatever the layout, use [`iter`](Array::iter).
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<i32, Col<2, 2>> = [[1, 2], [3, 4]].into();
    /// assert!(a.values().eq(&[1, 3, 2, 4]));
    /// assert_eq!(a.values().filter(|&&x| x > 1).count(), 3);
    /// ```
    #[inline]
    pub fn values(&self) -> Values<'_, S::Elem, L, R> {
        Values(match self.dense() {
            Some(elements) => Walk::Memory(elements.iter()),
            None => Walk::Indices(self.iter()),
        })
    }

    /// Folds the elements into one value, in the order of [`values`](Array::values).
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<u64, Row<2, 2>> = [[1, 2], [3, 4]].into();
    /// assert_eq!(a.fold(0, |sum, x| sum + x * x), 30);
    /// ```
    #[inline]
    pub fn fold<'a, A>(&'a self, start: A, f: impl FnMut(A, &'a S::Elem) -> A) -> A {
        self.values().fold(start, f)
    }

    /// Combines the elements pairwise in several accumulators, `None` for an array without elements.
    #[inline]
    fn reduce(&self, combine: impl Fn(S::Elem, S::Elem) -> S::Elem) -> Option<S::Elem>
    where
        S::Elem: Copy,
    {
        let Some(elements) = self.dense() else { return self.values().copied().reduce(combine) };
        let mut chunks = elements.chunks_exact(LANES);
        let Some(first) = chunks.next() else { return elements.iter().copied().reduce(combine) };
        let mut lanes: [S::Elem; LANES] = core::array::from_fn(|lane| first[lane]);
        for chunk in chunks.by_ref() {
            for (lane, &element) in lanes.iter_mut().zip(chunk) {
                *lane = combine(*lane, element);
            }
        }
        let mut width = LANES;
        while width > 1 {
            width /= 2;
            for lane in 0..width {
                lanes[lane] = combine(lanes[lane], lanes[lane + width]);
            }
        }
        Some(chunks.remainder().iter().fold(lanes[0], |all, &element| combine(all, element)))
    }

    /// Returns the sum of the elements, `default()` for an array without any.
    ///
    /// Floating-point numbers are added in several accumulators: faster than one after the other, and more precise. The
    /// result depends on the layout, not on the run.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<f64, Col<2, 2>> = [[1.0, 2.0], [3.0, 4.0]].into();
    /// assert_eq!((a.sum(), a.mean()), (10.0, Some(2.5)));
    /// ```
    #[inline]
    pub fn sum(&self) -> S::Elem
    where
        S::Elem: Copy + Default + Add<Output = S::Elem>,
    {
        self.reduce(|a, b| a + b).unwrap_or_default()
    }

    /// Returns the product of the elements, `None` for an array without any.
    #[inline]
    pub fn product(&self) -> Option<S::Elem>
    where
        S::Elem: Copy + Mul<Output = S::Elem>,
    {
        self.reduce(|a, b| a * b)
    }

    /// Returns the smallest element, `None` for an array without any. A NaN is returned only if all elements are NaN.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<f64, Row<1, 3>> = [[2.0, f64::NAN, -1.0]].into();
    /// assert_eq!((a.min(), a.max()), (Some(-1.0), Some(2.0)));
    /// ```
    #[inline]
    pub fn min(&self) -> Option<S::Elem>
    where
        S::Elem: Copy + PartialOrd,
    {
        self.reduce(|a, b| if b < a || is_unordered(&a) { b } else { a })
    }

    /// Returns the largest element, `None` for an array without any. A NaN is returned only if all elements are NaN.
    #[inline]
    pub fn max(&self) -> Option<S::Elem>
    where
        S::Elem: Copy + PartialOrd,
    {
        self.reduce(|a, b| if b > a || is_unordered(&a) { b } else { a })
    }

    /// Returns the arithmetic mean, computed in `f64`; `None` for an array without elements.
    #[doc(alias = "average")]
    #[inline]
    pub fn mean(&self) -> Option<f64>
    where
        S::Elem: Copy + Into<f64>,
    {
        let mut lanes = [0.0; LANES];
        let mut count = 0_usize;
        let mut add = |lane: usize, element: S::Elem| lanes[lane] += element.into();
        match self.dense() {
            Some(elements) => {
                count = elements.len();
                for chunk in elements.chunks(LANES) {
                    chunk.iter().enumerate().for_each(|(lane, &element)| add(lane, element));
                }
            }
            None => self.values().for_each(|&element| {
                add(count % LANES, element);
                count += 1;
            }),
        }
        (count > 0).then(|| lanes.iter().sum::<f64>() / count as f64)
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: StorageMut,
    L: Layout<Index = [usize; R]> + Clone,
{
    /// Returns the elements without their indices, to be changed, in the order of memory; holes are left out.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let mut a: Arr2D<i32, Col<2, 2>> = [[1, 2], [3, 4]].into();
    /// a.values_mut().for_each(|x| *x *= 10);
    /// assert_eq!(a[[1, 0]], 30);
    /// ```
    #[inline]
    pub fn values_mut(&mut self) -> ValuesMut<'_, S::Elem, L> {
        ValuesMut(if <L::Preimage as Preimage<[usize; R]>>::HOLES {
            WalkMut::Preimages(self.iter_physical_mut())
        } else {
            WalkMut::Memory(self.elements_mut().unwrap_or_default().iter_mut())
        })
    }

    /// Changes every element by a function; holes stay what they are.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let mut a: Arr2D<f32, Row<1, 2>> = [[4.0, 9.0]].into();
    /// a.map_inplace(|x| *x = x.sqrt());
    /// assert_eq!(a, Arr2D::<f32, Row<1, 2>>::from([[2.0, 3.0]]));
    /// ```
    #[doc(alias("apply", "mapv_inplace"))]
    #[inline]
    pub fn map_inplace(&mut self, mut f: impl FnMut(&mut S::Elem)) {
        if <L::Preimage as Preimage<[usize; R]>>::HOLES {
            // A slice reaches few of the positions, so its indices are walked.
            self.for_each_mut(|_, element| f(element));
        } else {
            self.elements_mut().unwrap_or_default().iter_mut().for_each(f);
        }
    }
}

/// Whether an element does not equal itself, as a NaN.
#[inline(always)]
#[allow(clippy::eq_op)] // that is what a NaN is
fn is_unordered<T: PartialOrd>(element: &T) -> bool {
    element != element
}

/// The elements of an array without their indices; made by [`Array::values`].
#[derive(Debug)]
pub struct Values<'a, T, L, const R: usize>(Walk<'a, T, L, R>);

#[derive(Debug)]
enum Walk<'a, T, L, const R: usize> {
    /// Every position has an element.
    Memory(slice::Iter<'a, T>),
    Indices(Iter<'a, T, L, R>),
}

impl<T, L: Clone, const R: usize> Clone for Values<'_, T, L, R> {
    fn clone(&self) -> Self {
        Self(match &self.0 {
            Walk::Memory(elements) => Walk::Memory(elements.clone()),
            Walk::Indices(elements) => Walk::Indices(elements.clone()),
        })
    }
}

impl<'a, T, L: Mapping<Index = [usize; R]>, const R: usize> Iterator for Values<'a, T, L, R> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        match &mut self.0 {
            Walk::Memory(elements) => elements.next(),
            Walk::Indices(elements) => elements.next().map(|(_, element)| element),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Walk::Memory(elements) => elements.size_hint(),
            Walk::Indices(elements) => elements.size_hint(),
        }
    }

    #[inline]
    fn fold<A, F: FnMut(A, &'a T) -> A>(self, start: A, mut f: F) -> A {
        match self.0 {
            Walk::Memory(elements) => elements.fold(start, f),
            Walk::Indices(elements) => elements.fold(start, |all, (_, element)| f(all, element)),
        }
    }
}

impl<T, L: Mapping<Index = [usize; R]>, const R: usize> FusedIterator for Values<'_, T, L, R> {}

/// The elements of an array without their indices, to be changed; made by [`Array::values_mut`].
#[derive(Debug)]
pub struct ValuesMut<'a, T, L>(WalkMut<'a, T, L>);

#[derive(Debug)]
enum WalkMut<'a, T, L> {
    /// Every position has an element.
    Memory(slice::IterMut<'a, T>),
    Preimages(IterPhysicalMut<'a, T, L>),
}

impl<'a, T, L: Layout> Iterator for ValuesMut<'a, T, L> {
    type Item = &'a mut T;

    #[inline]
    fn next(&mut self) -> Option<&'a mut T> {
        match &mut self.0 {
            WalkMut::Memory(elements) => elements.next(),
            WalkMut::Preimages(elements) => elements.next().map(|(_, element)| element),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            WalkMut::Memory(elements) => elements.size_hint(),
            WalkMut::Preimages(elements) => elements.size_hint(),
        }
    }

    #[inline]
    fn fold<A, F: FnMut(A, &'a mut T) -> A>(self, start: A, mut f: F) -> A {
        match self.0 {
            WalkMut::Memory(elements) => elements.fold(start, f),
            WalkMut::Preimages(elements) => elements.fold(start, |all, (_, element)| f(all, element)),
        }
    }
}

impl<T, L: Layout> FusedIterator for ValuesMut<'_, T, L> {}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::{Arr1D, Indices};
    use crate::mapping::Coord;
    use crate::samples::{Col, Row, Table, of_every_kind};
    use std::vec::Vec;

    /// Each reduction against a plain loop over the indices; holes hold what would show.
    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        const HOLE: i64 = 1 << 40;
        let mut array = Array::from_physical(layout, (0..layout.span()).map(|_| HOLE).collect::<Vec<_>>()).unwrap();
        array.for_each_mut(|index, element| {
            *element = index.iter().fold(3, |all, &i| 7 * all + i as i64) % 101 - 50;
        });
        let mut expected = Vec::new();
        for index in Indices::new(layout.dims()) {
            expected.extend(array.get(index).copied());
        }
        let sorted = |mut values: Vec<i64>| {
            values.sort_unstable();
            values
        };
        assert_eq!(sorted(array.values().copied().collect()), sorted(expected.clone()));
        let mut values = array.values();
        let first = values.next();
        assert_eq!(first.is_some(), !expected.is_empty());
        let rest = expected.len().saturating_sub(1);
        assert!(values.size_hint().0 <= rest && values.size_hint().1.is_some_and(|most| most >= rest));
        assert_eq!(values.clone().count(), rest);
        assert_eq!(values.fold(0, |count, _| count + 1), rest);
        assert_eq!(array.sum(), expected.iter().sum::<i64>());
        assert_eq!(array.fold(0, |sum, x| sum + x), expected.iter().sum::<i64>());
        assert_eq!((array.min(), array.max()), (expected.iter().min().copied(), expected.iter().max().copied()));
        let product = |all: i64, x: i64| all.wrapping_mul(x);
        let wrapped = array.map_to(|&x| core::num::Wrapping(x));
        assert_eq!(wrapped.product().map(|all| all.0), expected.iter().copied().reduce(product));
        let floats = array.map_to(|&x| x as f64);
        let mean = expected.iter().sum::<i64>() as f64 / expected.len() as f64;
        assert_eq!(floats.mean(), (!expected.is_empty()).then_some(mean));
        array.values_mut().for_each(|x| *x += 1);
        let mut changed = 0;
        for x in array.values_mut() {
            *x -= 1;
            changed += 1;
        }
        assert_eq!(changed, expected.len());
        array.map_inplace(|x| *x = -*x);
        assert_eq!(array.sum(), -expected.iter().sum::<i64>());
        let holes = array.as_physical().iter().filter(|&&x| x == HOLE).count();
        assert_eq!(holes, layout.span() - expected.len(), "holes stay what they are");
    }

    impl<S: Storage, L: Layout<Index = [usize; R]> + Copy, const R: usize> Array<S, L, R> {
        /// Every position, holes too.
        fn map_to<U>(&self, f: impl FnMut(&S::Elem) -> U) -> Array<Vec<U>, L, R> {
            Array::from_physical(*self.layout(), self.as_physical().iter().map(f).collect()).unwrap()
        }
    }

    #[test]
    fn reductions_are_those_of_a_loop_over_the_indices() {
        of_every_kind!(check);
        // More elements than accumulators.
        check(Row::<9, 31>);
        check(Col::<16, 8>);
        check(Table::padded([11, 7], [12, 9]));
    }

    #[test]
    fn a_nan_is_neither_the_smallest_nor_the_largest() {
        for place in 0..40 {
            let at = |k| if k == place { f32::NAN } else { k as f32 };
            let array: Arr1D<f32, Row1> = Array::from_fn(Row1, |[k]| at(k));
            let least = if place == 0 { 1.0 } else { 0.0 };
            let most = if place == 39 { 38.0 } else { 39.0 };
            assert_eq!((array.min(), array.max()), (Some(least), Some(most)));
        }
        let all: Arr1D<f32, Row1> = Array::filled(Row1, f32::NAN);
        assert!(all.min().is_some_and(f32::is_nan) && all.max().is_some_and(f32::is_nan));
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Row1;

    impl Mapping for Row1 {
        type Index = [usize; 1];
        type Position = usize;
        fn dims(&self) -> [usize; 1] {
            [40]
        }
        fn span(&self) -> usize {
            40
        }
        fn apply(&self, [k]: [usize; 1]) -> usize {
            k
        }
    }

    impl Layout for Row1 {
        type Preimage = [usize; 1];
        fn inv(&self, position: usize) -> [usize; 1] {
            [position]
        }
    }
}
