//! Expressions written in a target language: what a dialect says of it, the printer, and the language of expressions.

pub(crate) mod dialect;
pub(crate) mod expressions;
mod places;
pub(crate) mod print;
pub(crate) mod shared;
pub(crate) mod write;
