//! A place in the words of a text of isl, from which it is read.

use super::error::{ReadError, Result};
use super::lexer::{Word, words};
use super::syntax::Place;

/// So deep may expressions and conditions stand in each other.
const DEEPEST: usize = 100;

/// The words and which of them comes next.
pub(super) struct Cursor {
    words: Vec<(Word, Place)>,
    pub(super) at: usize,
    end: usize,
    depth: usize,
}

impl Cursor {
    /// The words of a text, before the first.
    pub(super) fn new(text: &str) -> Result<Self> {
        Ok(Self { words: words(text)?, at: 0, end: text.trim_end().len(), depth: 0 })
    }

    /// The next word.
    pub(super) fn peek(&self) -> Option<&Word> {
        self.words.get(self.at).map(|(word, _)| word)
    }

    /// Whether a sign or a name comes next.
    pub(super) fn is(&self, sign: &str) -> bool {
        match self.peek() {
            Some(Word::Sign(other)) => *other == sign,
            Some(Word::Name(name)) => name == sign,
            _ => false,
        }
    }

    /// Steps behind a sign or a name, if it comes next.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        self.at += usize::from(is);
        is
    }

    /// Where the next word stands.
    pub(super) fn place(&self) -> Place {
        self.words.get(self.at).map_or(self.end..self.end, |(_, place)| place.clone())
    }

    /// The end of the word before.
    pub(super) fn before(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |at| self.words[at].1.end)
    }

    /// Steps behind a sign that has to come next.
    pub(super) fn expect(&mut self, sign: &str) -> Result<()> {
        if self.take(sign) { Ok(()) } else { Err(self.wrong(&format!("`{sign}`"))) }
    }

    /// That something else than the next word was expected.
    pub(super) fn wrong(&self, expected: &str) -> ReadError {
        let found = match self.peek() {
            None => "the text ends".to_owned(),
            Some(Word::Number(number)) => format!("`{number}` stands"),
            Some(Word::Name(name)) => format!("`{name}` stands"),
            Some(Word::Sign(sign)) => format!("`{sign}` stands"),
        };
        ReadError::new(self.place(), format!("{found} where {expected} was expected"))
    }

    /// That nothing is left.
    pub(super) fn end(&self) -> Result<()> {
        if self.at == self.words.len() { Ok(()) } else { Err(self.wrong("the end")) }
    }

    /// What stands one level deeper.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            return Err(ReadError::new(self.place(), format!("more than {DEEPEST} levels of parentheses")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}
