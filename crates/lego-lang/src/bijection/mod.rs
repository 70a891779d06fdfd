//! The check that the functions of a `GenP` are a bijection and its inverse: by their structure where that shows it, else
//! on every index. And the inverse of a closure that has none.

mod code;
mod column;
mod inverse;
mod points;
mod scope;
mod structure;

pub(crate) use code::Code;
#[cfg(test)]
pub(crate) use column::LANES;
pub(crate) use inverse::inverse;
pub(crate) use points::{Blame, NumberFunction, Room, check, check_forward};
pub(crate) use structure::is_proved;
