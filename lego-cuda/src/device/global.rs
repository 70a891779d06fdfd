//! Loads and stores of global memory.
//!
//! Each function is one instruction of the element's size; `[f32; 4]`, `[u16; 8]` and the like move 16 bytes. A plain
//! slice works in kernels too; these say what a slice cannot: that memory is global, how wide to move, what to do with
//! the cache.

use super::element::Element;
#[cfg(not(target_arch = "nvptx64"))]
use super::host;

pub use super::operands::Cache;

/// A load with one treatment by the caches.
macro_rules! loads {
    ($(#[$meta:meta])* $name:ident, $cache:ident, $op:literal, $($option:ident),*) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// The address is of global memory that is alive and holds `T::BYTES` initialized bytes, and is a multiple of
        /// `T::BYTES` (for an array more than its alignment in Rust).
        #[inline(always)]
        #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
        pub unsafe fn $name<T: Element>(from: *const T) -> T {
            #[cfg(target_arch = "nvptx64")]
            // SAFETY: the instruction reads the bytes that the caller promises; the branch taken has T's size.
            unsafe {
                super::element::load!($op, reg64, from, T, $($option,)* nostack, preserves_flags)
            }
            #[cfg(not(target_arch = "nvptx64"))]
            // SAFETY: as the caller promises.
            unsafe { host::global_load(from.cast(), T::BYTES, Cache::$cache) }.element()
        }
    };
}

loads! {
    /// Loads an element.
    load, Default, "ld.global", pure, readonly
}
loads! {
    /// Loads an element that nothing writes during the launch; such a load may be moved and merged freely.
    load_read_only, ReadOnly, "ld.global.nc", pure, nomem
}
loads! {
    /// Loads an element that is used once.
    load_streaming, Streaming, "ld.global.cs", pure, readonly
}
loads! {
    /// Loads an element that nothing writes during the launch and that is used once.
    load_read_only_once, ReadOnlyOnce, "ld.global.cs.nc", pure, nomem
}

/// A load of an element that may not be there, with one treatment by the caches.
macro_rules! loads_if {
    ($(#[$meta:meta])* $name:ident, $load:ident, $op:literal) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// That of the load of what is there, if there is an element.
        #[inline(always)]
        #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
        pub unsafe fn $name<T: Element>(from: *const T, is_there: bool, other: T) -> T {
            #[cfg(target_arch = "nvptx64")]
            // SAFETY: where there is an element, the instruction reads the bytes that the caller promises; the branch taken has T's size.
            unsafe {
                super::element::load_if!($op, reg64, is_there, from, other, T, pure, nomem, nostack, preserves_flags)
            }
            #[cfg(not(target_arch = "nvptx64"))]
            if is_there {
                // SAFETY: as the caller promises.
                unsafe { $load(from) }
            } else {
                other
            }
        }
    };
}

loads_if! {
    /// As [`load_read_only`] if there is an element, else `other`: without a branch.
    load_read_only_or, load_read_only, "ld.global.nc"
}
loads_if! {
    /// As [`load_read_only_once`] if there is an element, else `other`: without a branch.
    load_read_only_once_or, load_read_only_once, "ld.global.cs.nc"
}

/// A store with one treatment by the caches.
macro_rules! stores {
    ($(#[$meta:meta])* $name:ident, $cache:ident, $op:literal) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// The address is of global memory that is alive, may be written, holds `T::BYTES` bytes that no other thread
        /// uses at this time, and is a multiple of `T::BYTES`.
        #[inline(always)]
        #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
        pub unsafe fn $name<T: Element>(to: *mut T, value: T) {
            #[cfg(target_arch = "nvptx64")]
            // SAFETY: the instruction writes the bytes that the caller promises; the branch taken has T's size.
            unsafe {
                super::element::store!($op, reg64, to, value, T)
            }
            #[cfg(not(target_arch = "nvptx64"))]
            // SAFETY: as the caller promises. An element has no padding, so all its bytes are initialized.
            unsafe {
                host::global_store(to.cast(), (&raw const value).cast(), T::BYTES, Cache::$cache)
            }
        }
    };
}

stores! {
    /// Stores an element.
    store, Default, "st.global"
}
stores! {
    /// Stores an element that this launch does not read again.
    store_streaming, Streaming, "st.global.cs"
}
