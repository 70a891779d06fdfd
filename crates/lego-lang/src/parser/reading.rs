//! The reading of a text: a syntax tree, or the parts of one that are right and what is wrong with the others.

use super::cursor::Parser;
use crate::declaration::Declarations;
use crate::diagnostic::{Diagnostic, Errors};
use crate::syntax::{FreeName, Layout, Stage};
use crate::text_range::Located;

/// Reads a chain, optionally with facts.
///
/// ```
/// let layout = lego_lang::parse("Row(M,K).TileBy([M/64,K/32], [64,32]) where M >= 64")?;
/// assert_eq!(layout.to_string(), "Row(M, K).TileBy([M / 64, K / 32], [64, 32]) where M >= 64");
/// # Ok::<(), Vec<lego_lang::Diagnostic>>(())
/// ```
///
/// # Errors
/// Everything that is not of the language, from left to right.
pub fn parse(text: &str) -> Result<Layout, Vec<Diagnostic>> {
    let Reading { layout, errors, .. } = Reading::new(text);
    if errors.is_empty() { Ok(layout) } else { Err(errors.into_vec()) }
}

/// A text that has been read, once for all that is done with it.
///
/// What is not of the language is reported by whoever asks for the meaning of the text, together with what is wrong there.
///
/// ```
/// use lego_lang::{Numbers, Reading, elaborate_reading};
/// let reading = Reading::new("Row(4, 0).TileBy(");
/// assert!(reading.layout().is_none());
/// let errors = elaborate_reading(&reading, &Numbers::default()).unwrap_err();
/// assert_eq!(errors[0].to_string(), "this size is 0, but a size is at least 1");
/// assert_eq!(errors.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Reading {
    /// With the stages that could be read.
    layout: Layout,
    /// For each stage of the text, whether it is among them.
    is_read: Vec<bool>,
    errors: Errors,
    /// Whether it names a layout that is wrong: an error, but not of this text.
    is_broken: bool,
}

impl Reading {
    /// Reads a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self::beside(text, &Declarations::default())
    }

    /// Reads a text that may name layouts as pieces.
    #[must_use]
    pub fn beside(text: &str, declarations: &Declarations) -> Self {
        let mut parser = Parser::new(text, declarations);
        let (stages, facts) = parser.layout();
        let is_read = stages.iter().map(Option::is_some).collect();
        let layout = Layout { stages: stages.into_iter().flatten().collect(), facts, text: text.to_owned() };
        Self { layout, is_read, errors: parser.errors, is_broken: parser.is_broken }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.layout.text()
    }

    /// The tree, if the text is of the language.
    #[must_use]
    pub fn layout(&self) -> Option<&Layout> {
        (self.errors.is_empty() && !self.is_broken).then_some(&self.layout)
    }

    /// [`Layout::free_names`] of what could be read.
    #[must_use]
    pub fn free_names(&self) -> Vec<FreeName> {
        self.layout.free_names()
    }

    /// The tree of what could be read.
    pub(crate) fn partial(&self) -> &Layout {
        &self.layout
    }

    /// The stages of the text, `None` where one is wrong.
    pub(crate) fn stages(&self) -> Vec<Option<&Located<Stage>>> {
        let mut read = self.layout.stages.iter();
        self.is_read.iter().map(|&is_read| if is_read { read.next() } else { None }).collect()
    }

    /// What is not of the language.
    pub(crate) fn errors(&self) -> &Errors {
        &self.errors
    }
}
