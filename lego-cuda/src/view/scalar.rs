//! Parameters without a layout: numbers, arrays of numbers, and slices.

use super::abi::{ArrayAbi, SliceAbi};
use crate::device::Element;
use crate::kernel::Parameter;
use lego_core::check::fingerprint;

macro_rules! numbers {
    ($($number:ty)*) => {
        $(
            // SAFETY: a number is itself on both sides, those of 16 bits too, and has no lifetime.
            unsafe impl Parameter for $number {
                type Abi = Self;
                type During<'launch> = Self;
                const FINGERPRINT: u64 = <$number as Element>::FINGERPRINT;

                #[inline(always)]
                unsafe fn from_abi<'launch>(abi: Self) -> Self::During<'launch> {
                    abi
                }
            }
        )*
    };
}
numbers!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64);
#[cfg(feature = "half")]
numbers!(half::f16 half::bf16);

// SAFETY: the ABI is `repr(C)` of the elements, which are the same on both sides and have no lifetime.
unsafe impl<T: Element + Send + Sync, const N: usize> Parameter for [T; N] {
    type Abi = ArrayAbi<T, N>;
    type During<'launch> = Self;
    const FINGERPRINT: u64 = fingerprint("an array by value", &[T::FINGERPRINT, N as u64]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(ArrayAbi(elements): ArrayAbi<T, N>) -> Self::During<'launch> {
        const { assert!(N > 0, "an array without elements is no parameter") };
        elements
    }
}

// SAFETY: the ABI is `repr(C)` of an address and a number; the lifetime is the only one.
unsafe impl<T: Element> Parameter for &[T] {
    type Abi = SliceAbi<T>;
    type During<'launch> = &'launch [T];
    const FINGERPRINT: u64 = fingerprint("a slice", &[T::FINGERPRINT]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(abi: SliceAbi<T>) -> &'launch [T] {
        let (pointer, len) = abi.parts();
        // SAFETY: the launch vouches for the elements, which nothing writes; the pointer is none of null.
        unsafe { core::slice::from_raw_parts(pointer, len) }
    }
}

// SAFETY: as for a slice, whose pointer is null where there is none.
unsafe impl<T: Element> Parameter for Option<&[T]> {
    type Abi = SliceAbi<T>;
    type During<'launch> = Option<&'launch [T]>;
    const FINGERPRINT: u64 = fingerprint("a slice, or none", &[T::FINGERPRINT]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(abi: SliceAbi<T>) -> Option<&'launch [T]> {
        // SAFETY: as the caller promises of what is a slice.
        abi.some().map(|abi| unsafe { <&[T] as Parameter>::from_abi(abi) })
    }
}
