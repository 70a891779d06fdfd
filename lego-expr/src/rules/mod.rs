//! The rules of simplification, each in the file that applies it, the arithmetic that they work on, the normalizer that
//! brings expressions into normal form by them, and the derivations that name them.

pub(crate) mod arithmetic;
pub(crate) mod below;
pub(crate) mod bits;
pub(crate) mod bits_apart;
pub(crate) mod choice;
pub(crate) mod common_part;
pub(crate) mod derivation;
pub(crate) mod digits;
pub(crate) mod divide;
pub(crate) mod divisions;
pub(crate) mod equal_parts;
pub(crate) mod facts;
pub(crate) mod from_the_end;
pub(crate) mod multiple;
pub(crate) mod nested;
pub(crate) mod normalizer;
pub(crate) mod operation;
pub(crate) mod reasons;
pub(crate) mod remainder_inside;
pub(crate) mod rule;
pub(crate) mod variable;
