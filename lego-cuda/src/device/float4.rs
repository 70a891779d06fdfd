//! Pairs of numbers of four bits, `e2m1`, by integers alone, so that they are the same everywhere.

use super::element::Element;
use super::float8::nearest;
use lego_core::check::fingerprint;

/// Two numbers of four bits in one byte, the first in the low four: each a sign, two bits of exponent and one digit, that is ±0, 0.5, 1, 1.5, 2,
/// 3, 4 or 6, and neither infinity nor what is no number.
///
/// A pair is one element: n numbers are n/2 elements. The numbers are those of the microscaling format MXFP4 (OCP MX 1.0), and the byte is that
/// of CUDA's `__nv_fp4x2_e2m1`.
///
/// Law: `from_f32(x.to_f32())` is `x` of every pair. Two of them are equal where their codes are: 0 and -0 are not.
///
/// ```
/// use lego_cuda::device::E2m1Pair;
/// assert_eq!(E2m1Pair::from_f32([0.3, -1e9]).to_f32(), [0.5, -6.0]);
/// assert_eq!(E2m1Pair::from_f32([1.0, -4.0]).to_bits(), 0xe2);
/// assert_eq!(E2m1Pair::from_f32([f32::NAN, f32::INFINITY]).to_f32(), [6.0, 6.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct E2m1Pair(u8);

impl E2m1Pair {
    /// Both 0, without a sign: the pair that memory filled with 0 has.
    ///
    /// ```
    /// use lego_cuda::device::E2m1Pair;
    /// assert_eq!(E2m1Pair::ZERO, E2m1Pair::from_f32([0.0; 2]));
    /// ```
    pub const ZERO: Self = Self(0);

    /// The pair of two codes, the first in the low four bits.
    ///
    /// Law: the inverse of [`to_bits`](Self::to_bits).
    ///
    /// ```
    /// use lego_cuda::device::E2m1Pair;
    /// assert_eq!(E2m1Pair::from_bits(0x95).to_f32(), [3.0, -0.5]);
    /// ```
    #[inline(always)]
    pub const fn from_bits(codes: u8) -> Self {
        Self(codes)
    }

    /// Both codes, the first in the low four bits: sign, exponent, digit of each.
    ///
    /// Law: the inverse of [`from_bits`](Self::from_bits).
    ///
    /// ```
    /// use lego_cuda::device::E2m1Pair;
    /// assert_eq!(E2m1Pair::from_f32([3.0, -0.5]).to_bits(), 0x95);
    /// ```
    #[inline(always)]
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// The nearest numbers, of two the one whose digit is even; beyond 6, infinity too, 6 with the sign; 6 without a sign of what is no number.
    ///
    /// Law: each depends on its own number alone, and a 0 keeps its sign. As CUDA's `__nv_cvt_float2_to_fp4x2` with `__NV_E2M1` and
    /// `cudaRoundNearest` (`cuda_fp4.hpp`: "NaN converts to positive FP4_MAXNORM"), which is `cvt.rn.satfinite.e2m1x2.f32` where there is that
    /// instruction.
    ///
    /// ```
    /// use lego_cuda::device::E2m1Pair;
    /// // Halfway between 2 and 3, and between 4 and 6: even digits.
    /// assert_eq!(E2m1Pair::from_f32([2.5, 5.0]).to_f32(), [2.0, 4.0]);
    /// // Halfway between 0 and 0.5, with its sign.
    /// assert_eq!(E2m1Pair::from_f32([0.25, -0.25]).to_bits(), 0x80);
    /// ```
    #[inline]
    pub const fn from_f32([first, second]: [f32; 2]) -> Self {
        Self(code(first) | code(second) << 4)
    }

    /// Both numbers, exactly.
    ///
    /// Law: [`from_f32`](Self::from_f32) of them is the pair.
    ///
    /// ```
    /// use lego_cuda::device::E2m1Pair;
    /// let sizes = [0x10, 0x32, 0x54, 0x76].map(|codes| E2m1Pair::from_bits(codes).to_f32());
    /// assert_eq!(sizes, [[0.0, 0.5], [1.0, 1.5], [2.0, 3.0], [4.0, 6.0]]);
    /// ```
    #[inline]
    pub const fn to_f32(self) -> [f32; 2] {
        [number(self.0 & 0xf), number(self.0 >> 4)]
    }
}

/// The code of the nearest number.
const fn code(value: f32) -> u8 {
    // A byte, with the sign above its other bits. What is no number is 0x7f there, and so 6 without a sign here.
    let byte = nearest(value, 1, 0, 7);
    byte & 7 | byte >> 4 & 8
}

/// The number of a code of four bits.
const fn number(code: u8) -> f32 {
    let size = match code as u32 & 7 {
        0 => 0,
        // 0.5, the only one with no digit before the point.
        1 => 126 << 23,
        // Exponent and digit are where those of an `f32` begin, whose exponent is 126 more.
        size => (126 << 23) + (size << 22),
    };
    f32::from_bits((code as u32 & 8) << 28 | size)
}

// SAFETY: it is a byte, and every pattern of bits is a value.
unsafe impl Element for E2m1Pair {
    const UNIT: usize = 1;
    const FINGERPRINT: u64 = fingerprint("e2m1x2", &[]);
}
