//! LEGO: a layout as a chain of stages (figs. 6 and 7 of the paper), written once over a trait of index values.
//!
//! ```text
//! Chain ── Stage ── OrderBy ── Permutation (RegP, GenP, Morton, …)      all generic over Scalar:
//!    │       ├─ Packing (Lower, Band, …)                                  u64      → a run-time layout
//!    │       └─ TileBy, ExpandBy, PadBy
//!    └─ apply, inv, dims, demands                                         symbols  → the expressions that layout! emits
//! ```
//!
//! [`Chain::apply`] and [`Chain::inv`] with integers are the run-time layout; `lego-lang` runs the same code with symbols
//! and simplifies what it wrote. A table is the same code over `0..count`. So they cannot disagree.

mod argument;
#[allow(clippy::module_inception)]
mod chain;
mod demands;
mod flat;
mod named;
mod order_by;
mod packed;
mod permutation;
pub mod pieces;
mod requirement;
mod scalar;
mod stage;
mod structure;
mod tiling;
mod triangle;
mod xor_map;

pub use argument::{Argument, Signed};
pub use chain::{Chain, Mapped};
pub use flat::{advance, flatten, unflatten, volume};
pub use named::{Named, Parameter, Parameters};
pub use order_by::OrderBy;
pub use packed::{PACKED, Packing, packed};
pub use permutation::Permutation;
pub use pieces::{GenP, RegP};
pub use requirement::{Demand, Requirement, Site};
pub use scalar::Scalar;
pub use stage::Stage;
pub use xor_map::XorMap;
