//! Layouts chosen at run time: from a text and values to a [`DynLayout`] of lego-core.
//!
//! ```text
//! text, values ── compile with every size a number ──> Compiled ── formulas ──> Description ──> DynLayout, DynBijection
//! ```
//!
//! The formulas are the simplified ones that `layout!` would write for the same numbers.

mod describe;
mod error;
mod parse;
#[cfg(feature = "serde")]
mod serde;

pub use error::ParseError;
pub use parse::ParseLayout;
#[cfg(feature = "serde")]
pub use serde::deserialize;

#[doc(no_inline)]
pub use lego_core::dynamic::{DynBijection, DynLayout, DynMapping, LayoutText};
