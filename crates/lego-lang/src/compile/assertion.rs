//! The conditions on symbolic sizes that the engine relied on, to be asserted where the sizes have values.

use crate::text_range::TextRange;
use lego_core::chain::{Requirement, Scalar};
use lego_expr::{Arena, Id, Op, plain};

/// A condition on symbolic sizes that could not be decided while compiling.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// The tokens that it is about.
    pub range: TextRange,
    /// What must hold.
    pub condition: Condition,
}

/// What must hold of sizes.
#[derive(Clone, Debug)]
pub enum Condition {
    /// What the algebra requires.
    Requirement(Requirement<Id>),
    /// A fact of the `where` clause, with its text.
    Fact(String, Id),
    /// A value fits the index type.
    Fits {
        /// The value, in words.
        what: String,
        /// The value.
        value: Id,
        /// What is to be compared with the largest index: where no size is 0 the value itself, else what it is without the
        /// extents that are 0, so that no part of it exceeds an index.
        bound: Id,
    },
}

impl Condition {
    /// The condition in words, with the arena's names.
    #[must_use]
    pub fn describe(&self, arena: &Arena) -> String {
        let value = |id: &Id| plain(arena, *id);
        match self {
            Self::Requirement(Requirement::Positive { value: v, .. }) => format!("{} >= 1", value(v)),
            Self::Requirement(Requirement::Divides { value: v, divisor, .. }) => {
                format!("{} == 0", value(&arena.binary(Op::Rem, *v, *divisor)))
            }
            Self::Requirement(Requirement::AtMost { value: v, most, .. }) => format!("{} <= {}", value(v), value(most)),
            Self::Requirement(Requirement::PowerOfTwo { value: v, .. }) => format!("{} is a power of two", value(v)),
            Self::Requirement(Requirement::Coprime { factor, size, .. }) => {
                format!("{} and {} are coprime", value(factor), value(size))
            }
            Self::Requirement(Requirement::Equal { left_size, right_size, .. }) => {
                format!("{} == {}", value(left_size), value(right_size))
            }
            Self::Fact(text, _) => text.clone(),
            Self::Fits { value: id, .. } => format!("{} fits an index", value(id)),
        }
    }
}

/// A requirement about the nodes of symbols.
pub(crate) fn requirement_of_ids<I: Scalar>(requirement: Requirement<I>, id: impl Fn(I) -> Id) -> Requirement<Id> {
    match requirement {
        Requirement::Positive { what, value } => Requirement::Positive { what, value: id(value) },
        Requirement::Divides { what, value, divisor } => {
            Requirement::Divides { what, value: id(value), divisor: id(divisor) }
        }
        Requirement::AtMost { what, value, most } => Requirement::AtMost { what, value: id(value), most: id(most) },
        Requirement::PowerOfTwo { what, value } => Requirement::PowerOfTwo { what, value: id(value) },
        Requirement::Coprime { negative, factor, size } => {
            Requirement::Coprime { negative, factor: id(factor), size: id(size) }
        }
        Requirement::Equal { left, left_size, right, right_size } => {
            Requirement::Equal { left, left_size: id(left_size), right, right_size: id(right_size) }
        }
    }
}
