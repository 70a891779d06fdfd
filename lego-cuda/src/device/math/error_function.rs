//! The error function.

use super::exponential::exp_moderate;
use super::{mul_add, polynomial};

/// erf(x) / x - 1 of x², as far as 0.93: the best polynomial of its degree, to 2^-31.
const NEAR: [f32; 7] =
    [0.128_379_17, -0.376_126_35, 0.112_836_94, -0.026_859_27, 0.005_200_634, -8.137_437e-4, 8.345_225e-5];

/// (-ln(1 - erf(x)) - x) / x from 0.92 to 3.95: what it lacks changes erf(x) by at most 2^-30.3 of itself.
const FAR: [f32; 7] =
    [0.128_648_49, 0.635_151_3, 0.106_236_875, -0.023_762_06, 0.003_642_457_5, -3.228_035e-4, 1.123_127e-5];

/// The error function, 2/√π times the integral of exp(-t²) from 0 to x; the error is at most 2 units in the last place.
///
/// ```
/// use lego_cuda::device::math::erf;
/// /// The normal distribution.
/// fn below(x: f32) -> f32 {
///     0.5 + 0.5 * erf(x * core::f32::consts::FRAC_1_SQRT_2)
/// }
/// assert_eq!((below(0.0), below(9.0)), (0.5, 1.0));
/// ```
#[inline(always)]
pub fn erf(x: f32) -> f32 {
    let size = x.abs();
    let value = if size < 0.925 {
        mul_add(size, polynomial(x * x, NEAR), size)
    } else {
        // From 3.92 on it is 1. Not a number stays what it is.
        let bounded = if size > 3.95 { 3.95 } else { size };
        let exponent = mul_add(bounded, polynomial(bounded, FAR), bounded);
        1.0 - exp_moderate(-exponent)
    };
    value.copysign(x)
}
