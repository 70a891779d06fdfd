//! Square roots rounded down, for code that knows how large the number is.
//!
//! The integers' own `isqrt` takes about eighty instructions for 32 bits. With fewer bits a floating-point number holds the
//! argument exactly, and its root is found by arithmetic that a `const fn` may do; on a GPU it is one instruction.
//!
//! On the host 1 / √x is first what half the negated exponent says: a difference of integers, known to be wrong by less than
//! 3.5 %. A step of Newton's makes of the relative error e one of 3/2·e² at most, always below the root; so after one step √x is
//! wrong by less than 1/2 for x below 2^16, after two for x below 2^24. Rounded to the nearest integer it is then the root
//! rounded down or one more, and a product tells which.

/// The largest `r` with `r * r <= x`, for `x` below 2^16.
///
/// ```
/// use lego_core::isqrt::isqrt_16;
/// assert_eq!([0, 1, 8, 9, 65_535].map(isqrt_16), [0, 1, 2, 3, 255]);
/// ```
///
/// Of a larger `x` the result is some number.
#[inline(always)]
#[must_use]
pub const fn isqrt_16(x: u32) -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return gpu::isqrt_24(x);
    #[cfg(not(target_arch = "nvptx64"))]
    nearest::<1>(x)
}

/// The largest `r` with `r * r <= x`, for `x` below 2^24.
///
/// ```
/// use lego_core::isqrt::isqrt_24;
/// assert_eq!([0, 1, 8, 9, 65_536, 16_777_215].map(isqrt_24), [0, 1, 2, 3, 256, 4095]);
/// ```
///
/// Of a larger `x` the result is some number.
#[inline(always)]
#[must_use]
pub const fn isqrt_24(x: u32) -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return gpu::isqrt_24(x);
    #[cfg(not(target_arch = "nvptx64"))]
    nearest::<2>(x)
}

/// The largest `r` with `r * r <= x`.
///
/// ```
/// use lego_core::isqrt::isqrt_32;
/// assert_eq!([0, 1, 8, 9, u32::MAX].map(isqrt_32), [0, 1, 2, 3, 65_535]);
/// ```
#[inline(always)]
#[must_use]
pub const fn isqrt_32(x: u32) -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return gpu::isqrt_32(x);
    #[cfg(not(target_arch = "nvptx64"))]
    x.isqrt()
}

/// The root by so many steps of Newton's from a first guess.
#[cfg(not(target_arch = "nvptx64"))]
#[inline(always)]
const fn nearest<const STEPS: u32>(x: u32) -> u32 {
    // By way of a signed number, which a processor converts at once.
    let whole = x as i32 as f32;
    let half = 0.5 * whole;
    let mut inverse = f32::from_bits(0x5F37_5A86_u32.wrapping_sub(whole.to_bits() >> 1));
    let mut step = 0;
    while step < STEPS {
        inverse *= 1.5 - half * inverse * inverse;
        step += 1;
    }
    // Added to 3·2^22, whose last place is 1, a number is rounded to the nearest integer, which stands in the lowest bits.
    let root = (whole * inverse + 12_582_912.0).to_bits() & 0xFFFF;
    root.wrapping_sub((root * root > x) as u32)
}

/// By the instruction for a floating-point root, which rounds correctly. The compiler's evaluator has none.
#[cfg(target_arch = "nvptx64")]
mod gpu {
    use super::by_float;
    use core::f32::math::sqrt;
    use core::intrinsics::const_eval_select;

    #[inline(always)]
    pub(super) const fn isqrt_24(x: u32) -> u32 {
        #[inline(always)]
        fn on_gpu(x: u32) -> u32 {
            // Exact: if x is below k·k for k up to 4096, so is the nearest number of 24 bits to √x below k.
            sqrt(x as f32) as u32
        }
        const_eval_select((x,), u32::isqrt, on_gpu)
    }

    #[inline(always)]
    pub(super) const fn isqrt_32(x: u32) -> u32 {
        #[inline(always)]
        fn on_gpu(x: u32) -> u32 {
            by_float(x, sqrt)
        }
        const_eval_select((x,), u32::isqrt, on_gpu)
    }
}

/// The root of a number of 32 bits by a correctly rounded root of a number of 24.
///
/// Rounding x to 24 bits and its root again moves the root by less than 1/2 place of its own 24 bits each time for x = k·k,
/// so that it stays at k; and as both grow with x, what comes of k·k to (k + 1)·(k + 1) - 1 is k or k + 1.
#[cfg(any(target_arch = "nvptx64", test))]
#[inline(always)]
fn by_float(x: u32, sqrt: impl Fn(f32) -> f32) -> u32 {
    let root = (sqrt(x as f32) as u32).min(0xFFFF);
    root - u32::from(root * root > x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bits_are_right_for_every_number() {
        for x in 0..1 << 16 {
            assert_eq!(isqrt_16(x), x.isqrt(), "{x}");
        }
    }

    #[test]
    fn twenty_four_bits_are_right_for_every_number() {
        for x in 0..1 << 24 {
            assert_eq!(isqrt_24(x), x.isqrt(), "{x}");
        }
    }

    #[test]
    fn the_gpu_is_right_around_every_square() {
        // What it computes never falls where x grows, so that what holds at both ends of an interval holds in it.
        for k in 0..=0xFFFF_u32 {
            let last = k * k + 2 * k;
            for x in [k * k, k * k + k, last] {
                assert_eq!(by_float(x, f32::sqrt), k, "{x}");
                if x < 1 << 24 {
                    assert_eq!((x as f32).sqrt() as u32, k, "{x}");
                }
            }
        }
    }

    #[test]
    fn a_constant_is_the_same() {
        const ROOTS: [u32; 3] = [isqrt_16(17_161), isqrt_24(16_769_025), isqrt_32(u32::MAX)];
        assert_eq!(ROOTS, [131, 4095, 65_535]);
    }
}
