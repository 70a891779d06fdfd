//! Numbers that kernels move without looking at them: any pattern of bits that equals itself.

use half::f16;
use lego_cuda::device::Element;

/// A number that is made of bits.
pub(crate) trait Pattern: Element + PartialEq + std::fmt::Debug + Sync {
    /// One of 64 thousand values.
    fn of(bits: u16) -> Self;
}

impl Pattern for f32 {
    fn of(bits: u16) -> Self {
        f32::from(bits) - 30000.5
    }
}

impl Pattern for f16 {
    fn of(bits: u16) -> Self {
        // No NaN, which is not equal to itself.
        f16::from_bits(bits & 0xbfff)
    }
}

impl Pattern for u8 {
    fn of(bits: u16) -> Self {
        bits as u8
    }
}

/// Integers, whose bits all depend on the value.
macro_rules! integers {
    ($($number:ty)*) => {
        $(
            impl Pattern for $number {
                fn of(bits: u16) -> Self {
                    <$number>::from(bits).wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as $number | 1)
                }
            }
        )*
    };
}
integers!(u16 u32 u64);

/// So many numbers, the same each time: by a step that is no divisor of an extent, so that all near each other differ.
pub(crate) fn patterns<T: Pattern>(count: usize) -> Vec<T> {
    (0..count).map(|i| T::of(((i * 40503) >> 3) as u16)).collect()
}
