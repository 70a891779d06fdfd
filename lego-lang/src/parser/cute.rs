//! The productions of CuTe's layouts.

use super::cursor::Parser;
use super::expression::Mode;
use crate::syntax::{Cute, IntTuple, IntTupleKind, Piece};
use crate::text_range::{Located, TextRange};
use lego_core::LayoutError;

impl Parser<'_> {
    /// `Cute(shape:stride)` behind its name.
    pub(super) fn cute(&mut self, name: TextRange) -> Option<Located<Piece>> {
        let (cute, range) = self.enclosed("(", ")", |parser| {
            let shape = parser.int_tuple()?;
            parser.expect(":")?;
            let stride = parser.int_tuple()?;
            parser.eat(",");
            Some(Cute { shape, stride })
        })?;
        Some(Located::new(Piece::Cute(cute), name.to(range)))
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
