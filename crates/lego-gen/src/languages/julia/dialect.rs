//! Expressions of Julia in one integer type.

use crate::unit::Names;
use lego_expr::{ATOM, Abilities, Comparison, Dialect, Function, Op, Operator, Range, Shared, Variable};

/// Expressions of Julia in one integer type.
pub(super) struct Expressions<'a> {
    pub(super) names: &'a Names,
    /// The number of the first value that is computed ahead.
    pub(super) first: usize,
    pub(super) integer: &'static str,
}

impl Dialect for Expressions<'_> {
    type Output = String;

    /// A shift by as many places as there are bits gives 0.
    fn abilities(&self) -> Abilities {
        Abilities { merges: false, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        self.names.variable(variable)
    }

    fn shared(&self, number: usize) -> String {
        self.names.shared(self.first + number)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        format!("{} = {}", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        let nested = |text: String| if text.contains(" ? ") { format!("({text})") } else { text };
        format!("{} ? {} : {}", nested(truth), nested(then), nested(otherwise))
    }

    fn block(&self) -> Option<fn(Vec<String>, String) -> String> {
        Some(|statements, value| format!("({}; {value})", statements.join("; ")))
    }

    /// A number that the type of literals does not fit is written so that it has 64 bits.
    fn number(&self, value: i128) -> String {
        if value > i64::MAX.into() { format!("0x{value:016x}") } else { value.to_string() }
    }

    /// Bit operations have brackets around them: they bind like sums, products or more tightly.
    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Choice | Operator::Negative => 0,
            Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) => 1,
            Operator::Truths(Op::Or) => 2,
            Operator::Truths(Op::And) => 3,
            Operator::Comparison(_) => 4,
            Operator::Binary(Op::Add | Op::Sub) => 6,
            Operator::Binary(Op::Mul | Op::Div | Op::Rem) => 7,
            Operator::Binary(Op::Min | Op::Max) | Operator::Truths(_) => ATOM,
        }
    }

    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) => ATOM,
            other => self.precedence(other),
        }
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        match op {
            Op::Min | Op::Max => format!("{}({left}, {right})", op.sign()),
            Op::Div => format!("{left} ÷ {right}"),
            Op::Xor => format!("{left} ⊻ {right}"),
            _ => format!("{left} {} {right}", op.sign()),
        }
    }

    fn truths(&self, op: Op, left: String, right: String) -> String {
        match op {
            Op::And => format!("{left} && {right}"),
            Op::Or => format!("{left} || {right}"),
            _ => format!("xor({left}, {right})"),
        }
    }

    fn compare(&self, comparison: Comparison, left: String, right: String) -> String {
        format!("{left} {} {right}", comparison.sign())
    }

    fn look_up(&self, _: u32, entries: &[u64], place: String) -> String {
        let entries = entries.iter().map(|&entry| self.number(entry.into())).collect::<Vec<_>>().join(", ");
        format!("({entries})[({place}) + 1]")
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        format!("isqrt({argument})")
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("{}({})", function.path, arguments.join(", "))
    }

    /// What is divided is not below zero, which a compiler does not know of a type with a sign.
    fn masks(&self) -> bool {
        true
    }
}
