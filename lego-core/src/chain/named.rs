//! The description of a named permutation, for the language, its errors, its help and its documentation.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What a piece takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// One or more sizes: `Row(n1, …, nd)`.
    Sizes,
    /// Exactly these: `Skew(r, c)`, `SwizzleRows([r, c], bits)`.
    Exactly(&'static [Parameter]),
    /// At least so many of these, from the first on: `Hilbert(m, n)`, `Hilbert(m, n, k)`.
    AtLeast(usize, &'static [Parameter]),
}

impl Parameters {
    /// The parameters, and how many of them there are at least; `None` where there may be any number of sizes.
    #[must_use]
    pub const fn listed(self) -> Option<(usize, &'static [Parameter])> {
        match self {
            Self::Sizes => None,
            Self::Exactly(parameters) => Some((parameters.len(), parameters)),
            Self::AtLeast(least, parameters) => Some((least, parameters)),
        }
    }

    /// The names as they are written, those that may be left out in brackets: `m, n[, k]`.
    pub fn names(self) -> String {
        let Some((least, parameters)) = self.listed() else { return "n1, …, nd".into() };
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name()).collect();
        let (needed, others) = names.split_at(least);
        others.iter().fold(needed.join(", "), |list, name| format!("{list}[, {name}]"))
    }
}

/// One parameter of a piece, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number from 1.
    Size(&'static str),
    /// A list of two sizes; the name has its brackets.
    Pair(&'static str),
    /// A list of numbers from 0 that are known; the name has its brackets.
    Entries(&'static str),
    /// A number from 0.
    Natural(&'static str),
    /// A number that may be below zero.
    Whole(&'static str),
}

impl Parameter {
    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Size(name) | Self::Pair(name) | Self::Entries(name) | Self::Natural(name) | Self::Whole(name) => name,
        }
    }
}

/// A named permutation: what the language, its errors and its help need to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name in the language.
    pub name: &'static str,
    /// What it takes.
    pub parameters: Parameters,
    /// What it does, in one line.
    pub about: &'static str,
    /// The position of its index, as a formula or in words: how SPEC.md defines it.
    pub position: &'static str,
    /// What its arguments must satisfy beside being sizes; empty where there is nothing.
    pub condition: &'static str,
    /// A small instance.
    pub example: &'static str,
}

impl Named {
    /// Name and parameters as they are written: `Swizzle(b, m, s)`.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.parameters.names())
    }
}
