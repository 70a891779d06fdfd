//! Reductions over the lanes of a warp.

use super::exchange::Exchange;
use super::numbers::{Bits, Combined, Ranked};
use super::operator::{And, By, First, Largest, Operator, Or, Product, Smallest, Sum, Xor, named_operators};
use crate::device::warp::Warp;

/// A function that reduces by one operator.
macro_rules! reductions {
    ($($(#[$meta:meta])* $name:ident: $bound:ident, $operator:ident;)*) => {
        $(
            $(#[$meta])*
            #[inline(always)]
            #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
            pub fn $name<T: $bound>(self, value: T) -> T {
                T::narrow($operator.over_lanes(self, value.wide()))
            }
        )*
    };
}

/// Reductions: one value of those of all lanes, which each of them gets.
///
/// Law: the lanes of a segment combine in a tree over their numbers, those that the mask leaves out left out: lane 0 with lane 1,
/// 2 with 3, …; then lanes 0 and 1 with lanes 2 and 3, …. It is the same tree each time, and the lower lanes are the left operand,
/// so that floats are reproducible and an operation need not be commutative.
///
/// Integers of up to 32 bits are one instruction (`redux.sync`) but for the product, other values a shuffle for each 32 bits and
/// step. [`Warp::ALL`] is for warps that are whole; in a block whose threads are no multiple of 32 it is
/// [`Warp::present()`](Warp::present).
///
/// ```
/// # use lego_cuda::device::Warp;
/// fn mean(x: f32) -> f32 {
///     Warp::ALL.sum(x) / 32.0
/// }
/// ```
impl Warp {
    named_operators!(reductions);

    /// What an associative function makes of all values.
    ///
    /// ```
    /// # use lego_cuda::device::Warp;
    /// /// The slope and offset of the functions `x -> a * x + b` of all lanes, one after the other.
    /// fn composed(slope: f32, offset: f32) -> (f32, f32) {
    ///     Warp::ALL.reduce((slope, offset), |(a, b), (c, d)| (c * a, c * b + d))
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn reduce<V: Exchange>(self, value: V, combine: impl Fn(V, V) -> V + Copy) -> V {
        By(combine).over_lanes(self, value)
    }

    /// The largest value, and the smallest of the indices that come with it. What is not a number counts only where there is
    /// nothing else.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn arg_max<T: Ranked>(self, value: T, index: u32) -> (T, u32) {
        let (value, index) = First(Largest).over_lanes(self, (value.wide(), index));
        (T::narrow(value), index)
    }

    /// The smallest value, and the smallest of the indices that come with it. What is not a number counts only where there is
    /// nothing else.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn arg_min<T: Ranked>(self, value: T, index: u32) -> (T, u32) {
        let (value, index) = First(Smallest).over_lanes(self, (value.wide(), index));
        (T::narrow(value), index)
    }
}
