//! Powers with any exponent.
//!
//! 2 to the power of y·log2(x), where the logarithm and the product are sums of two numbers: 48 digits, of which the
//! exponent takes up to 8.

use super::exponential::power_of_two;
use super::{mul_add, polynomial, round_even, trunc};
use core::f32::consts::LN_2;

/// A number as the sum of two, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy)]
struct Double {
    high: f32,
    low: f32,
}

impl Double {
    #[inline(always)]
    fn mul(self, other: Double) -> Double {
        let high = self.high * other.high;
        let rest = mul_add(self.high, other.high, -high);
        Double { high, low: rest + mul_add(self.high, other.low, self.low * other.high) }
    }

    /// The sum, where `other` is smaller in size, or this is 0.
    #[inline(always)]
    fn add(self, other: Double) -> Double {
        let high = self.high + other.high;
        Double { high, low: other.high - (high - self.high) + (self.low + other.low) }
    }
}

/// 2 / ln 2 and 1/3.
const TWO_BY_LN_2: Double = Double { high: 2.885_39, low: 3.851_926e-8 };
const THIRD: Double = Double { high: 0.333_333_34, low: -9.934_108e-9 };

/// (atanh(z) / z - 1) / z² - 1/3 over z², of z², as far as z = (√2 - 1) / (√2 + 1): with 1/3 to 2^-37.
const ATANH: [f32; 3] = [0.200_001_69, 0.142_685_85, 0.117_924_936];

/// (2^f - 1) / f as far as 1/2: the best polynomial of its degree, to 2^-34 of 2^f.
const EXP2: [f32; 7] =
    [LN_2, 0.240_226_5, 0.055_504_102, 0.009_618_037, 0.001_333_393_6, 1.546_688_3e-4, 1.519_604_4e-5];

/// The logarithm to base 2 of a positive number.
#[inline(always)]
fn log2(x: f32) -> Double {
    let is_small = x < f32::MIN_POSITIVE;
    let bits = if is_small { (x * 8_388_608.0).to_bits() } else { x.to_bits() };
    // x = m 2^e, m from √½ to √2.
    let e = (bits as i32 - 0x3f35_04f3) >> 23;
    let m = f32::from_bits(bits.wrapping_sub((e << 23) as u32));
    let e = if is_small { e - 23 } else { e };
    // ln m = 2 atanh z, z = (m - 1) / (m + 1).
    let (above, below) = (m - 1.0, m + 1.0);
    let cut = m - (below - 1.0);
    let inverse = 1.0 / below;
    let quotient = above * inverse;
    let rest = mul_add(-quotient, cut, mul_add(-quotient, below, above));
    let z = Double { high: quotient, low: rest * inverse };
    let square = z.mul(z);
    let tail = square.high * polynomial(square.high, ATANH);
    let series = THIRD.add(Double { high: tail, low: 0.0 });
    let part = z.add(z.mul(square).mul(series)).mul(TWO_BY_LN_2);
    Double { high: e as f32, low: 0.0 }.add(part)
}

/// 2 to the power of a sum.
#[inline(always)]
fn exp2(x: Double) -> f32 {
    // Beyond this all is infinite, or 0.
    let (high, low) = if x.high > 200.0 {
        (200.0, 0.0)
    } else if x.high < -200.0 {
        (-200.0, 0.0)
    } else {
        (x.high, x.low)
    };
    let whole = round_even(high);
    let part = (high - whole) + low;
    let n = whole as i32;
    // In two steps, of which the second alone rounds where the result is small.
    mul_add(part, polynomial(part, EXP2), 1.0) * power_of_two(n >> 1) * power_of_two(n - (n >> 1))
}

/// x to the power of y; the error is at most 2 units in the last place. Zeros, infinities and negative numbers as C's `pow`
/// and Rust's `powf` have them: `pow(x, 0.0)` and `pow(1.0, y)` are 1, a negative number has integers as exponents only.
///
/// For positive x that need not be so exact, `exp2(y * log2(x))` is three instructions.
///
/// ```
/// use lego_cuda::device::math::pow;
/// assert_eq!((pow(3.0, 4.0), pow(-2.0, -3.0), pow(0.0, 0.0)), (81.0, -0.125, 1.0));
/// assert!(pow(-2.0, 0.5).is_nan());
/// ```
#[inline(always)]
pub fn pow(x: f32, y: f32) -> f32 {
    if x == 1.0 || y == 0.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    let size = x.abs();
    let value = if size == 0.0 || size == f32::INFINITY {
        if (size == 0.0) == (y > 0.0) { 0.0 } else { f32::INFINITY }
    } else if y.abs() == f32::INFINITY {
        match (size == 1.0, (size > 1.0) == (y > 0.0)) {
            (true, _) => 1.0,
            (_, true) => f32::INFINITY,
            (_, false) => 0.0,
        }
    } else {
        exp2(log2(size).mul(Double { high: y, low: 0.0 }))
    };
    if x.is_sign_positive() {
        return value;
    }
    // A float from 2^24 on is even, whatever its half.
    let is_integer = trunc(y) == y;
    let is_odd = is_integer && trunc(0.5 * y) != 0.5 * y;
    if !is_integer && size > 0.0 && size < f32::INFINITY {
        f32::NAN
    } else if is_odd {
        -value
    } else {
        value
    }
}
