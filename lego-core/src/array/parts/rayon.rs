//! Parts and elements as parallel iterators, by the `rayon` crate.
//!
//! An iterator over parts is cut in two, and the pieces walk on other threads; an iterator over elements is cut at a
//! number of an index.

#![allow(unsafe_code)]

use super::coordinates::Coordinates;
use super::iter::{Parts, PartsMut};
use super::partition::{Cut, Partition};
use super::{LineParts, LinePartsMut, PlainParts, PlainPartsMut, RowParts, RowPartsMut, Tiles, TilesMut};
use crate::array::array::Array;
use crate::array::lines::Direction;
use crate::array::storage::{Storage, StorageMut};
use crate::array::zip::{Shared, Unique, Zip, ZipOperand, ZipSource};
use crate::mapping::{Coord, Fixed, Mapping};
use ::rayon::iter::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, UnindexedProducer, bridge, bridge_unindexed,
};
use ::rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use core::fmt;
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

/// The elements of arrays at the same index in parallel, with that index; made by [`Array::par_iter`],
/// [`Array::par_iter_mut`] and of a [`zip`](crate::array::zip()) by `into_par_iter`.
pub struct ParElements<S, const R: usize> {
    source: S,
    /// Those of the source.
    dims: [usize; R],
    /// Of the row-major numbers of indices, which are nobody else's.
    range: Range<usize>,
}

impl<S, const R: usize> fmt::Debug for ParElements<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParElements").field("range", &self.range).finish_non_exhaustive()
    }
}

impl<S: ZipSource<R, Item: Send> + Clone + Send, const R: usize> IntoParallelIterator for Zip<S, R> {
    type Item = <Self as Iterator>::Item;
    type Iter = ParElements<S, R>;

    /// Those elements that have not been given out.
    fn into_par_iter(self) -> ParElements<S, R> {
        let (dims, left) = (self.indices.dims(), self.indices.len());
        let count = dims.volume();
        ParElements { source: self.source, dims, range: count - left..count }
    }
}

impl<S: ZipSource<R, Item: Send> + Clone + Send, const R: usize> ParallelIterator for ParElements<S, R> {
    type Item = ([usize; R], S::Item);

    fn drive_unindexed<Q: UnindexedConsumer<Self::Item>>(self, consumer: Q) -> Q::Result {
        bridge_unindexed(self, consumer)
    }
}

impl<S: ZipSource<R, Item: Send> + Clone + Send, const R: usize> UnindexedProducer for ParElements<S, R> {
    type Item = ([usize; R], S::Item);

    fn split(self) -> (Self, Option<Self>) {
        let Self { source, dims, range: Range { start, end } } = self;
        if end - start < 2 {
            return (Self { source, dims, range: start..end }, None);
        }
        let middle = start + (end - start) / 2;
        let second = Self { source: source.clone(), dims, range: middle..end };
        (Self { source, dims, range: start..middle }, Some(second))
    }

    fn fold_with<F: Folder<Self::Item>>(self, mut folder: F) -> F {
        let Self { source, dims, range: Range { mut start, end } } = self;
        // Row by row: one division for each, and none for an element.
        while start < end && !folder.full() {
            let first = dims.numbered(start);
            let len = R.checked_sub(1).map_or(1, |last| dims[last].saturating_sub(first[last]).clamp(1, end - start));
            folder = folder.consume_iter((0..len).filter_map(|place| {
                let mut index = first;
                if let Some(last) = index.last_mut() {
                    *last += place;
                }
                // SAFETY: the index is that of the number `start + place`, which lies in the range: it is inside the
                // dims, and different numbers have different indices. The range is nobody else's, and each number comes
                // once.
                Some((index, unsafe { source.get(index) }?))
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
    pub fn par_iter(&self) -> ParElements<Shared<'_, S::Elem, L>, R> {
        let dims = self.dims();
        ParElements { source: Shared::of(self), dims, range: 0..dims.volume() }
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
    /// The elements, to be changed, with their indices, in parallel; indices where `ExpandBy` stores nothing are left
    /// out. A layout that is not [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::{Arr2D, zip};
    /// use rayon::prelude::*;
    /// let mut a = Arr2D::<usize, Row<30, 40>>::default();
    /// a.par_iter_mut().for_each(|([i, j], x)| *x = i + j);
    /// let b = Arr2D::from_fn(Col::<30, 40>, |[i, j]| i * j);
    /// zip((&mut a, &b))?.into_par_iter().for_each(|(_, (x, y))| *x += y);
    /// assert!(a.par_iter().all(|([i, j], &x)| x == i + j + i * j));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// As [`iter_mut`](Array::iter_mut).
    #[track_caller]
    pub fn par_iter_mut(&mut self) -> ParElements<Unique<'_, S::Elem, Fixed<L, 0, R>>, R>
    where
        [usize; R]: Coord,
    {
        let (dims, source) = self.source();
        ParElements { source, dims, range: 0..dims.volume() }
    }

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
