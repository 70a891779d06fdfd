//! What is wrong with a template, and where.

use lego_lang::TextRange;

/// Something wrong with a template or with a layout given beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, in words.
    pub message: String,
    /// The text that it stands in.
    pub text: FaultText,
    /// The bytes of that text.
    pub range: TextRange,
}

/// A text that something may be wrong with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultText {
    /// The template.
    Template,
    /// The chain that a layout was given by, besides the template.
    Given(String),
}

impl Fault {
    /// A fault of a template.
    pub(super) fn new(range: TextRange, message: impl Into<String>) -> Self {
        Self { message: message.into(), text: FaultText::Template, range }
    }

    /// The line and the column in a text, both from 1; columns count characters.
    ///
    /// ```
    /// use lego_gen::fill::{Fault, FaultText};
    /// use lego_lang::TextRange;
    /// let fault = Fault { message: String::new(), text: FaultText::Template, range: TextRange::new(3, 4) };
    /// assert_eq!(fault.place_in("a\nbc\n"), (2, 2));
    /// ```
    #[must_use]
    pub fn place_in(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.range.start).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}
