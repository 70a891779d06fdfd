//! The forms that one expression can be written in, and the choice of the cheapest.

pub(crate) mod comparison;
pub mod cost;
pub(crate) mod moves;
pub(crate) mod search;
pub(crate) mod writer;
