//! The productions of CuTe's layouts.

use super::cursor::Parser;
use super::expression::Mode;
use crate::syntax::{Call, Cute, IntTuple, IntTupleKind, Piece};
use crate::text_range::{Located, TextRange};
use lego_core::LayoutError;

impl Parser<'_> {
    /// `Cute(shape:stride)` behind its name, or `Cute(expression)`.
    pub(super) fn cute(&mut self, name: TextRange) -> Option<Located<Piece>> {
        let (cute, range) = self.enclosed("(", ")", |parser| {
            if parser.is_algebra() {
                return parser.algebra();
            }
            let shape = parser.int_tuple()?;
            parser.expect(":")?;
            let stride = parser.int_tuple()?;
            parser.eat(",");
            Some(Cute::Given(shape, stride))
        })?;
        Some(Located::new(Piece::Cute(cute), name.to(range)))
    }

    /// Whether the name of a function of the algebra stands here, or that of a layout.
    fn is_algebra(&self) -> bool {
        let Some(name) = self.name() else { return false };
        let is_call = self.is_followed_by("(") && Call::ALL.into_iter().all(|call| call.name() != name);
        is_call || self.declarations.find(name).is_some()
    }

    /// Without the algebra its expressions are not read.
    #[cfg(not(feature = "cute"))]
    fn algebra(&mut self) -> Option<Cute> {
        let error = LayoutError::algebra("for CuTe's algebra turn on the feature `cute`, or write shape:stride");
        self.error(error, self.peek().range);
        None
    }

    /// A number or a tuple. Parentheses with an operator behind them are those of a number.
    fn int_tuple(&mut self) -> Option<IntTuple> {
        if !self.at_mark("(") || self.is_operand() {
            let leaf = self.expression(Mode::Size)?;
            let range = leaf.range;
            return Some(Located::new(IntTupleKind::Leaf(leaf), range));
        }
        let group = self.group("(", ")", Self::int_tuple)?;
        let range = group.range;
        if group.items.is_empty() {
            let error = LayoutError::Syntax { expected: "a size".into(), found: "`()`".into() };
            self.error(error, range);
            return None;
        }
        Some(Located::new(IntTupleKind::Tuple(group.all()?), range))
    }
}
