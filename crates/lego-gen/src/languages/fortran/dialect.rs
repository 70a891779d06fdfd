//! Expressions of Fortran in one kind of integers.

use crate::text::joined;
use crate::unit::Names;
use lego_expr::{
    ATOM, Abilities, Choices, Comparison, Dialect, Function, Kind, Op, Operator, Range, Shared, Shifts, Variable,
};

/// Expressions of Fortran in one kind of integers. Both branches of a choice are computed, as `merge` may.
pub(super) struct Expressions<'a> {
    pub(super) names: &'a Names,
    /// What the names of the module's own functions begin with.
    pub(super) own: &'a str,
    /// The number of the first value that is computed ahead.
    pub(super) first: usize,
    /// The kind of integers.
    pub(super) kind: &'static str,
    /// Whether sizes are of another kind.
    pub(super) is_wider: bool,
    /// What the components of an index and the position are called, counted from 0.
    pub(super) from_zero: Vec<(String, String)>,
}

impl Expressions<'_> {
    /// The operands of an intrinsic function, which have to be of one kind.
    fn intrinsic(&self, name: &str, operands: &[String]) -> String {
        let operands: Vec<String> = operands.iter().map(|operand| self.of_kind(operand)).collect();
        format!("{name}({})", operands.join(", "))
    }

    /// An operand, with the kind behind a number.
    fn of_kind(&self, operand: &str) -> String {
        let digits = operand.strip_prefix('-').unwrap_or(operand);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { format!("{operand}_{}", self.kind) } else { operand.to_owned() }
    }

    /// The name of a function of the module's own for this kind.
    fn own(&self, what: &str) -> String {
        format!("{}_{what}_{}", self.own, self.kind)
    }
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        Abilities { look_up: false, merges: false, shifts: Shifts::Endless, choices: Choices::Eager, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        match variable.kind {
            Kind::Index { .. } => {
                let own = self.from_zero.iter().find(|(name, _)| *name == variable.name);
                own.map_or_else(|| variable.name.clone(), |(_, own)| own.clone())
            }
            Kind::Size if self.is_wider => format!("int({}, {})", self.names.variable(variable), self.kind),
            Kind::Size => self.names.variable(variable),
        }
    }

    fn shared(&self, number: usize) -> String {
        self.names.shared(self.first + number)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        format!("{} = {}", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        format!("merge({}, {}, {truth})", self.of_kind(&then), self.of_kind(&otherwise))
    }

    /// A number that the usual kind does not fit has its own.
    fn number(&self, value: i128) -> String {
        let text = value.to_string();
        if i32::try_from(value).is_ok() { text } else { self.of_kind(&text) }
    }

    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            // No operator may stand before a sign.
            Operator::Negative => 0,
            Operator::Truths(Op::Xor) => 1,
            Operator::Truths(Op::Or) => 2,
            Operator::Truths(_) => 3,
            Operator::Comparison(_) => 4,
            Operator::Binary(Op::Add | Op::Sub) => 5,
            Operator::Binary(Op::Mul | Op::Div) => 6,
            Operator::Binary(_) | Operator::Choice => ATOM,
        }
    }

    /// The operands of a function stand by themselves.
    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Binary(Op::Add | Op::Sub | Op::Mul | Op::Div) | Operator::Truths(_) | Operator::Comparison(_) => {
                self.precedence(operator)
            }
            _ => 0,
        }
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        let is_number = right.bytes().all(|byte| byte.is_ascii_digit());
        let moved = |sign: &str| format!("ishft({}, {sign}{right})", self.of_kind(&left));
        let operands = [left.clone(), right.clone()];
        match op {
            Op::Rem => self.intrinsic("mod", &operands),
            Op::And => self.intrinsic("iand", &operands),
            Op::Or => self.intrinsic("ior", &operands),
            Op::Xor => self.intrinsic("ieor", &operands),
            Op::Min | Op::Max => self.intrinsic(op.sign(), &operands),
            Op::Shl if is_number => moved(""),
            Op::Shr if is_number => moved("-"),
            Op::Shl => self.intrinsic(&self.own("shl"), &operands),
            Op::Shr => self.intrinsic(&self.own("shr"), &operands),
            Op::Add | Op::Sub | Op::Mul | Op::Div => format!("{left} {} {right}", op.sign()),
        }
    }

    fn truths(&self, op: Op, left: String, right: String) -> String {
        joined(op, [".and.", ".or.", ".neqv."], &left, &right)
    }

    fn compare(&self, comparison: Comparison, left: String, right: String) -> String {
        let sign = if comparison == Comparison::NotEqual { "/=" } else { comparison.sign() };
        format!("{left} {sign} {right}")
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        self.intrinsic(&self.own("isqrt"), &[argument])
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        self.intrinsic(&self.own(&function.path), &arguments)
    }

    fn masks(&self) -> bool {
        true
    }
}
