//! The members of a batch as arrays of the member's own layout.

use super::array::{Array, require_sizes};
use super::storage::{Storage, StorageMut};
use crate::mapping::{Batch, Mapping};
use core::mem;

impl<S, L, const N: usize, const R: usize, const K: usize> Array<S, Batch<N, L>, R>
where
    S: Storage,
    L: Mapping<Index = [usize; K]> + Clone,
    Batch<N, L>: Mapping<Index = [usize; R]>,
{
    /// The members, each a view in its own layout.
    ///
    /// Law: element `i` of member `n` is `a[n ++ i]`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::{Arr3D, Batch};
    /// let a: Arr3D<usize, Batch<4, Col<2, 3>>> = Arr3D::from_fn(Batch::default(), |[n, i, j]| 100 * n + 10 * i + j);
    /// assert_eq!(a.each().nth(2).unwrap().as_physical(), [200, 210, 201, 211, 202, 212]);
    /// ```
    pub fn each(&self) -> impl ExactSizeIterator<Item = Array<&[S::Elem], L, K>> {
        let (member, span) = (self.layout().member(), self.layout().member().span());
        // A batch that has no proof of its own may be of members that have one.
        require_sizes(member);
        let mut rest = self.as_physical();
        (0..N).map(move |_| {
            let (first, others) = rest.split_at(span);
            rest = others;
            Array::over(member.clone(), first)
        })
    }

    /// The members, each a view in its own layout, to be changed at the same time, whatever the layout.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::{Arr3D, Batch};
    /// let mut a: Arr3D<usize, Batch<4, Col<2, 3>>> = Arr3D::default();
    /// std::thread::scope(|scope| {
    ///     for (n, mut member) in a.each_mut().enumerate() {
    ///         scope.spawn(move || member.fill(n));
    ///     }
    /// });
    /// assert!(a.iter().all(|([n, _, _], &x)| x == n));
    /// ```
    pub fn each_mut(&mut self) -> impl ExactSizeIterator<Item = Array<&mut [S::Elem], L, K>>
    where
        S: StorageMut,
    {
        let member = self.layout().member().clone();
        require_sizes(&member);
        let span = member.span();
        let mut rest = self.as_physical_mut();
        (0..N).map(move |_| {
            let (first, others) = mem::take(&mut rest).split_at_mut(span);
            rest = others;
            Array::over(member.clone(), first)
        })
    }

    /// The members in parallel, each a view in its own layout, to be changed, whatever the layout. A layout that has no
    /// positions has no members here.
    #[cfg(feature = "rayon")]
    pub fn par_each_mut(&mut self) -> impl ::rayon::iter::IndexedParallelIterator<Item = Array<&mut [S::Elem], L, K>>
    where
        S: StorageMut<Elem: Send>,
        L: Send + Sync,
    {
        use ::rayon::iter::ParallelIterator;
        use ::rayon::slice::ParallelSliceMut;
        let member = self.layout().member().clone();
        require_sizes(&member);
        let span = member.span();
        self.as_physical_mut()
            .par_chunks_exact_mut(span.max(1))
            .map(move |member_elements| Array::over(member.clone(), member_elements))
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use crate::array::Array;
    use crate::mapping::Batch;
    use crate::samples::{Col, Row, Table};

    #[test]
    fn members_are_arrays_of_their_own() {
        let layout = Batch::<5, _>::new(Table::padded([3, 3], [4, 5])).unwrap();
        let mut a = Array::from_fn(layout, |[n, i, j]| 100 * n + 10 * i + j);
        assert_eq!(a.each().len(), 5);
        for (n, member) in a.each().enumerate() {
            assert_eq!(member, Array::from_fn(Row::<3, 3>, |[i, j]| 100 * n + 10 * i + j));
        }
        let mut members: std::vec::Vec<_> = a.each_mut().collect();
        members.iter_mut().enumerate().for_each(|(n, member)| member.fill(n));
        assert!(a.iter().all(|([n, _, _], &x)| x == n));
        assert_eq!(Array::filled(Batch::<0, Col<2, 2>>::default(), 1).each_mut().len(), 0);
        assert_eq!(Array::filled(Batch::<3, Table<2>>::new(Table::shuffled([0, 2])).unwrap(), 1).each_mut().len(), 3);
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn members_in_parallel_are_the_members() {
        use ::rayon::prelude::*;
        let mut a = Array::filled(Batch::<50, _>::new(Table::shuffled([3, 4])).unwrap(), 0);
        a.par_each_mut().enumerate().for_each(|(n, mut member)| member.fill(n));
        assert!(a.iter().all(|([n, _, _], &x)| x == n));
    }
}
