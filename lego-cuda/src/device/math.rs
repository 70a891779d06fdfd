//! Mathematical functions that are one instruction on a GPU and a library call elsewhere.
//!
//! The functions of `core` for these have no lowering, or are not contracted: `a * b + c` stays two operations. On the
//! host the standard library's functions stand in, which are exact to the last bit or nearly so; the GPU's `approx`
//! ones are not.

#[cfg(target_arch = "nvptx64")]
use super::nvptx;

/// A number that [`mul_add`] takes: `f32`, `f64`.
pub trait Fused: Copy + sealed::Sealed {
    #[doc(hidden)]
    fn fused(self, factor: Self, term: Self) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

impl Fused for f32 {
    #[inline(always)]
    fn fused(self, factor: f32, term: f32) -> f32 {
        #[cfg(target_arch = "nvptx64")]
        return nvptx::fma_f32(self, factor, term);
        #[cfg(not(target_arch = "nvptx64"))]
        return self.mul_add(factor, term);
    }
}

impl Fused for f64 {
    #[inline(always)]
    fn fused(self, factor: f64, term: f64) -> f64 {
        #[cfg(target_arch = "nvptx64")]
        return nvptx::fma_f64(self, factor, term);
        #[cfg(not(target_arch = "nvptx64"))]
        return self.mul_add(factor, term);
    }
}

/// `a * b + c`, rounded once (`fma.rn`).
///
/// ```
/// use lego_cuda::device::math::mul_add;
/// assert_eq!(mul_add(2.0f32, 3.0, 4.0), 10.0);
/// ```
#[inline(always)]
pub fn mul_add<T: Fused>(a: T, b: T, c: T) -> T {
    a.fused(b, c)
}

/// A function of one `f32` by one instruction.
macro_rules! functions {
    ($($(#[$meta:meta])* $name:ident = $instruction:literal, |$x:ident| $host:expr;)*) => {
        $(
            $(#[$meta])*
            #[inline(always)]
            pub fn $name($x: f32) -> f32 {
                #[cfg(target_arch = "nvptx64")]
                // SAFETY: the instruction computes a register from a register.
                unsafe {
                    let result: f32;
                    core::arch::asm!(
                        concat!($instruction, " {}, {};"),
                        out(reg32) result,
                        in(reg32) $x,
                        options(pure, nomem, nostack, preserves_flags)
                    );
                    result
                }
                #[cfg(not(target_arch = "nvptx64"))]
                $host
            }
        )*
    };
}

functions! {
    /// 2 to the power of x; the error on a GPU is at most 2 units in the last place.
    exp2 = "ex2.approx.f32", |x| x.exp2();
    /// The logarithm to base 2; the absolute error on a GPU is at most 2^-22 between 1/2 and 2.
    log2 = "lg2.approx.f32", |x| x.log2();
    /// 1 over the square root; the relative error on a GPU is at most 2^-22.9.
    rsqrt = "rsqrt.approx.f32", |x| x.sqrt().recip();
    /// 1 over x; the error on a GPU is at most 1 unit in the last place.
    recip = "rcp.approx.f32", |x| x.recip();
    /// The square root, correctly rounded.
    sqrt = "sqrt.rn.f32", |x| x.sqrt();
}

/// e to the power of x, by [`exp2`]: the relative error grows with the size of x.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    exp2(x * core::f32::consts::LOG2_E)
}

/// The natural logarithm, by [`log2`].
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    log2(x) * core::f32::consts::LN_2
}
