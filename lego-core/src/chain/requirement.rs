//! The requirements that a layout has of its sizes, as data: checked at once for numbers, proved or asserted for symbols.

use super::scalar::Scalar;
use crate::{LayoutError, check};
use alloc::string::String;

/// Where in a chain something stands: stage from the left, piece of the stage, argument of the piece, element of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// The stage, counted from 0 at the left.
    pub stage: usize,
    /// The piece of an `OrderBy`.
    pub piece: Option<usize>,
    /// The argument.
    pub argument: Option<usize>,
    /// The element of a list argument; without an argument, the axis of the array that the stage reorders.
    pub element: Option<usize>,
}

/// A condition on sizes. `what` is how an error names the value.
#[derive(Clone, Debug)]
pub enum Requirement<I> {
    /// `value >= 1`.
    Positive {
        /// The size, in words.
        what: String,
        /// The size.
        value: I,
    },
    /// `divisor` divides `value`.
    Divides {
        /// The quotient, in words.
        what: String,
        /// What is divided.
        value: I,
        /// By what.
        divisor: I,
    },
    /// `value <= most`.
    AtMost {
        /// The value, in words.
        what: String,
        /// The value.
        value: I,
        /// Its limit.
        most: I,
    },
    /// `value` is a power of two.
    PowerOfTwo {
        /// The size, in words.
        what: String,
        /// The size.
        value: I,
    },
    /// `±factor` and `size` are coprime.
    Coprime {
        /// Whether the factor is below zero.
        negative: bool,
        /// Its absolute value.
        factor: I,
        /// The size.
        size: I,
    },
    /// Two sizes are equal.
    Equal {
        /// The first, in words.
        left: String,
        /// Its size.
        left_size: I,
        /// The second, in words.
        right: String,
        /// Its size.
        right_size: I,
    },
}

impl<I: Scalar> Requirement<I> {
    /// Whether the requirement holds, if its values are numbers.
    pub fn verdict(&self) -> Option<Result<(), LayoutError>> {
        let number = |value: &I| value.number().map(u128::from);
        Some(match self {
            Self::Positive { what, value } => check::positive(what, number(value)?),
            Self::Divides { what, value, divisor } => check::divides(what, number(value)?, number(divisor)?),
            Self::AtMost { what, value, most } => check::at_most(what, number(value)?, number(most)?),
            Self::PowerOfTwo { what, value } => check::power_of_two(what, number(value)?),
            Self::Coprime { negative, factor, size } => {
                let factor = i128::try_from(number(factor)?).ok()?;
                check::coprime(if *negative { -factor } else { factor }, number(size)?)
            }
            Self::Equal { left, left_size, right, right_size } => {
                check::equal(left, number(left_size)?, right, number(right_size)?)
            }
        })
    }
}

/// A requirement and the place in the chain that it is about.
#[derive(Clone, Debug)]
pub struct Demand<I> {
    /// Where.
    pub site: Site,
    /// What.
    pub requirement: Requirement<I>,
}
