//! The printer's result: expressions, and before them the subexpressions that they share, by name.

/// A value that is computed ahead, because it is used more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared<T> {
    /// Its name.
    pub name: T,
    /// How it is computed.
    pub value: T,
    /// Whether it is a truth, no integer.
    pub is_truth: bool,
}

/// Expressions as they are written: first what they share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed<T> {
    /// What is computed ahead, in this order.
    pub shared: Vec<Shared<T>>,
    /// The expressions.
    pub values: Vec<T>,
}
