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
    Pieces,
    /// It has no form and more points than are looked at.
    Undecided(Undecided),
}

impl fmt::Display for NotPrinted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Term { term } => write!(
                f,
                "`{term}` is not quasi-affine, so isl has no such map; give the sizes values, and it is written"
            ),
            Self::Pieces => write!(f, "not decided (limit): the map has more pieces than are written"),
            Self::Undecided(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NotPrinted {}
