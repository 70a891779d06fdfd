//! Numbers that kernels move without looking at them, made from random bits.

use half::f16;
use lego_cuda::device::Element;

/// A number of which tests make many.
pub(crate) trait Number: Element + PartialEq + std::fmt::Debug {
    /// One of 64 thousand values.
    fn of(bits: u16) -> Self;
}

impl Number for f32 {
    fn of(bits: u16) -> Self {
        f32::from(bits) - 30000.5
    }
}

impl Number for f16 {
    fn of(bits: u16) -> Self {
        // No NaN, which is not equal to itself.
        f16::from_bits(bits & 0xbfff)
    }
}

impl Number for u8 {
    fn of(bits: u16) -> Self {
        bits as u8
    }
}
