//! The meaning of a text in a world: a chain, and what remains to be proved or asserted of it.

use crate::syntax::{self, Comparison};
use crate::text_range::{Located, TextRange};
use lego_core::chain::{Chain, Requirement, Site};

/// A chain over a world, and what the world could not decide.
#[derive(Debug)]
pub struct Elaborated<'w, V> {
    /// The layout.
    pub chain: Chain<'w, V>,
    /// What must hold besides and is neither true nor false for constants alone: every divisor is positive, every quotient
    /// exact, every subtraction of sizes not below zero, and what the chain and its pieces demand. To be proved or
    /// asserted, from left to right: a later one may have no value where an earlier one fails.
    pub demands: Vec<(TextRange, Requirement<V>)>,
    /// The symbols that are extents, and where they stand: each is at least 1 wherever the layout has an index, and may be 0 where it has none.
    pub extents: Vec<(TextRange, V)>,
    /// What the text states after `where`, as far as it is not true for constants alone. To be asserted before it is used.
    pub facts: Vec<(TextRange, StatedFact<V>)>,
    /// The `GenP`s whose functions could not be checked here.
    pub genps: Vec<Unverified<V>>,
    /// Whether closures take part: their values may pass below zero on the way, those of the algebra do not.
    pub closures: bool,
    /// Whether a function is taken at its word: `unchecked`.
    pub unchecked: bool,
    /// How many entries the tables have together.
    pub entries: usize,
}

/// A fact of the text, its sides values of a world.
#[derive(Clone, Debug)]
pub struct StatedFact<V> {
    /// The left side.
    pub left: V,
    /// How the sides compare.
    pub comparison: Comparison,
    /// The right side.
    pub right: V,
    /// The fact as written.
    pub text: String,
}

/// A `GenP` that is not known to be a bijection: its functions are paths, or its sizes symbols.
#[derive(Clone, Debug)]
pub struct Unverified<V> {
    /// The stage and the piece.
    pub site: Site,
    /// The whole piece.
    pub range: TextRange,
    /// The extents.
    pub dims: Vec<V>,
    /// From the index to the position.
    pub apply: Located<syntax::Function>,
    /// From the position to the index.
    pub inverse: Located<syntax::Function>,
}
