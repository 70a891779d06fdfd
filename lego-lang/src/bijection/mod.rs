//! The check that the functions of a `GenP` are a bijection and its inverse: by their structure where that shows it, else
//! on every index.

mod code;
mod points;
mod polynomial;
mod structure;

pub(crate) use code::Code;
pub(crate) use points::{Blame, Forward, Inverse, check};
pub(crate) use structure::is_proved;
