//! The production of expressions of CuTe's algebra: its own reader reads them.

use super::cursor::Parser;
use crate::syntax::{Algebra, Cute, nodes};
use crate::text_range::TextRange;
use lego_algebra::expression::{Syntax, parse};
use lego_core::LayoutError;
use std::sync::Arc;

impl Parser<'_> {
    /// An expression of CuTe's algebra, up to the end of the group.
    pub(super) fn algebra(&mut self) -> Option<Cute> {
        let start = self.peek().range.start;
        self.skip(&[]);
        let text = self.text[start..self.peek().range.start].trim_end();
        let range = TextRange::new(start, start + text.len());
        let mut algebra = match parse(text) {
            Ok(expression) => Algebra { text: text.to_owned(), range, root: expression.root, layouts: Vec::new() },
            Err(fault) => {
                let place = TextRange::new(start + fault.start, start + fault.end.max(fault.start + 1));
                self.error(LayoutError::algebra(&fault.message), place);
                return None;
            }
        };
        let mut layouts = Vec::new();
        for node in nodes(&algebra.root) {
            let Syntax::Name(name) = &node.syntax else { continue };
            match self.declarations.find(name) {
                None => {}
                Some(Ok(declaration)) => layouts.push(Arc::clone(declaration)),
                Some(Err(error)) => {
                    match error {
                        Some(error) => self.error(error, algebra.place(node.start, node.end)),
                        None => self.is_broken = true,
                    }
                    return None;
                }
            }
        }
        algebra.layouts = layouts;
        Some(Cute::Algebra(algebra))
    }
}
