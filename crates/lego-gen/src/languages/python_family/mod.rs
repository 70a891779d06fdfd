//! What Python and what is written like it share: expressions, whole files, the words of the language.

mod arrays;
mod expressions;
mod file;
mod functions;
mod generators;
mod words;

pub(super) use arrays::Arrays;
pub(super) use expressions::{Expressions, Kinship};
pub(super) use file::{File, Relative};
pub(super) use functions::{function, given, parameters, tuple};
pub(super) use generators::Generators;
use words::WORDS;
