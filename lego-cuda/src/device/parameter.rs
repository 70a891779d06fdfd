//! Loads of the memory in which a launch puts parameters, by an address.

use super::element::Element;

/// The address in the memory of parameters of an address of any memory.
#[inline(always)]
pub(crate) fn place(address: u64) -> u64 {
    let place: u64;
    // SAFETY: the instruction computes an address.
    unsafe {
        core::arch::asm!(
            "cvta.to.param.u64 {}, {};", out(reg64) place, in(reg64) address,
            options(pure, nomem, nostack, preserves_flags)
        )
    };
    place
}

/// Loads an element of a parameter.
///
/// # Safety
/// The address is one in the memory of parameters, a multiple of `T::BYTES`, and a parameter has an element there.
#[inline(always)]
pub(crate) unsafe fn load<T: Element>(place: u64) -> T {
    // SAFETY: the instruction reads the bytes that the caller promises, which nothing writes; the branch taken has T's size.
    unsafe { super::element::load!("ld.param", reg64, place, T, pure, nomem, nostack, preserves_flags) }
}
