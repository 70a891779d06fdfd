//! The iterators over the parts of an array.

#![allow(unsafe_code)]

use super::elements::Elements;
use super::part::PartMut;
use super::partition::{Cut, Partition};
use super::plain::{PlainParts, PlainPartsMut, Ranges};
use super::walk::walk;
use crate::array::array::Array;
use crate::array::contiguous::in_order;
use crate::error::LayoutError;
use crate::mapping::Mapping;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// The parts of an array to be read, each with its coordinates: views of rank `K`.
pub struct Parts<'a, T, C, const K: usize> {
    elements: &'a [T],
    cut: C,
    range: Range<usize>,
}

/// The parts of an array to be changed, each with its coordinates: [`PartMut`] of rank `K`, all usable at the same time.
///
/// Law: no two of them have an element in common.
pub struct PartsMut<'a, T, C, const K: usize> {
    elements: Elements<'a, T>,
    /// Its `PROVED` is true, its `check` is `Ok`, the span of what it cuts at most the number of elements. The parts of the numbers in the
    /// range are nobody else's.
    cut: C,
    range: Range<usize>,
    /// Whether all elements of the buffer are this value's, not only those that its parts reach.
    whole: bool,
}

impl<T, C: Clone, const K: usize> Clone for Parts<'_, T, C, K> {
    fn clone(&self) -> Self {
        Self { elements: self.elements, cut: self.cut.clone(), range: self.range.clone() }
    }
}

impl<'a, T, C, const K: usize> Parts<'a, T, C, K>
where
    C: Cut<Part: Mapping<Index = [usize; K]>>,
{
    #[inline]
    pub(super) fn new(elements: &'a [T], cut: C) -> Self {
        let range = 0..cut.count();
        Self { elements, cut, range }
    }

    /// The parts as plain slices in row-major order, where every part lies so.
    ///
    /// Answered at once for each part where its layout knows its strides, else by looking at every index.
    ///
    /// # Errors
    /// The parts themselves, if one is no plain slice.
    pub fn into_slices(self) -> Result<PlainParts<'a, T, C, K>, Self> {
        let (elements, cut) = (self.elements, &self.cut);
        let plain = |part: C::Part| Ranges::plain(&part).is_some_and(|range| range.end <= elements.len());
        let plain = self.range.clone().all(|k| plain(cut.numbered(k).1));
        if plain { Ok(PlainParts::new(elements, self.cut, self.range)) } else { Err(self) }
    }

    fn twin(&self) -> Self {
        self.clone()
    }

    #[inline]
    fn part(&self, k: usize) -> (C::At, Array<&'a [T], C::Part, K>) {
        let (at, part) = self.cut.numbered(k);
        (at, Array::over(part, self.elements))
    }
}

impl<'a, T, C, const K: usize> PartsMut<'a, T, C, K>
where
    C: Partition<Part: Mapping<Index = [usize; K]>>,
{
    const PROVED: () = assert!(
        C::PROVED,
        "parts that are changed at the same time need a layout that is proved injective: one of layout! without \
         `unchecked`, without functions by path, and without closures on sizes that have no values"
    );

    /// The parts of some elements.
    ///
    /// # Panics
    /// If the sizes of a layout are not those that its constructor takes.
    #[inline]
    #[track_caller]
    pub(super) fn new(elements: &'a mut [T], cut: C) -> Self {
        // SAFETY: all elements are this borrow's.
        Self { whole: true, ..unsafe { Self::of(Elements::new(elements), cut) } }
    }

    /// The parts of a part.
    ///
    /// # Safety
    /// For `'a`, nobody else reaches the elements that the parts reach.
    #[inline]
    #[track_caller]
    pub(super) unsafe fn of(elements: Elements<'a, T>, cut: C) -> Self {
        let () = Self::PROVED;
        if let Err(error) = cut.check() {
            wrong_sizes(&error);
        }
        assert!(cut.whole().span() <= elements.len(), "the layout changed its span after the array was made");
        let range = 0..cut.count();
        Self { elements, cut, range, whole: false }
    }

    /// The parts as plain slices in row-major order, where every part lies so.
    ///
    /// What a layout says of its strides is no proof. So either the slices of all parts are found to lie apart, which asks
    /// for one position of each part, or every position is looked at: where some parts have been taken already, where these
    /// are parts of a part, and where the slices neither follow each other nor are of one length and start at multiples of it.
    ///
    /// # Errors
    /// The parts themselves, if one is no plain slice.
    pub fn into_slices(self) -> Result<PlainPartsMut<'a, T, C, K>, Self> {
        let parts = || self.range.clone().map(|k| self.cut.numbered(k).1);
        // All parts are here, so that no other can reach into a slice that a wrong stride puts in a wrong place.
        let alone = self.whole && self.range == (0..self.cut.count());
        let apart = alone && Ranges::of(parts(), self.elements.len()).lie_apart();
        if apart || parts().all(|part| in_order(&part).is_some()) {
            // SAFETY: the parts are this value's, which ends here. Either their ranges lie apart, and nobody else has any
            // element; or each range is where the elements of its part are, which are that part's alone.
            Ok(unsafe { PlainPartsMut::new(self.elements, self.cut, self.range) })
        } else {
            Err(self)
        }
    }

    /// The same parts once more, for who takes some out of one and the others out of the other.
    fn twin(&self) -> Self {
        Self { elements: self.elements, cut: self.cut.clone(), range: self.range.clone(), whole: self.whole }
    }

    #[inline]
    fn part(&self, k: usize) -> (C::At, PartMut<'a, T, C::Part, K>) {
        let (at, part) = self.cut.numbered(k);
        // SAFETY: different numbers are different coordinates, and so the part has no element in common with others by the
        // law of `Partition`, whose conditions have been checked in `of`, as has that the span is within the elements. It is
        // given out once, for whoever calls this takes `k` off the range.
        (at, unsafe { PartMut::new(self.elements, part) })
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn wrong_sizes(error: &LayoutError) -> ! {
    panic!("the sizes of the layout are not those that its constructor takes: {error}")
}

walk!(Parts, Cut, (C::At, Array<&'a [T], C::Part, K>));
walk!(PartsMut, Partition, (C::At, PartMut<'a, T, C::Part, K>));
