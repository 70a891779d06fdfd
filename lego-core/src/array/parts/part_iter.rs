//! The elements of one part, one after the other.

#![allow(unsafe_code)]

use super::elements::Elements;
use crate::array::zip::{Unique, Zip};
use crate::mapping::{Indices, Mapping};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// The elements of a part or an array, to be changed, with their indices in row-major order.
pub type PartIterMut<'a, T, M, const K: usize> = Zip<Unique<'a, T, M>, K>;

/// The elements of a part with their indices in row-major order; made by [`PartMut::iter`](super::PartMut::iter).
pub struct PartIter<'a, T, M, const K: usize> {
    elements: Elements<'a, T>,
    layout: M,
    indices: Indices<K>,
    memory: PhantomData<&'a [T]>,
}

impl<'a, T, M: Mapping<Index = [usize; K]>, const K: usize> PartIter<'a, T, M, K> {
    #[inline]
    /// # Safety
    /// As for a [`PartMut`](super::PartMut), but that others may read the elements.
    pub(super) unsafe fn new(elements: Elements<'a, T>, layout: M) -> Self {
        let indices = Indices::new(layout.dims());
        Self { elements, layout, indices, memory: PhantomData }
    }
}

impl<'a, T, M: Mapping<Index = [usize; K]>, const K: usize> Iterator for PartIter<'a, T, M, K> {
    type Item = ([usize; K], &'a T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let index = self.indices.next()?;
            if let Some(position) = self.layout.apply(index).into() {
                // SAFETY: the index is inside the dims, so its position is below the number of elements, and the element is
                // the part's, which nobody changes while it is borrowed.
                return Some((index, unsafe { self.elements.get(position) }));
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.indices.len()))
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, start: A, mut f: F) -> A {
        let Self { elements, layout, indices, .. } = self;
        indices.fold(start, |sum, index| match layout.apply(index).into() {
            // SAFETY: the index is inside the dims, so its position is below the number of elements, and the element is the
            // part's, which nobody changes while it is borrowed.
            Some(position) => f(sum, (index, unsafe { elements.get(position) })),
            None => sum,
        })
    }
}

impl<T, M: Mapping<Index = [usize; K]>, const K: usize> FusedIterator for PartIter<'_, T, M, K> {}

impl<T, M: fmt::Debug, const K: usize> fmt::Debug for PartIter<'_, T, M, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartIter").field("layout", &self.layout).field("indices", &self.indices).finish_non_exhaustive()
    }
}
