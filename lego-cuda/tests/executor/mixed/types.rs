//! Numbers as they are stored: the bits of each type, and what they stand for.

use random::Random;

/// How an element is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Type {
    Signed(u32),
    Unsigned(u32),
    /// Bits of the exponent, of the fraction, and the exponent's bias.
    Float(u32, u32, i32),
}

pub(super) use Type::{Float, Signed, Unsigned};

pub(super) const E4M3: Type = Float(4, 3, 7);
pub(super) const E5M2: Type = Float(5, 2, 15);
pub(super) const E4M3B15: Type = Float(4, 3, 15);
pub(super) const E2M1: Type = Float(2, 1, 1);
pub(super) const F16: Type = Float(5, 10, 15);
pub(super) const BF16: Type = Float(8, 7, 127);
pub(super) const F32: Type = Float(8, 23, 127);
pub(super) const F64: Type = Float(11, 52, 1023);

impl Type {
    pub(super) fn bits(self) -> u32 {
        match self {
            Signed(bits) | Unsigned(bits) => bits,
            Float(exponent, fraction, _) => 1 + exponent + fraction,
        }
    }

    /// The number that a code stands for; none where that is no number.
    pub(super) fn value(self, code: u64) -> Option<f64> {
        match self {
            Unsigned(_) => Some(code as f64),
            Signed(bits) => Some((code << (64 - bits)) as i64 as f64 / 2f64.powi(64 - bits as i32)),
            Float(exponent, fraction, bias) => {
                let (mantissa, power) = (code & ((1 << fraction) - 1), code >> fraction & ((1 << exponent) - 1));
                if power == (1 << exponent) - 1 && exponent != 2 {
                    return None;
                }
                let sign = if code >> (exponent + fraction) & 1 == 1 { -1.0 } else { 1.0 };
                let (whole, power) = if power == 0 { (0, 1) } else { (1 << fraction, power as i32) };
                Some(sign * (whole + mantissa) as f64 * 2f64.powi(power - bias - fraction as i32))
            }
        }
    }

    /// A code with few bits and a small value, so that sums of products are exact.
    pub(super) fn any(self, random: &mut Random) -> u64 {
        loop {
            let small = random.below(16);
            let code = match self {
                Unsigned(_) => small,
                Signed(bits) => (small.wrapping_sub(8)) & (u64::MAX >> (64 - bits)),
                // Its four highest bits of the fraction, and an exponent near 1.
                Float(exponent, fraction, bias) => {
                    let power = (bias + 1 - random.below(3) as i32).clamp(0, (1 << exponent) - 1) as u64;
                    let own = fraction.min(3);
                    (small >> 3) << (exponent + fraction)
                        | power << fraction
                        | (small & ((1 << own) - 1)) << (fraction - own)
                }
            };
            if self.value(code).is_some() {
                return code;
            }
        }
    }
}

#[test]
fn codes_are_the_numbers_that_they_stand_for() {
    assert_eq!((E4M3.value(0x38), E5M2.value(0xbc), E2M1.value(0xf)), (Some(1.0), Some(-1.0), Some(-6.0)));
    assert_eq!((F16.value(0x3555), BF16.value(0x4049)), (Some(0.333_251_953_125), Some(3.140_625)));
    assert_eq!(F32.value(0.1f32.to_bits().into()), Some(f64::from(0.1f32)));
    assert_eq!((F64.value((-0.1f64).to_bits()), F16.value(0x7c00)), (Some(-0.1), None));
    assert_eq!(
        (Signed(4).value(0xf), Signed(64).value(u64::MAX), Unsigned(8).value(255)),
        (Some(-1.0), Some(-1.0), Some(255.0))
    );
}
