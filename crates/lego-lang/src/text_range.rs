//! Places in a text, and syntax that knows its place.

use std::ops::{Deref, Range};

/// A range of bytes of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextRange {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl TextRange {
    /// The bytes from `start` up to `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// All of a text but the white space at its end.
    ///
    /// ```
    /// use lego_lang::TextRange;
    /// assert_eq!(TextRange::all("Row(4) "), TextRange::new(0, 6));
    /// ```
    #[must_use]
    pub fn all(text: &str) -> Self {
        Self { start: 0, end: text.trim_end().len() }
    }

    /// From the start of one place to the end of another one.
    ///
    /// ```
    /// use lego_lang::TextRange;
    /// assert_eq!(TextRange::new(2, 4).to(TextRange::new(7, 9)), TextRange::new(2, 9));
    /// ```
    #[must_use]
    pub fn to(self, last: Self) -> Self {
        Self { start: self.start.min(last.start), end: self.end.max(last.end) }
    }

    /// The text at this place; empty where the text is too short.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

impl From<Range<usize>> for TextRange {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// A piece of syntax and where it stands. Two are equal when their nodes are, wherever they stand.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// What stands there.
    pub node: T,
    /// Where.
    pub range: TextRange,
}

impl<T> Located<T> {
    /// A node at a place.
    pub const fn new(node: T, range: TextRange) -> Self {
        Self { node, range }
    }
}

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<T: Eq> Eq for Located<T> {}

impl<T> Deref for Located<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.node
    }
}
