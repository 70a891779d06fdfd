//! The normal form of an expression: sums of products over atoms.

pub(crate) mod facts;
pub(crate) mod form;
pub(crate) mod monomial;
pub(crate) mod normalizer;
pub(crate) mod polynomial;
