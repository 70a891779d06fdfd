//! Asking the cache for memory that is used soon.
//!
//! Lines that lie a row apart are each in a page of their own, where a processor foresees nothing by itself.

#![allow(unsafe_code)]

/// The bytes from which on what is copied is fetched ahead. Less stays in the second cache, where fetching is lost work unless
/// it is of lines that come one after the other from there.
const FAR: usize = 1 << 19;

/// The bytes from which on not all of it stays in the first cache.
const NEAR: usize = 1 << 15;

/// The bytes of a line of the cache.
const LINE: usize = 64;

/// The most bytes that are fetched at once: behind them a processor goes on by itself.
const MOST: usize = 512;

/// Whether a copy into so many elements is worth fetching ahead.
#[inline]
pub(super) fn is_far<T>(out: &[T]) -> bool {
    size_of_val(out) >= FAR
}

/// Whether lines of so many elements are worth fetching ahead, of a copy into so many: also from the second cache, where a line
/// is more than a line of the cache.
#[inline]
pub(super) fn is_worth_it<T>(out: &[T], len: usize) -> bool {
    is_far(out) || size_of_val(out) >= NEAR && len.saturating_mul(size_of::<T>()) > LINE
}

/// Fetches elements from an address on, which need not be one.
#[inline(always)]
pub(super) fn fetch<T>(start: *const T, len: usize) {
    let bytes = len.saturating_mul(size_of::<T>()).min(MOST);
    (0..bytes).step_by(LINE).for_each(|offset| prefetch(start.cast::<u8>().wrapping_add(offset)));
}

#[inline(always)]
fn prefetch(address: *const u8) {
    // SAFETY: a prefetch of an address that is none does nothing.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[allow(unused_unsafe, reason = "safe in later versions of Rust")]
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    // Stable Rust has no such instruction for other processors.
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}
