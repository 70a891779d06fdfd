//! Relations.
#![forbid(unsafe_code)]

mod set;

pub use set::{Set, TooLarge};
