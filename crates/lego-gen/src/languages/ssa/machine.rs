//! How one instruction is written.

use super::writer::{Value, Writer};
use lego_expr::{Comparison, Op};

/// The instructions of a language. `bits` are those of the type in which is computed, 1 for truths.
pub(in super::super) trait Machine: Copy {
    /// A number as an operand.
    fn number(self, writer: &Writer<'_>, value: i128, bits: u32) -> Value;

    /// An operation on two numbers or two truths. What is divided or shifted to the right is not below zero.
    fn binary(self, op: Op, operands: [&Value; 2], integer: Integer) -> String;

    /// A comparison of two numbers.
    fn compare(self, comparison: Comparison, operands: [&Value; 2], integer: Integer) -> String;

    /// Whether a number is not below zero and below another that is not either.
    fn is_inside(self, operands: [&Value; 2], bits: u32) -> String;

    /// One of two values.
    fn select(self, truth: &Value, branches: [&Value; 2], bits: u32) -> String;

    /// A call of a function of the file, from numbers of a type to one of a type.
    fn call(self, function: &str, arguments: &[&Value], bits: [u32; 2]) -> String;

    /// A number in a type of more bits.
    fn widened(self, value: &Value, bits: [u32; 2]) -> String;

    /// A number in a type of fewer bits, which it fits.
    fn narrowed(self, value: &Value, bits: [u32; 2]) -> String;
}

/// A type in which is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Integer {
    pub(in super::super) bits: u32,
    /// Whether numbers may be below zero.
    pub(in super::super) is_signed: bool,
}

/// How both languages call a comparison.
pub(in super::super) fn predicate(comparison: Comparison, is_signed: bool) -> &'static str {
    match (comparison, is_signed) {
        (Comparison::Less, true) => "slt",
        (Comparison::Less, false) => "ult",
        (Comparison::LessEqual, true) => "sle",
        (Comparison::LessEqual, false) => "ule",
        (Comparison::Equal, _) => "eq",
        (Comparison::NotEqual, _) => "ne",
    }
}
