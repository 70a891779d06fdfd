//! Expressions of C in one integer type.

use super::habits::Habits;
use crate::text::joined;
use crate::unit::{Integer, Names};
use lego_expr::{ATOM, Abilities, Comparison, Dialect, Function, Kind, Op, Operator, Range, Shared, Shifts, Variable};

/// Expressions of C in one integer type, whose values are not below zero where it has no sign.
pub(super) struct Expressions<'a> {
    pub(super) names: &'a Names,
    /// What the names of the file's own functions begin with.
    pub(super) own: String,
    /// What the names of the file's lists begin with.
    pub(super) lists: String,
    /// The number of the first value that is computed ahead.
    pub(super) first: usize,
    /// The type in which is computed.
    pub(super) integer: Integer,
    /// Whether variables are of another type.
    pub(super) converts: bool,
    /// The name of the type in which is computed.
    pub(super) type_name: String,
    /// Whether sizes are parameters of a macro, which may be any expression.
    pub(super) is_macro: bool,
    /// The bits of the type.
    pub(super) bits: u32,
    /// What the language does otherwise than C.
    pub(super) habits: &'a Habits,
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        Abilities { merges: false, shifts: Shifts::BelowWidth, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        let name = self.names.variable(variable);
        match variable.kind {
            _ if self.converts => format!("({}){name}", self.type_name),
            Kind::Size if self.is_macro => format!("({name})"),
            _ => name,
        }
    }

    fn shared(&self, number: usize) -> String {
        self.names.shared(self.first + number)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        let type_name = if shared.is_truth { "bool" } else { &self.type_name };
        format!("{}{type_name} {} = {};", self.habits.local(), shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        let nested = |text: String| if text.contains(" ? ") { format!("({text})") } else { text };
        format!("{} ? {} : {}", nested(truth), nested(then), nested(otherwise))
    }

    fn number(&self, value: i128) -> String {
        match self.integer {
            Integer::Unsigned64 => format!("{value}u"),
            _ => value.to_string(),
        }
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
            Operator::Binary(Op::Mul | Op::Div | Op::Rem) | Operator::Negative => 8,
            Operator::Binary(Op::Min | Op::Max) => ATOM,
        }
    }

    /// Compilers warn of operands of bit operations that have no brackets, and readers like them.
    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) | Operator::Truths(_) => 9,
            other => self.precedence(other),
        }
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        match op {
            Op::Min | Op::Max => match self.habits.min_max(self.bits) {
                Some(space) => format!("{space}{}({left}, {right})", op.sign()),
                None => format!("{}_{}({left}, {right})", self.own, op.sign()),
            },
            // A literal alone has a type of its own, which may be narrower.
            Op::Shl if left.bytes().all(|byte| byte.is_ascii_digit()) && self.bits > 32 => {
                format!("({}){left} << {right}", self.type_name)
            }
            _ => format!("{left} {} {right}", op.sign()),
        }
    }

    fn truths(&self, op: Op, left: String, right: String) -> String {
        joined(op, ["&&", "||", "!="], &left, &right)
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        format!("{}_isqrt({argument})", self.own)
    }

    fn look_up(&self, list: u32, _: &[u64], place: String) -> String {
        let entry = format!("{}{list}[{place}]", self.lists);
        if self.converts { format!("({}){entry}", self.type_name) } else { entry }
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("{}_{}({})", self.own, function.path, arguments.join(", "))
    }

    /// What is divided is not below zero, which a compiler does not know of a type with a sign.
    fn masks(&self) -> bool {
        true
    }

    fn width(&self) -> Option<String> {
        Some(self.bits.to_string())
    }
}
