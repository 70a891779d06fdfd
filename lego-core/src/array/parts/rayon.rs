//! Parts and elements as parallel iterators, by the `rayon` crate.
//!
//! Everything here is safe code: an iterator over parts is cut in two, and the pieces walk on other threads.

use super::coordinates::Coordinates;
use super::iter::{Parts, PartsMut};
use super::partition::{Cut, Partition};
use super::{LineParts, LinePartsMut, PlainParts, PlainPartsMut, RowParts, RowPartsMut, Tiles, TilesMut};
use crate::array::array::Array;
use crate::array::lines::Direction;
use crate::array::storage::{Storage, StorageMut};
use crate::mapping::{Coord, Mapping};
use ::rayon::iter::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, UnindexedProducer, bridge, bridge_unindexed,
};
use ::rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use core::ops::Range;

/// The parts of an array in parallel, each with its coordinates: made of any iterator over parts by `into_par_iter`.
///
/// It is indexed: `zip`, `enumerate` and their like are there.
#[derive(Clone, Debug)]
pub struct ParParts<I>(I);

/// Parallel iterators over one kind of parts.
macro_rules! parallel {
    ($walk:ident, $bound:ident, $($sync:ident)? $(, $send:ident)?) => {
        impl<'a, T, C, const K: usize> IntoParallelIterator for $walk<'a, T, C, K>
        where
            C: $bound<At: Send, Part: Mapping<Index = [usize; K]> + Send> + Send,
            T: $($sync)? $($send)?,
        {
            type Item = <Self as Iterator>::Item;
            type Iter = ParParts<Self>;

            fn into_par_iter(self) -> ParParts<Self> {
                ParParts(self)
            }
        }

        impl<'a, T, C, const K: usize> ParallelIterator for ParParts<$walk<'a, T, C, K>>
        where
            C: $bound<At: Send, Part: Mapping<Index = [usize; K]> + Send> + Send,
            T: $($sync)? $($send)?,
        {
            type Item = <$walk<'a, T, C, K> as Iterator>::Item;

            fn drive_unindexed<Q: UnindexedConsumer<Self::Item>>(self, consumer: Q) -> Q::Result {
                bridge(self, consumer)
            }

            fn opt_len(&self) -> Option<usize> {
                Some(self.0.len())
            }
        }

        impl<'a, T, C, const K: usize> IndexedParallelIterator for ParParts<$walk<'a, T, C, K>>
        where
            C: $bound<At: Send, Part: Mapping<Index = [usize; K]> + Send> + Send,
            T: $($sync)? $($send)?,
        {
            fn len(&self) -> usize {
                self.0.len()
            }

            fn drive<Q: Consumer<Self::Item>>(self, consumer: Q) -> Q::Result {
                bridge(self, consumer)
            }

            fn with_producer<B: ProducerCallback<Self::Item>>(self, callback: B) -> B::Output {
                callback.callback(self)
            }
        }

        impl<'a, T, C, const K: usize> Producer for ParParts<$walk<'a, T, C, K>>
        where
            C: $bound<At: Send, Part: Mapping<Index = [usize; K]> + Send> + Send,
            T: $($sync)? $($send)?,
        {
            type Item = <$walk<'a, T, C, K> as Iterator>::Item;
            type IntoIter = $walk<'a, T, C, K>;

            fn into_iter(self) -> Self::IntoIter {
                self.0
            }

            fn split_at(self, parts: usize) -> (Self, Self) {
                let (first, second) = self.0.split_at(parts);
                (Self(first), Self(second))
            }
        }
    };
}
parallel!(Parts, Cut, Sync);
parallel!(PlainParts, Cut, Sync);
parallel!(PartsMut, Partition, , Send);
parallel!(PlainPartsMut, Partition, , Send);

/// The elements of an array in parallel, with their indices; made by [`Array::par_iter`].
#[derive(Debug)]
pub struct ParElements<'a, T, L, const R: usize> {
    elements: &'a [T],
    layout: L,
    /// Of the row-major numbers of indices.
    range: Range<usize>,
}

impl<T, L: Clone, const R: usize> Clone for ParElements<'_, T, L, R> {
    fn clone(&self) -> Self {
        Self { elements: self.elements, layout: self.layout.clone(), range: self.range.clone() }
    }
}

impl<'a, T: Sync, L, const R: usize> ParallelIterator for ParElements<'a, T, L, R>
where
    L: Mapping<Index = [usize; R]> + Clone + Send,
{
    type Item = ([usize; R], &'a T);

    fn drive_unindexed<Q: UnindexedConsumer<Self::Item>>(self, consumer: Q) -> Q::Result {
        bridge_unindexed(self, consumer)
    }
}

impl<'a, T: Sync, L, const R: usize> UnindexedProducer for ParElements<'a, T, L, R>
where
    L: Mapping<Index = [usize; R]> + Clone + Send,
{
    type Item = ([usize; R], &'a T);

    fn split(self) -> (Self, Option<Self>) {
        let Range { start, end } = self.range;
        if end - start < 2 {
            return (self, None);
        }
        let middle = start + (end - start) / 2;
        let second = Self { range: middle..end, ..self.clone() };
        (Self { range: start..middle, ..self }, Some(second))
    }

    fn fold_with<F: Folder<Self::Item>>(self, mut folder: F) -> F {
        let Self { elements, layout, range: Range { mut start, end } } = self;
        let dims = layout.dims();
        // Row by row: one division for each, and none for an element.
        while start < end && !folder.full() {
            let first = dims.numbered(start);
            let len = R.checked_sub(1).map_or(1, |last| dims[last].saturating_sub(first[last]).clamp(1, end - start));
            folder = folder.consume_iter((0..len).filter_map(|place| {
                let mut index = first;
                if let Some(last) = index.last_mut() {
                    *last += place;
                }
                let position: Option<usize> = layout.apply(index).into();
                Some((index, &elements[position?]))
            }));
            start += len;
        }
        folder
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage<Elem: Sync>,
    L: Mapping<Index = [usize; R]> + Clone + Send,
{
    /// The elements with their indices, in parallel; indices where `ExpandBy` stores nothing are left out.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// use rayon::prelude::*;
    /// let a: Arr2D<usize, Col<30, 40>> = Arr2D::from_fn(Col, |[i, j]| i + j);
    /// assert!(a.par_iter().all(|([i, j], &x)| x == i + j));
    /// ```
    pub fn par_iter(&self) -> ParElements<'_, S::Elem, L, R> {
        let range = 0..self.dims().volume();
        ParElements { elements: self.as_physical(), layout: self.layout().clone(), range }
    }

    /// The [tiles](Array::tiles) in parallel.
    pub fn par_tiles<const K: usize>(&self) -> ParParts<Tiles<'_, S::Elem, L, K>>
    where
        [usize; K]: Coord,
    {
        ParParts(self.tiles())
    }

    /// The [rows](Array::rows) in parallel.
    pub fn par_rows(&self) -> ParParts<RowParts<'_, S::Elem, L, R>> {
        ParParts(self.rows())
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: StorageMut<Elem: Send>,
    L: Mapping<Index = [usize; R]> + Clone + Send,
{
    /// The [tiles](Array::tiles_mut) in parallel, to be changed.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// use rayon::prelude::*;
    /// let mut a = Arr2D::<usize, Row<8, 16>>::default();
    /// a.par_tiles_mut::<1>().for_each(|([t], mut tile)| tile.fill(t));
    /// assert!(a.iter().all(|([t, _], &x)| x == t));
    /// // As plain slices, decided once for all.
    /// let slices = a.tiles_mut::<1>().into_slices().unwrap();
    /// slices.into_par_iter().for_each(|([t], tile)| tile.fill(2 * t));
    /// assert!(a.iter().all(|([t, _], &x)| x == 2 * t));
    /// ```
    ///
    /// # Panics
    /// As [`tiles_mut`](Array::tiles_mut).
    #[track_caller]
    pub fn par_tiles_mut<const K: usize>(&mut self) -> ParParts<TilesMut<'_, S::Elem, L, K>>
    where
        [usize; K]: Coord,
    {
        ParParts(self.tiles_mut())
    }

    /// The [rows](Array::rows_mut) in parallel, to be changed.
    ///
    /// # Panics
    /// As [`rows_mut`](Array::rows_mut).
    #[track_caller]
    pub fn par_rows_mut(&mut self) -> ParParts<RowPartsMut<'_, S::Elem, L, R>> {
        ParParts(self.rows_mut())
    }
}

impl<S, L> Array<S, L, 2>
where
    S: Storage,
    L: Mapping<Index = [usize; 2]> + Clone + Send,
{
    /// The [rows, columns or anti-diagonals](Array::each_line) in parallel.
    pub fn par_lines<D: Direction + Send>(&self, direction: D) -> ParParts<LineParts<'_, S::Elem, L, D>>
    where
        S::Elem: Sync,
    {
        ParParts(self.each_line(direction))
    }

    /// The [rows, columns or anti-diagonals](Array::each_line_mut) in parallel, to be changed.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::{Arr2D, Columns};
    /// use rayon::prelude::*;
    /// let mut a = Arr2D::<usize, Row<8, 16>>::default();
    /// a.par_lines_mut(Columns).for_each(|(k, mut column)| column.fill(k));
    /// assert!(a.iter().all(|([_, j], &x)| x == j));
    /// ```
    ///
    /// # Panics
    /// As [`each_line_mut`](Array::each_line_mut).
    #[track_caller]
    pub fn par_lines_mut<D: Direction + Send>(&mut self, direction: D) -> ParParts<LinePartsMut<'_, S::Elem, L, D>>
    where
        S: StorageMut<Elem: Send>,
    {
        ParParts(self.each_line_mut(direction))
    }
}
