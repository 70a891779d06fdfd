//! Answers, what shows a no, and the reasons for which a question stays open.

use crate::relation::Relation;
use crate::set::TooLarge;
use lego_expr::{Arena, Id};
use std::fmt;

/// An answer that is proved, refuted by a witness, or open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<W> {
    /// Proved, for all values of the sizes that agree with the facts stated of them.
    Yes,
    /// Refuted.
    No(Counterexample<W>),
    /// Neither a proof nor a counterexample was found.
    Undecided,
}

/// What shows that the answer is no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample<W> {
    /// The values of the sizes for which it does; empty where no size is without a value.
    pub parameters: Vec<(String, i128)>,
    /// The witness.
    pub witness: W,
}

impl<W> Answer<W> {
    /// No, as a witness shows that needs no values of sizes.
    pub(crate) fn no(witness: W) -> Self {
        Self::No(Counterexample { parameters: Vec::new(), witness })
    }

    /// The witness, if the answer is no.
    pub fn witness(&self) -> Option<&W> {
        match self {
            Self::No(counterexample) => Some(&counterexample.witness),
            _ => None,
        }
    }

    /// The same answer with another witness.
    pub(crate) fn map<V>(self, other: impl FnOnce(W) -> V) -> Answer<V> {
        match self {
            Self::Yes => Answer::Yes,
            Self::Undecided => Answer::Undecided,
            Self::No(Counterexample { parameters, witness }) => {
                Answer::No(Counterexample { parameters, witness: other(witness) })
            }
        }
    }

    /// The answer for all values of the sizes: no, where it is for values that agree with the facts; else not decided.
    pub(crate) fn search<'a>(relation: &Relation<'a>, question: impl Fn(&Relation<'a>) -> Self) -> Self {
        for values in relation.choices() {
            if let Self::No(Counterexample { witness, .. }) = question(&relation.with(&values)) {
                return Self::No(Counterexample { parameters: relation.named(&values), witness });
            }
        }
        Self::Undecided
    }
}

/// Two indices of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// One index.
    pub first: Vec<u64>,
    /// Another index.
    pub second: Vec<u64>,
    /// The values of both.
    pub value: Vec<u64>,
}

/// Why a map is no bijection onto the box of its spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotBijective {
    /// Two indices have one value.
    Collision(Collision),
    /// A value that no index has.
    Missed(Vec<u64>),
}

/// Why a question about numbers has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// Sizes without a value.
    Symbols(Vec<String>),
    /// More points than may be looked at one by one.
    Points {
        /// How many there are.
        count: u64,
        /// How many may be looked at.
        most: u64,
    },
    /// No memory for a list of so many values.
    Memory {
        /// How many there are.
        count: u64,
    },
    /// A box of more than 2^64 points.
    TooLarge(TooLarge),
    /// A function of the user's is called, which has no value here.
    Call,
}

impl Undecided {
    /// That the sizes in some expressions have no value; [`Undecided::Call`] if there are none.
    pub(crate) fn symbols(arena: &Arena, ids: &[Id]) -> Self {
        let names: Vec<String> = crate::relation::parameters(arena, ids).into_iter().map(|(name, _)| name).collect();
        if names.is_empty() { Self::Call } else { Self::Symbols(names) }
    }
}

impl From<TooLarge> for Undecided {
    fn from(error: TooLarge) -> Self {
        Self::TooLarge(error)
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbols(names) => write!(f, "not decided: {} without a value", names.join(", ")),
            Self::Points { count, most } => {
                write!(f, "not decided (limit): {count} points, more than the {most} that are looked at one by one")
            }
            Self::Memory { count } => write!(f, "not decided: there is no memory for a list of {count} values"),
            Self::TooLarge(error) => write!(f, "not decided (limit): {error}"),
            Self::Call => write!(f, "not decided: it calls a function that has no value here"),
        }
    }
}

impl std::error::Error for Undecided {}
