//! Numbers as reductions and scans compute with them.

use crate::device::math::Arithmetic;
use crate::device::operands::Reduction;

/// A number, or an array of numbers, whose sum, product, smallest and largest a collective computes: integers, `f32`, `f64`,
/// arrays of these element by element; with the feature `half` `f16` and `bf16`, whose sums and products are computed in `f32`
/// and rounded once.
///
/// Law: integers wrap; of a number and what is not a number, the smaller and the larger is the number.
///
/// The trait is sealed.
pub trait Combined: Arithmetic {
    /// The neutral element of sums.
    const ZERO: Self;
    /// What it is computed in.
    #[doc(hidden)]
    type Wide: Combined;
    /// The instruction that combines the lanes of a warp, of those that integers of 32 bits have.
    #[doc(hidden)]
    const INSTRUCTION: Option<Sign> = None;

    #[doc(hidden)]
    fn wide(self) -> Self::Wide;
    #[doc(hidden)]
    fn narrow(wide: Self::Wide) -> Self;

    /// The number as an operand of the instruction, if there is one.
    #[doc(hidden)]
    #[inline(always)]
    fn to_word(self) -> u32 {
        0
    }
    #[doc(hidden)]
    #[inline(always)]
    fn from_word(_: u32) -> Self {
        crate::device::trap()
    }
}

/// A number that has a place in an order: no array.
///
/// The trait is sealed.
pub trait Ranked: Combined<Wide: PartialEq> {}

/// An integer, whose bits a collective combines.
///
/// The trait is sealed.
pub trait Bits: Combined<Wide = Self> {
    #[doc(hidden)]
    fn and(self, other: Self) -> Self;
    #[doc(hidden)]
    fn or(self, other: Self) -> Self;
    #[doc(hidden)]
    fn xor(self, other: Self) -> Self;
}

/// Whether an integer of up to 32 bits has a sign.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Sign {
    Unsigned,
    Signed,
}

impl Sign {
    pub(super) const fn min(self) -> Reduction {
        match self {
            Self::Unsigned => Reduction::Min,
            Self::Signed => Reduction::MinSigned,
        }
    }

    pub(super) const fn max(self) -> Reduction {
        match self {
            Self::Unsigned => Reduction::Max,
            Self::Signed => Reduction::MaxSigned,
        }
    }
}

macro_rules! itself {
    () => {
        type Wide = Self;

        #[inline(always)]
        fn wide(self) -> Self {
            self
        }

        #[inline(always)]
        fn narrow(wide: Self) -> Self {
            wide
        }
    };
}

macro_rules! bits {
    ($($integer:ty)*) => {
        $(
            impl Ranked for $integer {}
            impl Bits for $integer {
                #[inline(always)]
                fn and(self, other: Self) -> Self {
                    self & other
                }

                #[inline(always)]
                fn or(self, other: Self) -> Self {
                    self | other
                }

                #[inline(always)]
                fn xor(self, other: Self) -> Self {
                    self ^ other
                }
            }
        )*
    };
}
bits!(u8 i8 u16 i16 u32 i32 u64 i64);

macro_rules! words {
    ($($integer:ident $sign:ident;)*) => {
        $(
            impl Combined for $integer {
                itself!();
                const ZERO: Self = 0;
                const INSTRUCTION: Option<Sign> = Some(Sign::$sign);

                // What is narrower is extended, with its sign if it has one.
                #[inline(always)]
                fn to_word(self) -> u32 {
                    self as u32
                }

                #[inline(always)]
                fn from_word(word: u32) -> Self {
                    word as Self
                }
            }
        )*
    };
}
words! {
    u8 Unsigned;
    i8 Signed;
    u16 Unsigned;
    i16 Signed;
    u32 Unsigned;
    i32 Signed;
}

impl Combined for u64 {
    itself!();
    const ZERO: Self = 0;
}
impl Combined for i64 {
    itself!();
    const ZERO: Self = 0;
}
impl Combined for f32 {
    itself!();
    const ZERO: Self = 0.0;
}
impl Combined for f64 {
    itself!();
    const ZERO: Self = 0.0;
}
impl Ranked for f32 {}
impl Ranked for f64 {}

impl<T: Combined<Wide = T>, const N: usize> Combined for [T; N] {
    itself!();
    const ZERO: Self = [T::ZERO; N];
}

#[cfg(feature = "half")]
macro_rules! halves {
    ($($half:ty)*) => {
        $(
            impl Ranked for $half {}
            impl Combined for $half {
                const ZERO: Self = <$half>::ZERO;
                type Wide = f32;

                #[inline(always)]
                fn wide(self) -> f32 {
                    crate::device::Stored::widen(self)
                }

                #[inline(always)]
                fn narrow(wide: f32) -> Self {
                    crate::device::Stored::narrow(wide)
                }
            }
        )*
    };
}
#[cfg(feature = "half")]
halves!(half::f16 half::bf16);
