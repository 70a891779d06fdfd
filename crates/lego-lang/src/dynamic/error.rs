//! What is wrong with the text of a layout, or with the values of its parameters.

use crate::diagnostic::Diagnostic;
use lego_core::LayoutError;
use std::fmt;

/// Everything that is wrong with a text and its values; at least one error.
///
/// `Display` shows each with the place in the text. As a [`LayoutError`] it is the first of them, so that `?` works where
/// that is the error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    text: String,
    first: LayoutError,
    /// Those that have a place in the text.
    diagnostics: Vec<Diagnostic>,
}

impl ParseError {
    /// Errors at places of a text; `None` if there are none.
    pub(super) fn new(text: &str, diagnostics: Vec<Diagnostic>) -> Option<Self> {
        let first = diagnostics.first()?.error;
        Some(Self { text: text.to_owned(), first, diagnostics })
    }

    /// An error that is not at a place of the text.
    pub(super) fn whole(text: &str, error: LayoutError) -> Self {
        Self { text: text.to_owned(), first: error, diagnostics: Vec::new() }
    }

    /// The first error.
    #[must_use]
    pub fn error(&self) -> LayoutError {
        self.first
    }

    /// The errors that have a place in the text, from left to right.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.diagnostics.is_empty() {
            return write!(f, "{}: {}", self.text, self.first);
        }
        self.diagnostics.iter().try_for_each(|diagnostic| diagnostic.snippet(&self.text).fmt(f))
    }
}

impl std::error::Error for ParseError {}

impl From<ParseError> for LayoutError {
    fn from(error: ParseError) -> Self {
        error.first
    }
}
