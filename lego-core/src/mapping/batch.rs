//! Batches: one layout for each of several members.

use super::coord::Coord;
use super::injective::Injective;
use super::layout::Layout;
use super::mapping::{Mapping, StaticMapping};
use super::preimage::Preimage;
use super::runs::Runs;
use crate::error::LayoutError;
use core::mem::MaybeUninit;

/// `N` members one after the other in memory, each laid out by `L`.
///
/// Its index is the number of the member and then the index in it, its rank one more than that of `L`.
/// [`members`](crate::array::Array::members) of an array gives views of each, and
/// [`members_mut`](crate::array::Array::members_mut) all of them to be changed at the same time.
///
/// Law: `batch.apply([n, i, …]) == n·l.span() + l.apply([i, …])`.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::Arr3D;
/// use lego_core::mapping::Batch;
/// let mut a: Arr3D<usize, Batch<4, Col<2, 3>>> = Arr3D::default();
/// for ([n], mut member) in a.members_mut::<1, 2>() {
///     member[[1, 2]] = n;
/// }
/// assert_eq!(a[[3, 1, 2]], 3);
/// assert_eq!(a.as_physical()[23], 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Batch<const N: usize, L> {
    member: L,
}

impl<const N: usize, L: Mapping> Batch<N, L> {
    /// `N` members of a layout.
    ///
    /// # Errors
    /// [`LayoutError::Overflow`] if all their positions or indices are more than a `usize` can count.
    pub fn new(member: L) -> Result<Self, LayoutError> {
        let batch = Self { member };
        batch.fits()?;
        Ok(batch)
    }

    /// The layout of a member.
    pub fn member(&self) -> &L {
        &self.member
    }

    fn fits(&self) -> Result<(), LayoutError> {
        let overflow = LayoutError::Overflow { what: "a batch".into(), bits: u128::from(usize::BITS) };
        let dims = self.member.dims();
        let indices = dims.as_ref().iter().try_fold(N, |product: usize, &extent| product.checked_mul(extent));
        if indices.is_none() || self.member.span().checked_mul(N).is_none() { Err(overflow) } else { Ok(()) }
    }
}

/// A position, of a member and then of the batch.
///
/// The trait is sealed.
pub trait BatchedPosition: Into<Option<usize>> + sealed::Sealed {
    /// The position `by` further.
    fn further(self, by: usize) -> Self;
}

/// An index of a member, or a hole, from which comes that of the batch.
///
/// The trait is sealed.
pub trait BatchedIndex<I: Coord>: sealed::Sealed {
    /// The index with the number of the member before it.
    type Longer: Preimage<I::Longer>;

    /// The index with the number of the member before it.
    fn behind(self, member: usize) -> Self::Longer;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl Sealed for Option<usize> {}
    impl<I: super::Coord> Sealed for I {}
    impl<I: super::Coord> Sealed for Option<I> {}
}

impl BatchedPosition for usize {
    #[inline(always)]
    fn further(self, by: usize) -> Self {
        // A position of a layout that breaks its laws may be anything.
        self.wrapping_add(by)
    }
}

impl BatchedPosition for Option<usize> {
    #[inline(always)]
    fn further(self, by: usize) -> Self {
        self.map(|position| position.wrapping_add(by))
    }
}

impl<I: Coord> BatchedIndex<I> for I {
    type Longer = I::Longer;

    #[inline(always)]
    fn behind(self, member: usize) -> I::Longer {
        longer::<I>(member, self)
    }
}

impl<I: Coord> BatchedIndex<I> for Option<I> {
    type Longer = Option<I::Longer>;

    #[inline(always)]
    fn behind(self, member: usize) -> Option<I::Longer> {
        self.map(|index| longer::<I>(member, index))
    }
}

/// An index with a number before it.
#[allow(unsafe_code)]
#[inline(always)]
const fn longer<I: Coord>(first: usize, rest: I) -> I::Longer {
    const { assert!(<I::Longer as Coord>::RANK == I::RANK + 1, "a batch needs a rank below the largest") };
    let mut index = MaybeUninit::<I::Longer>::uninit();
    let place = index.as_mut_ptr().cast::<usize>();
    // SAFETY: `Coord` is sealed: a type of rank `R` is `[usize; R]`, so that there are `I::RANK` numbers in the one and one more
    // in the other, all of which are written.
    unsafe {
        place.write(first);
        place.add(1).copy_from_nonoverlapping((&raw const rest).cast::<usize>(), I::RANK);
        index.assume_init()
    }
}

/// The member's number and the index in it.
#[inline(always)]
fn parts<I: Coord>(index: I::Longer) -> (usize, I) {
    let mut rest = I::zero();
    match index.as_ref().split_first() {
        Some((&first, others)) => {
            rest.as_mut().copy_from_slice(others);
            (first, rest)
        }
        None => (0, rest),
    }
}

#[allow(unsafe_code)]
impl<const N: usize, L: Mapping<Position: BatchedPosition>> Mapping for Batch<N, L> {
    type Index = <L::Index as Coord>::Longer;
    type Position = L::Position;

    // SAFETY: positions of one member differ by the proof of its layout, and are below its span `s`; so those of member `n` are
    // from `n·s` on and below `(n + 1)·s`, where no other member has any. No product wraps: `check` has looked at the largest.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    fn check(&self) -> Result<(), LayoutError> {
        self.member.check()?;
        self.fits()
    }

    #[inline]
    fn dims(&self) -> Self::Index {
        longer::<L::Index>(N, self.member.dims())
    }

    #[inline]
    fn span(&self) -> usize {
        // What is too much is too much for every storage.
        self.member.span().saturating_mul(N)
    }

    #[inline]
    fn apply(&self, index: Self::Index) -> L::Position {
        let (member, index) = parts::<L::Index>(index);
        self.member.apply(index).further(member.wrapping_mul(self.member.span()))
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        match axis.checked_sub(1) {
            None => isize::try_from(self.member.span()).ok(),
            Some(axis) => self.member.stride(axis),
        }
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        match axis.checked_sub(1) {
            None => Some((N, self.stride(0)?)),
            Some(axis) => self.member.run(axis),
        }
    }

    #[inline]
    fn runs(&self, axis: usize) -> Option<Runs> {
        match axis.checked_sub(1) {
            None => Some(Runs { len: N, phase: 0, step: self.stride(0)? }),
            Some(axis) => self.member.runs(axis),
        }
    }

    #[inline]
    fn is_unique(&self) -> bool {
        self.member.is_unique()
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        self.member.is_exhaustive()
    }
}

impl<const N: usize, L> Layout for Batch<N, L>
where
    L: Layout<Position: BatchedPosition, Preimage: BatchedIndex<L::Index>>,
{
    type Preimage = <L::Preimage as BatchedIndex<L::Index>>::Longer;

    #[inline]
    fn inv(&self, position: usize) -> Self::Preimage {
        let span = self.member.span();
        self.member.inv(position % span).behind(position / span)
    }
}

impl<const N: usize, L: StaticMapping<Position: BatchedPosition>> StaticMapping for Batch<N, L> {
    const DIMS: Self::Index = longer::<L::Index>(N, L::DIMS);
    const COUNT: usize = N * L::COUNT;
    const SPAN: usize = N * L::SPAN;
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mapping::{Indices, Tabulated};
    use crate::samples::{Col, Proved, Row, Strided, Table, Tiled};

    fn check<const N: usize, L, const R: usize, const Q: usize>(member: L)
    where
        L: Layout<Index = [usize; R], Position: BatchedPosition, Preimage: BatchedIndex<[usize; R]>> + Copy,
        [usize; R]: Coord<Longer = [usize; Q]>,
        [usize; Q]: Coord<Longer: Coord>,
    {
        let batch = Batch::<N, L>::new(member).unwrap();
        let dims: [usize; Q] = batch.dims();
        assert_eq!((dims[0], &dims[1..]), (N, &member.dims()[..]));
        assert_eq!((batch.count(), batch.span()), (N * member.count(), N * member.span()));
        for index in Indices::new(dims.map(|extent| extent + 1)) {
            let rest: [usize; R] = index[1..].try_into().unwrap();
            let expected = member.try_apply(rest).filter(|_| index[0] < N).map(|p| index[0] * member.span() + p);
            assert_eq!(batch.try_apply(index), expected);
            for axis in 0..Q {
                let mut next = index;
                next[axis] += 1;
                if let (Some(a), Some(b), Some(s)) = (batch.try_apply(index), batch.try_apply(next), batch.stride(axis))
                {
                    assert_eq!(b as isize - a as isize, s);
                }
            }
        }
        let table = Tabulated::<&Batch<N, L>>::new(&batch).unwrap();
        for position in 0..=batch.span() {
            assert_eq!(batch.try_inv(position), table.try_inv(position));
        }
    }

    #[test]
    fn members_lie_one_after_the_other() {
        check::<3, _, 2, 3>(Row::<2, 5>);
        check::<1, _, 2, 3>(Col::<2, 5>);
        check::<7, _, 2, 3>(Tiled::<4, 6, 2>);
        check::<0, _, 2, 3>(Row::<2, 2>);
        check::<5, _, 0, 1>(Table::shuffled([]));
        check::<5, _, 1, 2>(Table::shuffled([3]));
        check::<2, _, 3, 4>(Strided::new([2, 3, 4], [2, 0, 1], [true, false, true]));
        check::<3, _, 2, 3>(Table::padded([3, 3], [4, 5]));
        check::<3, _, 2, 3>(Table::expanded([3, 4], [2, 3]));
        check::<2, _, 2, 3>(Table::shuffled([0, 4]));
        check::<4, _, 3, 4>(Batch::<2, _>::new(Col::<2, 3>).unwrap());
        assert_eq!((Batch::<4, Col<2, 3>>::DIMS, Batch::<4, Col<2, 3>>::SPAN), ([4, 2, 3], 24));
    }

    #[test]
    fn proved_members_make_a_proved_batch() {
        assert!(Batch::<4, Row<2, 3>>::INJECTIVE.is_some() && Batch::<4, Proved<Table<2>>>::INJECTIVE.is_some());
        assert!(Batch::<4, Table<2>>::INJECTIVE.is_none());
        const HALF: usize = usize::MAX / 2;
        assert!(Batch::<HALF, Row<2, 2>>::new(Row).is_err());
        let unseen = Batch::<HALF, Row<2, 2>>::default();
        assert!(unseen.check().is_err() && unseen.span() == usize::MAX);
    }
}
