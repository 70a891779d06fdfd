//! Numbers of one byte: `e4m3` and `e5m2`, by integers alone, so that they are the same everywhere; and `e8m0`, their scales.

use super::element::Element;
use lego_core::check::fingerprint;
use lego_core::dlpack::{DlDataType, DlElement};

/// The nearest number of a format with so many digits behind the point, the exponent of whose smallest number with all digits is
/// `least`; of two the even one. Beyond the largest, whose code is `most`, it is the largest.
pub(super) const fn nearest(value: f32, digits: u32, least: i32, most: u32) -> u8 {
    let bits = value.to_bits();
    let (sign, size) = (bits >> 24 & 0x80, bits & 0x7fff_ffff);
    if size > 0x7f80_0000 {
        return 0x7f;
    }
    // The value is `significand` times 2^(exponent - 23). One below 2^-126 is 0 here.
    let exponent = (size >> 23) as i32 - 127;
    let significand = size & 0x7f_ffff | 1 << 23;
    let at_least = if exponent > least { exponent } else { least };
    let dropped = (23 - digits as i32 + at_least - exponent) as u32;
    // Less than half of the smallest number.
    if dropped > 24 {
        return sign as u8;
    }
    let (kept, rest, half) = (significand >> dropped, significand & ((1 << dropped) - 1), 1 << (dropped - 1));
    let up = rest > half || rest == half && kept & 1 == 1;
    // The digit before the point counts as one in the exponent, and so does a carry.
    let code = (((at_least - least) as u32) << digits) + kept + up as u32;
    (sign | if code < most { code } else { most }) as u8
}

/// 2^exponent, of an exponent from -126 to 127.
const fn power(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

/// What a code says in a format, if it is a number: digits and exponent as above.
const fn exact(code: u8, digits: u32, least: i32) -> f32 {
    let (exponent, rest) = ((code as u32 & 0x7f) >> digits, code as u32 & ((1 << digits) - 1));
    let significand = if exponent == 0 { rest } else { rest + (1 << digits) };
    let scale = least - digits as i32 + if exponent == 0 { 0 } else { exponent as i32 - 1 };
    let size = significand as f32 * power(scale);
    if code & 0x80 == 0 { size } else { -size }
}

/// [`E4m3`] or [`E5m2`]: a number of one byte of matrices.
///
/// Law: `from_f32(x.to_f32())` is `x` of every finite number. The trait is sealed.
pub trait Float8: Element + PartialEq + Send + Sync + sealed::Sealed {
    /// The largest number.
    const MAX: Self;

    /// The nearest number, or the largest: see [`E4m3::from_f32`].
    fn from_f32(value: f32) -> Self;

    /// The number, exactly.
    fn to_f32(self) -> f32;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! float8 {
    ($($(#[$meta:meta])* $name:ident, $dlpack:ident, $words:literal, $digits:literal, $least:literal, $most:literal, |$code:ident| $special:expr;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            #[repr(transparent)]
            pub struct $name(u8);

            impl $name {
                /// The largest number.
                pub const MAX: Self = Self($most);

                /// The number of a code.
                #[inline(always)]
                pub const fn from_bits(code: u8) -> Self {
                    Self(code)
                }

                /// The code: sign, exponent, digits.
                #[inline(always)]
                pub const fn to_bits(self) -> u8 {
                    self.0
                }

                /// The nearest number, of two the one whose last digit is even; beyond the largest, infinity too, the largest; 0x7f
                /// of what is no number. As CUDA's `cvt.rn.satfinite`.
                #[inline]
                pub const fn from_f32(value: f32) -> Self {
                    Self(nearest(value, $digits, $least, $most))
                }

                /// The number, exactly.
                #[inline]
                pub const fn to_f32(self) -> f32 {
                    let $code = self.0 & 0x7f;
                    match $special {
                        Some(special) if self.0 & 0x80 == 0 => special,
                        Some(special) => -special,
                        None => exact(self.0, $digits, $least),
                    }
                }
            }

            impl sealed::Sealed for $name {}

            impl Float8 for $name {
                const MAX: Self = Self::MAX;

                #[inline]
                fn from_f32(value: f32) -> Self {
                    Self::from_f32(value)
                }

                #[inline]
                fn to_f32(self) -> f32 {
                    self.to_f32()
                }
            }

            // SAFETY: it is a byte, every pattern of bits is a value, and the name is that of its numbers.
            unsafe impl DlElement for $name {
                const DATA_TYPE: DlDataType = DlDataType::number(DlDataType::$dlpack, 8);
            }

            // SAFETY: it is a byte, and every pattern of bits is a value.
            unsafe impl Element for $name {
                const UNIT: usize = 1;
                const FINGERPRINT: u64 = fingerprint($words, &[]);
            }
        )*
    };
}
float8! {
    /// A number of one byte with four bits of exponent and three digits, up to 448; no infinity (`e4m3fn`).
    ///
    /// Law: `from_f32(x.to_f32())` is `x` of every number. Two of them are equal where their codes are: 0 and -0 are not.
    ///
    /// ```
    /// use lego_cuda::device::E4m3;
    /// assert_eq!(E4m3::from_f32(0.3).to_f32(), 0.3125);
    /// assert_eq!(E4m3::from_f32(-1e9).to_f32(), -448.0);
    /// assert!(E4m3::from_f32(f32::NAN).to_f32().is_nan());
    /// ```
    E4m3, FLOAT8_E4M3FN, "e4m3", 3, -6, 0x7e, |code| if code == 0x7f { Some(f32::NAN) } else { None };

    /// A number of one byte with five bits of exponent and two digits, up to 57344, and infinity, which no conversion gives.
    ///
    /// Law: `from_f32(x.to_f32())` is `x` of every finite number. Two of them are equal where their codes are: 0 and -0 are not.
    ///
    /// ```
    /// use lego_cuda::device::E5m2;
    /// assert_eq!(E5m2::from_f32(0.3).to_f32(), 0.3125);
    /// assert_eq!(E5m2::from_f32(f32::INFINITY), E5m2::MAX);
    /// assert_eq!(E5m2::from_bits(0x7c).to_f32(), f32::INFINITY);
    /// ```
    E5m2, FLOAT8_E5M2, "e5m2", 2, -14, 0x7b, |code| match code {
        0x7c => Some(f32::INFINITY),
        0x7d..=0x7f => Some(f32::NAN),
        _ => None,
    };
}

/// A power of two from 2^-127 to 2^127 in one byte, or no number: eight bits of exponent, and neither a sign nor digits (`ue8m0`). It is the
/// scale of 32 numbers in the microscaling formats (OCP MX 1.0).
///
/// Law: both conversions from `x.to_f32()` give `x` of every number.
///
/// ```
/// use lego_cuda::device::E8m0;
/// assert_eq!([E8m0::above(0.3), E8m0::below(0.3)].map(E8m0::to_f32), [0.5, 0.25]);
/// assert_eq!(E8m0::from_bits(127), E8m0::ONE);
/// assert_eq!(E8m0::above(f32::INFINITY), E8m0::MAX);
/// assert_eq!(E8m0::above(f32::NAN), E8m0::NAN);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct E8m0(u8);

impl E8m0 {
    /// 2^-127.
    pub const MIN: Self = Self(0);
    /// 1.
    pub const ONE: Self = Self(127);
    /// 2^127.
    pub const MAX: Self = Self(0xfe);
    /// No number.
    pub const NAN: Self = Self(0xff);

    /// The power of a code.
    #[inline(always)]
    pub const fn from_bits(code: u8) -> Self {
        Self(code)
    }

    /// The code: the exponent and 127.
    #[inline(always)]
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// The least power that is no less than a number, whose sign does not matter; beyond the largest, infinity too, the largest. As CUDA's
    /// `cvt.rp.satfinite`.
    #[inline]
    pub const fn above(value: f32) -> Self {
        let (below, bits) = (Self::below(value), value.to_bits());
        let (exponent, digits) = (bits >> 23 & 0xff, bits & 0x7f_ffff);
        // Numbers below 2^-126 have no digit before the point; half of that is 2^-127.
        let is_more = if exponent == 0 { digits > 1 << 22 } else { digits > 0 };
        if is_more && below.0 < Self::MAX.0 { Self(below.0 + 1) } else { below }
    }

    /// The greatest power that is no more than a number, whose sign does not matter, or the least of all; of infinity the largest. As CUDA's
    /// `cvt.rz.satfinite`.
    #[inline]
    pub const fn below(value: f32) -> Self {
        let size = value.to_bits() & 0x7fff_ffff;
        match size >> 23 {
            _ if size > 0x7f80_0000 => Self::NAN,
            0xff => Self::MAX,
            exponent => Self(exponent as u8),
        }
    }

    /// The power, exactly.
    #[inline(always)]
    pub const fn to_f32(self) -> f32 {
        f32::from_bits(match self.0 {
            0 => 1 << 22,
            // Another one than infinity.
            0xff => 0x7fc0_0000,
            code => (code as u32) << 23,
        })
    }

    /// The power, exactly: products of two, and of numbers of one byte with them, are exact too.
    #[inline(always)]
    pub const fn to_f64(self) -> f64 {
        let exponent = if self.0 == 0xff { 0x7ff8 << 48 } else { (self.0 as u64 + 1023 - 127) << 52 };
        f64::from_bits(exponent)
    }
}

// SAFETY: it is a byte, and every pattern of bits is a value.
unsafe impl Element for E8m0 {
    const UNIT: usize = 1;
    const FINGERPRINT: u64 = fingerprint("e8m0", &[]);
}

#[cfg(test)]
mod tests {
    use super::E8m0;

    #[test]
    fn every_code_of_e8m0_is_its_power_and_comes_back() {
        for code in 0..=254 {
            let (x, power) = (E8m0::from_bits(code), 2_f64.powi(i32::from(code) - 127));
            assert_eq!((f64::from(x.to_f32()), x.to_f64(), x.to_bits()), (power, power, code));
            assert_eq!([E8m0::above(x.to_f32()), E8m0::below(x.to_f32())], [x; 2]);
            assert_eq!([E8m0::above(-x.to_f32()), E8m0::below(-x.to_f32())], [x; 2]);
            // The numbers next to it, and halfway to the next power.
            let [less, more] = [x.to_f32().next_down(), x.to_f32().next_up()];
            let next = E8m0::from_bits((code + 1).min(254));
            assert_eq!([E8m0::above(less), E8m0::below(less)], [x, E8m0::from_bits(code.saturating_sub(1))]);
            for more in [more, 1.5 * x.to_f32(), 2.0 * x.to_f32().next_down()] {
                assert_eq!([E8m0::above(more), E8m0::below(more)], [next, x], "{more:e}");
            }
        }
        let none = E8m0::from_bits(255);
        assert!(none == E8m0::NAN && none.to_f32().is_nan() && none.to_f64().is_nan());
        assert_eq!([E8m0::above(f32::NAN), E8m0::below(-f32::NAN)], [none; 2]);
        for (edge, x) in [(0.0, E8m0::MIN), (1e-45, E8m0::MIN), (f32::MAX, E8m0::MAX), (f32::INFINITY, E8m0::MAX)] {
            assert_eq!([E8m0::above(edge), E8m0::below(-edge)], [x; 2], "{edge}");
        }
    }
}
