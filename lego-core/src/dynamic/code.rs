//! The operations of steps.

use super::formula::Op;

/// What a step does to its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Min,
    Max,
    MinSigned,
    MaxSigned,
    Less,
    LessEqual,
    LessSigned,
    LessEqualSigned,
    Equal,
    NotEqual,
    /// A quotient by a number, both below 2^32, by its reciprocal.
    DivSmall,
    /// A remainder likewise.
    RemSmall,
    Isqrt,
    /// The entry of the list whose number stands in place of a divisor, at the first operand.
    LookUp,
    /// The second operand.
    Copy,
    /// The second operand, or what is in the register `out` already where the first is 0.
    Choose,
}

impl Code {
    /// The code of an operation on numbers with or without a sign.
    pub(super) fn of(op: Op, is_signed: bool) -> Self {
        match (op, is_signed) {
            (Op::Add, _) => Self::Add,
            (Op::Sub, _) => Self::Sub,
            (Op::Mul, _) => Self::Mul,
            (Op::Div, _) => Self::Div,
            (Op::Rem, _) => Self::Rem,
            (Op::And, _) => Self::And,
            (Op::Or, _) => Self::Or,
            (Op::Xor, _) => Self::Xor,
            (Op::Shl, _) => Self::Shl,
            (Op::Shr, _) => Self::Shr,
            (Op::Min, false) => Self::Min,
            (Op::Min, true) => Self::MinSigned,
            (Op::Max, false) => Self::Max,
            (Op::Max, true) => Self::MaxSigned,
            (Op::Less, false) => Self::Less,
            (Op::Less, true) => Self::LessSigned,
            (Op::LessEqual, false) => Self::LessEqual,
            (Op::LessEqual, true) => Self::LessEqualSigned,
            (Op::Equal, _) => Self::Equal,
            (Op::NotEqual, _) => Self::NotEqual,
        }
    }
}
