//! Expressions of JavaScript.

use super::numbers::Numbers;
use crate::text::joined;
use crate::unit::Names;
use lego_expr::{ATOM, Abilities, Comparison, Dialect, Function, Op, Operator, Range, Shared, Shifts, Variable};

/// Expressions of JavaScript.
pub(super) struct Expressions<'a> {
    pub(super) names: &'a Names,
    pub(super) own: &'a str,
    pub(super) first: usize,
    pub(super) numbers: Numbers,
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        let shifts = if self.numbers == Numbers::Big { Shifts::Endless } else { Shifts::BelowWidth };
        Abilities { merges: false, shifts, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        self.names.variable(variable)
    }

    fn shared(&self, number: usize) -> String {
        self.names.shared(self.first + number)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        format!("const {} = {};", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        let nested = |text: String| if text.contains(" ? ") { format!("({text})") } else { text };
        format!("{} ? {} : {}", nested(truth), nested(then), nested(otherwise))
    }

    fn number(&self, value: i128) -> String {
        self.numbers.literal(value)
    }

    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Choice => 0,
            Operator::Truths(op) => self.precedence(Operator::Binary(op)),
            Operator::Binary(Op::Or) => 1,
            Operator::Binary(Op::Xor) => 2,
            Operator::Binary(Op::And) => 3,
            Operator::Comparison(Comparison::Equal | Comparison::NotEqual) => 4,
            Operator::Comparison(_) => 5,
            Operator::Binary(Op::Shl | Op::Shr) => 6,
            Operator::Binary(Op::Add | Op::Sub) => 7,
            // A quotient of numbers is a call.
            Operator::Binary(Op::Div) if self.numbers != Numbers::Big => ATOM,
            Operator::Binary(Op::Mul | Op::Div | Op::Rem) | Operator::Negative => 8,
            Operator::Binary(Op::Min | Op::Max) => ATOM,
        }
    }

    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) | Operator::Truths(_) => 9,
            // A quotient stands in a call, and what it is made of in brackets.
            Operator::Binary(Op::Div) => 9,
            other => self.precedence(other),
        }
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        match (op, self.numbers) {
            (Op::Div, Numbers::Short | Numbers::Exact) => format!("Math.floor({left} / {right})"),
            (Op::Min | Op::Max, Numbers::Big) => format!("{}_{}({left}, {right})", self.own, op.sign()),
            (Op::Min | Op::Max, _) => format!("Math.{}({left}, {right})", op.sign()),
            _ => format!("{left} {} {right}", op.sign()),
        }
    }

    fn truths(&self, op: Op, left: String, right: String) -> String {
        joined(op, ["&&", "||", "!=="], &left, &right)
    }

    fn compare(&self, comparison: Comparison, left: String, right: String) -> String {
        let sign = match comparison {
            Comparison::Equal => "===",
            Comparison::NotEqual => "!==",
            other => other.sign(),
        };
        format!("{left} {sign} {right}")
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        format!("{}_isqrt({argument})", self.own)
    }

    fn look_up(&self, _: u32, entries: &[u64], place: String) -> String {
        let entries = entries.iter().map(|&entry| self.number(entry.into())).collect::<Vec<_>>().join(", ");
        // A place is a number, whatever the entries are.
        let place = if self.numbers == Numbers::Big { format!("Number({place})") } else { place };
        format!("[{entries}][{place}]")
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("{}_{}({})", self.own, function.path, arguments.join(", "))
    }

    /// Numbers have no quotient but one of floating point.
    fn masks(&self) -> bool {
        self.numbers != Numbers::Exact
    }

    fn width(&self) -> Option<String> {
        (self.numbers != Numbers::Big).then(|| "32".to_owned())
    }
}
