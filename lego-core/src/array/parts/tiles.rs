//! The tiles of a layout whose index is first the coordinates of a tile and then the place in it.

#![allow(unsafe_code)]

use super::partition::{Cut, Partition, product, sealed, unflatten};
use super::walk::{Parts, PartsMut};
use crate::array::array::Array;
use crate::array::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Coord, Mapping, Tile};

/// The tiles of an array with their coordinates; made by [`Array::tiles`].
pub type Tiles<'a, T, L, const K: usize> = Parts<'a, T, TileCut<L, K>, K>;
/// The tiles of an array with their coordinates, to be changed; made by [`Array::tiles_mut`].
pub type TilesMut<'a, T, L, const K: usize> = PartsMut<'a, T, TileCut<L, K>, K>;

/// A layout of rank `2·K`, cut into its tiles.
#[derive(Clone, Copy, Debug)]
pub struct TileCut<L, const K: usize> {
    layout: L,
}

impl<L: Mapping, const K: usize> TileCut<L, K> {
    #[inline(always)]
    fn tiles(&self) -> [usize; K] {
        const { assert!(<L::Index as Coord>::RANK == 2 * K, "a layout has tiles if half of its axes are tile coordinates") };
        let dims = self.layout.dims();
        core::array::from_fn(|k| dims.as_ref()[k])
    }
}

impl<L, const K: usize> sealed::Sealed for TileCut<L, K> {}

impl<L: Mapping + Clone, const K: usize> Cut for TileCut<L, K>
where
    [usize; K]: Coord,
{
    type At = [usize; K];
    type Part = Tile<L, K>;

    #[inline]
    fn count(&self) -> usize {
        product(self.tiles())
    }

    #[inline]
    fn at(&self, part: usize) -> [usize; K] {
        unflatten(part, self.tiles())
    }

    #[inline]
    fn part(&self, part: usize) -> Tile<L, K> {
        match Tile::new(self.layout.clone(), self.at(part)) {
            Ok(tile) => tile,
            Err(error) => panic!("the layout changed its dims after it was cut: {error}"),
        }
    }
}

// SAFETY: tiles of different numbers have different coordinates, which stand in the indices of the whole layout: their indices
// differ, and so do their positions, by the proof of the layout. All answers are the layout's.
unsafe impl<L: Mapping + Clone, const K: usize> Partition for TileCut<L, K>
where
    [usize; K]: Coord,
{
    const PROVED: bool = L::INJECTIVE.is_some();

    fn check(&self) -> Result<(), LayoutError> {
        self.layout.check()
    }

    fn span(&self) -> usize {
        self.layout.span()
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
{
    /// All tiles with their coordinates, in row-major order of those, where the first half of the index is the coordinates of
    /// a tile and the second half the place in it (what `TileBy([..], [..])` gives).
    ///
    /// A rank that is not twice `K` is a compile error.
    ///
    /// Law: it gives `(at, a.tile(at)?)` for every `at`.
    ///
    /// ```
    /// use lego_core::array::Arr2D;
    /// # use lego_core::array::ArrND;
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// // Two tiles of three.
    /// let a: Arr2D<i32, Row<2, 3>> = Arr2D::from_row_major(Row, &[1, 2, 3, 4, 5, 6])?;
    /// let sums: Vec<i32> = a.tiles::<1>().map(|([_], tile)| tile.iter().map(|(_, x)| x).sum()).collect();
    /// assert_eq!(sums, [6, 15]);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    #[inline]
    pub fn tiles<const K: usize>(&self) -> Tiles<'_, S::Elem, L, K>
    where
        [usize; K]: Coord,
    {
        Parts::new(self.as_physical(), TileCut { layout: self.layout().clone() })
    }

    /// As [`tiles`](Array::tiles), with elements that can be changed: the tiles have none in common, and all may be used at
    /// the same time. A layout that is not [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Stack2D;
    /// let mut a = Stack2D::<usize, Row<2, 3>, 6>::default();
    /// for ([t], mut tile) in a.tiles_mut::<1>() {
    ///     tile[[1]] = 10 + t;
    /// }
    /// assert_eq!(a.as_physical(), [0, 10, 0, 0, 11, 0]);
    /// // Where the layout keeps every tile in one piece, the tiles are plain slices.
    /// for ([t], tile) in a.tiles_mut::<1>().into_slices().unwrap() {
    ///     tile.fill(t);
    /// }
    /// assert_eq!(a.as_physical(), [0, 0, 0, 1, 1, 1]);
    /// ```
    ///
    /// Both rows of this one are the same elements:
    ///
    /// ```compile_fail,E0080
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Array;
    /// let mut a = Array::from_physical(Strides { dims: [2, 3], strides: [0, 1] }, [0; 3]).unwrap();
    /// let _ = a.tiles_mut::<1>();
    /// ```
    ///
    /// # Panics
    /// If the sizes of the layout are [not right](Mapping::check), which its constructor refuses.
    #[inline]
    #[track_caller]
    pub fn tiles_mut<const K: usize>(&mut self) -> TilesMut<'_, S::Elem, L, K>
    where
        S: StorageMut,
        [usize; K]: Coord,
    {
        let layout = self.layout().clone();
        PartsMut::new(self.as_physical_mut(), TileCut { layout })
    }
}
