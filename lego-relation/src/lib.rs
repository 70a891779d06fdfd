//! Relations.
#![forbid(unsafe_code)]

mod convert;
mod form;
mod isl;
mod question;
mod relation;
mod set;

pub use convert::{Factor, NoStrides, NotChain, NotCute, TaskError, TaskMapping, cute_text};
pub use form::{Form, Linear, Mode, Strided, swizzle_of};
pub use isl::{NotPrinted, ReadError};
pub use lego_equal::Effort;
pub use question::{Answer, Bound, Collision, Counterexample, Differing, Mismatch, NoInverse, NotBijective, Undecided};
pub use relation::{Coordinates, Domain, NotBinary, NotRelation, Order, RankMismatch, Relation, WrongShape};
pub use set::{Set, TooLarge};
