//! `f16` and `bf16` by the instructions of a GPU, and by the same arithmetic on the host.
//!
//! Everything is rounded once, to the nearest, of two to the even one; small numbers are not taken for 0. A result that is
//! not a number has the bits 0x7fff. Before sm_90 `bf16` has no instruction but `fma`: a sum is one with a factor of 1, a
//! product one with a term of -0, and both are the same numbers.

#[cfg(not(target_arch = "nvptx64"))]
mod exact;

use super::math::arithmetic_sealed::Sealed;
use super::math::{Arithmetic, Fused};
use super::stored::{self, Stored};
use half::{bf16, f16};

/// An instruction of numbers of two bytes, or of two of them in one register.
#[cfg(target_arch = "nvptx64")]
macro_rules! instruction {
    ($class:ident, $bits:ty, $text:literal, $($x:ident),*) => {{
        use super::element::bits;
        // SAFETY: the instruction computes a register from registers, and each value has the size of its register.
        unsafe {
            let result: $bits;
            core::arch::asm!(
                $text,
                d = out($class) result,
                $($x = in($class) bits::<_, $bits>($x),)*
                options(pure, nomem, nostack, preserves_flags)
            );
            bits(result)
        }
    }};
}

/// Functions of one type: for one number and for two, each with its instruction.
macro_rules! functions {
    ($half:ident: $($one:ident, $two:ident($($x:ident),*) = $text:literal, $text2:literal;)*) => {
        $(
            #[inline(always)]
            fn $one($($x: Self),*) -> Self {
                #[cfg(target_arch = "nvptx64")]
                return instruction!(reg16, u16, $text, $($x),*);
                #[cfg(not(target_arch = "nvptx64"))]
                return exact::$one($($x),*);
            }

            #[inline(always)]
            fn $two($($x: [Self; 2]),*) -> [Self; 2] {
                #[cfg(target_arch = "nvptx64")]
                return instruction!(reg32, u32, $text2, $($x),*);
                #[cfg(not(target_arch = "nvptx64"))]
                return [exact::$one($($x[0]),*), exact::$one($($x[1]),*)];
            }
        )*
    };
}

impl Sealed for f16 {}
impl Sealed for bf16 {}

impl Arithmetic for f16 {
    functions! { f16:
        sum, sums(a, b) = "add.rn.f16 {d}, {a}, {b};", "add.rn.f16x2 {d}, {a}, {b};";
        difference, differences(a, b) = "sub.rn.f16 {d}, {a}, {b};", "sub.rn.f16x2 {d}, {a}, {b};";
        product, products(a, b) = "mul.rn.f16 {d}, {a}, {b};", "mul.rn.f16x2 {d}, {a}, {b};";
        smaller, smaller_ones(a, b) = "min.f16 {d}, {a}, {b};", "min.f16x2 {d}, {a}, {b};";
        larger, larger_ones(a, b) = "max.f16 {d}, {a}, {b};", "max.f16x2 {d}, {a}, {b};";
    }
}

impl Fused for f16 {
    functions! { f16:
        fused, fused_ones(a, b, c) = "fma.rn.f16 {d}, {a}, {b}, {c};", "fma.rn.f16x2 {d}, {a}, {b}, {c};";
    }
}

impl Arithmetic for bf16 {
    functions! { bf16:
        sum, sums(a, b) =
            "{{ .reg .b16 one; mov.b16 one, 0x3f80; fma.rn.bf16 {d}, {a}, one, {b}; }}",
            "{{ .reg .b32 one; mov.b32 one, 0x3f803f80; fma.rn.bf16x2 {d}, {a}, one, {b}; }}";
        difference, differences(a, b) =
            "{{ .reg .b16 one; mov.b16 one, 0xbf80; fma.rn.bf16 {d}, {b}, one, {a}; }}",
            "{{ .reg .b32 one; mov.b32 one, 0xbf80bf80; fma.rn.bf16x2 {d}, {b}, one, {a}; }}";
        product, products(a, b) =
            "{{ .reg .b16 zero; mov.b16 zero, 0x8000; fma.rn.bf16 {d}, {a}, {b}, zero; }}",
            "{{ .reg .b32 zero; mov.b32 zero, 0x80008000; fma.rn.bf16x2 {d}, {a}, {b}, zero; }}";
        smaller, smaller_ones(a, b) = "min.bf16 {d}, {a}, {b};", "min.bf16x2 {d}, {a}, {b};";
        larger, larger_ones(a, b) = "max.bf16 {d}, {a}, {b};", "max.bf16x2 {d}, {a}, {b};";
    }
}

impl Fused for bf16 {
    functions! { bf16:
        fused, fused_ones(a, b, c) = "fma.rn.bf16 {d}, {a}, {b}, {c};", "fma.rn.bf16x2 {d}, {a}, {b}, {c};";
    }
}

/// The conversions of one type, but for the one to `f32`.
macro_rules! narrowing {
    ($half:ident, $text:literal, $text2:literal) => {
        #[inline(always)]
        fn narrow(value: f32) -> Self {
            #[cfg(target_arch = "nvptx64")]
            // SAFETY: the instruction computes a register from a register.
            unsafe {
                let result: u16;
                core::arch::asm!(
                    $text,
                    d = out(reg16) result,
                    a = in(reg32) value,
                    options(pure, nomem, nostack, preserves_flags)
                );
                $half::from_bits(result)
            }
            #[cfg(not(target_arch = "nvptx64"))]
            exact::rounded(value.into())
        }

        #[inline(always)]
        fn narrow_two([low, high]: [f32; 2]) -> [Self; 2] {
            #[cfg(target_arch = "nvptx64")]
            // SAFETY: the instruction computes a register from registers; the first number is in its lower half.
            unsafe {
                let result: u32;
                core::arch::asm!(
                    $text2,
                    d = out(reg32) result,
                    high = in(reg32) high,
                    low = in(reg32) low,
                    options(pure, nomem, nostack, preserves_flags)
                );
                [$half::from_bits(result as u16), $half::from_bits((result >> 16) as u16)]
            }
            #[cfg(not(target_arch = "nvptx64"))]
            [Self::narrow(low), Self::narrow(high)]
        }
    };
}

impl stored::sealed::Sealed for f16 {}

impl Stored for f16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the instruction computes a register from a register.
        unsafe {
            let result: f32;
            core::arch::asm!(
                "cvt.f32.f16 {}, {};",
                out(reg32) result,
                in(reg16) self.to_bits(),
                options(pure, nomem, nostack, preserves_flags)
            );
            result
        }
        #[cfg(not(target_arch = "nvptx64"))]
        self.to_f32()
    }

    narrowing!(f16, "cvt.rn.f16.f32 {d}, {a};", "cvt.rn.f16x2.f32 {d}, {high}, {low};");
}

impl stored::sealed::Sealed for bf16 {}

impl Stored for bf16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        // It is the upper half of one.
        f32::from_bits(u32::from(self.to_bits()) << 16)
    }

    narrowing!(bf16, "cvt.rn.bf16.f32 {d}, {a};", "cvt.rn.bf16x2.f32 {d}, {high}, {low};");
}
