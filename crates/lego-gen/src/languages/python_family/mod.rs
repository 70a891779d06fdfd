//! What Python and what is written like it share: expressions, whole files, the words of the language.

mod arrays;
mod expressions;
mod file;
mod functions;
mod generators;
mod words;

pub(super) use arrays::Arrays;
pub(super) use expressions::{Expressions, Kinship};
pub(super) use file::{File, Frame};
pub(super) use functions::{ahead, function, given, inside, parameters, tuple};
pub(super) use generators::Generators;
pub(super) use words::WORDS;
