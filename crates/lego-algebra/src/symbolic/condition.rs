//! Conditions: what must hold of the sizes.

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
    /// `one == two`
    Equal {
        /// The one side.
        one: Term,
        /// The other side.
        two: Term,
    },
    /// `one != two`
    Differs {
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
