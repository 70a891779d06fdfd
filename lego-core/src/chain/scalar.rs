//! The values that indices and sizes are made of: integers at run time, expressions in the compiler.

use core::fmt::Debug;
use core::ops::{Add, BitAnd, BitXor, Div, Mul, Rem, Shl, Shr, Sub};

/// A non-negative integer, or something that stands for one.
///
/// Every formula of the algebra is written once over this trait. With `u64` it computes a position; with the symbols of
/// `lego-lang` it writes the expression that computes it. Law: an implementation agrees with `u64` wherever no
/// operation of `u64` overflows, falls below zero or divides by zero.
///
/// The operators are those of Rust on non-negative integers: `/` rounds down.
pub trait Scalar:
    Copy
    + Debug
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + BitAnd<Output = Self>
    + BitXor<Output = Self>
    + Shl<Output = Self>
    + Shr<Output = Self>
{
    /// The answer to a comparison.
    type Truth: Copy + Debug;

    /// A constant of the world that `self` belongs to.
    #[must_use]
    fn lift(self, value: u64) -> Self;

    /// The number, if it is one.
    fn number(self) -> Option<u64>;

    /// `self < other`.
    fn less(self, other: Self) -> Self::Truth;

    /// Both answers are yes.
    fn both(one: Self::Truth, other: Self::Truth) -> Self::Truth;

    /// The answer, if it is settled.
    fn settled(truth: Self::Truth) -> Option<bool>;

    /// One of two values. Integers evaluate the chosen branch only, so the other need not have a value.
    fn choose(truth: Self::Truth, then: impl FnOnce() -> Self, otherwise: impl FnOnce() -> Self) -> Self;

    /// The largest `r` with `r·r <= self`.
    #[must_use]
    fn isqrt(self) -> Self;

    /// The entry at the place `self` of a list, which a law puts inside of it.
    #[must_use]
    fn look_up(self, entries: &[u64]) -> Self {
        match entries {
            [] => self.lift(0),
            [entry] => self.lift(*entry),
            _ => {
                let half = entries.len().next_power_of_two() / 2;
                let (low, high) = entries.split_at(half);
                let border = self.lift(half as u64);
                Self::choose(self.less(border), || self.look_up(low), || (self - border).look_up(high))
            }
        }
    }

    /// `self · other mod modulus`, also where the product does not fit.
    #[must_use]
    fn mul_mod(self, other: Self, modulus: Self) -> Self {
        self * other % modulus
    }

    /// The smaller of two.
    #[must_use]
    fn smaller(self, other: Self) -> Self {
        Self::choose(self.less(other), || self, || other)
    }

    /// The value itself, which a law puts below `extent`: for symbols, something to reckon with.
    #[must_use]
    fn within(self, extent: Self) -> Self {
        let _ = extent;
        self
    }

    /// Whether the value, a size, is known to be 0 wherever the size `other` is.
    fn vanishes_with(self, other: Self) -> bool {
        self == other || self.number() == Some(0) || other.number().is_some_and(|other| other > 0)
    }

    /// `self · other`, or `None` where the product is known not to fit.
    fn product(self, other: Self) -> Option<Self> {
        Some(self * other)
    }
}

impl Scalar for u64 {
    type Truth = bool;

    fn lift(self, value: u64) -> Self {
        value
    }

    fn number(self) -> Option<u64> {
        Some(self)
    }

    fn less(self, other: Self) -> bool {
        self < other
    }

    fn both(one: bool, other: bool) -> bool {
        one && other
    }

    fn settled(truth: bool) -> Option<bool> {
        Some(truth)
    }

    fn choose(truth: bool, then: impl FnOnce() -> Self, otherwise: impl FnOnce() -> Self) -> Self {
        if truth { then() } else { otherwise() }
    }

    fn isqrt(self) -> Self {
        u64::isqrt(self)
    }

    fn look_up(self, entries: &[u64]) -> Self {
        usize::try_from(self).ok().and_then(|place| entries.get(place)).copied().unwrap_or(0)
    }

    fn mul_mod(self, other: Self, modulus: Self) -> Self {
        (u128::from(self) * u128::from(other) % u128::from(modulus)) as u64
    }

    fn product(self, other: Self) -> Option<Self> {
        self.checked_mul(other)
    }
}
