//! What is wrong with a text in isl's notation.

use super::syntax::Place;
use std::fmt;

/// What is wrong with a text in isl's notation, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The place, in bytes of the text.
    pub place: Place,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl ReadError {
    pub(super) fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.message, self.place.start)
    }
}

impl std::error::Error for ReadError {}

/// What is read from a text, or what is wrong with it.
pub(super) type Result<T> = std::result::Result<T, ReadError>;
