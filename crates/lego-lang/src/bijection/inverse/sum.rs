//! Sums over digits: what a closure computes, and in which range.

use crate::polynomial::{Polynomial, VariableId, is_natural, weight};
use crate::syntax::Comparison;
use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// A sum of terms and a constant; coefficients and constant are polynomials of the sizes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    pub(super) constant: Polynomial,
    /// Each atom once, none with the coefficient 0.
    pub(super) terms: Vec<(Polynomial, SharedAtom)>,
}

/// An atom, shared by the sums that have it. That two differ shows without a look at all that is in them.
#[derive(Clone, Debug)]
pub(super) struct SharedAtom(Rc<(u64, DigitAtom)>);

impl SharedAtom {
    pub(super) fn new(atom: DigitAtom) -> Self {
        let mut hasher = DefaultHasher::new();
        atom.hash(&mut hasher);
        Self(Rc::new((hasher.finish(), atom)))
    }
}

impl Deref for SharedAtom {
    type Target = DigitAtom;

    fn deref(&self) -> &DigitAtom {
        &self.0.1
    }
}

impl PartialEq for SharedAtom {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || *self.0 == *other.0
    }
}

impl Eq for SharedAtom {}

impl Hash for SharedAtom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.0.hash(state);
    }
}

/// What a sum is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum DigitAtom {
    /// A digit of an index, by its number.
    Digit(usize),
    /// The remainder by a size, never below zero.
    Remainder(Sum, Polynomial),
    /// The quotient by a size, rounded down.
    Quotient(Sum, Polynomial),
    /// The exclusive or of two that are not below zero.
    Xor(Sum, Sum),
    /// A product.
    Product(Sum, Sum),
    /// The smaller or, if `true`, the larger of two.
    Extremum(bool, Sum, Sum),
    /// The one where a condition holds, else the other.
    Choice(Condition, Sum, Sum),
}

/// A condition on sums.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Condition {
    Compare(Comparison, Sum, Sum),
    Both(Rc<Condition>, Rc<Condition>),
    Either(Rc<Condition>, Rc<Condition>),
    Not(Rc<Condition>),
}

impl Sum {
    pub(super) fn constant(constant: Polynomial) -> Self {
        Self { constant, terms: Vec::new() }
    }

    pub(super) fn number(value: i128) -> Self {
        Self::constant(Polynomial::constant(value))
    }

    pub(super) fn atom(atom: DigitAtom) -> Self {
        Self { constant: Polynomial::default(), terms: vec![(Polynomial::constant(1), SharedAtom::new(atom))] }
    }

    /// The size that it is, if no digit takes part.
    pub(super) fn as_size(&self) -> Option<&Polynomial> {
        self.terms.is_empty().then_some(&self.constant)
    }

    pub(super) fn as_number(&self) -> Option<i128> {
        self.as_size()?.number()
    }

    /// Adds a term.
    pub(super) fn add_term(&mut self, coefficient: &Polynomial, atom: &SharedAtom) -> Option<()> {
        /// More terms than any layout's closure needs.
        const TERMS: usize = 64;
        match self.terms.iter().position(|(_, known)| known == atom) {
            Some(at) => {
                let sum = self.terms[at].0.plus(coefficient).ok()?;
                if sum.is_zero() {
                    self.terms.remove(at);
                } else {
                    self.terms[at].0 = sum;
                }
            }
            None if coefficient.is_zero() => {}
            None => self.terms.push((coefficient.clone(), atom.clone())),
        }
        (self.terms.len() <= TERMS).then_some(())
    }

    pub(super) fn add(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.plus(&other.constant).ok()?;
        for (coefficient, atom) in &other.terms {
            sum.add_term(coefficient, atom)?;
        }
        Some(sum)
    }

    pub(super) fn scaled(&self, factor: &Polynomial) -> Option<Self> {
        if factor.is_zero() {
            return Some(Self::default());
        }
        let terms = self.terms.iter().map(|(coefficient, atom)| Some((coefficient.times(factor).ok()?, atom.clone())));
        Some(Self { constant: self.constant.times(factor).ok()?, terms: terms.collect::<Option<_>>()? })
    }

    pub(super) fn sub(&self, other: &Self) -> Option<Self> {
        self.add(&other.scaled(&Polynomial::constant(-1))?)
    }

    /// Quotient and rest by a size: `self == divisor·quotient + rest`, the rest without what the divisor divides.
    pub(super) fn split(&self, divisor: &Polynomial) -> Option<(Self, Self)> {
        let (quotient, rest) = match (divisor.number(), self.constant.exact_quotient(divisor)) {
            (Some(divisor), _) => self.constant.div_rem(divisor),
            (None, Some(quotient)) => (quotient, Polynomial::default()),
            (None, None) => (Polynomial::default(), self.constant.clone()),
        };
        let (mut quotient, mut rest) = (Self::constant(quotient), Self::constant(rest));
        for (coefficient, atom) in &self.terms {
            match coefficient.exact_quotient(divisor) {
                Some(whole) => quotient.add_term(&whole, atom)?,
                None => rest.add_term(coefficient, atom)?,
            }
        }
        Some((quotient, rest))
    }
}

impl Sum {
    /// Whether it has more than so many parts, written out.
    pub(super) fn is_longer(&self, most: usize) -> bool {
        self.counted(most).is_none()
    }

    /// What is left of a number of parts.
    fn counted(&self, left: usize) -> Option<usize> {
        self.terms.iter().try_fold(left, |left, (_, atom)| {
            let left = left.checked_sub(1)?;
            let left = atom.parts().try_fold(left, |left, part| part.counted(left))?;
            match &**atom {
                DigitAtom::Choice(condition, ..) => condition.counted(left),
                _ => Some(left),
            }
        })
    }
}

impl Condition {
    /// As [`Sum::is_longer`].
    pub(super) fn is_longer(&self, most: usize) -> bool {
        self.counted(most).is_none()
    }

    fn counted(&self, left: usize) -> Option<usize> {
        let left = left.checked_sub(1)?;
        match self {
            Self::Compare(_, a, b) => b.counted(a.counted(left)?),
            Self::Both(a, b) | Self::Either(a, b) => b.counted(a.counted(left)?),
            Self::Not(a) => a.counted(left),
        }
    }
}

impl DigitAtom {
    /// The sums in it, but for those of a condition.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Sum> {
        let (one, other) = match self {
            Self::Digit(_) => (None, None),
            Self::Remainder(sum, _) | Self::Quotient(sum, _) => (Some(sum), None),
            Self::Xor(a, b) | Self::Product(a, b) | Self::Extremum(_, a, b) | Self::Choice(_, a, b) => {
                (Some(a), Some(b))
            }
        };
        one.into_iter().chain(other)
    }
}

/// The digits of all indices.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    pub(super) digits: Vec<Digit>,
    /// The sizes that are at least 1, by the numbers of their variables.
    pub(super) positive: Vec<VariableId>,
    /// The number of axes.
    pub(super) rank: usize,
    /// The work that proofs may still take.
    left: Cell<usize>,
}

/// So much work is taken for the proofs about a closure before it is given up: less than a second where nothing is optimised.
const WORK: usize = 1 << 18;

/// A digit: index `axis` is the sum of weight·digit over its digits.
#[derive(Clone, Debug)]
pub(super) struct Digit {
    pub(super) axis: usize,
    pub(super) weight: Polynomial,
    pub(super) extent: Polynomial,
}

/// The smallest and the largest value.
pub(super) type Range = (Polynomial, Polynomial);

impl Digits {
    pub(super) fn new(rank: usize) -> Self {
        Self { digits: Vec::new(), positive: Vec::new(), rank, left: Cell::new(WORK) }
    }

    /// Counts work.
    fn spend(&self, work: usize) -> Option<()> {
        self.left.set(self.left.get().checked_sub(work)?);
        Some(())
    }

    /// Cuts a digit in two: the lower one below `at`.
    pub(super) fn cut(&mut self, digit: usize, at: &Polynomial) -> Option<()> {
        let lower = self.digits[digit].clone();
        let upper =
            Digit { axis: lower.axis, weight: lower.weight.times(at).ok()?, extent: lower.extent.exact_quotient(at)? };
        self.digits[digit].extent = at.clone();
        self.digits.push(upper);
        Some(())
    }

    /// An index as the sum of its digits.
    pub(super) fn index(&self, axis: usize) -> Sum {
        let own = self.digits.iter().enumerate().filter(|(_, digit)| digit.axis == axis);
        let terms = own.map(|(k, digit)| (digit.weight.clone(), SharedAtom::new(DigitAtom::Digit(k)))).collect();
        Sum { constant: Polynomial::default(), terms }
    }

    pub(super) fn is_natural(&self, value: &Polynomial) -> bool {
        self.spend(weight(value)).is_some() && is_natural(value, &self.positive)
    }

    pub(super) fn is_at_most(&self, value: &Polynomial, most: &Polynomial) -> bool {
        most.minus(value).is_ok_and(|room| self.is_natural(&room))
    }

    /// The range of a sum, as far as it is known.
    pub(super) fn range(&self, sum: &Sum) -> Option<Range> {
        let (mut least, mut most) = (sum.constant.clone(), sum.constant.clone());
        for (coefficient, atom) in &sum.terms {
            self.spend(1)?;
            let (low, high) = self.atom_range(atom)?;
            let ends = (coefficient.times(&low).ok()?, coefficient.times(&high).ok()?);
            let (low, high) = if self.is_natural(coefficient) {
                ends
            } else if self.is_natural(&coefficient.negated().ok()?) {
                (ends.1, ends.0)
            } else {
                return None;
            };
            (least, most) = (least.plus(&low).ok()?, most.plus(&high).ok()?);
        }
        Some((least, most))
    }

    pub(super) fn atom_range(&self, atom: &DigitAtom) -> Option<Range> {
        let one = Polynomial::constant(1);
        Some(match atom {
            DigitAtom::Digit(k) => (Polynomial::default(), self.digits[*k].extent.minus(&one).ok()?),
            DigitAtom::Remainder(_, size) => (Polynomial::default(), size.minus(&one).ok()?),
            DigitAtom::Quotient(sum, size) => {
                let (least, most) = self.range(sum)?;
                match (least.number(), most.number(), size.number()) {
                    (Some(least), Some(most), Some(size)) => {
                        (Polynomial::constant(least.div_euclid(size)), Polynomial::constant(most.div_euclid(size)))
                    }
                    _ if self.is_natural(&least) => match most.plus(&one).ok()?.exact_quotient(size) {
                        Some(end) => (Polynomial::default(), end.minus(&one).ok()?),
                        None => (Polynomial::default(), most),
                    },
                    _ => return None,
                }
            }
            DigitAtom::Xor(a, b) => {
                let most = self.range(a)?.1.number()?.max(self.range(b)?.1.number()?);
                (Polynomial::default(), Polynomial::constant((1_i128 << bits(most)?) - 1))
            }
            DigitAtom::Product(a, b) => {
                let ((low, high), (least, most)) = (self.range(a)?, self.range(b)?);
                if !self.is_natural(&low) || !self.is_natural(&least) {
                    return None;
                }
                (low.times(&least).ok()?, high.times(&most).ok()?)
            }
            DigitAtom::Extremum(_, a, b) | DigitAtom::Choice(_, a, b) => {
                let (one, other) = (self.range(a)?, self.range(b)?);
                let least = if self.is_at_most(&one.0, &other.0) {
                    one.0
                } else if self.is_at_most(&other.0, &one.0) {
                    other.0
                } else {
                    return None;
                };
                let most = if self.is_at_most(&one.1, &other.1) {
                    other.1
                } else if self.is_at_most(&other.1, &one.1) {
                    one.1
                } else {
                    return None;
                };
                (least, most)
            }
        })
    }

    /// Whether a sum lies in `0..size`.
    pub(super) fn is_below(&self, sum: &Sum, size: &Polynomial) -> bool {
        let one = Polynomial::constant(1);
        self.range(sum).is_some_and(|(least, most)| {
            self.is_natural(&least) && most.plus(&one).is_ok_and(|end| self.is_at_most(&end, size))
        })
    }
}

/// How many bits a number takes; none that is below zero or near the end of what there is.
pub(super) fn bits(value: i128) -> Option<u32> {
    let value = u64::try_from(value).ok()?;
    Some(64 - value.leading_zeros())
}
