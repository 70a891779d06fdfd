//! Products: a number times powers of unknowns.

use alloc::vec::Vec;

/// An unknown that is at least 1, by its number in a [`Context`](super::Context).
pub(super) type UnknownId = usize;

/// `coefficient · x^a · y^b · …`; 0 has no unknowns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub(super) coefficient: i64,
    /// By growing number of the unknown, powers from 1 on.
    pub(super) factors: Vec<(UnknownId, u32)>,
}

/// A product goes beyond 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

impl Term {
    /// A number.
    #[must_use]
    pub const fn number(value: i64) -> Self {
        Self { coefficient: value, factors: Vec::new() }
    }

    pub(super) fn atom(atom: UnknownId) -> Self {
        Self { coefficient: 1, factors: alloc::vec![(atom, 1)] }
    }

    /// The number, if there are no unknowns.
    #[must_use]
    pub fn as_number(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.coefficient)
    }

    /// Whether it is below 0 for all values of the unknowns, which are at least 1.
    #[must_use]
    pub const fn is_negative(&self) -> bool {
        self.coefficient < 0
    }

    pub(super) fn is(&self, value: i64) -> bool {
        self.as_number() == Some(value)
    }

    pub(super) fn times(&self, other: &Self) -> Result<Self, TooLarge> {
        let coefficient = self.coefficient.checked_mul(other.coefficient).ok_or(TooLarge)?;
        if coefficient == 0 {
            return Ok(Self::number(0));
        }
        let mut factors = self.factors.clone();
        for &(atom, power) in &other.factors {
            match factors.binary_search_by_key(&atom, |factor| factor.0) {
                Ok(at) => factors[at].1 = factors[at].1.checked_add(power).ok_or(TooLarge)?,
                Err(at) => factors.insert(at, (atom, power)),
            }
        }
        Ok(Self { coefficient, factors })
    }

    /// The same factor a number of times.
    pub(super) fn power(&self, power: u32) -> Result<Self, TooLarge> {
        let coefficient = self.coefficient.checked_pow(power).ok_or(TooLarge)?;
        let factors = self.factors.iter().map(|&(atom, own)| Some((atom, own.checked_mul(power)?)));
        Ok(Self { coefficient, factors: factors.collect::<Option<_>>().ok_or(TooLarge)? })
    }

    /// The quotient, if the divisor divides for all values of the unknowns by its form.
    pub(super) fn exactly(&self, by: &Self) -> Option<Self> {
        if self.coefficient.checked_rem(by.coefficient) != Some(0) {
            return None;
        }
        if self.coefficient == 0 {
            return Some(Self::number(0));
        }
        let coefficient = self.coefficient.checked_div(by.coefficient)?;
        let mut factors = self.factors.clone();
        for &(atom, power) in &by.factors {
            let at = factors.binary_search_by_key(&atom, |factor| factor.0).ok()?;
            factors[at].1 = factors[at].1.checked_sub(power)?;
        }
        factors.retain(|factor| factor.1 > 0);
        Some(Self { coefficient, factors })
    }

    /// What both have as a factor, with a positive number.
    pub(super) fn common(&self, other: &Self) -> Self {
        let power = |atom| other.factors.iter().find(|factor| factor.0 == atom).map_or(0, |factor| factor.1);
        let factors = self.factors.iter().map(|&(atom, own)| (atom, own.min(power(atom))));
        Self {
            coefficient: gcd(self.coefficient, other.coefficient).max(1),
            factors: factors.filter(|factor| factor.1 > 0).collect(),
        }
    }
}

/// The greatest common divisor, from 0 on.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}
