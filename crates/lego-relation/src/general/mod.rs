//! Answers for all sizes: what is said of a relation whose sizes have no value, with the conditions under which it holds.

mod answer;
#[expect(clippy::module_inception, reason = "the concept has the name of the folder")]
mod general;
mod sloped;
mod stack;

pub use answer::{GeneralBound, GeneralSet, Given, Open};
pub use general::General;
