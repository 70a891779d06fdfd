//! `for` loops over arrays, and elements to be changed in logical order.

use super::array::Array;
use super::iter::Iter;
use super::parts::{MemberCut, PartIterMut, PartMut, PartsMut};
use super::storage::{Storage, StorageMut};
use super::zip::zip;
use crate::error::LayoutError;
use crate::mapping::{Coord, Fixed, Indices, Mapping};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

/// The elements of an array, to be changed, with their indices in logical order; made by [`Array::iter_mut`].
pub type IterMut<'a, T, L, const R: usize> = PartIterMut<'a, T, Fixed<L, 0, R>, R>;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
{
    /// The elements, to be changed, with their indices in logical (row-major) order; indices where `ExpandBy` stores
    /// nothing are left out.
    ///
    /// All are there at the same time, so that a layout that is not [proved injective](Mapping::INJECTIVE) is a compile
    /// error: [`for_each_mut`](Array::for_each_mut), which shows one at a time, and
    /// [`iter_physical_mut`](Array::iter_physical_mut), which walks memory, take any.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let mut a = Stack2D::<usize, Col<2, 3>, 6>::default();
    /// for ([i, j], x) in &mut a {
    ///     *x = 10 * i + j;
    /// }
    /// assert_eq!(a.as_physical(), [0, 10, 1, 11, 2, 12]);
    /// ```
    ///
    /// # Panics
    /// If the sizes of the layout are [not right](Mapping::check), which its constructor refuses.
    #[inline]
    #[track_caller]
    pub fn iter_mut(&mut self) -> IterMut<'_, S::Elem, L, R>
    where
        S: StorageMut,
        [usize; R]: Coord,
    {
        self.whole_mut().into_iter()
    }

    /// The whole array as a part of itself.
    ///
    /// # Panics
    /// As [`iter_mut`](Array::iter_mut).
    #[inline]
    #[track_caller]
    pub(super) fn whole_mut(&mut self) -> PartMut<'_, S::Elem, Fixed<L, 0, R>, R>
    where
        S: StorageMut,
        [usize; R]: Coord,
    {
        // The one part behind no index.
        let mut whole: PartsMut<'_, S::Elem, MemberCut<L, 0, R>, R> = self.members_mut::<0, R>();
        match whole.next() {
            Some(([], part)) => part,
            None => unreachable!("no index at all is one way to begin"),
        }
    }

    /// The elements of this array and of another of the same dims, with their indices in logical order; indices where
    /// one of them stores nothing are left out. The layouts need not be the same. Three arrays and more, and arrays to
    /// be changed, stand side by side in the function [`zip`](super::zip()).
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let a: Arr2D<usize, Row<2, 2>> = [[1, 2], [3, 4]].into();
    /// let b: Arr2D<usize, Col<2, 2>> = [[5, 6], [7, 8]].into();
    /// assert_eq!(a.zip(&b)?.map(|(_, x, y)| x * y).sum::<usize>(), 5 + 12 + 21 + 32);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::ShapeMismatch`] if the dims differ.
    #[inline]
    #[allow(clippy::type_complexity)] // an iterator with its items written out
    pub fn zip<'a, S2, M>(
        &'a self,
        other: &'a Array<S2, M, R>,
    ) -> Result<impl Iterator<Item = ([usize; R], &'a S::Elem, &'a S2::Elem)>, LayoutError>
    where
        S2: Storage,
        M: Mapping<Index = [usize; R]> + Clone,
    {
        Ok(zip((self, other))?.map(|(index, (one, other))| (index, one, other)))
    }
}

/// In logical order, with indices.
impl<'a, S, L, const R: usize> IntoIterator for &'a Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
{
    type Item = ([usize; R], &'a S::Elem);
    type IntoIter = Iter<'a, S::Elem, L, R>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// In logical order, with indices. A layout that is not [proved injective](Mapping::INJECTIVE) is a compile error.
///
/// # Panics
/// As [`iter_mut`](Array::iter_mut).
impl<'a, S, L, const R: usize> IntoIterator for &'a mut Array<S, L, R>
where
    S: StorageMut,
    L: Mapping<Index = [usize; R]> + Clone,
    [usize; R]: Coord,
{
    type Item = ([usize; R], &'a mut S::Elem);
    type IntoIter = IterMut<'a, S::Elem, L, R>;

    #[inline]
    #[track_caller]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// The elements of an array that is used up, with their indices in logical order; `B` is where they wait.
pub struct IntoIter<B, L, const R: usize> {
    layout: L,
    /// By position; those that have been given out are taken.
    elements: B,
    indices: Indices<R>,
}

impl<T, B: AsMut<[Option<T>]>, L: Mapping<Index = [usize; R]>, const R: usize> Iterator for IntoIter<B, L, R>
where
    B: Waiting<Elem = T>,
{
    type Item = ([usize; R], T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let index = self.indices.next()?;
            let position: Option<usize> = self.layout.apply(index).into();
            // Where a layout that breaks its laws gives a position twice, the second time nothing is left.
            if let Some(element) = position.and_then(|position| self.elements.as_mut().get_mut(position)?.take()) {
                return Some((index, element));
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.indices.len()))
    }
}

impl<T, B: AsMut<[Option<T>]> + Waiting<Elem = T>, L: Mapping<Index = [usize; R]>, const R: usize> FusedIterator
    for IntoIter<B, L, R>
{
}

impl<B, L, const R: usize> fmt::Debug for IntoIter<B, L, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoIter").field("indices", &self.indices).finish_non_exhaustive()
    }
}

/// Where elements wait that are given out by their positions.
///
/// The trait is sealed.
pub trait Waiting: sealed::Sealed {
    /// The type of an element.
    type Elem;
}

mod sealed {
    pub trait Sealed {}
    #[cfg(feature = "alloc")]
    impl<T> Sealed for alloc::vec::Vec<Option<T>> {}
    impl<T, const N: usize> Sealed for [Option<T>; N] {}
}

#[cfg(feature = "alloc")]
impl<T> Waiting for Vec<Option<T>> {
    type Elem = T;
}

impl<T, const N: usize> Waiting for [Option<T>; N] {
    type Elem = T;
}

/// In logical order, with indices.
#[cfg(feature = "alloc")]
impl<T, L: Mapping<Index = [usize; R]>, const R: usize> IntoIterator for Array<Vec<T>, L, R> {
    type Item = ([usize; R], T);
    type IntoIter = IntoIter<Vec<Option<T>>, L, R>;

    fn into_iter(self) -> Self::IntoIter {
        let indices = self.indices();
        let (layout, elements) = self.into_parts();
        IntoIter { layout, elements: elements.into_iter().map(Some).collect(), indices }
    }
}

/// In logical order, with indices.
impl<T, L: Mapping<Index = [usize; R]>, const N: usize, const R: usize> IntoIterator for Array<[T; N], L, R> {
    type Item = ([usize; R], T);
    type IntoIter = IntoIter<[Option<T>; N], L, R>;

    fn into_iter(self) -> Self::IntoIter {
        let indices = self.indices();
        let (layout, elements) = self.into_parts();
        IntoIter { layout, elements: elements.map(Some), indices }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::Layout;
    use crate::samples::{Broken, Col, Proved, Row, Table, of_every_kind};
    use std::string::{String, ToString};

    fn check<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        let layout = Proved::new(layout);
        let elements: Vec<usize> = (0..layout.span()).collect();
        let mut array = Array::from_physical(layout, elements).unwrap();
        let listed: Vec<_> = array.iter().map(|(index, &element)| (index, element)).collect();
        assert!(array.iter_mut().map(|(index, element)| (index, *element)).eq(listed.iter().copied()));
        // All at the same time.
        let all: Vec<_> = (&mut array).into_iter().collect();
        all.into_iter().for_each(|(_, element)| *element += 100);
        for position in 0..layout.span() {
            let hole = listed.iter().all(|&(_, p)| p != position);
            assert_eq!(array.as_physical()[position], if hole { position } else { position + 100 });
        }
        assert!((&array).into_iter().map(|(index, &element)| (index, element - 100)).eq(listed.iter().copied()));
        let words: Vec<String> = array.as_physical().iter().map(|element| element.to_string()).collect();
        let words = Array::from_physical(layout, words).unwrap();
        let mut taken = vec_of(words.clone());
        assert!(
            taken.iter().map(|(index, word)| (*index, word.parse::<usize>().unwrap() - 100)).eq(listed.iter().copied())
        );
        // Half of it, and the rest is dropped.
        taken.truncate(listed.len() / 2);
        assert!(words.into_iter().take(listed.len() / 2).eq(taken));
    }

    fn vec_of<T, L: Mapping<Index = [usize; R]>, const R: usize>(array: Array<Vec<T>, L, R>) -> Vec<([usize; R], T)> {
        array.into_iter().collect()
    }

    #[test]
    fn loops_walk_in_logical_order() {
        of_every_kind!(check);
        let stack = Array::from_physical(Col::<2, 2>, ["a", "b", "c", "d"]).unwrap();
        assert!(stack.into_iter().eq([([0, 0], "a"), ([0, 1], "c"), ([1, 0], "b"), ([1, 1], "d")]));
    }

    #[test]
    fn layouts_that_break_their_laws_give_each_element_once() {
        for lie in Broken::LIES {
            let layout = Broken { lie };
            let array = Array::from_physical(layout, (0..24).collect::<Vec<usize>>()).unwrap();
            let mut given: Vec<_> = array.into_iter().map(|(_, element)| element).collect();
            given.sort_unstable();
            given.dedup();
            assert!(given.len() <= 24);
        }
    }

    #[test]
    fn two_arrays_side_by_side() {
        let a = Array::from_fn(Col::<3, 4>, |[i, j]| 4 * i + j);
        let b = Array::from_fn(Table::expanded([3, 4], [2, 3]), |[i, j]| 40 * i + 10 * j);
        let both: Vec<_> = a.zip(&b).unwrap().map(|(index, &x, &y)| (index, x, y)).collect();
        assert!(both.iter().all(|&([i, j], x, y)| x == 4 * i + j && y == 10 * x));
        assert_eq!(both.len(), 6);
        assert!(b.zip(&a).unwrap().map(|(index, y, x)| (index, *x, *y)).eq(both));
        assert!(matches!(a.zip(&Array::filled(Row::<4, 3>, 0)), Err(LayoutError::ShapeMismatch { axis: 0, .. })));
    }
}
