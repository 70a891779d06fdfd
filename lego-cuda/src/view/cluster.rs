//! A tile of shared memory of another block of the cluster.

use super::layout::Always;
use super::shared::Shared;
use crate::device::cluster::ClusterPtr;
use crate::device::{Element, SharedPtr};
use lego_core::Mapping32;

/// A tile of the shared memory of a block of the [cluster](crate::device::cluster), as a layout sees it: what [`Shared::of_block`] makes.
///
/// It has the layout of the tile that each block has, and is checked as that is.
///
/// Law: after `tile.set(i, x)` by the block of rank `r` and [`cluster::sync`](crate::device::cluster::sync), `tile.of_block(r).get(i)` is `x` in every
/// thread of the cluster, until the block ends.
pub struct ClusterShared<'a, T, L> {
    tile: Shared<'a, T, L>,
    /// Where the first element is in the other block.
    first: ClusterPtr<T>,
}

impl<T, L: Copy> Clone for ClusterShared<'_, T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: Copy> Copy for ClusterShared<'_, T, L> {}

impl<'a, T: Element, L: Mapping32> Shared<'a, T, L> {
    /// The same tile in the block with a [rank](crate::device::cluster::rank) of the cluster, which may be this block.
    ///
    /// # Panics
    /// If there is no block of this rank: a trap on the GPU. On the host the executor finds it where the tile is used.
    #[inline(always)]
    pub fn of_block(self, rank: u32) -> ClusterShared<'a, T, L> {
        ClusterShared { tile: self, first: self.slice().start().of_block(rank) }
    }
}

impl<T: Element, L: Mapping32> ClusterShared<'_, T, L> {
    /// The layout.
    #[inline(always)]
    pub fn layout(self) -> L {
        self.tile.layout()
    }

    /// The place of an element.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn at(self, index: L::Index32) -> ClusterPtr<T>
    where
        L::Position32: Always,
    {
        self.there(self.tile.at(index))
    }

    /// Loads an element.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(self, index: L::Index32) -> T
    where
        L::Position32: Always,
    {
        self.at(index).get()
    }

    /// Stores an element.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    ///
    /// # Safety
    /// That of [`ClusterPtr::set`].
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn set(self, index: L::Index32, value: T)
    where
        L::Position32: Always,
    {
        // SAFETY: as the caller promises.
        unsafe { self.at(index).set(value) }
    }

    /// Loads the `N` elements from an index on along the last axis by one instruction.
    ///
    /// # Panics
    /// If one lies outside of the extents, or they do not lie side by side from a multiple of `N` on: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get_vector<const N: usize>(self, index: L::Index32) -> [T; N]
    where
        L::Position32: Always,
        [T; N]: Element,
    {
        self.there(self.tile.vector(index)).get()
    }

    /// Stores `N` elements from an index on along the last axis by one instruction.
    ///
    /// # Panics
    /// If one lies outside of the extents, or they do not lie side by side from a multiple of `N` on: a trap on the GPU.
    ///
    /// # Safety
    /// That of [`ClusterPtr::set`].
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn set_vector<const N: usize>(self, index: L::Index32, values: [T; N])
    where
        L::Position32: Always,
        [T; N]: Element,
    {
        // SAFETY: as the caller promises.
        unsafe { self.there(self.tile.vector(index)).set(values) }
    }

    /// The same place in the other block.
    #[inline(always)]
    fn there<U: Element>(self, here: SharedPtr<U>) -> ClusterPtr<U> {
        // SAFETY: a place of the tile, which every block of the cluster has at the same offset.
        unsafe { self.first.further(here.offset().wrapping_sub(self.tile.slice().start().offset())) }
    }
}
