//! Maps from logical indices to positions: the traits, and the maps that are made of others.
//!
//! ```text
//! Mapping ── dims, span, apply              what reading asks for; two indices may share a position
//!    ├── Layout ── inv                      what writing asks for: no two indices share a position
//!    ├── INJECTIVE                          the proof that lets tiles and threads split an array by safe code
//!    ├── StaticMapping ── DIMS, SPAN        the sizes are constants
//!    └── Mapping32 ── apply_u32             the same in 32 bits, for kernels
//!          ├── INJECTIVE_32                 the same proof in 32 bits, which views of device memory ask for
//!          └── Layout32 ── inv_u32
//! ```

mod affine;
mod aliased;
mod batch;
mod bit_columns;
mod bounds;
#[cfg(any(
    all(feature = "dlpack", feature = "alloc"),
    feature = "faer",
    feature = "mdarray",
    feature = "nalgebra",
    feature = "ndarray"
))]
pub(crate) mod by_strides;
mod clipped;
mod composed;
mod coord;
mod cursor;
#[cfg(feature = "alloc")]
mod erased;
mod fixed;
mod halo;
mod in_span;
mod indices;
mod injective;
mod injective32;
mod layout;
mod layout32;
#[allow(clippy::module_inception)]
mod mapping;
mod mapping32;
mod of_field;
#[cfg(feature = "alloc")]
mod offsets;
#[cfg(feature = "alloc")]
mod permutation_table;
mod preimage;
mod proof;
mod proved_runs;
#[cfg(feature = "alloc")]
mod row_major;
mod runs;
mod share;
mod sizes32;
mod slice;
mod static_storage;
mod strided;
#[cfg(feature = "alloc")]
mod tabulated;
mod window;

pub use affine::Affine;
pub use aliased::{Aliased, broadcast, sliding_windows};
pub use batch::{Batch, BatchedIndex, BatchedPosition};
pub use bit_columns::{BitColumns, BitSearch, BitStrips, StripSearch};
pub use bounds::{ArrayLayout, Bijection, Fills};
pub use clipped::Clipped;
pub use composed::{Composed, ThenIndex, ThenPosition, compose};
pub use coord::{Coord, Coord32};
pub use cursor::Cursor;
#[cfg(feature = "alloc")]
pub use erased::ErasedLayout;
pub use fixed::{Along, Fixed, Tile};
pub use halo::Halo;
pub use in_span::InSpan;
pub use indices::Indices;
pub(crate) use indices::volume;
pub use injective::Injective;
pub use injective32::Injective32;
pub use layout::{Layout, StaticLayout};
pub use layout32::Layout32;
pub use mapping::{Mapping, StaticMapping, whole_run};
pub use mapping32::Mapping32;
pub(crate) use of_field::of_field;
#[cfg(feature = "alloc")]
pub use offsets::Offsets;
#[cfg(feature = "alloc")]
pub use permutation_table::PermutationTable;
pub use preimage::{Hole, Preimage};
pub use proved_runs::ProvedRuns;
#[cfg(feature = "alloc")]
pub(crate) use row_major::RowMajorOf;
pub use runs::Runs;
pub use share::Share;
pub use sizes32::Sizes32;
pub use slice::{AxisSelection, Selected, SliceSpec, Stepped, SubLayout, permuted, slice, stepped};
pub(crate) use slice::{no_axis, not_positive};
pub use static_storage::StaticStorage;
pub use strided::{Strided, StridedLayout};
#[cfg(feature = "alloc")]
pub use tabulated::Tabulated;
pub use window::{Window, WindowSizes};
