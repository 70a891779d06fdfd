//! An array dealt to workers by a bijection.

#![allow(unsafe_code)]

use super::iter::{Parts, PartsMut};
use super::partition::{Cut, Partition, sealed, unchanged};
use crate::array::array::Array;
use crate::array::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Mapping, Share};

/// What each worker has of an array; made by [`Array::split`].
pub type Split<'a, T, L, D> = Parts<'a, T, SplitCut<L, D>, 1>;
/// What each worker has of an array, to be changed; made by [`Array::split_mut`].
pub type SplitMut<'a, T, L, D> = PartsMut<'a, T, SplitCut<L, D>, 1>;

/// A layout and a bijection from (worker, item) to its elements.
#[derive(Clone, Copy, Debug)]
pub struct SplitCut<L, D> {
    layout: L,
    bijection: D,
}

impl<L: Mapping + Clone, D: Mapping<Index = [usize; 2]> + Clone> SplitCut<L, D> {
    fn new(layout: L, bijection: D) -> Result<Self, LayoutError> {
        // Whether or not there is a worker.
        Share::fits(&layout, &bijection)?;
        Ok(Self { layout, bijection })
    }
}

impl<L, D> sealed::Sealed for SplitCut<L, D> {}

impl<L: Mapping + Clone, D: Mapping<Index = [usize; 2]> + Clone> Cut for SplitCut<L, D> {
    type At = usize;
    type Part = Share<L, D>;
    type Whole = L;

    #[inline]
    fn whole(&self) -> &L {
        &self.layout
    }

    #[inline]
    fn extents(&self) -> usize {
        self.bijection.dims()[0]
    }

    #[inline]
    fn part(&self, worker: usize) -> Share<L, D> {
        unchanged(Share::get(self.layout.clone(), self.bijection.clone(), worker))
    }
}

// SAFETY: items of different workers are different indices of the bijection, whose positions differ by its proof: they are
// numbers of different indices of the layout, inside its dims (see `Share`), whose positions differ by its proof. All answers
// are those of the two.
unsafe impl<L: Mapping + Clone, D: Mapping<Index = [usize; 2]> + Clone> Partition for SplitCut<L, D> {
    const PROVED: bool = L::INJECTIVE.is_some() && D::INJECTIVE.is_some();

    fn check(&self) -> Result<(), LayoutError> {
        self.layout.check()?;
        self.bijection.check()
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
{
    /// What each worker has of the array, with its number, as a bijection from `[worker, item]` to the elements says. These
    /// are counted in row-major order of their indices, whatever the layout of the array.
    ///
    /// Law: element `[item]` of worker `w` is the one whose index has the row-major number `bijection.apply([w, item])`.
    ///
    /// # Errors
    /// [`LayoutError::SizeMismatch`] if the bijection is not onto as many elements as the array has.
    pub fn split<D>(&self, bijection: D) -> Result<Split<'_, S::Elem, L, D>, LayoutError>
    where
        D: Mapping<Index = [usize; 2]> + Clone,
    {
        Ok(Parts::new(self.as_physical(), SplitCut::new(self.layout().clone(), bijection)?))
    }

    /// As [`split`](Array::split), with elements that can be changed: no two workers have one in common, and all may work at
    /// the same time. A layout or bijection that is not [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let mut a = Arr2D::<usize, Tiled<4, 6, 2>>::default();
    /// // Three workers, element after element in turn: item t of worker w is element 3·t + w.
    /// std::thread::scope(|scope| {
    ///     for (worker, mut items) in a.split_mut(Col::<3, 8>)? {
    ///         scope.spawn(move || items.fill(worker));
    ///     }
    ///     Ok::<_, lego_core::LayoutError>(())
    /// })?;
    /// assert!(a.iter().all(|([i, j], &worker)| worker == (6 * i + j) % 3));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::SizeMismatch`] if the bijection is not onto as many elements as the array has; what
    /// [`check`](Mapping::check) says of the sizes of either.
    pub fn split_mut<D>(&mut self, bijection: D) -> Result<SplitMut<'_, S::Elem, L, D>, LayoutError>
    where
        S: StorageMut,
        D: Mapping<Index = [usize; 2]> + Clone,
    {
        let cut = SplitCut::new(self.layout().clone(), bijection)?;
        cut.check()?;
        Ok(PartsMut::new(self.as_physical_mut(), cut))
    }
}
