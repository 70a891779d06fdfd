//! Parts that are plain slices.

#![allow(unsafe_code)]

use super::elements::Elements;
use super::partition::{Cut, Partition};
use super::walk::walk;
use crate::array::contiguous::in_one_piece;
use crate::mapping::Mapping;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// The parts of an array as slices to be read, each with its coordinates; from [`Parts::into_slices`](super::Parts::into_slices).
pub struct PlainParts<'a, T, C, const K: usize> {
    elements: &'a [T],
    cut: C,
    range: Range<usize>,
}

/// The parts of an array as slices to be changed, each with its coordinates, all usable at the same time; from
/// [`PartsMut::into_slices`](super::PartsMut::into_slices).
pub struct PlainPartsMut<'a, T, C, const K: usize> {
    elements: Elements<'a, T>,
    /// Of the numbers in the range, `extent` of their parts gives ranges that lie apart, below the number of elements, and
    /// are nobody else's.
    cut: C,
    range: Range<usize>,
}

impl<T, C: Clone, const K: usize> Clone for PlainParts<'_, T, C, K> {
    fn clone(&self) -> Self {
        Self { elements: self.elements, cut: self.cut.clone(), range: self.range.clone() }
    }
}

/// Where a part starts, and as much behind it as it has indices.
///
/// It asks for dims and one position only, which a proof covers; strides it does not.
#[inline(always)]
fn extent<M: Mapping<Index = [usize; K]>, const K: usize>(part: &M) -> Option<Range<usize>> {
    let dims = part.dims();
    if dims.contains(&0) {
        return Some(0..0);
    }
    let start: usize = part.apply([0; K]).into()?;
    let len = dims.iter().try_fold(1, |len: usize, &n| len.checked_mul(n))?;
    Some(start..start.checked_add(len)?)
}

/// The ranges of positions of some parts, as far as they are plain slices.
pub(super) struct Ranges {
    /// Every part is a plain slice within the elements.
    plain: bool,
    /// Each starts where the one before has ended, or behind it.
    ascending: bool,
    /// All have one length, and start at multiples of it.
    aligned: bool,
}

impl Ranges {
    /// The range of a part that is a plain slice as far as its strides say, or its positions where it has none.
    #[inline]
    pub(super) fn plain<M: Mapping<Index = [usize; K]>, const K: usize>(part: &M) -> Option<Range<usize>> {
        let (range, piece) = (extent(part)?, in_one_piece(part)?);
        (range.len() == piece.1 && (range.is_empty() || range.start == piece.0)).then_some(range)
    }

    pub(super) fn of<M: Mapping<Index = [usize; K]>, const K: usize>(
        parts: impl Iterator<Item = M>,
        elements: usize,
    ) -> Self {
        let mut all = Self { plain: true, ascending: true, aligned: true };
        let (mut end, mut length) = (0, None);
        for part in parts {
            match Self::plain(&part) {
                // Empty slices meet nothing.
                Some(range) if range.is_empty() => {}
                Some(range) if range.end <= elements => {
                    all.ascending &= end <= range.start;
                    end = range.end;
                    let len = *length.get_or_insert(range.len());
                    all.aligned &= range.len() == len && range.start % len == 0;
                }
                _ => return Self { plain: false, ascending: false, aligned: false },
            }
        }
        all
    }

    /// Whether all are plain slices, no two of which have an element in common.
    ///
    /// The first positions of parts must differ: then slices of one length that start at multiples of it lie apart.
    pub(super) fn lie_apart(&self) -> bool {
        self.plain && (self.ascending || self.aligned)
    }
}

impl<'a, T, C, const K: usize> PlainParts<'a, T, C, K>
where
    C: Cut<Part: Mapping<Index = [usize; K]>>,
{
    #[inline]
    pub(super) fn new(elements: &'a [T], cut: C, range: Range<usize>) -> Self {
        Self { elements, cut, range }
    }

    fn twin(&self) -> Self {
        self.clone()
    }

    /// # Panics
    /// If a layout that breaks its laws puts the slice outside of the array.
    #[inline]
    fn part(&self, k: usize) -> (C::At, &'a [T]) {
        let (at, part) = self.cut.numbered(k);
        let slice = extent(&part).and_then(|range| self.elements.get(range));
        (at, slice.expect("a part was looked at before, and was a slice of the array"))
    }
}

impl<'a, T, C, const K: usize> PlainPartsMut<'a, T, C, K>
where
    C: Partition<Part: Mapping<Index = [usize; K]>>,
{
    /// # Safety
    /// The conditions of [`Partition`] hold. [`extent`] of each part in the range is within the elements, and those are this
    /// value's alone and no other part's.
    #[inline]
    pub(super) unsafe fn new(elements: Elements<'a, T>, cut: C, range: Range<usize>) -> Self {
        Self { elements, cut, range }
    }

    fn twin(&self) -> Self {
        Self { elements: self.elements, cut: self.cut.clone(), range: self.range.clone() }
    }

    #[inline]
    fn part(&self, k: usize) -> (C::At, &'a mut [T]) {
        let (at, part) = self.cut.numbered(k);
        let slice: &'a mut [T] = match extent(&part) {
            // SAFETY: by the law of `Partition`, dims and positions of a part are the same at each call, and so `extent` is
            // what it was when `new` was called: within the elements, and apart from those of other parts. Each is given out
            // once, for whoever calls this takes `k` off the range.
            Some(range) if !range.is_empty() => unsafe { self.elements.slice_mut(range.start, range.len()) },
            _ => &mut [],
        };
        (at, slice)
    }
}

walk!(PlainParts, Cut, (C::At, &'a [T]));
walk!(PlainPartsMut, Partition, (C::At, &'a mut [T]));
