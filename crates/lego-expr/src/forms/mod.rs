//! The forms that one expression can be written in, and the choice of the cheapest.

pub(crate) mod candidates;
pub(crate) mod comparison;
pub mod cost;
pub(crate) mod dependence;
pub(crate) mod digits;
pub(crate) mod factor;
pub(crate) mod goal;
pub(crate) mod moves;
pub(crate) mod price;
pub(crate) mod search;
pub(crate) mod shape;
pub(crate) mod steps;
pub(crate) mod writer;
pub(crate) mod xors;
