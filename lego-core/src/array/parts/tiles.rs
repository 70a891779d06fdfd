//! The tiles of a layout whose index is first the coordinates of a tile and then the place in it.

use super::iter::{Parts, PartsMut};
use super::members::MemberCut;
use crate::array::array::Array;
use crate::array::storage::{Storage, StorageMut};
use crate::array::tile::has_tiles;
use crate::mapping::{Coord, Mapping};

/// The tiles of an array with their coordinates; made by [`Array::tiles`].
pub type Tiles<'a, T, L, const K: usize> = Parts<'a, T, TileCut<L, K>, K>;
/// The tiles of an array with their coordinates, to be changed; made by [`Array::tiles_mut`].
pub type TilesMut<'a, T, L, const K: usize> = PartsMut<'a, T, TileCut<L, K>, K>;

/// A layout of rank `2·K`, cut into its tiles: its members behind the coordinates of a tile.
pub type TileCut<L, const K: usize> = MemberCut<L, K, K>;

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
        const { has_tiles::<L, K>() };
        Parts::new(self.as_physical(), TileCut::new(self.layout().clone()))
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
        const { has_tiles::<L, K>() };
        let layout = self.layout().clone();
        PartsMut::new(self.as_physical_mut(), TileCut::new(layout))
    }
}
