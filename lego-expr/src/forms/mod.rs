//! The forms that one expression can be written in, and the choice of the cheapest.

pub mod cost;
pub(crate) mod lower;
pub(crate) mod moves;
pub(crate) mod once;
pub(crate) mod plan;
