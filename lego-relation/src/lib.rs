//! Relations.
#![forbid(unsafe_code)]

mod form;
mod isl;
mod question;
mod relation;
mod set;

pub use form::{Form, Linear, Mode, Strided, Swizzle, swizzle_of};
pub use isl::{NotPrinted, ReadError};
pub use lego_equal::Effort;
pub use question::{
    Answer, Bound, Collision, Counterexample, Differing, Mismatch, NoInverse, NotBijective, Undecided,
};
pub use relation::{Domain, NotBinary, Order, RankMismatch, Relation, WrongShape};
pub use set::{Set, TooLarge};
