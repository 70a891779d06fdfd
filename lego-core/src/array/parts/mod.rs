//! Parts of an array: tiles, blocks, rows, lines, windows and the shares of workers, to be read or changed.
//!
//! | parts | to be read | to be changed, all at the same time |
//! |---|---|---|
//! | the tiles of a layout with tile coordinates | [`tiles`](Array::tiles) | [`tiles_mut`](Array::tiles_mut) |
//! | boxes of equal extents, the last ones smaller | [`blocks`](Array::blocks) | [`blocks_mut`](Array::blocks_mut) |
//! | the same with what lies around each | [`halos`](Array::halos) | |
//! | each element made of those around it, line by line | [`stencil`](Array::stencil) | |
//! | all boxes of some extents, overlapping | [`windows`](Array::windows) | |
//! | boxes anywhere | [`window`](Array::window) | [`windows_mut`](Array::windows_mut), an error if two overlap |
//! | rows, of any rank, and lines along another axis | [`rows`](Array::rows), [`along`](Array::along) | [`rows_mut`](Array::rows_mut), [`along_mut`](Array::along_mut) |
//! | rows, columns or anti-diagonals | [`each_line`](Array::each_line) | [`each_line_mut`](Array::each_line_mut) |
//! | all behind some leading indices | [`members`](Array::members) | [`members_mut`](Array::members_mut) |
//! | what a bijection deals to each worker | [`split`](Array::split) | [`split_mut`](Array::split_mut) |
//!
//! Each is an iterator ([`Parts`], [`PartsMut`]) over pairs of coordinates and a part. A part to be read is a view, an
//! [`Array`] over borrowed elements; one to be changed is a [`PartMut`]. With the feature `rayon` they are parallel iterators
//! too.
//!
//! ```
//! # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
//! # use example::*;
//! use lego_core::array::Stack2D;
//! let mut a = Stack2D::<usize, Row<4, 6>, 24>::default();
//! let blocks: [_; 4] = {
//!     let mut blocks = a.blocks_mut([2, 3])?;
//!     core::array::from_fn(|_| blocks.next().unwrap())
//! };
//! // All four at the same time: they have no element in common.
//! for ([i, j], mut block) in blocks {
//!     block.fill(10 * i + j);
//! }
//! assert_eq!(a.as_physical()[..12], [0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]);
//! assert_eq!(a.as_physical()[12..], [10, 10, 10, 11, 11, 11, 10, 10, 10, 11, 11, 11]);
//! # Ok::<_, lego_core::LayoutError>(())
//! ```
//!
//! # What keeps them apart
//!
//! Parts that are changed at the same time must not share an element, and a layout is a safe trait, which may lie. So a
//! layout must be proved: [`Mapping::INJECTIVE`] is there, which only `unsafe` code can make, and which `layout!` makes.
//! Another is a compile error. A plain slice is handed out only where every position in it has been looked at, or where
//! the slices of all parts have been found to lie apart.

mod blocks;
mod coordinates;
mod elements;
#[cfg(feature = "alloc")]
mod gathered;
mod iter;
mod lines;
mod members;
mod part;
mod part_cut;
mod part_iter;
mod part_line;
mod partition;
mod plain;
#[cfg(feature = "rayon")]
mod rayon;
mod split;
#[cfg(feature = "alloc")]
mod stencil;
#[cfg(all(test, feature = "alloc"))]
mod tests;
mod tiles;
mod walk;
mod windows;

pub use blocks::{BlockCut, Blocks, BlocksMut, HaloCut, Halos};
pub use coordinates::Coordinates;
pub(super) use elements::Elements;
pub use iter::{Parts, PartsMut};
pub use lines::{AlongCut, LineCut, LineOf, LineParts, LinePartsMut, RowParts, RowPartsMut};
pub use members::{MemberCut, Members, MembersMut};
pub use part::PartMut;
pub use part_iter::{PartIter, PartIterMut};
pub use partition::{Cut, Partition};
pub use plain::{PlainParts, PlainPartsMut};
#[cfg(feature = "rayon")]
pub use rayon::{ParElements, ParParts};
pub use split::{Split, SplitCut, SplitMut};
#[cfg(feature = "alloc")]
pub use stencil::{Neighbours, Stencil};
pub use tiles::{TileCut, Tiles, TilesMut};
pub use windows::{WindowCut, WindowMut, Windows};

#[cfg(doc)]
use super::array::Array;
#[cfg(doc)]
use crate::mapping::Mapping;
