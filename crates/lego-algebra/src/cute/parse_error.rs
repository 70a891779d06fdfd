//! What is wrong with a text in CuTe's notation, and where.

use super::Error;
use core::fmt;

/// What is wrong with a text, and where: bytes `start..end` of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The first byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Something else should stand there.
    Expected(&'static str),
    /// The text is well formed, but is no such value.
    Value(Error),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Expected(what) => write!(f, "expected {what}"),
            Problem::Value(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.start, self.problem)
    }
}

impl core::error::Error for ParseError {}
