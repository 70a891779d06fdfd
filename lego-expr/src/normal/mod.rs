//! The normal form of an expression: sums of products over atoms.

pub(crate) mod bounds;
pub(crate) mod form;
pub(crate) mod monomial;
pub(crate) mod polynomial;
pub(crate) mod slope;
