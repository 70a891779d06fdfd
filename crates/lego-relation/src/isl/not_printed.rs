//! Why a relation has no text of isl.

use crate::question::Undecided;
use std::fmt;

/// Why a relation is not written in isl's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPrinted {
    /// isl has no such term of sizes without a value.
    Term {
        /// The term.
        term: String,
    },
    /// It has more pieces than are written.
    Pieces {
        /// How many may be written.
        most: usize,
    },
    /// No form was found in the steps that there are.
    Limit {
        /// How many steps there are.
        steps: u64,
    },
    /// It has no form and more points than are looked at.
    Undecided(Undecided),
}

impl NotPrinted {
    /// Whether a limit of points or pieces was met, which an effort of `u64::MAX` points lifts.
    #[must_use]
    pub fn is_of_points(&self) -> bool {
        matches!(self, Self::Pieces { .. } | Self::Undecided(Undecided::Points { .. }))
    }
}

impl fmt::Display for NotPrinted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Term { term } => write!(
                f,
                "`{term}` is not quasi-affine, so isl has no such map; give the sizes values, and it is written"
            ),
            Self::Pieces { most } => {
                write!(f, "not decided (limit): the map has more than the {most} pieces that are written")
            }
            Self::Limit { steps } => write!(
                f,
                "not decided (limit): no text was found in {steps} steps; give the sizes values, and it is written"
            ),
            Self::Undecided(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NotPrinted {}
