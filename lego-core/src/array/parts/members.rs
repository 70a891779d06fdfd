//! Members: all that lies behind some leading indices.

#![allow(unsafe_code)]

use super::iter::{Parts, PartsMut};
use super::partition::{Cut, Partition, sealed, unchanged};
use crate::array::array::Array;
use crate::array::storage::{Storage, StorageMut};
use crate::mapping::{Coord, Fixed, Mapping};

/// The members of an array with their coordinates; made by [`Array::members`].
pub type Members<'a, T, L, const W: usize, const K: usize> = Parts<'a, T, MemberCut<L, W, K>, K>;
/// The members of an array with their coordinates, to be changed; made by [`Array::members_mut`].
pub type MembersMut<'a, T, L, const W: usize, const K: usize> = PartsMut<'a, T, MemberCut<L, W, K>, K>;

/// A layout of rank `W + K`, cut at its first `W` indices.
#[derive(Clone, Copy, Debug)]
pub struct MemberCut<L, const W: usize, const K: usize> {
    layout: L,
}

impl<L, const W: usize, const K: usize> MemberCut<L, W, K> {
    #[inline]
    pub(super) fn new(layout: L) -> Self {
        Self { layout }
    }
}

impl<L, const W: usize, const K: usize> sealed::Sealed for MemberCut<L, W, K> {}

impl<L: Mapping + Clone, const W: usize, const K: usize> Cut for MemberCut<L, W, K>
where
    [usize; K]: Coord,
{
    type At = [usize; W];
    type Part = Fixed<L, W, K>;
    type Whole = L;

    #[inline]
    fn whole(&self) -> &L {
        &self.layout
    }

    #[inline]
    fn extents(&self) -> [usize; W] {
        const { assert!(<L::Index as Coord>::RANK == W + K, "the axes of members and those in one are all axes") };
        let dims = self.layout.dims();
        let mut first = [0; W];
        first.copy_from_slice(&dims.as_ref()[..W]);
        first
    }

    #[inline]
    fn part(&self, at: [usize; W]) -> Fixed<L, W, K> {
        unchanged(Fixed::get(self.layout.clone(), at))
    }
}

// SAFETY: the coordinates of a member are what its indices begin with: those of different members differ, and so do their
// positions, by the proof of the layout. All answers are the layout's.
unsafe impl<L: Mapping + Clone, const W: usize, const K: usize> Partition for MemberCut<L, W, K> where [usize; K]: Coord {}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
{
    /// All that lies behind each of the first `W` indices, as views of rank `K`, with those indices, in row-major order. A
    /// rank that is not `W + K` is a compile error.
    ///
    /// For a layout whose first axes are workers and whose others are their items, these are the workers' shares; for a
    /// [`Batch`](crate::mapping::Batch) the members.
    ///
    /// Law: element `k` of the member at `w` is `a[w ++ k]`.
    #[inline]
    pub fn members<const W: usize, const K: usize>(&self) -> Members<'_, S::Elem, L, W, K>
    where
        [usize; K]: Coord,
    {
        Parts::new(self.as_physical(), MemberCut::new(self.layout().clone()))
    }

    /// As [`members`](Array::members), with elements that can be changed: all members may be used at the same time. A layout
    /// that is not [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// // Worker i has the items [i, 0], [i, 1], [i, 2], which lie apart.
    /// let mut a = Stack2D::<usize, Col<2, 3>, 6>::default();
    /// std::thread::scope(|scope| {
    ///     for ([worker], mut items) in a.members_mut::<1, 1>() {
    ///         scope.spawn(move || items.iter_mut().for_each(|([t], x)| *x = 10 * worker + t));
    ///     }
    /// });
    /// assert_eq!(a.as_physical(), [0, 10, 1, 11, 2, 12]);
    /// ```
    ///
    /// # Panics
    /// If the sizes of the layout are [not right](Mapping::check), which its constructor refuses.
    #[inline]
    #[track_caller]
    pub fn members_mut<const W: usize, const K: usize>(&mut self) -> MembersMut<'_, S::Elem, L, W, K>
    where
        S: StorageMut,
        [usize; K]: Coord,
    {
        let layout = self.layout().clone();
        PartsMut::new(self.as_physical_mut(), MemberCut::new(layout))
    }
}
