//! Whether a condition holds for numbers.

use super::condition::Condition;
use super::context::Context;

impl Condition {
    /// Whether it holds for values of the symbols, in the order in which the context names them. A quotient that is none
    /// holds nothing.
    #[must_use]
    pub fn holds(&self, context: &Context, values: &[i64]) -> bool {
        let pair = |one, two| Some((context.value(one, values)?, context.value(two, values)?));
        match self {
            Condition::Divides { by, of } => {
                pair(by, of).is_some_and(|(by, of)| by > 0 && of.checked_rem(by) == Some(0))
            }
            Condition::Equal { one, two } => pair(one, two).is_some_and(|(one, two)| one == two),
            Condition::Differs { one, two } => pair(one, two).is_some_and(|(one, two)| one != two),
            Condition::AtMost { small, large } => pair(small, large).is_some_and(|(small, large)| small <= large),
        }
    }
}
