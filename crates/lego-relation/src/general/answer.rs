//! What is said for all sizes: expressions of the sizes, conditions, and the reasons for which nothing is said.

use crate::relation::Domain;
use lego_expr::{Arena, Id, plain};
use std::fmt;

/// An answer for all sizes that agree with the facts stated in the arena and at which its conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<T> {
    /// The answer.
    pub answer: T,
    /// Conditions on the sizes, beyond the facts; none where the answer is proved without.
    pub conditions: Vec<Id>,
}

impl<T> Given<T> {
    /// The conditions as text.
    #[must_use]
    pub fn conditions_text(&self, arena: &Arena) -> Vec<String> {
        self.conditions.iter().map(|&condition| plain(arena, condition)).collect()
    }

    /// The same answer, or what is made of it.
    pub(super) fn map<U>(self, make: impl FnOnce(T) -> U) -> Given<U> {
        Given { answer: make(self.answer), conditions: self.conditions }
    }
}

/// A point of a relation, in expressions of the sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneralBound {
    /// The index.
    pub index: Vec<Id>,
    /// Its values.
    pub value: Vec<Id>,
}

/// A set of positions of sizes without a value.
#[derive(Clone, Debug)]
pub struct GeneralSet<'a> {
    /// The positions: those below the span, of the variable `p`, at which conditions hold.
    pub domain: Domain<'a>,
    /// How many they are.
    pub size: Id,
}

/// Why nothing is said for all sizes, and what would decide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// Not every index has a value: the condition on the index under which it has one.
    Partial(String),
    /// The value is not proved to be a sum of components times strides, and the way back is not known.
    NotStrided,
    /// A component of the index moves the value by strides that differ: the name of its variable.
    Bends(String),
    /// Strides may overlap for all sizes: a condition that never holds would be needed.
    Overlap(String),
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not decided for all sizes: ")?;
        match self {
            Self::Partial(condition) => write!(f, "there are values only where {condition}")?,
            Self::NotStrided => write!(f, "the value calls a function of the user's")?,
            Self::Bends(variable) => write!(f, "a step along {variable} is not proved to move the value evenly")?,
            Self::Overlap(condition) => write!(f, "strides overlap, as {condition} never holds")?,
        }
        write!(f, "; values of the sizes decide it")
    }
}

impl std::error::Error for Open {}
