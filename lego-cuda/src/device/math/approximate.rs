//! Functions that are one instruction of a GPU, approximate or exact.

use super::instructions;

instructions! {
    /// 2 to the power of x; the error on a GPU is at most 2 units in the last place.
    exp2(x) = "ex2.approx.f32", x.exp2();
    /// 2 to the power of x, 0 where that is below 2^-126: one instruction where [`exp2`] takes four. The error on a GPU is at most 2 units
    /// in the last place.
    exp2_or_zero(x) = "ex2.approx.ftz.f32", Some(x.exp2()).filter(|power| !power.is_subnormal()).unwrap_or(0.0);
    /// The logarithm to base 2; the error on a GPU is at most 2^-22, absolute between 1/2 and 2 and relative elsewhere.
    log2(x) = "lg2.approx.f32", x.log2();
    /// 1 over the square root; the relative error on a GPU is at most 2^-22.9.
    rsqrt(x) = "rsqrt.approx.f32", x.sqrt().recip();
    /// 1 over x; the error on a GPU is at most 1 unit in the last place. `1.0 / x` is rounded correctly.
    recip(x) = "rcp.approx.f32", x.recip();
    /// The square root, correctly rounded.
    sqrt(x) = "sqrt.rn.f32", x.sqrt();
    /// The square root; the relative error on a GPU is at most 2^-23.
    sqrt_approx(x) = "sqrt.approx.f32", x.sqrt();
    /// a over b; the error on a GPU is at most 2 units in the last place where b is from 2^-126 to 2^126 in size. For a
    /// larger b the result there is 0, or not a number if a is infinite. `a / b` is rounded correctly.
    div_approx(a, b) = "div.approx.f32", a / b;
    /// The sine; the absolute error on a GPU is at most 2^-20.5 from -2π to 2π, 2^-14.7 from -100π to 100π, and any beyond.
    sin_approx(x) = "sin.approx.f32", x.sin();
    /// The cosine, with the error of [`sin_approx`].
    cos_approx(x) = "cos.approx.f32", x.cos();
    /// The hyperbolic tangent; the relative error on a GPU is at most 2^-11.
    tanh_approx(x) = "tanh.approx.f32", x.tanh();
}

/// e to the power of x, by [`exp2`]: the relative error on a GPU is at most 2^-22 + |x| 2^-23.7.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    exp2(x * core::f32::consts::LOG2_E)
}

/// The natural logarithm, by [`log2`]: the error on a GPU is at most 2^-22, absolute, between 1/2 and 2, and at most 2^-21,
/// relative, elsewhere.
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    log2(x) * core::f32::consts::LN_2
}
