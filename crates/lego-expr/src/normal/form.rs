//! The forms of atoms, which no sum of products expresses, and truths.

use crate::graph::node::{Comparison, Op};
use crate::normal::polynomial::{AtomId, Polynomial};

/// What an atom is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Variable(u32),
    /// `M / d` for a size M that a fact says d divides: M stands for `d · this`.
    Share {
        size: AtomId,
        divisor: Polynomial,
    },
    Quotient(Polynomial, Polynomial),
    Remainder(Polynomial, Polynomial),
    Product(Polynomial, Polynomial),
    /// `And`, `Or`, `Xor`, `Shl`, `Shr`, `Min`, `Max`
    Binary(Op, Polynomial, Polynomial),
    Choice(Predicate, Polynomial, Polynomial),
    Isqrt(Polynomial),
    /// The entry of a list at a place.
    LookUp(u32, Polynomial),
    /// The first, which is below the second by a law, but not by its bounds.
    Within(Polynomial, Polynomial),
    Call {
        function: u32,
        part: u32,
        arguments: Vec<Polynomial>,
    },
}

impl Form {
    /// Calls with every sum that the value of an atom is made of.
    pub(crate) fn for_each_part(&self, with: &mut impl FnMut(&Polynomial)) {
        match self {
            Self::Variable(_) => {}
            Self::Share { divisor, .. } => with(divisor),
            Self::Quotient(a, b) | Self::Remainder(a, b) | Self::Product(a, b) | Self::Binary(_, a, b) => {
                with(a);
                with(b);
            }
            Self::Choice(truth, a, b) => {
                truth.for_each_part(with);
                with(a);
                with(b);
            }
            Self::Isqrt(a) | Self::LookUp(_, a) | Self::Within(a, _) => with(a),
            Self::Call { arguments, .. } => arguments.iter().for_each(with),
        }
    }
}

/// What a truth is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Predicate {
    Settled(bool),
    Compare(Comparison, Polynomial, Polynomial),
    And(Box<Predicate>, Box<Predicate>),
    Or(Box<Predicate>, Box<Predicate>),
}

impl Predicate {
    pub(crate) fn for_each_part(&self, with: &mut impl FnMut(&Polynomial)) {
        match self {
            Self::Settled(_) => {}
            Self::Compare(_, a, b) => {
                with(a);
                with(b);
            }
            Self::And(a, b) | Self::Or(a, b) => {
                a.for_each_part(with);
                b.for_each_part(with);
            }
        }
    }

    /// How many comparisons it is made of.
    pub(crate) fn len(&self) -> usize {
        let mut parts = 0;
        self.for_each_part(&mut |_| parts += 1);
        parts / 2
    }

    pub(crate) fn and(a: Self, b: Self) -> Self {
        match (a, b) {
            (Self::Settled(false), _) | (_, Self::Settled(false)) => Self::Settled(false),
            (Self::Settled(true), other) | (other, Self::Settled(true)) => other,
            (a, b) if a == b => a,
            (a, b) => Self::And(Box::new(a), Box::new(b)),
        }
    }

    pub(crate) fn or(a: Self, b: Self) -> Self {
        Self::and(a.negated(), b.negated()).negated()
    }

    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Settled(truth) => Self::Settled(!truth),
            Self::Compare(comparison, a, b) => {
                let (comparison, exchanged) = comparison.negated();
                if exchanged { Self::Compare(comparison, b, a) } else { Self::Compare(comparison, a, b) }
            }
            Self::And(a, b) => Self::Or(Box::new(a.negated()), Box::new(b.negated())),
            Self::Or(a, b) => Self::And(Box::new(a.negated()), Box::new(b.negated())),
        }
    }
}
