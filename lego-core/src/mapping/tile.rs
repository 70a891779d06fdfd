//! Tiles: the elements that share a tile coordinate.

use super::coord::Coord;
use super::injective::Injective;
use super::layout::Layout;
use super::mapping::Mapping;
use super::slice::outside;
use crate::error::LayoutError;

/// One tile of a layout whose index is first the coordinates of a tile and then the place in it, as `TileBy([..], [..])`
/// makes it.
///
/// It is the slice that fixes the first `K` of `2·K` axes; that the axes are known to the compiler makes it faster than
/// a [`SubLayout`](super::SubLayout) where it is passed around.
///
/// Law: `tile.apply([i, j]) == whole.apply([ti, tj, i, j])`.
#[doc(alias = "local_tile")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile<L, const K: usize> {
    layout: L,
    at: [usize; K],
}

impl<L: Mapping, const K: usize> Tile<L, K> {
    /// The tile at some tile coordinates. That the layout has rank `2·K` is checked at compile time.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such tile.
    #[inline]
    pub fn new(layout: L, at: [usize; K]) -> Result<Self, LayoutError> {
        const { assert!(L::RANK == 2 * K, "a layout has tiles if half of its axes are tile coordinates") };
        let dims = layout.dims();
        match (0..K).find(|&axis| at[axis] >= dims.as_ref()[axis]) {
            Some(axis) => Err(outside(axis, at[axis], dims.as_ref()[axis])),
            None => Ok(Self { layout, at }),
        }
    }
}

#[allow(unsafe_code)]
impl<L: Mapping, const K: usize> Mapping for Tile<L, K>
where
    [usize; K]: Coord,
{
    type Index = [usize; K];
    type Position = L::Position;

    // SAFETY: two places in the tile are two indices of the layout, both inside its dims, for `new` has looked at the
    // coordinates of the tile, and dims do not change. All else is the layout's, of which this holds.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        self.layout.check()
    }

    #[inline]
    fn dims(&self) -> [usize; K] {
        let dims = self.layout.dims();
        core::array::from_fn(|axis| dims.as_ref()[K + axis])
    }

    #[inline]
    fn span(&self) -> usize {
        self.layout.span()
    }

    #[inline]
    fn apply(&self, place: [usize; K]) -> L::Position {
        let mut index = L::Index::zero();
        let (at, inside) = index.as_mut().split_at_mut(K);
        at.copy_from_slice(&self.at);
        inside.copy_from_slice(&place);
        self.layout.apply(index)
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.layout.stride(K + axis)
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.layout.run(K + axis)
    }

    #[inline]
    fn is_unique(&self) -> bool {
        self.layout.is_unique()
    }
}

impl<L: Layout, const K: usize> Layout for Tile<L, K>
where
    [usize; K]: Coord,
{
    type Preimage = Option<[usize; K]>;

    #[inline]
    fn inv(&self, position: usize) -> Option<[usize; K]> {
        let index: L::Index = self.layout.inv(position).into()?;
        let (at, place) = index.as_ref().split_at(K);
        if at == self.at { place.try_into().ok() } else { None }
    }
}
