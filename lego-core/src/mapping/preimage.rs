//! What an inverse gives, and what stands in holes.

use super::coord::Coord;

/// What [`Layout::inv`](crate::Layout::inv) gives: the index `[usize; R]`, or an option of it where a position may be a hole.
///
/// The trait is sealed.
pub trait Preimage<I>: Into<Option<I>> + sealed::Sealed {
    /// Whether there may be holes: positions that no index has.
    const HOLES: bool;
}

mod sealed {
    pub trait Sealed {}
    impl<I: super::Coord> Sealed for I {}
    impl<I: super::Coord> Sealed for Option<I> {}
    impl Sealed for usize {}
    impl Sealed for Option<usize> {}
}

impl<I: Coord> Preimage<I> for I {
    const HOLES: bool = false;
}

impl<I: Coord> Preimage<I> for Option<I> {
    const HOLES: bool = true;
}

/// What stands where there is nothing: `T::default()` for an option, and for what is always there no bound at all.
///
/// The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "the layout may have holes or places where nothing is stored, and `{T}` has no default to put there",
    note = "a layout with `PadBy` has holes, one with `ExpandBy` places where nothing is stored: they ask for `{T}: Default`",
    note = "in generic code, ask for a layout `L: ArrayLayout<{T}, R>`, or for a bijection `L: Bijection<R>`"
)]
pub trait Hole<T>: sealed::Sealed {
    /// The default, if one can be asked for.
    fn value() -> Option<T>;
}

impl<T, const R: usize> Hole<T> for [usize; R]
where
    [usize; R]: Coord,
{
    #[inline(always)]
    fn value() -> Option<T> {
        None
    }
}

impl<T: Default, const R: usize> Hole<T> for Option<[usize; R]>
where
    [usize; R]: Coord,
{
    #[inline(always)]
    fn value() -> Option<T> {
        Some(T::default())
    }
}

impl<T> Hole<T> for usize {
    #[inline(always)]
    fn value() -> Option<T> {
        None
    }
}

impl<T: Default> Hole<T> for Option<usize> {
    #[inline(always)]
    fn value() -> Option<T> {
        Some(T::default())
    }
}
