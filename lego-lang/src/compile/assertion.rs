//! The conditions on symbolic sizes that the engine relied on, to be asserted where the sizes have values.

use super::saturating::saturating;
use crate::text_range::TextRange;
use lego_core::algebra::{Requirement, Scalar};
use lego_expr::print::{Names, Plain, print};
use lego_expr::{Arena, Id, Op};

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
    /// what the algebra requires.
    Requirement(Requirement<Id>),
    /// A fact of the `where` clause, with its text.
    Fact(String, Id),
    /// A value fits the index type.
    Fits(String, Id),
}

impl Condition {
    /// The call of the function of `lego_core::check` that checks this, as Rust text on `u128` values: `divides("M / 64",
    /// M, 64)`.
    ///
    /// Sums and products saturate, so that no size makes the check itself overflow.
    #[must_use]
    pub fn call(&self, arena: &Arena, names: &dyn Names) -> String {
        let value = |id: &Id| saturating(arena, *id, names);
        match self {
            Self::Requirement(Requirement::Positive { what, value: v }) => format!("positive({what:?}, {})", value(v)),
            Self::Requirement(Requirement::Divides { what, value: v, divisor }) => {
                format!("divides({what:?}, {}, {})", value(v), value(divisor))
            }
            Self::Requirement(Requirement::AtMost { what, value: v, most }) => {
                format!("at_most({what:?}, {}, {})", value(v), value(most))
            }
            Self::Requirement(Requirement::PowerOfTwo { what, value: v }) => {
                format!("power_of_two({what:?}, {})", value(v))
            }
            Self::Requirement(Requirement::Coprime { negative, factor, size }) => {
                let sign = if *negative { "-" } else { "" };
                format!("coprime({sign}(({}) as i128), {})", value(factor), value(size))
            }
            Self::Requirement(Requirement::Equal { left, left_size, right, right_size }) => {
                format!("equal({left:?}, {}, {right:?}, {})", value(left_size), value(right_size))
            }
            Self::Fact(text, truth) => {
                let holds = arena.number(*truth).map_or_else(|| value(truth), |settled| (settled != 0).to_string());
                format!("fact({text:?}, {holds})")
            }
            Self::Fits(what, id) => format!("fits({what:?}, {}, ::core::primitive::usize::MAX as u128)", value(id)),
        }
    }

    /// The value that has to fit, as Rust text on `u128` that saturates; `None` for another condition.
    #[must_use]
    pub fn value(&self, arena: &Arena, names: &dyn Names) -> Option<String> {
        match self {
            Self::Fits(_, id) => Some(saturating(arena, *id, names)),
            _ => None,
        }
    }

    /// The condition in words, with the arena's names.
    #[must_use]
    pub fn describe(&self, arena: &Arena) -> String {
        let value = |id: &Id| print(arena, &[*id], &Plain, "t", &|_| false).values.remove(0);
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
            Self::Fits(_, id) => format!("{} fits an index", value(id)),
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
