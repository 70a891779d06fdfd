//! Roundings of a number to an integer that is a number too: exact.

use super::instructions;

instructions! {
    /// The largest integer that is not larger.
    floor(x) = "cvt.rmi.f32.f32", x.floor();
    /// The smallest integer that is not smaller.
    ceil(x) = "cvt.rpi.f32.f32", x.ceil();
    /// The integer part.
    trunc(x) = "cvt.rzi.f32.f32", x.trunc();
    /// The nearest integer, the even one of two.
    round_even(x) = "cvt.rni.f32.f32", x.round_ties_even();
}

/// The nearest integer, of two the one farther from 0, as Rust's `f32::round`. [`round_even`] is one instruction.
///
/// ```
/// use lego_cuda::device::math::{round, round_even};
/// assert_eq!((round(2.5), round_even(2.5), round(-0.5)), (3.0, 2.0, -1.0));
/// ```
#[inline(always)]
pub fn round(x: f32) -> f32 {
    let whole = trunc(x);
    // The difference is exact, and so is the sum.
    let away = if (x - whole).abs() >= 0.5 { 1.0_f32 } else { 0.0 };
    (whole.abs() + away).copysign(x)
}
