//! Copies from global to shared memory that run while the thread goes on (`cp.async`).
//!
//! A thread begins copies, ends a group of them by [`commit`], and [`wait`]s until at most so many groups are under
//! way. After that it sees what it copied itself; for what others copied, [`sync_threads`](super::sync_threads) comes
//! after the wait.

use super::element::Element;
#[cfg(not(target_arch = "nvptx64"))]
use super::host;
use super::shared::SharedPtr;

/// A function that begins a copy, and asks the second cache for so much around it.
macro_rules! copies {
    ($(#[$meta:meta])* $name:ident, $prefetch:literal) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// That of [`global::load`](super::global::load); and the memory is not written before the copy is waited for.
        #[inline(always)]
        #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
        pub unsafe fn $name<T: Element>(to: SharedPtr<T>, from: *const T) {
            const { assert!(matches!(T::BYTES, 4 | 8 | 16), "an asynchronous copy moves 4, 8 or 16 bytes") };
            #[cfg(target_arch = "nvptx64")]
            // SAFETY: the place is in shared memory, and the caller vouches for the source.
            unsafe {
                /// A copy of a size, past the first cache or not.
                macro_rules! copy {
                    ($op:literal, $bytes:literal) => {
                        core::arch::asm!(
                            concat!($op, ".shared.global", $prefetch, " [{}], [{}], ", $bytes, ";"),
                            in(reg32) to.offset(),
                            in(reg64) from,
                            options(nostack, preserves_flags)
                        )
                    };
                }
                match T::BYTES {
                    4 => copy!("cp.async.ca", 4),
                    8 => copy!("cp.async.ca", 8),
                    _ => copy!("cp.async.cg", 16),
                }
            }
            #[cfg(not(target_arch = "nvptx64"))]
            // SAFETY: as the caller promises.
            unsafe {
                host::call!("an asynchronous copy", copy_async(to.offset(), from.cast(), T::BYTES as u32, host::site()));
            }
        }
    };
}

copies! {
    /// Begins to copy an element of 4, 8 or 16 bytes; 16 bytes go past the first cache.
    ///
    /// ```compile_fail
    /// # use lego_cuda::device::{SharedPtr, copy_async};
    /// // Two bytes cannot be copied so.
    /// fn copy(to: SharedPtr<u16>, from: *const u16) {
    ///     unsafe { copy_async::copy(to, from) }
    /// }
    /// # fn main() { copy(unsafe { SharedPtr::from_offset(0) }, core::ptr::null()) }
    /// ```
    copy, ""
}
copies! {
    /// As [`copy`], and the second cache fetches the 256 bytes around the element: for rows that are read piece by piece.
    copy_ahead, ".L2::256B"
}

/// As [`copy`] where there is an element; else the place gets zeros, and the address is not looked at. It is one instruction and no
/// branch.
///
/// # Safety
/// That of [`copy`], where there is an element.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub unsafe fn copy_or_zeros<T: Element>(to: SharedPtr<T>, from: *const T, is_there: bool) {
    const { assert!(matches!(T::BYTES, 4 | 8 | 16), "an asynchronous copy moves 4, 8 or 16 bytes") };
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the place is in shared memory, and the caller vouches for the source; of one of no bytes nothing is read.
    unsafe {
        /// A copy of a size.
        macro_rules! copy {
            ($op:literal, $bytes:literal) => {
                core::arch::asm!(
                    concat!($op, ".shared.global [{}], [{}], ", $bytes, ", {};"),
                    in(reg32) to.offset(),
                    in(reg64) from,
                    in(reg32) if is_there { $bytes } else { 0_u32 },
                    options(nostack, preserves_flags)
                )
            };
        }
        match T::BYTES {
            4 => copy!("cp.async.ca", 4),
            8 => copy!("cp.async.ca", 8),
            _ => copy!("cp.async.cg", 16),
        }
    }
    #[cfg(not(target_arch = "nvptx64"))]
    if is_there {
        // SAFETY: as the caller promises.
        unsafe { copy(to, from) };
    } else {
        // What a copy writes is written when it ends; zeros come at once, so that a read before the wait is found where copies are.
        // SAFETY: so many bytes are initialized.
        unsafe { host::shared_store(to.offset(), [0_u8; 16].as_ptr(), T::BYTES) };
    }
}

/// Ends a group: of the copies that were begun since the last one.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn commit() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instruction names no memory.
    unsafe {
        core::arch::asm!("cp.async.commit_group;", options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("copy_async::commit", copy_async_commit());
}

/// Waits until at most `PENDING` of the thread's groups are under way.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn wait<const PENDING: u32>() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: what the copies write was promised to be free for it.
    unsafe {
        core::arch::asm!("cp.async.wait_group {};", const PENDING, options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("copy_async::wait", copy_async_wait(PENDING));
}
