//! Views of one tile of an array.

use super::array::Array;
use super::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Coord, Mapping, Tile};

/// A borrowed tile with `K` axes; made by [`Array::tile`].
pub type TileView<'a, T, L, const K: usize> = Array<&'a [T], Tile<L, K>, K>;
/// A mutably borrowed tile with `K` axes; made by [`Array::tile_mut`].
pub type TileViewMut<'a, T, L, const K: usize> = Array<&'a mut [T], Tile<L, K>, K>;

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]>,
{
    /// A view of one tile, where the first half of the index is the coordinates of a tile and the second half the place
    /// in it (what `TileBy([..], [..])` gives). A rank that is not twice that of `at` is a compile error.
    ///
    /// Law: `a.tile([ti, tj])?[[i, j]] == a[[ti, tj, i, j]]`.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such tile.
    #[inline]
    pub fn tile<const K: usize>(&self, at: [usize; K]) -> Result<TileView<'_, S::Elem, L, K>, LayoutError>
    where
        L: Clone,
        [usize; K]: Coord,
    {
        const { has_tiles::<L, K>() };
        Ok(Array::over(Tile::new(self.layout().clone(), at)?, self.as_physical()))
    }

    /// As [`tile`](Array::tile), with elements that can be changed.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if there is no such tile.
    #[inline]
    pub fn tile_mut<const K: usize>(&mut self, at: [usize; K]) -> Result<TileViewMut<'_, S::Elem, L, K>, LayoutError>
    where
        L: Clone,
        S: StorageMut,
        [usize; K]: Coord,
    {
        const { has_tiles::<L, K>() };
        Ok(Array::over(Tile::new(self.layout().clone(), at)?, self.as_physical_mut()))
    }
}

/// Fails to compile for a layout that has no tiles of rank `K`.
pub(super) const fn has_tiles<L: Mapping, const K: usize>() {
    assert!(L::RANK == 2 * K, "a layout has tiles if half of its axes are tile coordinates");
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::array::{Indices, slice};
    use crate::mapping::Layout;
    use crate::samples::{Strided, Table, listed, numbered};

    /// Every tile against the same slice, and every plain slice against the list of its elements.
    fn check(layout: impl Layout<Index = [usize; 4]> + Copy) {
        let mut array = numbered(layout);
        let [m, n, ..] = layout.dims();
        for at @ [ti, tj] in Indices::new([m + 1, n + 1]) {
            let Ok(tile) = Tile::new(layout, at) else {
                assert!((ti == m || tj == n) && array.tile(at).is_err() && array.tile_mut(at).is_err());
                continue;
            };
            let sub = slice(layout, (ti, tj, .., ..)).unwrap();
            assert_eq!((tile.dims(), tile.span()), (sub.dims(), sub.span()));
            for place in Indices::new(tile.dims().map(|n| n + 1)) {
                assert_eq!(tile.try_apply(place), sub.position(place));
                assert_eq!(array.tile(at).unwrap().get(place).copied(), sub.position(place));
            }
            for position in 0..=layout.span() {
                assert_eq!(tile.try_inv(position), sub.try_inv(position));
            }
            for axis in 0..2 {
                assert_eq!((tile.stride(axis), tile.run(axis)), (sub.stride(axis), sub.run(axis)));
            }
            let view = array.tile(at).unwrap();
            let list = listed(&view);
            let in_one_piece =
                list.windows(2).all(|pair| matches!(pair, [Some(a), Some(b)] if *b == a + 1)) && list[0].is_some();
            match view.as_slice() {
                Some(elements) => assert!(elements.iter().map(|&p| Some(p)).eq(list)),
                None => assert!(!in_one_piece),
            }
            let before = array.clone();
            let mut view = array.tile_mut(at).unwrap();
            if let Some(elements) = view.as_slice_mut() {
                elements.fill(1000);
                for (index, &element) in array.iter() {
                    let inside = index[..2] == at;
                    assert_eq!(element, if inside { 1000 } else { before[index] });
                }
                array = before;
            }
        }
    }

    #[test]
    fn tiles_are_slices_of_the_first_half() {
        check(Strided::new([2, 3, 2, 4], [0, 1, 2, 3], [false; 4]));
        check(Strided::new([2, 3, 2, 4], [0, 2, 1, 3], [false; 4]));
        check(Strided::new([2, 3, 2, 4], [1, 0, 3, 2], [false, true, false, true]));
        check(Table::shuffled([2, 1, 3, 2]));
        check(Table::padded([2, 2, 2, 3], [2, 2, 3, 3]));
        check(Table::expanded([2, 2, 2, 2], [2, 2, 1, 2]));
        check(Table::new([2, 2, 3, 2], 24, |[ti, tj, i, j]| Some(((ti * 2 + tj) * 3 + i) * 2 + j)));
    }
}
