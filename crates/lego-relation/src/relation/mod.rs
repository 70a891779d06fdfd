//! The relation itself: what it is made of, where it comes from, its domain, and what is made of two of them.

mod chain;
mod compose;
mod cute;
mod domain;
mod evaluate;
mod kinds;
mod linear;
mod parts;
#[expect(clippy::module_inception, reason = "the concept has the name of the folder")]
mod relation;
mod symbolic;
mod symbols;
mod table;

pub use compose::RankMismatch;
pub use cute::{Coordinates, NotRelation};
pub use domain::Domain;
pub(crate) use evaluate::{Batch, Walk};
pub use kinds::{NotBinary, WrongShape};
pub(crate) use relation::unguarded;
pub use relation::{Order, Relation};
pub(crate) use symbols::parameters;
