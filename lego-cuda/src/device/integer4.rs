//! Pairs of integers of four bits, as quantised weights have them.

use super::element::Element;
use lego_core::check::fingerprint;

/// Pairs of `$number`s from `$least` to `$most`. A `$byte` has a sign where they have one, so that four high bits of it move down with theirs.
macro_rules! integer4 {
    ($($(#[$meta:meta])* $name:ident, $words:literal, $byte:ident, $number:ident, $from:ident, $to:ident, $least:literal, $most:literal;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            #[repr(transparent)]
            pub struct $name(u8);

            impl $name {
                /// Both 0: the pair that memory filled with 0 has.
                ///
                /// ```
                #[doc = concat!("use lego_cuda::device::", stringify!($name), ";")]
                #[doc = concat!("assert_eq!(", stringify!($name), "::ZERO.", stringify!($to), "(), [0, 0]);")]
                /// ```
                pub const ZERO: Self = Self(0);

                /// The pair of two codes, the first in the low four bits.
                ///
                /// Law: the inverse of [`to_bits`](Self::to_bits).
                ///
                /// ```
                #[doc = concat!("use lego_cuda::device::", stringify!($name), ";")]
                #[doc = concat!("assert_eq!(", stringify!($name), "::from_bits(0x53).", stringify!($to), "(), [3, 5]);")]
                /// ```
                #[inline(always)]
                pub const fn from_bits(codes: u8) -> Self {
                    Self(codes)
                }

                /// Both codes, the first in the low four bits.
                ///
                /// Law: the inverse of [`from_bits`](Self::from_bits).
                ///
                /// ```
                #[doc = concat!("use lego_cuda::device::", stringify!($name), ";")]
                #[doc = concat!("assert_eq!(", stringify!($name), "::", stringify!($from), "([3, 5]).to_bits(), 0x53);")]
                /// ```
                #[inline(always)]
                pub const fn to_bits(self) -> u8 {
                    self.0
                }

                #[doc = concat!("The nearest integers from ", $least, " to ", $most, ".")]
                ///
                /// Law: each depends on its own integer alone. As PTX's `cvt.pack.sat`, which saturates too.
                ///
                /// ```
                #[doc = concat!("use lego_cuda::device::", stringify!($name), ";")]
                #[doc = concat!("let pair = ", stringify!($name), "::", stringify!($from), "([", stringify!($number), "::MIN, ", stringify!($number), "::MAX]);")]
                #[doc = concat!("assert_eq!(pair.", stringify!($to), "(), [", $least, ", ", $most, "]);")]
                /// ```
                #[inline]
                pub const fn $from([first, second]: [$number; 2]) -> Self {
                    /// The four bits of the nearest integer.
                    const fn code(value: $number) -> u8 {
                        let near = if value > $most { $most } else if value > $least { value } else { $least };
                        near as u8 & 0xf
                    }
                    Self(code(first) | code(second) << 4)
                }

                /// Both integers.
                ///
                #[doc = concat!("Law: [`", stringify!($from), "`](Self::", stringify!($from), ") of them is the pair.")]
                ///
                /// ```
                #[doc = concat!("use lego_cuda::device::", stringify!($name), ";")]
                #[doc = concat!("assert_eq!(", stringify!($name), "::from_bits(0x70).", stringify!($to), "(), [0, 7]);")]
                /// ```
                #[inline]
                pub const fn $to(self) -> [$number; 2] {
                    [((self.0 << 4) as $byte >> 4) as $number, (self.0 as $byte >> 4) as $number]
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
integer4! {
    /// Two integers from -8 to 7 in one byte, the first in the low four bits, each as its two's complement.
    ///
    /// A pair is one element: n integers are n/2 elements. The bits are those of PTX's `.s4`, of which the first is lowest too.
    ///
    /// Law: `from_i32(x.to_i32())` is `x` of every pair.
    ///
    /// ```
    /// use lego_cuda::device::I4Pair;
    /// assert_eq!(I4Pair::from_i32([-1, 100]).to_i32(), [-1, 7]);
    /// assert_eq!(I4Pair::from_i32([-1, 2]).to_bits(), 0x2f);
    /// ```
    I4Pair, "s4x2", i8, i32, from_i32, to_i32, -8, 7;

    /// Two integers from 0 to 15 in one byte, the first in the low four bits.
    ///
    /// A pair is one element: n integers are n/2 elements. The bits are those of PTX's `.u4`, of which the first is lowest too.
    ///
    /// Law: `from_u32(x.to_u32())` is `x` of every pair.
    ///
    /// ```
    /// use lego_cuda::device::U4Pair;
    /// assert_eq!(U4Pair::from_u32([9, 100]).to_u32(), [9, 15]);
    /// assert_eq!(U4Pair::from_u32([9, 2]).to_bits(), 0x29);
    /// ```
    U4Pair, "u4x2", u8, u32, from_u32, to_u32, 0, 15;
}
