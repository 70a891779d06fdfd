//! Expressions of WGSL in `i32`.

use crate::text::joined;
use crate::unit::Names;
use lego_expr::{ATOM, Abilities, Comparison, Dialect, Function, Op, Operator, Range, Shared, Shifts, Variable};

/// Expressions of WGSL in `i32`.
pub(super) struct Expressions<'a> {
    pub(super) names: &'a Names,
    /// What the names of the file's own functions begin with.
    pub(super) own: &'a str,
    /// The number of the first value that is computed ahead.
    pub(super) first: usize,
}

impl Dialect for Expressions<'_> {
    type Output = String;

    /// A shift by 32 places is one by none in WGSL.
    fn abilities(&self) -> Abilities {
        Abilities { look_up: false, merges: false, shifts: Shifts::BelowWidth, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        self.names.variable(variable)
    }

    fn shared(&self, number: usize) -> String {
        self.names.shared(self.first + number)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        format!("let {} = {};", shared.name, shared.value)
    }

    /// Comparisons among the values have brackets, because `<` and a later `>` in one list of arguments would enclose types.
    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        let value = |text: String| if text.contains(['<', '>']) { format!("({text})") } else { text };
        format!("select({}, {}, {truth})", value(otherwise), value(then))
    }

    /// WGSL has no order among bit operations, shifts and comparisons: their operands have brackets.
    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Truths(op) => self.precedence(Operator::Binary(op)),
            Operator::Binary(Op::Or) => 1,
            Operator::Binary(Op::Xor) => 2,
            Operator::Binary(Op::And) => 3,
            Operator::Comparison(Comparison::Equal | Comparison::NotEqual) => 4,
            Operator::Comparison(_) => 5,
            Operator::Binary(Op::Shl | Op::Shr) => 6,
            Operator::Binary(Op::Add | Op::Sub) => 7,
            Operator::Binary(Op::Mul | Op::Div | Op::Rem) | Operator::Negative => 8,
            Operator::Choice | Operator::Binary(Op::Min | Op::Max) => ATOM,
        }
    }

    /// A shift beside `<` needs brackets too, or `<` and the first half of `>>` would enclose a type.
    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) | Operator::Truths(_) => 9,
            Operator::Comparison(_) => 7,
            other => self.precedence(other),
        }
    }

    /// The amount of a shift has no sign.
    fn binary(&self, op: Op, left: String, right: String) -> String {
        match op {
            Op::Min | Op::Max => format!("{}({left}, {right})", op.sign()),
            Op::Shl | Op::Shr => {
                let is_number = right.bytes().all(|byte| byte.is_ascii_digit());
                let amount = if is_number { format!("{right}u") } else { format!("u32({})", bare(&right)) };
                // A number is shifted as what it would be were it named, not as one of 64 bits.
                let left = if left.bytes().all(|byte| byte.is_ascii_digit()) { format!("{left}i") } else { left };
                format!("{left} {} {amount}", op.sign())
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

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("{}_{}({})", self.own, function.path, arguments.join(", "))
    }

    /// What is divided is not below zero, which a compiler does not know of a type with a sign.
    fn masks(&self) -> bool {
        true
    }

    fn width(&self) -> Option<String> {
        Some("32".to_owned())
    }
}

/// A text without the brackets around all of it.
fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else { return text };
    let mut depth = 0_i32;
    let stays_inside = inner.bytes().all(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth >= 0
    });
    if stays_inside { inner } else { text }
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn brackets_around_all_of_a_text_are_left_out() {
        assert_eq!(bare("(a + (b))"), "a + (b)");
        assert_eq!(bare("(a) + (b)"), "(a) + (b)");
        assert_eq!(bare("a"), "a");
    }
}
