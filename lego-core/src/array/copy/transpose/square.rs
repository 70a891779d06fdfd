//! Squares of numbers, transposed in registers of 16 bytes: as many rows as a register has elements.
//!
//! Interleaving row `k` with row `k + n/2`, for all `k`, turns the bits of `[row, column]` by one place, as if they were one number:
//! the highest bit of the row becomes the lowest of the column. After as many rounds as a row has bits, row and column have changed
//! places.

#[cfg(target_arch = "aarch64")]
use core::arch::aarch64 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

#[cfg(target_arch = "aarch64")]
type Register = arch::uint8x16_t;
#[cfg(target_arch = "x86_64")]
type Register = arch::__m128i;

/// The bytes of a register.
const REGISTER: usize = 16;

/// Copies a square of `N` rows of `N` elements, `N·size_of::<T>()` being 16 bytes: `[i, j]` from `source + i·source_step + j` to
/// `out + i + j·step`.
///
/// # Safety
/// Each row of `source` can be read and each column of `out` can be written; the elements are numbers.
#[inline(always)]
pub(super) unsafe fn transpose<T, const N: usize>(source: *const T, source_step: isize, out: *mut T, step: isize) {
    const { assert!(N * size_of::<T>() == REGISTER, "a row fills a register") };
    // SAFETY: the caller promises it; both instruction sets take any address.
    let mut rows: [Register; N] =
        core::array::from_fn(|i| unsafe { load(source.offset(source_step * i as isize).cast()) });
    for _ in 0..N.ilog2() {
        rows = core::array::from_fn(|k| interleave::<T>(rows[k / 2], rows[k / 2 + N / 2])[k % 2]);
    }
    for (j, row) in rows.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe { store(out.offset(step * j as isize).cast(), row) };
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn load(from: *const u8) -> Register {
    // SAFETY: the caller promises 16 bytes; every x86-64 that this file is compiled for has SSE2.
    unsafe { arch::_mm_loadu_si128(from.cast()) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn store(to: *mut u8, value: Register) {
    // SAFETY: as for `load`.
    unsafe { arch::_mm_storeu_si128(to.cast(), value) };
}

/// The elements of both registers in turns: the first halves, the second halves.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unused_unsafe, reason = "safe in later versions of Rust")]
fn interleave<T>(a: Register, b: Register) -> [Register; 2] {
    // SAFETY: as for `load`; nothing else is asked.
    unsafe {
        match size_of::<T>() {
            1 => [arch::_mm_unpacklo_epi8(a, b), arch::_mm_unpackhi_epi8(a, b)],
            2 => [arch::_mm_unpacklo_epi16(a, b), arch::_mm_unpackhi_epi16(a, b)],
            4 => [arch::_mm_unpacklo_epi32(a, b), arch::_mm_unpackhi_epi32(a, b)],
            _ => [arch::_mm_unpacklo_epi64(a, b), arch::_mm_unpackhi_epi64(a, b)],
        }
    }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
unsafe fn load(from: *const u8) -> Register {
    // SAFETY: the caller promises 16 bytes; every AArch64 that this file is compiled for has NEON.
    unsafe { arch::vld1q_u8(from) }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
unsafe fn store(to: *mut u8, value: Register) {
    // SAFETY: as for `load`.
    unsafe { arch::vst1q_u8(to, value) };
}

/// The elements of both registers in turns: the first halves, the second halves.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
#[allow(unused_unsafe, reason = "safe in later versions of Rust")]
fn interleave<T>(a: Register, b: Register) -> [Register; 2] {
    macro_rules! zipped {
        ($to:ident $low:ident $high:ident $back:ident) => {
            [arch::$back(arch::$low(arch::$to(a), arch::$to(b))), arch::$back(arch::$high(arch::$to(a), arch::$to(b)))]
        };
    }
    // SAFETY: as for `load`; nothing else is asked.
    unsafe {
        match size_of::<T>() {
            1 => [arch::vzip1q_u8(a, b), arch::vzip2q_u8(a, b)],
            2 => zipped!(vreinterpretq_u16_u8 vzip1q_u16 vzip2q_u16 vreinterpretq_u8_u16),
            4 => zipped!(vreinterpretq_u32_u8 vzip1q_u32 vzip2q_u32 vreinterpretq_u8_u32),
            _ => zipped!(vreinterpretq_u64_u8 vzip1q_u64 vzip2q_u64 vreinterpretq_u8_u64),
        }
    }
}

/// Asks the cache for the line of an address, which need not be one.
#[inline(always)]
pub(super) fn prefetch<T>(address: *const T) {
    // SAFETY: a prefetch of an address that is none does nothing.
    #[cfg(target_arch = "x86_64")]
    #[allow(unused_unsafe, reason = "safe in later versions of Rust")]
    unsafe {
        arch::_mm_prefetch::<{ arch::_MM_HINT_T0 }>(address.cast());
    }
    // Stable Rust has no such instruction for AArch64.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
