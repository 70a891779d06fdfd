//! The language of a template: a target, and how it is written.

use crate::syntax::{Slices, Syntax};
use crate::target::Target;
use std::ops::Deref;

/// A template's language.
#[derive(Clone, Copy)]
pub(crate) struct TemplateLanguage {
    pub(super) target: Target,
    syntax: &'static Syntax,
}

impl TemplateLanguage {
    /// The language of a target; `None` if templates cannot be in it.
    pub(super) fn of(target: Target) -> Option<Self> {
        target.facts().syntax.map(|syntax| Self { target, syntax })
    }

    /// A list of texts: extents, steps, an index.
    pub(super) fn tuple(self, texts: &[String]) -> String {
        let [open, close] = self.brackets;
        // A comma tells a tuple of one from a value in brackets.
        let comma = if open == "(" && texts.len() == 1 { "," } else { "" };
        format!("{open}{}{comma}{close}", texts.join(", "))
    }

    /// True if the value of a placeholder with slices is a list.
    pub(super) fn lists(self) -> bool {
        matches!(self.slices, Slices::Lists | Slices::Lengths)
    }
}

impl Deref for TemplateLanguage {
    type Target = Syntax;

    fn deref(&self) -> &Syntax {
        self.syntax
    }
}
