//! What a generated file may have besides both directions of the layout.

use crate::error::Error;
use std::fmt;
use std::str::FromStr;

/// What a generated file may have besides both directions of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extra {
    /// The position of every index as a constant array, of at most 65,536 indices.
    Table,
    /// How far the position moves for a step along each axis, where that is the same everywhere.
    Strides,
    /// Arguments out of range, and sizes that are no layout's, give no position and no index.
    Checks,
    /// A class that indexes a pointer of the caller's by the layout.
    Array,
    /// Loops over all elements, in the order of memory and in that of the index.
    Loops,
}

impl Extra {
    /// Every one.
    pub const ALL: [Self; 5] = [Self::Table, Self::Strides, Self::Checks, Self::Array, Self::Loops];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Strides => "strides",
            Self::Checks => "checks",
            Self::Array => "array",
            Self::Loops => "loops",
        }
    }
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Extra {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|extra| extra.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            let near = lego_lang::nearest(name, names).map(|near| format!("; the nearest is {near}"));
            Error::new(format!("{name} is none of {}{}", names.join(", "), near.unwrap_or_default()))
        })
    }
}
