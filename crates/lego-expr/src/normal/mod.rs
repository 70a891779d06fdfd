//! The normal form of an expression, sums of products over atoms; bounds of such sums, and proofs about them.

pub(crate) mod atoms;
pub(crate) mod bounds;
pub(crate) mod budget;
pub(crate) mod form;
pub(crate) mod intern;
pub(crate) mod polynomial;
pub(crate) mod proof;
pub(crate) mod shares;
pub(crate) mod slope;
pub(crate) mod text;
