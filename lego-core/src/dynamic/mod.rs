//! Layouts chosen at run time: any layout of the language, as a value.
//!
//! ```text
//! text, values ── lego_lang ──> Description ── new ──> DynLayout<R>     positions and indices are options
//!                                                          │ try_from
//!                                                          ▼
//!                                                     DynBijection<R>   they are not, and every index was looked at
//!
//! A DynMapping<R> is any of them, and what only reads: indices may share positions.
//!
//! Description: Formula ── shape ──> strides, axis tables, a table, or steps: whichever is fastest for the map
//! ```
//!
//! No parser is needed to hold or to use one. What a formula computes is never trusted with memory: either it is known
//! of every position that it lies in the span, or the position is looked at when it is computed.

mod axes;
mod bijection;
mod bits;
mod called;
mod code;
mod description;
mod diagonals;
mod formula;
mod forward;
mod inverse;
mod layout;
mod map;
mod mapping;
#[cfg(feature = "serde")]
mod serde;
mod shape;
mod split;
mod steps;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod word;

pub use bijection::DynBijection;
pub use description::Description;
pub use formula::{Formula, Op, Value};
pub use layout::DynLayout;
pub use mapping::DynMapping;
pub use text::LayoutText;
