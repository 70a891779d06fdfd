//! Parts of a part: its blocks and its rows.

#![allow(unsafe_code)]

use super::blocks::{BlockCut, BlocksMut};
use super::iter::PartsMut;
use super::lines::{AlongCut, RowPartsMut};
use super::part::PartMut;
use super::partition::Partition;
use crate::error::LayoutError;
use crate::mapping::{Coord, Mapping};

impl<T, M: Mapping<Index = [usize; K]> + Clone, const K: usize> PartMut<'_, T, M, K>
where
    [usize; K]: Coord,
{
    /// Its blocks of some extents, those at the ends smaller, all usable at the same time.
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] if an extent is 0.
    pub fn blocks_mut(&mut self, extents: [usize; K]) -> Result<BlocksMut<'_, T, M, K>, LayoutError> {
        let cut = BlockCut::new(self.layout.clone(), extents)?;
        // SAFETY: the cut is made of this part's layout.
        Ok(unsafe { self.cut(cut) })
    }

    /// Its rows, lines along the last axis, all usable at the same time. A rank of 0 is a compile error.
    pub fn rows_mut(&mut self) -> RowPartsMut<'_, T, M, K> {
        let cut = AlongCut::rows(self.layout.clone());
        // SAFETY: the cut is made of this part's layout.
        unsafe { self.cut(cut) }
    }

    /// The parts of this part by a cut of its layout.
    ///
    /// # Safety
    /// The cut is made of this part's layout: its parts reach none but this part's elements.
    #[inline]
    #[track_caller]
    unsafe fn cut<C, const J: usize>(&mut self, cut: C) -> PartsMut<'_, T, C, J>
    where
        C: Partition<Part: Mapping<Index = [usize; J]>>,
    {
        // SAFETY: this part is borrowed mutably, and what the parts reach is its.
        unsafe { PartsMut::of(self.elements, cut) }
    }
}
