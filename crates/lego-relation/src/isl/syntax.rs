//! What a text of isl says, as a tree.

use std::ops::Range;

/// Where something stands in the text, in bytes.
pub(super) type Place = Range<usize>;

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) node: Box<ExpressionNode>,
    pub(super) place: Place,
}

#[derive(Clone, Debug)]
pub(super) enum ExpressionNode {
    Number(i128),
    Name(String),
    Sum(Expression, Expression),
    Difference(Expression, Expression),
    Product(Expression, Expression),
    Floor(Expression, i128),
    Ceil(Expression, i128),
    Mod(Expression, i128),
    /// The lesser or the greater of two.
    Extreme {
        is_greatest: bool,
        one: Expression,
        other: Expression,
    },
}

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Compare(Sign, Expression, Expression),
    Truth(bool),
    /// Names for expressions in a condition.
    Let(Vec<(String, Expression)>, Box<Formula>),
}

/// How two expressions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

/// `[i, j] -> [8i + j] : …`
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) from: Vec<Expression>,
    pub(super) to: Vec<Expression>,
    pub(super) when: Formula,
    pub(super) place: Place,
}

/// `[N] -> { …; … }`
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) parameters: Vec<(String, Place)>,
    pub(super) cases: Vec<Case>,
}
