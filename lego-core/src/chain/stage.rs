//! The stages of a chain.

use super::order_by::OrderBy;
use super::packed::Packing;
use super::scalar::Scalar;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// One link of a chain. A chain is applied from its right end to its left.
#[derive(Debug)]
pub enum Stage<'a, I> {
    /// A reordering.
    OrderBy(OrderBy<'a, I>),
    /// The reordering of a hierarchical tiling by itself: all pieces have one rank, dimension k of the array is cut as
    /// `P1[k] × P2[k] × …`, and the array is stored tile by tile. Under a `TileBy` it is an [`OrderBy`](Stage::OrderBy).
    TileOrderBy(OrderBy<'a, I>),
    /// A view: the levels' extents, one after the other; no element moves.
    GroupBy(Vec<Vec<I>>),
    /// A view by tiles: the index is (tile coordinates of level 1, …, of level q), and dimension k of the array is cut as
    /// `level1[k] × level2[k] × …`. The `OrderBy`s to its left reorder hierarchical tilings of that same array.
    TileBy(Vec<Vec<I>>),
    /// What stands to the right describes a box, what stands to the left the stored positions of a part of it: an index outside
    /// of the part has no position, and a position that belongs to no element has no index.
    Packed(Box<dyn Packing<I> + 'a>),
    /// What stands to the right describes the extended array, what stands to the left the stored one: an index outside the
    /// stored array has no position.
    ExpandBy {
        /// The stored array.
        stored: Vec<I>,
        /// The extended array.
        extended: Vec<I>,
    },
    /// What stands to the right describes the logical array, what stands to the left the stored one with its holes: a
    /// position in a hole has no index.
    PadBy {
        /// The logical array.
        logical: Vec<I>,
        /// The stored array.
        stored: Vec<I>,
    },
}

impl<I: Scalar> Stage<'_, I> {
    /// The name in the language.
    pub fn name(&self) -> &'static str {
        match self {
            Self::OrderBy(_) => "OrderBy",
            Self::TileOrderBy(_) => "TileOrderBy",
            Self::GroupBy(_) => "GroupBy",
            Self::TileBy(_) => "TileBy",
            Self::Packed(packing) => packing.name(),
            Self::ExpandBy { .. } => "ExpandBy",
            Self::PadBy { .. } => "PadBy",
        }
    }

    /// Whether an index may have no position, because of this stage.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        match self {
            Self::ExpandBy { .. } => true,
            Self::Packed(packing) => packing.is_partial(),
            _ => false,
        }
    }

    /// Whether a position may have no index, because of this stage.
    #[must_use]
    pub fn has_holes(&self) -> bool {
        match self {
            Self::PadBy { .. } => true,
            Self::Packed(packing) => packing.has_holes(),
            _ => false,
        }
    }

    /// The extents in which an index comes in from the right.
    pub fn dims(&self) -> Vec<I> {
        match self {
            Self::OrderBy(order) => order.dims(),
            Self::TileOrderBy(order) => tiled_array(&order.levels()),
            Self::GroupBy(levels) | Self::TileBy(levels) => levels.concat(),
            Self::Packed(packing) => packing.dims().to_vec(),
            Self::ExpandBy { extended, .. } => extended.clone(),
            Self::PadBy { logical, .. } => logical.clone(),
        }
    }

    /// The extents in which an index goes out to the left, where they are other than those on the right.
    ///
    /// Of a [`Packed`](Stage::Packed) the product does not fit where the number of its positions does not.
    pub fn outgoing(&self) -> Vec<I> {
        match self {
            Self::TileBy(levels) => tiled_array(levels),
            Self::Packed(packing) => packing.stored(),
            Self::ExpandBy { stored, .. } | Self::PadBy { stored, .. } => stored.clone(),
            _ => self.dims(),
        }
    }
}

/// The extents of the array that levels of tiles cut: dimension k is the product of the levels' k-th extents, of those that
/// have one.
pub(super) fn tiled_array<I: Scalar>(levels: &[Vec<I>]) -> Vec<I> {
    let (first, rest) = levels.split_first().map_or((&[][..], &[][..]), |(first, rest)| (first.as_slice(), rest));
    (0..first.len()).map(|k| rest.iter().fold(first[k], |n, level| level.get(k).map_or(n, |&tile| n * tile))).collect()
}
