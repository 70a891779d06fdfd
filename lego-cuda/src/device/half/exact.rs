//! What the instructions of two-byte numbers compute, in `f64`, rounded once.
//!
//! A product of two is exact in `f64`. A sum need not be; then its last digit is made odd, which says on which side of a
//! number of fewer digits, or of the middle between two, the exact sum lies (Boldo and Melquiond, 2008).

use half::{bf16, f16};

/// A format of 16 bits.
pub(super) trait Format: Copy {
    /// The digits behind the point.
    const DIGITS: u32;
    /// The exponent of the smallest number with all digits.
    const LEAST: i32;

    fn bits(self) -> u16;
    fn of_bits(bits: u16) -> Self;
    fn number(self) -> f64;
}

impl Format for f16 {
    const DIGITS: u32 = 10;
    const LEAST: i32 = -14;

    fn bits(self) -> u16 {
        self.to_bits()
    }
    fn of_bits(bits: u16) -> Self {
        Self::from_bits(bits)
    }
    fn number(self) -> f64 {
        self.to_f64()
    }
}

impl Format for bf16 {
    const DIGITS: u32 = 7;
    const LEAST: i32 = -126;

    fn bits(self) -> u16 {
        self.to_bits()
    }
    fn of_bits(bits: u16) -> Self {
        Self::from_bits(bits)
    }
    fn number(self) -> f64 {
        self.to_f64()
    }
}

/// What is no number.
const NONE: u16 = 0x7fff;

/// The number that is nearest, of two the even one.
pub(super) fn rounded<H: Format>(value: f64) -> H {
    if value.is_nan() {
        return H::of_bits(NONE);
    }
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let infinite = 0x7fff & !((1 << H::DIGITS) - 1);
    let bits = value.to_bits();
    // The value is `significand` times 2^(exponent - 52). One below 2^-1022 is 0 here.
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
    let significand = bits & ((1 << 52) - 1) | 1 << 52;
    let at_least = exponent.max(H::LEAST);
    let dropped = (52 - H::DIGITS as i32 + at_least - exponent) as u32;
    if exponent > 127 {
        return H::of_bits(sign | infinite);
    }
    if exponent == -1023 || dropped > 54 {
        return H::of_bits(sign);
    }
    let (kept, rest, half) = (significand >> dropped, significand & ((1 << dropped) - 1), 1 << (dropped - 1));
    let up = rest > half || rest == half && kept & 1 == 1;
    // The digit before the point counts as one in the exponent, and so does a carry.
    let size = (((at_least - H::LEAST) as u64) << H::DIGITS) + kept + u64::from(up);
    H::of_bits(sign | size.min(infinite.into()) as u16)
}

/// `a * b + c`.
pub(super) fn fused<H: Format>(a: H, b: H, c: H) -> H {
    let (product, term) = (a.number() * b.number(), c.number());
    let sum = product + term;
    // What the sum lacks (Knuth's two-sum).
    let part = sum - product;
    let rest = (product - (sum - part)) + (term - part);
    let is_even = sum.to_bits() & 1 == 0;
    if rest == 0.0 || rest.is_nan() || !is_even {
        return rounded(sum);
    }
    // Away from 0 or towards it: the next number of that side, which is odd.
    let towards = if (rest > 0.0) == (sum > 0.0) { 1 } else { u64::MAX };
    rounded(f64::from_bits(sum.to_bits().wrapping_add(towards)))
}

pub(super) fn sum<H: Format>(a: H, b: H) -> H {
    fused(a, rounded(1.0), b)
}

pub(super) fn difference<H: Format>(a: H, b: H) -> H {
    fused(b, rounded(-1.0), a)
}

pub(super) fn product<H: Format>(a: H, b: H) -> H {
    fused(a, b, rounded(-0.0))
}

pub(super) fn smaller<H: Format>(a: H, b: H) -> H {
    chosen(a, b, |a, b| a < b)
}

pub(super) fn larger<H: Format>(a: H, b: H) -> H {
    chosen(a, b, |a, b| a > b)
}

/// The one that comes first in an order of the numbers; -0 is smaller than +0.
fn chosen<H: Format>(a: H, b: H, is_first: impl Fn(f64, f64) -> bool) -> H {
    match (a.number().is_nan(), b.number().is_nan()) {
        (true, true) => H::of_bits(NONE),
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            let zero = |x: H| if x.bits() & 0x8000 == 0 { 0.5 } else { -0.5 };
            let both_zero = (a.bits() | b.bits()) & 0x7fff == 0;
            let (x, y) = if both_zero { (zero(a), zero(b)) } else { (a.number(), b.number()) };
            if is_first(y, x) { b } else { a }
        }
    }
}
