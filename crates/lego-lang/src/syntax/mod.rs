//! The syntax tree of a chain, and its canonical text.
//!
//! ```text
//! Layout ── Stage ── Piece ── Argument ── Expr     sizes and numbers
//!    │                 └── Function ── Closure ── Expr
//!    └── Fact ── Expr
//! ```
//!
//! `Display` prints canonical text: parsing it gives an equal tree (places aside).

#[cfg(feature = "cute")]
mod algebra;
#[cfg(test)]
pub(crate) mod arbitrary;
mod cute;
mod free;
mod operator;
mod print;
mod tree;

#[cfg(feature = "cute")]
pub use algebra::Algebra;
#[cfg(feature = "cute")]
pub(crate) use algebra::nodes;
pub use cute::{Cute, IntTuple, IntTupleKind};
pub use free::{FreeName, Role};
pub use operator::{Call, Comparison, Operator};
pub use tree::{Argument, Closure, Expr, ExprKind, Fact, Function, GenP, Layout, Let, List, Piece, Stage};
