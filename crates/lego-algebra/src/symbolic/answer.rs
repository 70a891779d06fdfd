//! What is said of an expression over symbols.

use super::condition::Condition;
use super::context::Context;
use super::layout::SymbolicLayout;
use super::term::Term;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The answer to an expression over symbols.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The value, and the conditions under which it is the value.
    Holds(Box<Result>),
    /// Values of the symbols for which there is none, where none were found for which one could be said.
    Refused(Refusal),
    /// There is a value for some numbers, and what it is in general is not found: why not.
    Undecided(String),
    /// The steps were spent before a value was found: so many.
    OutOfBudget {
        /// The steps that were allowed.
        steps: u64,
    },
}

/// A value of terms with its conditions.
#[derive(Clone, Debug)]
pub struct Result {
    /// What the terms are of.
    pub context: Context,
    /// The value.
    pub value: Value,
    /// What must hold beside what the expression says, and beside that sizes are at least 1 where they have to be.
    pub conditions: Vec<Condition>,
    /// The names of the sizes that must be at least 1; all others may be 0, and layouts with such an extent are empty.
    pub(super) positive: Vec<String>,
}

/// A layout, a number, or a list of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Term(Term),
    /// A tuple or a tiler.
    Tuple(Vec<Value>),
    /// A layout.
    Layout(SymbolicLayout),
    /// `_`
    Keep,
    /// `LayoutLeft`, and `LayoutRight` if true.
    Order(bool),
}

/// Values for which an expression has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Each symbol with its value.
    pub values: Vec<(String, i64)>,
    /// What is wrong then: bytes `start..end` of the expression.
    pub fault: crate::expression::Fault,
}

impl Result {
    /// All conditions as text: that sizes are at least 1 where the value depends on it, what the expression says, and what is
    /// needed besides.
    #[must_use]
    pub fn assumes(&self) -> Vec<String> {
        self.assumes_with(&self.positive)
    }

    /// The same with every size at least 1: what is assumed where no layout may be empty.
    #[must_use]
    pub fn assumes_of_positive_sizes(&self) -> Vec<String> {
        self.assumes_with(&self.context.names)
    }

    fn assumes_with(&self, positive: &[String]) -> Vec<String> {
        let context = &self.context;
        let least = positive.iter().map(|name| alloc::format!("{name} >= 1"));
        let others = context.given.iter().chain(&self.conditions).map(|condition| context.condition_text(condition));
        let mut all: Vec<String> = Vec::new();
        for condition in least.chain(others) {
            if !all.contains(&condition) {
                all.push(condition);
            }
        }
        all
    }

    /// Values of the symbols for which the conditions hold, in the order of [`Context::names`].
    #[must_use]
    pub fn sample(&self) -> &[i64] {
        &self.context.sample
    }

    /// Whether all conditions hold for values of the symbols, in the order of [`Context::names`].
    #[must_use]
    pub fn holds(&self, values: &[i64]) -> bool {
        let all = self.context.given.iter().chain(&self.conditions);
        let least = |name: &String| i64::from(self.positive.contains(name));
        self.context.names.iter().zip(values).all(|(name, &value)| value >= least(name))
            && all.into_iter().all(|condition| condition.holds(&self.context, values))
    }
}

impl fmt::Display for Result {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.context.write_value(f, &self.value)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it fails for ")?;
        for (k, (name, value)) in self.values.iter().enumerate() {
            write!(f, "{}{name} = {value}", if k > 0 { ", " } else { "" })?;
        }
        write!(f, ": {}", self.fault.message)
    }
}
