//! The numbers that steps compute with: one number of 64 or of 128 bits, or a column of them.

use super::code::Code;

/// How many numbers a [`Column`] has.
pub(super) const LANES: usize = 32;

/// A register: a number in two's complement, or many.
///
/// Operations are total. Every step is taken, also those of branches that are not chosen: what has no value there is some
/// number.
pub(super) trait Word: Copy {
    /// The number that an immediate operand is written as.
    type Number: Copy;

    fn zero() -> Self;
    fn number(number: Self::Number) -> Self;
    fn operate(code: Code, a: Self, b: Self, immediate: Self::Number, divisor: u32) -> Self;
    fn choose(truth: Self, then: Self, otherwise: Self) -> Self;
    /// The entry at a place, some number outside of the list.
    fn look_up(entries: &[u64], place: Self) -> Self;
}

/// Operations of one number: of both widths the same, but for the types.
macro_rules! numbers {
    ($($unsigned:ty, $signed:ty;)*) => {$(
        impl Word for $unsigned {
            type Number = $unsigned;

            #[inline(always)]
            fn zero() -> Self {
                0
            }

            #[inline(always)]
            fn number(number: $unsigned) -> Self {
                number
            }

            #[inline(always)]
            fn operate(code: Code, a: Self, b: Self, reciprocal: $unsigned, divisor: u32) -> Self {
                let places = |b: $unsigned| u32::try_from(b).unwrap_or(u32::MAX);
                match code {
                    Code::Add => a.wrapping_add(b),
                    Code::Sub => a.wrapping_sub(b),
                    Code::Mul => a.wrapping_mul(b),
                    Code::Div => a.checked_div(b).unwrap_or(0),
                    Code::Rem => a.checked_rem(b).unwrap_or(0),
                    Code::And => a & b,
                    Code::Or => a | b,
                    Code::Xor => a ^ b,
                    Code::Shl => a.checked_shl(places(b)).unwrap_or(0),
                    Code::Shr => a.checked_shr(places(b)).unwrap_or(0),
                    Code::Min => a.min(b),
                    Code::Max => a.max(b),
                    Code::MinSigned => (a as $signed).min(b as $signed) as $unsigned,
                    Code::MaxSigned => (a as $signed).max(b as $signed) as $unsigned,
                    Code::Less => (a < b).into(),
                    Code::LessEqual => (a <= b).into(),
                    Code::LessSigned => ((a as $signed) < b as $signed).into(),
                    Code::LessEqualSigned => (a as $signed <= b as $signed).into(),
                    Code::Equal => (a == b).into(),
                    Code::NotEqual => (a != b).into(),
                    Code::DivSmall => quotient(a as u64, reciprocal as u64) as $unsigned,
                    Code::RemSmall => {
                        let quotient = quotient(a as u64, reciprocal as u64);
                        (a as u64).wrapping_sub(quotient.wrapping_mul(divisor.into())) as $unsigned
                    }
                    Code::Isqrt => a.isqrt(),
                    // Made by what runs the steps.
                    Code::Copy | Code::Choose | Code::LookUp => b,
                }
            }

            #[inline(always)]
            fn choose(truth: Self, then: Self, otherwise: Self) -> Self {
                if truth != 0 { then } else { otherwise }
            }

            #[inline(always)]
            fn look_up(entries: &[u64], place: Self) -> Self {
                usize::try_from(place).ok().and_then(|place| entries.get(place)).map_or(0, |&entry| entry.into())
            }
        }
    )*};
}
numbers! {
    u64, i64;
    u128, i128;
}

/// The quotient by the divisor whose reciprocal is given, both below 2^32.
///
/// With m = ⌈2^64 / d⌉ = (2^64 + e) / d for some e < d, and a = q·d + r: m·a / 2^64 = q + r/d + e·a/(d·2^64), where the last
/// summand is below 2^32/2^64, less than the 1/d that r/d may lack of 1.
#[inline(always)]
pub(super) fn quotient(a: u64, reciprocal: u64) -> u64 {
    ((u128::from(a) * u128::from(reciprocal)) >> 64) as u64
}

/// The reciprocal for [`quotient`] of a divisor from 2 to 2^32 - 1.
pub(super) fn reciprocal(divisor: u32) -> u64 {
    u64::MAX / u64::from(divisor) + 1
}

/// A number for each of many inputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<W>(pub(super) [W; LANES]);

impl<W: Word<Number = W>> Word for Column<W> {
    type Number = W;

    #[inline(always)]
    fn zero() -> Self {
        Self([W::zero(); LANES])
    }

    #[inline(always)]
    fn number(number: W) -> Self {
        Self([number; LANES])
    }

    #[inline(always)]
    fn operate(code: Code, a: Self, b: Self, immediate: W, divisor: u32) -> Self {
        // The match stands outside of the loop over the lanes: one loop for each code.
        macro_rules! each {
            ($($code:ident)*) => {
                match code {
                    $(Code::$code => Self(core::array::from_fn(|k| {
                        W::operate(Code::$code, a.0[k], b.0[k], immediate, divisor)
                    })),)*
                }
            };
        }
        each!(Add Sub Mul Div Rem And Or Xor Shl Shr Min Max MinSigned MaxSigned Less LessEqual LessSigned LessEqualSigned
            Equal NotEqual DivSmall RemSmall Isqrt LookUp Copy Choose)
    }

    #[inline(always)]
    fn choose(truth: Self, then: Self, otherwise: Self) -> Self {
        Self(core::array::from_fn(|k| W::choose(truth.0[k], then.0[k], otherwise.0[k])))
    }

    #[inline(always)]
    fn look_up(entries: &[u64], place: Self) -> Self {
        Self(place.0.map(|place| W::look_up(entries, place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_by_reciprocals_are_exact() {
        let near = |n: u64| [n.saturating_sub(1), n, n + 1];
        let divisors: std::vec::Vec<u32> = (2..300).chain([641, 65535, 65536, 65537, u32::MAX - 1, u32::MAX]).collect();
        for d in divisors {
            let wide = u64::from(d);
            let most = u64::from(u32::MAX);
            let last = most / wide * wide;
            let values = (0..400).chain(near(wide)).chain(near(2 * wide)).chain(near(last)).chain([most]);
            for a in values.filter(|&a| a <= most) {
                assert_eq!(quotient(a, reciprocal(d)), a / wide, "{a} / {d}");
                assert_eq!(u64::operate(Code::RemSmall, a, 0, reciprocal(d), d), a % wide, "{a} % {d}");
            }
        }
    }
}
