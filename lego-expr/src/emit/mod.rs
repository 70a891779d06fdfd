//! Expressions as text.

pub mod print;
