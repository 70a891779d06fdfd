//! Composition: one mapping after another, the position of the second seen as an index of the first.

// One proof, from those of both mappings.
#![allow(unsafe_code)]

use super::coord::Coord;
use super::in_span::InSpan;
use super::indices::volume;
use super::injective::Injective;
use super::layout::Layout;
use super::mapping::Mapping;
use super::preimage::Preimage;
use crate::error::LayoutError;
use crate::text::Text;

/// `outer` after `inner`: the position that `inner` gives is unflattened row-major in the dims of `outer`, which gives the
/// position.
///
/// Either may be any mapping. Two layouts make a layout, which is proved injective where both are.
///
/// ```
/// use lego_core::mapping::{Strided, compose};
/// use lego_core::{Layout, Mapping};
/// // Row(2, 6) with its halves exchanged, after a transposition of 4×3.
/// let halves = Strided::from_base(6, [2, 6], [-6, 1])?.into_layout()?;
/// let turned = Strided::new([3, 4], [1, 3])?.into_layout()?;
/// let both = compose(halves, turned)?;
/// assert_eq!((both.apply([0, 0]), both.apply([2, 3]), both.inv(0)), (6, 5, Some([0, 2])));
/// // A broadcast of it is a mapping, but no layout.
/// let rows = compose(halves, Strided::new([5, 12], [0, 1])?)?;
/// assert_eq!(rows.apply([4, 1]), 7);
///
/// let error = compose(halves, Strided::new([2, 3], [3, 1])?).unwrap_err();
/// assert_eq!(error.to_string(), "the index of the outer map has 12 elements, but the buffer of the inner one has 6");
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
///
/// # Errors
/// [`LayoutError::SizeMismatch`] if `outer` has not as many indices as `inner` has positions.
pub fn compose<A: Mapping, B: Mapping>(outer: A, inner: B) -> Result<Composed<A, B>, LayoutError> {
    let composed = Composed { outer, inner };
    composed.agree()?;
    Ok(composed)
}

/// One mapping after another; made by [`compose`].
///
/// Law: `composed.try_apply(i) == outer.try_apply(unflattened(inner.try_apply(i)?))`, unflattened row-major in `outer.dims()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Composed<A, B> {
    outer: A,
    inner: B,
}

impl<A: Mapping, B: Mapping> Composed<A, B> {
    /// The mapping that gives the positions.
    pub fn outer(&self) -> &A {
        &self.outer
    }

    /// The mapping that takes the indices.
    pub fn inner(&self) -> &B {
        &self.inner
    }

    fn agree(&self) -> Result<(), LayoutError> {
        // Of the dims, which proofs vouch for; a count is only what a mapping says.
        let (left_size, right_size) = (volume(self.outer.dims().as_ref()) as u128, self.inner.span() as u128);
        if left_size == right_size {
            return Ok(());
        }
        let (left, right) = (Text::new("the index of the outer map"), Text::new("the buffer of the inner one"));
        Err(LayoutError::SizeMismatch { left, left_size, right, right_size })
    }

    /// By how much the position grows where the inner one grows by one, if that is the same everywhere.
    fn flat_stride(&self) -> Option<isize> {
        let dims = self.outer.dims();
        let mut flat: Option<isize> = None;
        let mut below = 1_isize;
        for (axis, &extent) in dims.as_ref().iter().enumerate().rev().filter(|(_, extent)| **extent != 1) {
            let stride = self.outer.stride(axis)?;
            match flat {
                None => flat = Some(stride),
                Some(flat) if flat.checked_mul(below)? == stride => {}
                Some(_) => return None,
            }
            below = below.checked_mul(isize::try_from(extent).ok()?)?;
        }
        flat
    }

    fn scaled(&self, inner: Option<isize>) -> Option<isize> {
        let (inner, flat) = (inner?, self.flat_stride()?);
        inner.checked_mul(flat)
    }
}

/// The row-major index at a flat position; some index where extents are 0.
#[inline]
fn unflattened<I: Coord>(dims: I, flat: usize) -> I {
    let (mut index, mut rest) = (dims, flat);
    let Some((first, others)) = index.as_mut().split_first_mut() else { return index };
    for place in others.iter_mut().rev() {
        let extent = (*place).max(1);
        (*place, rest) = (rest % extent, rest / extent);
    }
    // What lies beyond the extents is no index.
    *first = rest;
    index
}

#[inline]
fn flattened<I: Coord>(dims: I, index: I) -> usize {
    let pairs = index.as_ref().iter().zip(dims.as_ref());
    pairs.fold(0, |flat, (&place, &extent)| flat.wrapping_mul(extent).wrapping_add(place))
}

/// What comes of a position, or perhaps none, that another function goes on from.
///
/// The trait is sealed.
pub trait ThenPosition<Next: Into<Option<usize>>>: Into<Option<usize>> + sealed::Sealed {
    /// A position where both always give one, else an option.
    type Joined: Into<Option<usize>>;
    /// Goes on, where there is something to go on from.
    fn then(self, next: impl FnOnce(usize) -> Next) -> Self::Joined;
}

/// The same of an index, or perhaps none.
///
/// The trait is sealed.
pub trait ThenIndex<I, J, Next: Preimage<J>>: Preimage<I> + sealed::Sealed {
    /// An index where both always give one, else an option.
    type Joined: Preimage<J>;
    /// Goes on, where there is something to go on from.
    fn then(self, next: impl FnOnce(I) -> Next) -> Self::Joined;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for Option<usize> {}
    impl<I: super::Coord> Sealed for I {}
    impl<I: super::Coord> Sealed for Option<I> {}
}

impl<Next: Into<Option<usize>>> ThenPosition<Next> for usize {
    type Joined = Next;
    #[inline(always)]
    fn then(self, next: impl FnOnce(usize) -> Next) -> Next {
        next(self)
    }
}

impl<Next: Into<Option<usize>>> ThenPosition<Next> for Option<usize> {
    type Joined = Self;
    #[inline(always)]
    fn then(self, next: impl FnOnce(usize) -> Next) -> Self {
        self.and_then(|position| next(position).into())
    }
}

impl<I: Coord, J, Next: Preimage<J>> ThenIndex<I, J, Next> for I {
    type Joined = Next;
    #[inline(always)]
    fn then(self, next: impl FnOnce(I) -> Next) -> Next {
        next(self)
    }
}

impl<I: Coord, J: Coord, Next: Preimage<J>> ThenIndex<I, J, Next> for Option<I> {
    type Joined = Option<J>;
    #[inline(always)]
    fn then(self, next: impl FnOnce(I) -> Next) -> Option<J> {
        self.and_then(|index| next(index).into())
    }
}

impl<A: Mapping, B: Mapping> Mapping for Composed<A, B>
where
    B::Position: ThenPosition<A::Position>,
{
    type Index = B::Index;
    type Position = <B::Position as ThenPosition<A::Position>>::Joined;

    const INJECTIVE: Option<Injective<Self>> = match (A::INJECTIVE, B::INJECTIVE) {
        // SAFETY: of a value whose `check` is `Ok` both mappings have answered `Ok`, and the inner one has as many positions as
        // there are indices inside the outer dims. Different indices have different positions below the inner span, these are
        // different indices inside the outer dims, and those have different positions below the outer span. Both answer
        // always the same, by their proofs.
        (Some(_), Some(_)) => Some(unsafe { Injective::proved() }),
        _ => None,
    };

    const IN_SPAN: Option<InSpan<Self>> = match (A::IN_SPAN, B::IN_SPAN) {
        // SAFETY: `compose` has compared the inner span with the volume of the outer dims, the fields are private, and both
        // mappings are proved to answer always the same. A position below the inner span is an index inside the outer dims,
        // whose position is below the outer span.
        (Some(_), Some(_)) => Some(unsafe { InSpan::proved() }),
        _ => None,
    };

    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        self.outer.check()?;
        self.inner.check()?;
        self.agree()
    }

    #[inline]
    fn dims(&self) -> B::Index {
        self.inner.dims()
    }

    #[inline]
    fn span(&self) -> usize {
        self.outer.span()
    }

    #[inline]
    fn apply(&self, index: B::Index) -> Self::Position {
        let dims = self.outer.dims();
        self.inner.apply(index).then(|flat| self.outer.apply(unflattened(dims, flat)))
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.scaled(self.inner.stride(axis))
    }

    #[inline]
    fn anti_diagonal_stride(&self) -> Option<isize> {
        self.scaled(self.inner.anti_diagonal_stride())
    }

    #[inline]
    fn is_unique(&self) -> bool {
        self.outer.is_unique() && self.inner.is_unique()
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        self.outer.is_exhaustive() && self.inner.is_exhaustive()
    }
}

impl<A: Layout, B: Layout> Layout for Composed<A, B>
where
    B::Position: ThenPosition<A::Position>,
    A::Preimage: ThenIndex<A::Index, B::Index, B::Preimage>,
{
    type Preimage = <A::Preimage as ThenIndex<A::Index, B::Index, B::Preimage>>::Joined;

    #[inline]
    fn inv(&self, position: usize) -> Self::Preimage {
        let dims = self.outer.dims();
        self.outer.inv(position).then(|index| self.inner.inv(flattened(dims, index)))
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::{Indices, ViewMut2D};
    use crate::mapping::Strided;
    use crate::samples::{Col, Row, Table, Tiled};

    /// Both directions on every point, against the two maps one after the other; positions beyond the span too.
    fn check<A, B>(outer: A, inner: B)
    where
        A: Layout<Index = [usize; 2]>,
        B: Layout<Index = [usize; 2]>,
        B::Position: ThenPosition<A::Position>,
        A::Preimage: ThenIndex<A::Index, B::Index, B::Preimage>,
    {
        let [_, columns] = outer.dims();
        let both = compose(&outer, &inner).unwrap();
        assert_eq!((both.dims(), both.span()), (inner.dims(), outer.span()));
        let expected = |index| {
            let flat = inner.try_apply(index)?;
            outer.try_apply([flat / columns, flat % columns])
        };
        for index in Indices::new(inner.dims().map(|n| n + 1)) {
            assert_eq!(both.try_apply(index), expected(index), "{index:?}");
            if let Some(position) = expected(index) {
                assert_eq!(both.try_inv(position), Some(index));
            }
        }
        for position in 0..both.span() + 1 {
            let back = Indices::new(inner.dims()).find(|&index| expected(index) == Some(position));
            assert_eq!(both.try_inv(position), back, "{position}");
        }
        for (axis, unit) in [(0, [1, 0]), (1, [0, 1])] {
            let Some(stride) = both.stride(axis) else { continue };
            for [i, j] in Indices::new(inner.dims()) {
                if let (Some(a), Some(b)) = (expected([i, j]), expected([i + unit[0], j + unit[1]])) {
                    assert_eq!(b as isize - a as isize, stride);
                }
            }
        }
    }

    #[test]
    fn one_layout_after_another() {
        check(Row::<4, 6>, Col::<8, 3>);
        check(Col::<4, 6>, Col::<3, 8>);
        check(Tiled::<4, 6, 2>, Tiled::<6, 4, 2>);
        check(Table::padded([3, 4], [5, 5]), Col::<2, 6>);
        check(Row::<4, 5>, Table::padded([3, 3], [4, 5]));
        check(Table::expanded([4, 5], [3, 4]), Col::<4, 5>);
        check(Row::<2, 3>, Table::expanded([3, 4], [2, 3]));
        check(Table::padded([4, 5], [6, 5]), Table::padded([3, 3], [4, 5]));
        check(Strided::from_base(6, [2, 6], [-6, 1]).unwrap().into_layout().unwrap(), Col::<4, 3>);
        check(Table::shuffled([1, 1]), Row::<1, 1>);
    }

    #[test]
    fn strides_go_through_and_proofs_too() {
        let both = compose(Row::<3, 4>, Col::<6, 2>).unwrap();
        assert_eq!((both.stride(0), both.stride(1)), (Some(1), Some(6)));
        assert_eq!(compose(Col::<3, 4>, Col::<6, 2>).unwrap().stride(0), None);
        fn is_proved<M: Mapping>(_: &M) -> bool {
            M::INJECTIVE.is_some()
        }
        assert!(is_proved(&both) && !is_proved(&compose(Row::<3, 4>, Table::shuffled([6, 2])).unwrap()));
        assert!(both.is_unique() && both.is_exhaustive());
        let mut elements = [0; 12];
        ViewMut2D::from_physical(both, &mut elements[..]).unwrap()[[1, 1]] = 5;
        assert_eq!(elements[7], 5);
    }

    #[test]
    fn broadcasts_are_read_and_extents_that_differ_are_refused() {
        let rows = compose(Col::<3, 4>, Strided::new([2, 12], [0, 1]).unwrap()).unwrap();
        for [i, j] in Indices::new([2, 12]) {
            assert_eq!(rows.apply([i, j]), Col::<3, 4>.apply([j / 4, j % 4]));
        }
        let same = compose(Strided::new([3, 2], [0, 0]).unwrap(), Col::<2, 3>).unwrap();
        assert_eq!((same.span(), same.apply([1, 2])), (1, 0));
        let error = compose(Row::<3, 4>, Row::<3, 5>).unwrap_err();
        assert!(matches!(error, LayoutError::SizeMismatch { left_size: 12, right_size: 15, .. }));
    }
}
