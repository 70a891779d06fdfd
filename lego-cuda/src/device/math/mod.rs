//! Mathematical functions of kernels, each with its error.
//!
//! On the GPU `core` has none of them for `f32`: `x.exp()` compiles for the host, and not for the GPU. The functions here
//! compile for both.
//!
//! | function | on the GPU | error there |
//! |---|---|---|
//! | `a + b`, `a - b`, `a * b`, `a / b`, [`sqrt`], [`mul_add`] | `add`, `sub`, `mul`, `div`, `sqrt`, `fma`, all `.rn` | none: correctly rounded |
//! | [`div_approx`] | `div.approx` | 2 units in the last place, where `b` is from 2^-126 to 2^126 |
//! | [`sqrt_approx`] | `sqrt.approx` | relative, 2^-23 |
//! | [`recip`] | `rcp.approx` | 1 unit in the last place |
//! | [`rsqrt`] | `rsqrt.approx` | relative, 2^-22.9 |
//! | [`exp2`] | `ex2.approx` | 2 units in the last place |
//! | [`exp2_or_zero`] | `ex2.approx.ftz` | 2 units in the last place, and 0 below 2^-126 |
//! | [`exp`] | `ex2.approx` of a product | relative, 2^-22 + \|x\| 2^-23.7 |
//! | [`log2`] | `lg2.approx` | absolute, 2^-22 from 1/2 to 2; relative, 2^-22 elsewhere |
//! | [`ln`] | `lg2.approx` times a number | absolute, 2^-22 from 1/2 to 2; relative, 2^-21 elsewhere |
//! | [`sin`], [`cos`], [`sin_cos`] | about 20 instructions, more from 2^16 on | 2 units in the last place, for every x |
//! | [`sin_approx`], [`cos_approx`] | `sin.approx`, `cos.approx` | absolute, 2^-20.5 from -2π to 2π, 2^-14.7 from -100π to 100π |
//! | [`tanh`] | about 20 instructions | 2 units in the last place |
//! | [`tanh_approx`] | `tanh.approx` | relative, 2^-11 |
//! | [`erf`] | about 20 instructions | 2 units in the last place |
//! | [`pow`] | about 70 instructions | 2 units in the last place |
//! | [`floor`], [`ceil`], [`trunc`], [`round_even`], [`round`] | `cvt.rmi`, `.rpi`, `.rzi`, `.rni`; `round` is five | none |
//! | [`add`], [`sub`], [`mul`], [`min`], [`max`] | one instruction, of `f16`, `bf16` and pairs of them too; from sm_90 on of pairs of `i16` and `u16`, but for differences and products | none: correctly rounded |
//! | [`permute_bytes`] | `prmt` | none |
//!
//! Where the table names one instruction, the standard library's function stands in on the host, which is exact to the last
//! bit or nearly so. What takes more instructions is the same arithmetic on both: bit for bit what the executor says, unless
//! the builder is told to contract products and sums.

mod approximate;
mod arithmetic;
mod bytes;
mod error_function;
mod exponential;
mod power;
mod rounding;
mod trigonometry;

#[cfg(feature = "half")]
pub(super) use arithmetic::sealed as arithmetic_sealed;

pub use approximate::{
    cos_approx, div_approx, exp, exp2, exp2_or_zero, ln, log2, recip, rsqrt, sin_approx, sqrt, sqrt_approx, tanh_approx,
};
pub use arithmetic::{Arithmetic, Fused, add, max, min, mul, mul_add, sub};
pub use bytes::permute_bytes;
pub use error_function::erf;
pub use exponential::tanh;
pub use power::pow;
pub use rounding::{ceil, floor, round, round_even, trunc};
pub use trigonometry::{cos, sin, sin_cos};

/// Functions of `f32` by one instruction, with what stands in for it on the host.
macro_rules! instructions {
    ($($(#[$meta:meta])* $name:ident($($x:ident),*) = $instruction:literal, $host:expr;)*) => {
        $(
            $(#[$meta])*
            #[inline(always)]
            pub fn $name($($x: f32),*) -> f32 {
                #[cfg(target_arch = "nvptx64")]
                // SAFETY: the instruction computes a register from registers.
                unsafe {
                    let result: f32;
                    core::arch::asm!(
                        concat!($instruction, " {result}", $(", {", stringify!($x), "}",)* ";"),
                        result = out(reg32) result,
                        $($x = in(reg32) $x,)*
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
use instructions;

/// `p[0] + x * (p[1] + x * (…))`, each step rounded once.
#[inline(always)]
fn polynomial<const N: usize>(x: f32, p: [f32; N]) -> f32 {
    let mut sum = p[N - 1];
    let mut k = N - 1;
    while k > 0 {
        k -= 1;
        sum = mul_add(sum, x, p[k]);
    }
    sum
}
