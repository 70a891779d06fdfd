//! Tiles: the elements that share a tile coordinate.

use super::affine::Affine;
use super::array::Array;
use super::slice::outside;
use super::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::layout::{Coord, Layout};

/// One tile of a layout whose index is first the coordinates of a tile and then the place in it, as `TileBy([..], [..])`
/// makes it.
///
/// It is the slice that fixes the first `K` of `2·K` axes; that the axes are known to the compiler makes it faster than
/// a [`SubLayout`](super::SubLayout) where it is passed around.
///
/// Law: `tile.apply([i, j]) == whole.apply([ti, tj, i, j])`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile<L, const K: usize> {
    layout: L,
    at: [usize; K],
}

impl<L: Layout, const K: usize> Tile<L, K> {
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

impl<L: Layout, const K: usize> Layout for Tile<L, K>
where
    [usize; K]: Coord,
{
    type Index = [usize; K];
    type Position = L::Position;
    type Place = Option<[usize; K]>;

    #[inline]
    fn dims(&self) -> [usize; K] {
        let dims = self.layout.dims();
        core::array::from_fn(|axis| dims.as_ref()[K + axis])
    }

    #[inline]
    fn size(&self) -> usize {
        self.layout.size()
    }

    #[inline]
    fn apply(&self, place: [usize; K]) -> L::Position {
        let mut index = L::Index::zero();
        for axis in 0..K {
            index.as_mut()[axis] = self.at[axis];
            index.as_mut()[K + axis] = place[axis];
        }
        self.layout.apply(index)
    }

    #[inline]
    fn inv(&self, position: usize) -> Option<[usize; K]> {
        let index: L::Index = self.layout.inv(position).into()?;
        let (at, place) = index.as_ref().split_at(K);
        if at == self.at { place.try_into().ok() } else { None }
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.layout.stride(K + axis)
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.layout.run(K + axis)
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Layout<Index = [usize; R]>,
{
    /// A view of one tile, where the first half of the index is the coordinates of a tile and the second half the place
    /// in it (what `TileBy([..], [..])` gives). A rank that is not twice that of `at` is a compile error.
    ///
    /// Law: `a.tile([ti, tj])?[[i, j]] == a[[ti, tj, i, j]]`.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such tile.
    #[inline]
    pub fn tile<const K: usize>(&self, at: [usize; K]) -> Result<Array<&[S::Elem], Tile<L, K>, K>, LayoutError>
    where
        [usize; K]: Coord,
    {
        Ok(Array::over(Tile::new(self.layout(), at)?, self.as_physical()))
    }

    /// As [`tile`](Array::tile), with elements that can be changed.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such tile.
    #[inline]
    pub fn tile_mut<const K: usize>(
        &mut self,
        at: [usize; K],
    ) -> Result<Array<&mut [S::Elem], Tile<L, K>, K>, LayoutError>
    where
        S: StorageMut,
        [usize; K]: Coord,
    {
        Ok(Array::over(Tile::new(self.layout(), at)?, self.as_physical_mut()))
    }

    /// The elements as a plain slice in row-major order, if they lie so: for a tile that is stored in one piece, a row
    /// of a row-major array, or a whole one.
    ///
    /// Answered at once where the layout knows its strides, else decided by looking at every index.
    ///
    /// Law: if `Some(s)`, then `a.iter().map(|(_, x)| x).eq(s)`.
    pub fn as_slice(&self) -> Option<&[S::Elem]> {
        let (start, len) = in_one_piece(self.layout())?;
        self.as_physical().get(start..)?.get(..len)
    }

    /// As [`as_slice`](Array::as_slice), with elements that can be changed.
    pub fn as_slice_mut(&mut self) -> Option<&mut [S::Elem]>
    where
        S: StorageMut,
    {
        let (start, len) = in_one_piece(self.layout())?;
        self.as_physical_mut().get_mut(start..)?.get_mut(..len)
    }
}

/// Where the elements start and how many they are, if they lie in row-major order without gaps.
fn in_one_piece<L: Layout<Index = [usize; R]>, const R: usize>(layout: L) -> Option<(usize, usize)> {
    let dims = layout.dims();
    if dims.contains(&0) {
        return Some((0, 0));
    }
    let affine = Affine::of(layout)?;
    let mut len: usize = 1;
    for axis in (0..R).rev() {
        if dims[axis] > 1 && affine.strides[axis] != len as isize {
            return None;
        }
        len = len.checked_mul(dims[axis])?;
    }
    Some((affine.base, len))
}
