//! The exponential function of moderate numbers, and the hyperbolic tangent.

use super::{mul_add, polynomial, round_even};
use core::f32::consts::{LN_2, LOG2_E};

/// What ln 2 is more than its nearest `f32`.
const LN_2_REST: f32 = -1.904_654_2e-9;

/// (e^r - 1 - r) / r² as far as ln(2) / 2: the best polynomial of its degree, to 2^-28 of e^r.
const EXP: [f32; 5] = [0.499_999_94, 0.166_665_2, 0.041_668_393, 0.008_368_781, 0.001_381_446_7];

/// (tanh(x) / x - 1) / x² of x², as far as 0.55: to 2^-29.9.
const TANH: [f32; 5] = [-0.333_333_2, 0.133_326_02, -0.053_853_86, 0.021_077_76, -0.006_282_474];

/// e to the power of x, for x from -80 to 80: the error is at most 1 unit in the last place.
#[inline(always)]
pub(super) fn exp_moderate(x: f32) -> f32 {
    let whole = round_even(x * LOG2_E);
    let rest = mul_add(whole, -LN_2_REST, mul_add(whole, -LN_2, x));
    let part = mul_add(rest * rest, polynomial(rest, EXP), rest) + 1.0;
    part * power_of_two(whole as i32)
}

/// 2 to the power of n, for n from -126 to 127.
#[inline(always)]
pub(super) fn power_of_two(n: i32) -> f32 {
    f32::from_bits(((n + 127) as u32) << 23)
}

/// The hyperbolic tangent; the error is at most 2 units in the last place.
///
/// ```
/// use lego_cuda::device::math::tanh;
/// assert_eq!((tanh(0.0), tanh(20.0), tanh(f32::NEG_INFINITY)), (0.0, 1.0, -1.0));
/// ```
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    let size = x.abs();
    let value = if size < 0.55 {
        let square = x * x;
        mul_add(size * square, polynomial(square, TANH), size)
    } else {
        // From 9.02 on it is 1. Not a number stays what it is.
        let bounded = if size > 10.0 { 10.0 } else { size };
        1.0 - 2.0 / (exp_moderate(2.0 * bounded) + 1.0)
    };
    value.copysign(x)
}
