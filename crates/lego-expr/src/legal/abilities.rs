//! The abilities of a target, beside sums, products, comparisons and bit operations on integers.
//!
//! Division is not asked about: an expression divides nothing that is below zero, so that rounding down and rounding towards
//! zero are the same.

/// What a target has of the operations that not every language has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// An integer square root; else a root is one comparison a bit.
    pub isqrt: bool,
    /// Lists of numbers that an expression looks into; else an entry is found by comparisons.
    pub look_up: bool,
    /// A minimum and a maximum of two; else they are choices.
    pub min_max: bool,
    /// Integers below zero; else what passes below zero is written as differences of sums.
    pub negative: bool,
    /// A compiler behind it that finds equal values by itself; else two values that are equal but for what a law says of one
    /// of them are written as one.
    pub merges: bool,
    /// What a shift by as many places as there are bits gives.
    pub shifts: Shifts,
    /// What of a choice is computed.
    pub choices: Choices,
}

/// What a shift by as many places as there are bits, or more, gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shifts {
    /// What it gives of an integer without end: 0, when to the right.
    Endless,
    /// Nothing that could be used: a choice goes around it.
    BelowWidth,
}

/// What is computed of `if c { a } else { b }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// The branch that is taken.
    Lazy,
    /// Both, as in a selection from vectors: then no quotient, difference or root may fail where it is not taken. A shift
    /// by too many places stays there, and has to give something.
    Eager,
}

impl Abilities {
    /// Everything, on integers without end: what expressions are made of.
    pub const ALL: Self = Self {
        isqrt: true,
        look_up: true,
        min_max: true,
        negative: true,
        merges: true,
        shifts: Shifts::Endless,
        choices: Choices::Lazy,
    };
}
