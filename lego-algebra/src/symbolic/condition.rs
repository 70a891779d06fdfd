//! Conditions: what must hold of the sizes.

use super::context::Context;
use super::term::Term;

/// A condition of the sizes, beside that each is at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `of % by == 0`
    Divides {
        /// The divisor.
        by: Term,
        /// What it divides.
        of: Term,
    },
    /// `one == two`; only what an expression says.
    Equal {
        /// The one side.
        one: Term,
        /// The other side.
        two: Term,
    },
    /// `small <= large`
    AtMost {
        /// What is not larger.
        small: Term,
        /// Than this.
        large: Term,
    },
}

impl Condition {
    /// Whether it holds for values of the symbols, in the order in which the context names them. A quotient that is none
    /// holds nothing.
    #[must_use]
    pub fn holds(&self, context: &Context, values: &[i64]) -> bool {
        let pair = |one, two| Some((context.value(one, values)?, context.value(two, values)?));
        match self {
            Condition::Divides { by, of } => pair(by, of).is_some_and(|(by, of)| by > 0 && of % by == 0),
            Condition::Equal { one, two } => pair(one, two).is_some_and(|(one, two)| one == two),
            Condition::AtMost { small, large } => pair(small, large).is_some_and(|(small, large)| small <= large),
        }
    }
}
