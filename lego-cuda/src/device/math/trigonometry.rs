//! Sine and cosine of every `f32`.
//!
//! The angle is taken modulo a quarter of a turn. Up to 2^16 by subtracting a multiple of π/2 that is known to three times
//! the precision of an `f32`; beyond by a multiplication of integers with those digits of 2/π that count, after Payne and
//! Hanek (1983).

use super::{mul_add, polynomial, round_even};
use core::f32::consts::FRAC_2_PI;

/// π/2 in three parts.
const QUARTER: [f32; 3] = [1.570_796_4, -4.371_139e-8, -1.715_124_5e-15];

/// 2/π, 32 digits a word, after a word of zeros.
static DIGITS: [u32; 8] =
    [0, 0xa2f9_836e, 0x4e44_1529, 0xfc27_57d1, 0xf534_ddc0, 0xdb62_9599, 0x3c43_9041, 0xfe51_63ab];

/// (sin(x) / x - 1) / x² of x², a little beyond π/4: the best polynomial of its degree, to 2^-37.
const SIN: [f32; 4] = [-0.166_666_67, 0.008_333_329, -1.983_925_6e-4, 2.717_564_5e-6];

/// (cos(x) - 1) / x² of x²: to 2^-32.9.
const COS: [f32; 4] = [-0.5, 0.041_666_646, -0.001_388_725_1, 2.442_568e-5];

/// The quarter turn that is nearest, modulo 4, and what is left of the angle.
#[inline(always)]
fn reduced(x: f32) -> (u32, f32) {
    if x.abs() < 65536.0 {
        let quarters = round_even(x * FRAC_2_PI);
        let rest = mul_add(quarters, -QUARTER[0], x);
        let rest = mul_add(quarters, -QUARTER[1], rest);
        (quarters as i32 as u32, mul_add(quarters, -QUARTER[2], rest))
    } else {
        reduced_large(x)
    }
}

/// As [`reduced`], from 2^16 on.
#[cold]
#[inline(always)]
fn reduced_large(x: f32) -> (u32, f32) {
    if !x.is_finite() {
        return (0, f32::NAN);
    }
    let bits = x.to_bits();
    // |x| is an integer times 2^exponent, the exponent from -7 to 104.
    let significand = u64::from(bits & 0x007f_ffff | 0x0080_0000);
    let exponent = (bits >> 23 & 0xff).wrapping_sub(150);
    // Digits of 2/π that are worth a multiple of 4 then are left out. The first one behind the point is worth 2^-1.
    let first = exponent.wrapping_sub(2).wrapping_add(32) as usize;
    let word = |k: usize| u64::from(DIGITS[(first / 32 + k) & 7]);
    let digits = |k: usize| (word(k) << 32 | word(k + 1)) << (first % 32) >> 32;
    let low = significand * digits(2);
    let middle = significand * digits(1) + (low >> 32);
    let high = significand * digits(0) + (middle >> 32);
    // Two digits before the point, 62 behind it.
    let turns = high << 32 | middle & 0xffff_ffff;
    let quarters = turns.wrapping_add(1 << 61) >> 62;
    let rest = turns.wrapping_sub(quarters << 62) as i64;
    let rest = (rest as f64 * (core::f64::consts::FRAC_PI_2 / (1u64 << 62) as f64)) as f32;
    if x < 0.0 { ((quarters as u32).wrapping_neg(), -rest) } else { (quarters as u32, rest) }
}

/// The sine of an angle in a quarter turn, or the cosine, by the parity of the quarter.
#[inline(always)]
fn in_quarter(quarter: u32, angle: f32) -> f32 {
    let square = angle * angle;
    let is_cosine = quarter & 1 == 1;
    let at = |k: usize| if is_cosine { COS[k] } else { SIN[k] };
    let first = if is_cosine { 1.0 } else { angle };
    let value = mul_add(first * square, polynomial(square, [at(0), at(1), at(2), at(3)]), first);
    if quarter & 2 == 2 { -value } else { value }
}

/// The sine; the error is at most 2 units in the last place, for every x.
///
/// ```
/// use lego_cuda::device::math::sin;
/// assert_eq!((sin(0.0), sin(1e30)), (0.0, f64::from(1e30_f32).sin() as f32));
/// assert!(sin(f32::INFINITY).is_nan());
/// ```
#[inline(always)]
pub fn sin(x: f32) -> f32 {
    let (quarter, angle) = reduced(x);
    // The sign of 0.
    if x == 0.0 { x } else { in_quarter(quarter, angle) }
}

/// The cosine; the error is at most 2 units in the last place, for every x.
#[inline(always)]
pub fn cos(x: f32) -> f32 {
    let (quarter, angle) = reduced(x);
    in_quarter(quarter.wrapping_add(1), angle)
}

/// Sine and cosine, for less than both.
///
/// Law: `sin_cos(x) == (sin(x), cos(x))`.
#[inline(always)]
pub fn sin_cos(x: f32) -> (f32, f32) {
    let (quarter, angle) = reduced(x);
    let sine = if x == 0.0 { x } else { in_quarter(quarter, angle) };
    (sine, in_quarter(quarter.wrapping_add(1), angle))
}
