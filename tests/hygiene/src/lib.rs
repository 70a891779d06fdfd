//! `layout!` in surroundings that are as unlike its own tests as Rust allows: the crate `lego` has another name, there is no
//! standard library and no warning is let through, and the user's items are called like Rust's and like the macro's own.
//!
//! That this compiles is the test; what it computes is tested besides.
#![no_std]
#![forbid(unsafe_code, unused_variables, unused_parens, clippy::all)]
#![deny(missing_docs, warnings)]

pub mod attributes;
pub mod macros;
pub mod names;
pub mod places;
pub mod prelude;
pub mod shadows;

pub use layouts::{layout, layout_eq};

/// A size that a macro of this crate names by `$crate`.
pub const ROWS: usize = 4;
