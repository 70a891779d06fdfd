//! The sizes that a layout is given at run time, as plain numbers of 32 bits: all of it that crosses to a GPU.

use core::fmt::Debug;
use core::num::NonZero;

/// Sizes given at run time, as numbers that are the same bytes on every machine: `[u32; N]`, or `[NonZero<u32>; N]`
/// where facts say that none is 0, and `[u32; 0]` where a type fixes all sizes; of a window, those of its layout and
/// its own.
///
/// The trait is sealed: no address can cross to another machine as a size.
pub trait Sizes32: Copy + Debug + Send + Sync + sealed::Sealed + 'static {}

impl<const N: usize> Sizes32 for [u32; N] {}
impl<const N: usize> Sizes32 for [NonZero<u32>; N] {}

mod sealed {
    use core::num::NonZero;

    pub trait Sealed {}
    impl<const N: usize> Sealed for [u32; N] {}
    impl<const N: usize> Sealed for [NonZero<u32>; N] {}
    impl<S: Sealed, const R: usize> Sealed for crate::mapping::WindowSizes<S, R> {}
}
