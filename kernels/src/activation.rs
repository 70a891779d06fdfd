//! Activations: functions of a number that a kernel applies to each element before it is stored, as types.

use lego_cuda::device::math;

/// A function of a number, as a type.
pub trait Activation: 'static {
    /// Whether its instructions are few: then a kernel writes those of several elements out one after another.
    const IS_SHORT: bool = true;

    /// Its value.
    fn of(x: f32) -> f32;
}

/// The number itself.
pub struct Same;

impl Activation for Same {
    #[inline(always)]
    fn of(x: f32) -> f32 {
        x
    }
}

/// The number, or 0 where it is less (ReLU); 0 of what is no number.
///
/// ```
/// use lego_kernels::activation::{Activation, Relu};
/// assert_eq!([-2.0, 0.5].map(Relu::of), [0.0, 0.5]);
/// ```
pub struct Relu;

impl Activation for Relu {
    #[inline(always)]
    fn of(x: f32) -> f32 {
        math::max(x, 0.0)
    }
}

/// The number times how likely a normally distributed one is less (GELU): `x/2·(1 + erf(x/√2))`, off by at most 3e-7 of the number's size.
///
/// [`erf`](math::erf) is exact to the last digits, and chooses between two ways, which threads go one after the other; this has one way for
/// all (Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26).
///
/// ```
/// use lego_kernels::activation::{Activation, Gelu};
/// assert!((Gelu::of(1.0) - 0.841_344_7).abs() < 3e-7);
/// assert_eq!([f32::INFINITY, f32::NEG_INFINITY].map(Gelu::of), [f32::INFINITY, 0.0]);
/// ```
pub struct Gelu;

impl Activation for Gelu {
    const IS_SHORT: bool = false;

    #[inline(always)]
    fn of(x: f32) -> f32 {
        // Beyond 20 nothing is left, and infinity times nothing would be no number.
        let size = math::min(x.abs(), 20.0);
        let t = math::recip(math::mul_add(size, 0.231_641_89, 1.0));
        // Half of 1 - erf(size/√2) is a polynomial of t times exp(-size²/2).
        let mut sum = 0.530_702_7;
        lego_cuda::unroll!(for k in 0..4 {
            let k: usize = k;
            sum = math::mul_add(sum, t, [-0.726_576, 0.710_706_9, -0.142_248_37, 0.127_414_8][k]);
        });
        let above = sum * t * math::exp2(size * size * (-0.5 * core::f32::consts::LOG2_E));
        let positive = if x < 0.0 { 0.0 } else { x };
        math::mul_add(-size, above, positive)
    }
}

#[cfg(test)]
mod tests {
    use super::{Activation, Gelu};

    /// erf(z) = 2/√π·exp(-z²)·Σ 2^n·z^(2n+1)/(1·3·…·(2n+1)), of which all terms have one sign.
    fn erf(z: f64) -> f64 {
        let (mut term, mut sum) = (z, z);
        for n in 1..400 {
            term *= 2.0 * z * z / f64::from(2 * n + 1);
            sum += term;
        }
        core::f64::consts::FRAC_2_SQRT_PI * (-z * z).exp() * sum
    }

    #[test]
    fn gelu_is_near_the_function_everywhere() {
        for number in -100_000..=100_000 {
            let x = number as f32 / 1e4;
            let right = 0.5 * f64::from(x) * (1.0 + erf(f64::from(x) * core::f64::consts::FRAC_1_SQRT_2));
            let error = (f64::from(Gelu::of(x)) - right).abs();
            assert!(error <= 3e-7 * f64::from(x.abs()), "{x}: {} and not {right}", Gelu::of(x));
        }
        assert!(Gelu::of(f32::NAN).is_nan());
        assert_eq!(Gelu::of(1e30), 1e30);
    }
}
