//! Blocks: boxes of equal extents that cover an array, and the same with a halo.

#![allow(unsafe_code)]

use super::iter::{Parts, PartsMut};
use super::partition::{Cut, Partition, sealed, unchanged};
use crate::array::array::Array;
use crate::array::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{Coord, Halo, Mapping, Window, not_positive};

/// The blocks of an array with their coordinates; made by [`Array::blocks`].
pub type Blocks<'a, T, L, const R: usize> = Parts<'a, T, BlockCut<L, R>, R>;
/// The blocks of an array with their coordinates, to be changed; made by [`Array::blocks_mut`].
pub type BlocksMut<'a, T, L, const R: usize> = PartsMut<'a, T, BlockCut<L, R>, R>;
/// The blocks of an array with what lies around each; made by [`Array::halos`].
pub type Halos<'a, T, L, const R: usize> = Parts<'a, T, HaloCut<L, R>, R>;

/// A layout cut into boxes of equal extents, those at the ends smaller.
#[derive(Clone, Copy, Debug)]
pub struct BlockCut<L, const R: usize> {
    layout: L,
    /// None is 0.
    extents: [usize; R],
}

/// No extent may be 0.
pub(super) fn positive<const R: usize>(extents: [usize; R], of: &str) -> Result<(), LayoutError> {
    match (0..R).find(|&axis| extents[axis] == 0) {
        Some(axis) => Err(not_positive(of, axis)),
        None => Ok(()),
    }
}

impl<L: Mapping<Index = [usize; R]>, const R: usize> BlockCut<L, R> {
    pub(super) fn new(layout: L, extents: [usize; R]) -> Result<Self, LayoutError> {
        positive(extents, "a block")?;
        Ok(Self { layout, extents })
    }
}

impl<L, const R: usize> sealed::Sealed for BlockCut<L, R> {}

impl<L: Mapping<Index = [usize; R]> + Clone, const R: usize> Cut for BlockCut<L, R>
where
    [usize; R]: Coord,
{
    type At = [usize; R];
    type Part = Window<L, R>;
    type Whole = L;

    #[inline]
    fn whole(&self) -> &L {
        &self.layout
    }

    #[inline]
    fn extents(&self) -> [usize; R] {
        let dims = self.layout.dims();
        let mut extents = dims;
        for k in 0..R {
            extents[k] = dims[k].div_ceil(self.extents[k]);
        }
        extents
    }

    #[inline]
    fn part(&self, at: [usize; R]) -> Window<L, R> {
        let dims = self.layout.dims();
        let (mut origin, mut extents) = (at, self.extents);
        for k in 0..R {
            origin[k] = at[k].saturating_mul(self.extents[k]);
            extents[k] = self.extents[k].min(dims[k].saturating_sub(origin[k]));
        }
        unchanged(Window::get(self.layout.clone(), origin, extents))
    }
}

// SAFETY: blocks at different coordinates have `k` and `m > k` on some axis. There the first ends at or before `(k +
// 1)·extent`, and the other starts at `m·extent` or behind: no index is in both, and so no position, by the proof of
// the layout. (A product beyond `usize::MAX` is beyond the dims, where a window has no index.) All answers are the
// layout's.
unsafe impl<L: Mapping<Index = [usize; R]> + Clone, const R: usize> Partition for BlockCut<L, R> where [usize; R]: Coord {}

/// A layout cut into boxes, each with what lies around it.
#[derive(Clone, Copy, Debug)]
pub struct HaloCut<L, const R: usize> {
    blocks: BlockCut<L, R>,
    width: [usize; R],
}

impl<L, const R: usize> sealed::Sealed for HaloCut<L, R> {}

impl<L: Mapping<Index = [usize; R]> + Clone, const R: usize> Cut for HaloCut<L, R>
where
    [usize; R]: Coord,
{
    type At = [usize; R];
    type Part = Halo<L, R>;
    type Whole = L;

    #[inline]
    fn whole(&self) -> &L {
        self.blocks.whole()
    }

    #[inline]
    fn extents(&self) -> [usize; R] {
        self.blocks.extents()
    }

    #[inline]
    fn part(&self, at: [usize; R]) -> Halo<L, R> {
        Halo::new(self.blocks.part(at), self.width)
    }
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: Storage,
    L: Mapping<Index = [usize; R]> + Clone,
    [usize; R]: Coord,
{
    /// The blocks of some extents that cover the array, with their coordinates; those at the ends are smaller where an
    /// extent does not divide. Any layout has blocks: its own tiles need not be of that size.
    ///
    /// Law: element `i` of block `at` is `a[at·extents + i]`.
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] if an extent is 0.
    #[inline]
    pub fn blocks(&self, extents: [usize; R]) -> Result<Blocks<'_, S::Elem, L, R>, LayoutError> {
        Ok(Parts::new(self.as_physical(), BlockCut::new(self.layout().clone(), extents)?))
    }

    /// As [`blocks`](Array::blocks), with elements that can be changed: the blocks have none in common, and all may be
    /// used at the same time. A layout that is not [proved injective](Mapping::INJECTIVE) is a compile error.
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] if an extent is 0; what [`check`](Mapping::check) says of the sizes of the
    /// layout.
    #[inline]
    pub fn blocks_mut(&mut self, extents: [usize; R]) -> Result<BlocksMut<'_, S::Elem, L, R>, LayoutError>
    where
        S: StorageMut,
    {
        self.layout().check()?;
        let cut = BlockCut::new(self.layout().clone(), extents)?;
        Ok(PartsMut::new(self.as_physical_mut(), cut))
    }

    /// The [blocks](Array::blocks), each with a halo: `width` elements more on both sides of each axis.
    ///
    /// Beyond the borders of the array nothing is stored: [`get`](Array::get) is `None` there.
    ///
    /// Law: element `width + i` of block `at` is `a.get(at·extents + i)`, for negative `i` too.
    ///
    /// Each element is looked up in the layout: for a stencil [`stencil`](Array::stencil) is many times as fast. What
    /// is looked at here and there, block by block:
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::Arr2D;
    /// let old: Arr2D<i32, Tiled<4, 6, 2>> = Arr2D::from_fn(Tiled, |[i, j]| (6 * i + j) as i32);
    /// let mut new = Arr2D::<i32, Tiled<4, 6, 2>>::default();
    /// for ((_, around), (_, mut block)) in old.halos([2, 2], [1, 1])?.zip(new.blocks_mut([2, 2])?) {
    ///     for ([i, j], x) in block.iter_mut() {
    ///         // The place of the element itself is [i + 1, j + 1].
    ///         let neighbours = [[i, j + 1], [i + 2, j + 1], [i + 1, j], [i + 1, j + 2]];
    ///         *x = neighbours.into_iter().filter_map(|place| around.get(place)).sum();
    ///     }
    /// }
    /// assert_eq!((new[[0, 0]], new[[2, 3]]), (6 + 1, 9 + 21 + 14 + 16));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] if an extent is 0.
    #[inline]
    pub fn halos(&self, extents: [usize; R], width: [usize; R]) -> Result<Halos<'_, S::Elem, L, R>, LayoutError> {
        let blocks = BlockCut::new(self.layout().clone(), extents)?;
        Ok(Parts::new(self.as_physical(), HaloCut { blocks, width }))
    }
}
