//! Sums, products, the smaller and the larger of two: of every number, and of arrays of them.
//!
//! Rust's operators compute `f16` and `bf16` by software, about 100 instructions for a sum. These functions are one
//! instruction each, and one for two elements of an array.

use super::super::element::Element;
#[cfg(target_arch = "nvptx64")]
use super::super::nvptx;
use crate::device::unroll::times;

/// A number that [`add`], [`sub`], [`mul`], [`min`] and [`max`] take, or an array of such numbers, element by element:
/// integers, floats, and with the feature `half` `f16` and `bf16`.
///
/// Law: integers wrap; floats are rounded to the nearest, of two to the even one, and never contracted where the number is
/// `f16` or `bf16`. Of a number and what is not a number, the smaller and the larger is the number; -0 is smaller than +0.
///
/// The trait is sealed.
pub trait Arithmetic: Element + sealed::Sealed {
    #[doc(hidden)]
    fn sum(a: Self, b: Self) -> Self;
    #[doc(hidden)]
    fn difference(a: Self, b: Self) -> Self;
    #[doc(hidden)]
    fn product(a: Self, b: Self) -> Self;
    #[doc(hidden)]
    fn smaller(a: Self, b: Self) -> Self;
    #[doc(hidden)]
    fn larger(a: Self, b: Self) -> Self;

    #[doc(hidden)]
    #[inline(always)]
    fn sums(a: [Self; 2], b: [Self; 2]) -> [Self; 2] {
        [Self::sum(a[0], b[0]), Self::sum(a[1], b[1])]
    }
    #[doc(hidden)]
    #[inline(always)]
    fn differences(a: [Self; 2], b: [Self; 2]) -> [Self; 2] {
        [Self::difference(a[0], b[0]), Self::difference(a[1], b[1])]
    }
    #[doc(hidden)]
    #[inline(always)]
    fn products(a: [Self; 2], b: [Self; 2]) -> [Self; 2] {
        [Self::product(a[0], b[0]), Self::product(a[1], b[1])]
    }
    #[doc(hidden)]
    #[inline(always)]
    fn smaller_ones(a: [Self; 2], b: [Self; 2]) -> [Self; 2] {
        [Self::smaller(a[0], b[0]), Self::smaller(a[1], b[1])]
    }
    #[doc(hidden)]
    #[inline(always)]
    fn larger_ones(a: [Self; 2], b: [Self; 2]) -> [Self; 2] {
        [Self::larger(a[0], b[0]), Self::larger(a[1], b[1])]
    }
}

/// A number that [`mul_add`] takes: floats, and arrays of them.
///
/// The trait is sealed.
pub trait Fused: Arithmetic {
    #[doc(hidden)]
    fn fused(a: Self, b: Self, c: Self) -> Self;

    #[doc(hidden)]
    #[inline(always)]
    fn fused_ones(a: [Self; 2], b: [Self; 2], c: [Self; 2]) -> [Self; 2] {
        [Self::fused(a[0], b[0], c[0]), Self::fused(a[1], b[1], c[1])]
    }
}

pub(in super::super) mod sealed {
    /// A number, or an array of them.
    pub trait Sealed {}
    impl<T: Sealed, const N: usize> Sealed for [T; N] {}
}

/// A function of two numbers.
macro_rules! functions {
    ($($(#[$meta:meta])* $name:ident = $method:ident;)*) => {
        $(
            $(#[$meta])*
            #[inline(always)]
            pub fn $name<T: Arithmetic>(a: T, b: T) -> T {
                T::$method(a, b)
            }
        )*
    };
}
functions! {
    /// The sum; integers wrap.
    ///
    /// ```
    /// use lego_cuda::device::math::add;
    /// assert_eq!((add(0.5f32, 1.0), add(200u8, 100), add([1, 2], [3, 4])), (1.5, 44, [4, 6]));
    /// ```
    add = sum;
    /// The difference; integers wrap.
    sub = difference;
    /// The product; integers wrap.
    mul = product;
    /// The smaller one; the number if the other is not a number.
    min = smaller;
    /// The larger one; the number if the other is not a number.
    max = larger;
}

/// `a * b + c`, rounded once (`fma.rn`).
///
/// ```
/// use lego_cuda::device::math::mul_add;
/// assert_eq!(mul_add(2.0f32, 3.0, 4.0), 10.0);
/// assert_eq!(mul_add([2.0f64, 1.0], [3.0, 1.0], [4.0, 0.5]), [10.0, 1.5]);
/// ```
#[inline(always)]
pub fn mul_add<T: Fused>(a: T, b: T, c: T) -> T {
    T::fused(a, b, c)
}

/// Functions of two numbers of 16 bits in one register, by one instruction where the GPU has it.
macro_rules! two {
    ($($name:ident by $instruction:expr;)*) => {
        $(
            #[cfg(all(target_arch = "nvptx64", target_feature = "sm_90"))]
            #[inline(always)]
            fn $name(a: [Self; 2], b: [Self; 2]) -> [Self; 2] {
                use crate::device::element::bits;
                // SAFETY: the instruction computes a register from registers, and each value has the size of its register.
                unsafe {
                    let result: u32;
                    core::arch::asm!(
                        concat!($instruction, " {}, {}, {};"),
                        out(reg32) result,
                        in(reg32) bits::<_, u32>(a),
                        in(reg32) bits::<_, u32>(b),
                        options(pure, nomem, nostack, preserves_flags)
                    );
                    bits(result)
                }
            }
        )*
    };
}

macro_rules! integers {
    ($($integer:ty $(, two by $suffix:literal)?;)*) => {
        $(
            impl sealed::Sealed for $integer {}
            impl Arithmetic for $integer {
                #[inline(always)]
                fn sum(a: Self, b: Self) -> Self {
                    a.wrapping_add(b)
                }
                #[inline(always)]
                fn difference(a: Self, b: Self) -> Self {
                    a.wrapping_sub(b)
                }
                #[inline(always)]
                fn product(a: Self, b: Self) -> Self {
                    a.wrapping_mul(b)
                }
                #[inline(always)]
                fn smaller(a: Self, b: Self) -> Self {
                    a.min(b)
                }
                #[inline(always)]
                fn larger(a: Self, b: Self) -> Self {
                    a.max(b)
                }
                $(two! {
                    sums by concat!("add.", $suffix);
                    smaller_ones by concat!("min.", $suffix);
                    larger_ones by concat!("max.", $suffix);
                })?
            }
        )*
    };
}
integers! {
    u8;
    i8;
    u16, two by "u16x2";
    i16, two by "s16x2";
    u32;
    i32;
    u64;
    i64;
}

macro_rules! floats {
    ($($float:ident $fma:ident;)*) => {
        $(
            impl sealed::Sealed for $float {}
            impl Arithmetic for $float {
                #[inline(always)]
                fn sum(a: Self, b: Self) -> Self {
                    a + b
                }
                #[inline(always)]
                fn difference(a: Self, b: Self) -> Self {
                    a - b
                }
                #[inline(always)]
                fn product(a: Self, b: Self) -> Self {
                    a * b
                }
                #[inline(always)]
                fn smaller(a: Self, b: Self) -> Self {
                    // One instruction of a GPU, where -0 is smaller than +0. Elsewhere the sign of 0 is anyone's.
                    #[cfg(not(target_arch = "nvptx64"))]
                    if a == b {
                        return $float::from_bits(a.to_bits() | b.to_bits());
                    }
                    a.min(b)
                }
                #[inline(always)]
                fn larger(a: Self, b: Self) -> Self {
                    #[cfg(not(target_arch = "nvptx64"))]
                    if a == b {
                        return $float::from_bits(a.to_bits() & b.to_bits());
                    }
                    a.max(b)
                }
            }
            impl Fused for $float {
                #[inline(always)]
                fn fused(a: Self, b: Self, c: Self) -> Self {
                    #[cfg(target_arch = "nvptx64")]
                    return nvptx::$fma(a, b, c);
                    #[cfg(not(target_arch = "nvptx64"))]
                    return a.mul_add(b, c);
                }
            }
        )*
    };
}
floats! {
    f32 fma_f32;
    f64 fma_f64;
}

/// Element by element, two at a time.
#[inline(always)]
fn in_pairs<T: Copy, const N: usize>(
    mut result: [T; N],
    one: impl Fn(usize) -> T,
    two: impl Fn(usize) -> [T; 2],
) -> [T; N] {
    times::<N>(
        #[inline(always)]
        |i| {
            if i % 2 == 0 && i + 1 < N {
                [result[i], result[i + 1]] = two(i);
            } else if i % 2 == 0 {
                result[i] = one(i);
            }
        },
    );
    result
}

/// The functions of arrays.
macro_rules! arrays {
    ($($name:ident by $pairs:ident;)*) => {
        impl<T: Arithmetic, const N: usize> Arithmetic for [T; N] {
            $(
                #[inline(always)]
                fn $name(a: Self, b: Self) -> Self {
                    in_pairs(
                        a,
                        #[inline(always)]
                        |i| T::$name(a[i], b[i]),
                        #[inline(always)]
                        |i| T::$pairs([a[i], a[i + 1]], [b[i], b[i + 1]]),
                    )
                }
            )*
        }
    };
}
arrays! {
    sum by sums;
    difference by differences;
    product by products;
    smaller by smaller_ones;
    larger by larger_ones;
}

impl<T: Fused, const N: usize> Fused for [T; N] {
    #[inline(always)]
    fn fused(a: Self, b: Self, c: Self) -> Self {
        in_pairs(
            a,
            #[inline(always)]
            |i| T::fused(a[i], b[i], c[i]),
            #[inline(always)]
            |i| T::fused_ones([a[i], a[i + 1]], [b[i], b[i + 1]], [c[i], c[i + 1]]),
        )
    }
}
