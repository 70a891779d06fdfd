//! The parser: from tokens to a syntax tree.
//!
//! Recursive descent. A production that fails has pushed its error and returns `None`; the list around it goes on at the
//! next comma, so that several errors come together. Nesting and the height of expressions are bounded, so no input
//! exhausts the stack, here or in whoever walks the tree later.

#[cfg(feature = "cute")]
mod algebra;
mod chain;
mod cursor;
mod cute;
mod expression;
mod linear;
mod piece;
mod reading;
mod renamed;

pub use reading::{Reading, parse};
