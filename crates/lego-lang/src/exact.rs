//! Integers that say why they do not exist instead of panicking.

use crate::syntax::Comparison;
use lego_core::chain::Scalar;
use std::fmt;
use std::ops::{Add, BitAnd, BitXor, Div, Mul, Rem, Shl, Shr, Sub};

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Undefined {
    /// A division or remainder by zero.
    DivisionByZero,
    /// A division, remainder, shift or bit operation of a number below zero.
    BelowZero,
    /// A number beyond 128 bits.
    Overflow,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DivisionByZero => "a division by zero",
            Self::BelowZero => "an operation on a number below zero",
            Self::Overflow => "an overflow",
        })
    }
}

/// An exact integer, or the reason why there is none.
///
/// `+`, `-` and `*` are those of the integers and may pass below zero. `/`, `%`, shifts and bit operations are those of
/// Rust on non-negative integers and have no value elsewhere. What is computed from no value has none, unless it is not
/// needed: a choice has the value of the branch taken.
///
/// ```
/// use lego_lang::{Exact, Undefined};
/// let [two, five] = [2_i128, 5].map(Exact::from);
/// assert_eq!((two - five + five).value(), Ok(2));
/// assert_eq!(((two - five) / two).value(), Err(Undefined::BelowZero));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact(Result<i128, Undefined>);

impl Exact {
    /// The integer.
    ///
    /// # Errors
    /// Why there is none.
    pub const fn value(self) -> Result<i128, Undefined> {
        self.0
    }

    /// Both numbers, if neither is below zero.
    fn naturals(self, other: Self) -> Result<(i128, i128), Undefined> {
        match (self.0?, other.0?) {
            (one, other) if one < 0 || other < 0 => Err(Undefined::BelowZero),
            both => Ok(both),
        }
    }

    /// A number that is not below zero and one that can divide it.
    fn dividend(self, other: Self) -> Result<(i128, i128), Undefined> {
        match self.naturals(other)? {
            (_, 0) => Err(Undefined::DivisionByZero),
            both => Ok(both),
        }
    }

    /// The quotient, rounded up.
    #[must_use]
    pub fn ceil_div(self, other: Self) -> Self {
        Self(self.dividend(other).map(|(a, b)| a / b + i128::from(a % b != 0)))
    }

    /// `self | other`.
    #[must_use]
    pub fn bit_or(self, other: Self) -> Self {
        Self(self.naturals(other).map(|(a, b)| a | b))
    }

    /// The answer to a comparison.
    ///
    /// # Errors
    /// Why there is none.
    pub fn compare(self, comparison: Comparison, other: Self) -> Result<bool, Undefined> {
        Ok(comparison.holds(self.0?, other.0?))
    }

    fn checked(self, other: Self, operation: fn(i128, i128) -> Option<i128>) -> Self {
        match (self.0, other.0) {
            (Ok(a), Ok(b)) => Self(operation(a, b).ok_or(Undefined::Overflow)),
            (Err(why), _) | (_, Err(why)) => Self(Err(why)),
        }
    }
}

impl From<i128> for Exact {
    fn from(value: i128) -> Self {
        Self(Ok(value))
    }
}

impl From<u64> for Exact {
    fn from(value: u64) -> Self {
        Self(Ok(value.into()))
    }
}

impl From<Undefined> for Exact {
    fn from(why: Undefined) -> Self {
        Self(Err(why))
    }
}

impl Add for Exact {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.checked(other, i128::checked_add)
    }
}

impl Sub for Exact {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.checked(other, i128::checked_sub)
    }
}

impl Mul for Exact {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self.checked(other, i128::checked_mul)
    }
}

impl Div for Exact {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        Self(self.dividend(other).map(|(a, b)| a / b))
    }
}

impl Rem for Exact {
    type Output = Self;

    fn rem(self, other: Self) -> Self {
        Self(self.dividend(other).map(|(a, b)| a % b))
    }
}

impl BitAnd for Exact {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.naturals(other).map(|(a, b)| a & b))
    }
}

impl BitXor for Exact {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.naturals(other).map(|(a, b)| a ^ b))
    }
}

impl Shl for Exact {
    type Output = Self;

    fn shl(self, other: Self) -> Self {
        Self(self.naturals(other).and_then(|(a, b)| match b {
            _ if a == 0 => Ok(0),
            0..=126 => a.checked_mul(1 << b).ok_or(Undefined::Overflow),
            _ => Err(Undefined::Overflow),
        }))
    }
}

impl Shr for Exact {
    type Output = Self;

    fn shr(self, other: Self) -> Self {
        Self(self.naturals(other).map(|(a, b)| if b < 127 { a >> b } else { 0 }))
    }
}

impl Scalar for Exact {
    type Truth = Result<bool, Undefined>;

    fn lift(self, value: u64) -> Self {
        value.into()
    }

    fn number(self) -> Option<u64> {
        u64::try_from(self.0.ok()?).ok()
    }

    fn less(self, other: Self) -> Self::Truth {
        self.compare(Comparison::Less, other)
    }

    fn both(one: Self::Truth, other: Self::Truth) -> Self::Truth {
        // As `&&` does: the right side counts only where the left one is yes.
        if one == Ok(true) { other } else { one }
    }

    fn settled(truth: Self::Truth) -> Option<bool> {
        truth.ok()
    }

    fn choose(truth: Self::Truth, then: impl FnOnce() -> Self, otherwise: impl FnOnce() -> Self) -> Self {
        match truth {
            Ok(true) => then(),
            Ok(false) => otherwise(),
            Err(why) => why.into(),
        }
    }

    fn isqrt(self) -> Self {
        Self(self.0.and_then(|value| value.checked_isqrt().ok_or(Undefined::BelowZero)))
    }

    fn look_up(self, entries: &[u64]) -> Self {
        match self.0 {
            Ok(place) => {
                let entry = usize::try_from(place).ok().and_then(|place| entries.get(place));
                entry.map_or(Self(Err(Undefined::Overflow)), |&entry| entry.into())
            }
            Err(why) => why.into(),
        }
    }

    fn mul_mod(self, other: Self, modulus: Self) -> Self {
        // Factors of 64 bits are reduced without an intermediate overflow.
        match (self.number(), other.number(), modulus.number()) {
            (Some(a), Some(b), Some(m)) if m > 0 => a.mul_mod(b, m).into(),
            _ => self * other % modulus,
        }
    }

    fn product(self, other: Self) -> Option<Self> {
        // A size beyond 64 bits fits no index.
        let product = self * other;
        product.number().map(|_| product)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_u64_where_that_has_a_value() {
        let numbers = [0_u64, 1, 2, 3, 7, 8, 63, 64, 1000, u64::from(u32::MAX)];
        for a in numbers {
            for b in numbers {
                let (x, y) = (Exact::from(a), Exact::from(b));
                let same = |found: Exact, wanted: Option<u64>| {
                    if let Some(wanted) = wanted {
                        assert_eq!(found, wanted.into(), "{a} {b}");
                    }
                };
                same(x + y, a.checked_add(b));
                same(x - y, a.checked_sub(b));
                same(x * y, a.checked_mul(b));
                same(x / y, a.checked_div(b));
                same(x % y, a.checked_rem(b));
                same(x & y, Some(a & b));
                same(x ^ y, Some(a ^ b));
                same(x.bit_or(y), Some(a | b));
                same(x >> y, u32::try_from(b).ok().map(|b| a.checked_shr(b).unwrap_or(0)));
                same(x.ceil_div(y), (b > 0).then(|| a.div_ceil(b)));
                if b < 30 {
                    same(x << y, Some(a << b));
                }
                assert_eq!(x.less(y), Ok(a < b));
                same(x.isqrt(), Some(u64::isqrt(a)));
            }
        }
    }

    #[test]
    fn says_why_there_is_no_number() {
        let [minus, zero, one, huge] = [-1, 0, 1, i128::MAX].map(Exact::from);
        assert_eq!((one / zero).value(), Err(Undefined::DivisionByZero));
        assert_eq!((one % zero).value(), Err(Undefined::DivisionByZero));
        for below in [minus / one, minus % one, minus & one, minus ^ one, minus << one, one >> minus, minus.isqrt()] {
            assert_eq!(below.value(), Err(Undefined::BelowZero));
        }
        assert_eq!((huge + one).value(), Err(Undefined::Overflow));
        assert_eq!((one << Exact::from(200_u64)).value(), Err(Undefined::Overflow));
        assert_eq!((one >> Exact::from(200_u64)).value(), Ok(0));
        let no = one / zero;
        assert_eq!(no + one, no);
        assert_eq!(Exact::choose(zero.less(one), || one, || no), one);
        assert_eq!(Exact::choose(no.less(one), || one, || one), no);
        assert_eq!(Exact::both(one.less(zero), no.less(one)), Ok(false));
        assert_eq!(one.product(Exact::from(1_i128 << 64)), None);
    }
}
