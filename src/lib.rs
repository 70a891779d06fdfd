//! Data layouts as a language.
#![no_std]
#![forbid(unsafe_code)]

// The macros name this crate `::lego`, here in its own tests and documentation too.
extern crate self as lego;

pub use lego_core::*;
pub use lego_macros::{layout, layout_eq};
