//! Maps from logical indices to positions: the traits, and the maps that are made of others.
//!
//! ```text
//! Mapping ── dims, span, apply              what reading asks for; two indices may share a position
//!    ├── Layout ── inv                      what writing asks for: no two indices share a position
//!    ├── StaticMapping ── DIMS, SPAN        the sizes are constants
//!    └── Mapping32 ── apply_u32             the same in 32 bits, for kernels
//!          ├── INJECTIVE                    the proof that lets threads split memory by safe code
//!          └── Layout32 ── inv_u32
//! ```

mod affine;
mod coord;
mod indices;
mod injective;
mod layout;
mod layout32;
#[allow(clippy::module_inception)]
mod mapping;
mod mapping32;
#[cfg(feature = "alloc")]
mod row_major;
mod slice;
#[cfg(feature = "alloc")]
mod tabulated;
mod tile;

pub use affine::Affine;
pub use coord::{Coord, Coord32};
pub use indices::Indices;
pub use injective::Injective;
pub use layout::{Layout, StaticLayout};
pub use layout32::Layout32;
pub use mapping::{Mapping, StaticMapping};
pub use mapping32::Mapping32;
#[cfg(feature = "alloc")]
pub(crate) use row_major::RowMajorOf;
pub use slice::{AxisSelection, SliceSpec, SubLayout, slice};
#[cfg(feature = "alloc")]
pub use tabulated::Tabulated;
pub use tile::Tile;
