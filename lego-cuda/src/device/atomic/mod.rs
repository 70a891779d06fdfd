//! Atomic operations on global and shared memory, each with the scope of threads among which it is one.
//!
//! # Safety
//!
//! A pointer to global memory is of a live number that is aligned to its size, and what other threads do to it at the
//! same time is atomic too. A [`SharedPtr`] is always that, up to the last point.

#[cfg(target_arch = "nvptx64")]
mod instructions;

use super::element::Element;
#[cfg(not(target_arch = "nvptx64"))]
use super::host;
use super::shared::SharedPtr;

pub use super::operands::{Atomic, Kind, Operation, Scope};

/// A number that can be updated atomically: `u32`, `i32`, `f32`, `u64`, `i64`, `f64`.
pub trait Number: Element + sealed::Sealed {
    #[doc(hidden)]
    const KIND: Kind;
    #[doc(hidden)]
    fn to_bits64(self) -> u64;
    #[doc(hidden)]
    fn from_bits64(bits: u64) -> Self;
}

/// An integer that can be updated atomically: `u32`, `i32`, `u64`, `i64`.
pub trait Integer: Number {}

/// Where a number lies: `*mut T` in global memory, [`SharedPtr`] in shared memory.
pub trait Target<T>: Copy + sealed::Sealed {
    #[doc(hidden)]
    fn address(self) -> Address;
}

#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Address {
    Global(*mut u8),
    Shared(u32),
}

mod sealed {
    pub trait Sealed {}
    impl<T> Sealed for *mut T {}
    impl<T> Sealed for super::SharedPtr<T> {}
}

macro_rules! numbers {
    ($($number:ident $kind:ident |$x:ident| $to:expr, |$bits:ident| $from:expr;)*) => {
        $(
            impl sealed::Sealed for $number {}
            impl Number for $number {
                const KIND: Kind = Kind::$kind;
                #[inline(always)]
                fn to_bits64(self) -> u64 {
                    let $x = self;
                    $to
                }
                #[inline(always)]
                fn from_bits64($bits: u64) -> Self {
                    $from
                }
            }
        )*
    };
}
numbers! {
    u32 U32 |x| x as u64, |bits| bits as u32;
    i32 I32 |x| x as u32 as u64, |bits| bits as u32 as i32;
    f32 F32 |x| x.to_bits() as u64, |bits| f32::from_bits(bits as u32);
    u64 U64 |x| x, |bits| bits;
    i64 I64 |x| x as u64, |bits| bits as i64;
    f64 F64 |x| x.to_bits(), |bits| f64::from_bits(bits);
}

impl Integer for u32 {}
impl Integer for i32 {}
impl Integer for u64 {}
impl Integer for i64 {}

impl<T> Target<T> for *mut T {
    #[inline(always)]
    fn address(self) -> Address {
        Address::Global(self.cast())
    }
}

impl<T: Element> Target<T> for SharedPtr<T> {
    #[inline(always)]
    fn address(self) -> Address {
        Address::Shared(self.offset())
    }
}

/// A function that updates by one operation.
macro_rules! updates {
    ($($(#[$meta:meta])* $name:ident: $bound:ident, $operation:ident;)*) => {
        $(
            $(#[$meta])*
            /// Returns what was there; orders nothing else.
            ///
            /// # Safety
            /// That of [the module](self).
            #[inline(always)]
            #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
            pub unsafe fn $name<T: $bound>(target: impl Target<T>, value: T, scope: Scope) -> T {
                // SAFETY: as the caller promises.
                unsafe { update(target, Operation::$operation, value, value, scope) }
            }
        )*
    };
}

updates! {
    /// Adds; integers wrap.
    add: Number, Add;
    /// Keeps the smaller.
    min: Integer, Min;
    /// Keeps the larger.
    max: Integer, Max;
    /// Keeps the bits that both have.
    and: Integer, And;
    /// Keeps the bits that one has.
    or: Integer, Or;
    /// Keeps the bits that just one has.
    xor: Integer, Xor;
    /// Puts the new value in.
    exchange: Number, Exchange;
}

/// Puts `value` in if `expected` is there, bit for bit. Returns what was there; orders nothing else.
///
/// # Safety
/// That of [the module](self).
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub unsafe fn compare_exchange<T: Number>(target: impl Target<T>, expected: T, value: T, scope: Scope) -> T {
    // SAFETY: as the caller promises.
    unsafe { update(target, Operation::CompareExchange, value, expected, scope) }
}

/// Reads a number before everything that comes after it: what the thread that stored it by [`store_release`] wrote
/// before is seen.
///
/// # Safety
/// That of [the module](self).
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub unsafe fn load_acquire<T: Number>(from: *const T, scope: Scope) -> T {
    // SAFETY: as the caller promises; nothing is written.
    unsafe { update(from.cast_mut(), Operation::LoadAcquire, T::from_bits64(0), T::from_bits64(0), scope) }
}

/// Writes a number after everything that comes before it.
///
/// # Safety
/// That of [the module](self).
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub unsafe fn store_release<T: Number>(to: *mut T, value: T, scope: Scope) {
    // SAFETY: as the caller promises.
    unsafe { update(to, Operation::StoreRelease, value, value, scope) };
}

/// Reads a number that others may write at this time: all its bits are of one write. Orders nothing else.
///
/// # Safety
/// That of [the module](self).
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub unsafe fn load_relaxed<T: Number>(from: *const T, scope: Scope) -> T {
    // SAFETY: as the caller promises; nothing is written.
    unsafe { update(from.cast_mut(), Operation::LoadRelaxed, T::from_bits64(0), T::from_bits64(0), scope) }
}

/// Writes a number that others may read at this time. Orders nothing else.
///
/// # Safety
/// That of [the module](self).
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub unsafe fn store_relaxed<T: Number>(to: *mut T, value: T, scope: Scope) {
    // SAFETY: as the caller promises.
    unsafe { update(to, Operation::StoreRelaxed, value, value, scope) };
}

#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn update<T: Number>(target: impl Target<T>, operation: Operation, value: T, expected: T, scope: Scope) -> T {
    let atomic = Atomic { operation, kind: T::KIND, value: value.to_bits64(), expected: expected.to_bits64(), scope };
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: as the caller promises.
    let bits = unsafe { instructions::execute(target.address(), atomic) };
    #[cfg(not(target_arch = "nvptx64"))]
    let bits = {
        let (machine, site) = (host::machine("an atomic"), host::site());
        match target.address() {
            // SAFETY: as the caller promises.
            Address::Global(at) => unsafe { machine.global_atomic(at, atomic, site) },
            Address::Shared(offset) => machine.shared_atomic(offset, atomic, site),
        }
    };
    T::from_bits64(bits)
}
