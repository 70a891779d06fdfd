//! Places in a text, and syntax that knows its place.

use std::ops::{Deref, Range};

/// A range of bytes of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// From the start of one place to the end of another one.
    ///
    /// ```
    /// use lego_lang::Span;
    /// assert_eq!(Span::new(2, 4).to(Span::new(7, 9)), Span::new(2, 9));
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

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// A piece of syntax and where it stands. Two are equal when their nodes are, wherever they stand.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// What stands there.
    pub node: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A node at a place.
    pub const fn new(node: T, span: Span) -> Self {
        Self { node, span }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.node
    }
}
