//! Numbers of one byte: `e4m3` and `e5m2`, by integers alone, so that they are the same everywhere.

use super::element::Element;
use lego_core::check::fingerprint;

/// The nearest number of a format with so many digits behind the point, the exponent of whose smallest number with all digits is
/// `least`; of two the even one. Beyond the largest, whose code is `most`, it is the largest.
const fn nearest(value: f32, digits: u32, least: i32, most: u32) -> u8 {
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

macro_rules! float8 {
    ($($(#[$meta:meta])* $name:ident, $words:literal, $digits:literal, $least:literal, $most:literal, |$code:ident| $special:expr;)*) => {
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
    E4m3, "e4m3", 3, -6, 0x7e, |code| if code == 0x7f { Some(f32::NAN) } else { None };

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
    E5m2, "e5m2", 2, -14, 0x7b, |code| match code {
        0x7c => Some(f32::INFINITY),
        0x7d..=0x7f => Some(f32::NAN),
        _ => None,
    };
}
