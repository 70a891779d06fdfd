//! The rules of simplification, the code that applies each, and the record of which were applied.

pub(crate) mod bits;
pub(crate) mod choice;
pub(crate) mod digits;
pub(crate) mod divide;
pub(crate) mod facts;
pub(crate) mod normalizer;
pub(crate) mod rule;
pub(crate) mod trace;
