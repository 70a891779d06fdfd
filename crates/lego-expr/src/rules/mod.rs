//! The rules of simplification, each in the file that applies it, the arithmetic that they work on, the normalizer that
//! brings expressions into normal form by them, and the derivations that name them.

pub(crate) mod arithmetic;
pub(crate) mod bits;
pub(crate) mod choice;
pub(crate) mod derivation;
pub(crate) mod digits;
pub(crate) mod divide;
pub(crate) mod divisions;
pub(crate) mod facts;
pub(crate) mod normalizer;
pub(crate) mod operation;
pub(crate) mod reasons;
pub(crate) mod rule;
pub(crate) mod variable;
