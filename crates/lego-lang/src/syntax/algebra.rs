//! The syntax of expressions of CuTe's algebra: what that reads of a text, with the layouts beside the text that it names.

use crate::declaration::Declaration;
use crate::text_range::TextRange;
use lego_algebra::expression::{Node, Syntax};
use std::sync::Arc;

/// An expression of CuTe's algebra, evaluated when the text gets its meaning.
#[derive(Clone, Debug)]
pub struct Algebra {
    /// The text of the expression.
    pub text: String,
    /// Where it stands.
    pub range: TextRange,
    /// What it is; places are those in its own text.
    pub root: Node,
    /// The layouts beside the text that it names.
    pub layouts: Vec<Arc<Declaration>>,
}

impl PartialEq for Algebra {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.layouts == other.layouts
    }
}

impl Algebra {
    /// The place in the whole text of a place in the expression.
    #[must_use]
    pub fn place(&self, start: usize, end: usize) -> TextRange {
        TextRange::new(self.range.start + start, self.range.start + end.max(start + 1))
    }

    /// The names that stand for numbers, and where.
    #[must_use]
    pub fn numbers(&self) -> Vec<(&str, TextRange)> {
        let known = self.root.names();
        let mut found = Vec::new();
        for node in nodes(&self.root) {
            if let Syntax::Name(name) = &node.syntax {
                let is_layout = self.layouts.iter().any(|layout| layout.name() == name);
                if !is_layout && known.contains(&name.as_str()) {
                    found.push((name.as_str(), self.place(node.start, node.end)));
                }
            }
        }
        found
    }
}

/// A part of an expression and all parts of it, from left to right.
pub(crate) fn nodes(root: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        found.push(node);
        match &node.syntax {
            Syntax::Number(_) | Syntax::Name(_) | Syntax::Keep => {}
            Syntax::Tuple(parts) | Syntax::Tiler(parts) | Syntax::Call { arguments: parts, .. } => {
                open.extend(parts.iter().rev());
            }
            Syntax::Layout(one, two) | Syntax::Composition(one, two) | Syntax::Arithmetic(_, one, two) => {
                open.extend([&**two, &**one]);
            }
            Syntax::Negative(one) => open.push(one),
        }
    }
    found
}
