//! Reductions over the threads of a block.
//!
//! The lanes of each warp combine, its first lane leaves the result in shared memory, and after a barrier each warp combines what
//! all warps left. Where the last warp has too few lanes to read them all, the first warp does that for all.

use super::block::{BlockWide, Place};
use super::exchange::{Exchange, SLOTS};
use super::numbers::{Bits, Combined, Ranked};
use super::operator::{And, By, First, Largest, Operator, Or, Product, Smallest, Sum, Xor, named_operators};
use crate::device::barrier::sync_threads;
use crate::device::index::{lane, linear_thread_idx};
use crate::device::warp::Warp;

/// The slot of what all warps combine to.
const TOTAL: u32 = SLOTS - 1;

/// The slot that a lane reads of so many: any of them in lanes that have none of their own.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn slot_of_lane(count: u32) -> u32 {
    if count.is_power_of_two() { lane() & (count - 1) } else { lane().min(count - 1) }
}

macro_rules! reductions {
    ($($(#[$meta:meta])* $name:ident: $bound:ident, $operator:ident;)*) => {
        $(
            $(#[$meta])*
            #[inline(always)]
            #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
            pub fn $name(&self, value: T) -> T
            where
                T: $bound,
            {
                T::narrow(self.over_threads($operator, value.wide()))
            }
        )*
    };
}

/// Reductions: one value of those of all threads, which each of them gets.
///
/// Law: the threads combine in a tree over their numbers: 0 with 1, 2 with 3, …; then 0 and 1 with 2 and 3, …. It is the same tree
/// for all blocks of so many threads, and the lower threads are the left operand, so that floats are reproducible and an
/// operation need not be commutative.
impl<T: Exchange> BlockWide<'_, T> {
    named_operators!(reductions);

    /// What an associative function makes of all values.
    ///
    /// ```
    /// use lego_cuda::device::BlockWide;
    /// /// Mean and variance of what all threads have, each as many.
    /// fn moments(all: &BlockWide<'_, (f32, f32)>, x: f32, threads: f32) -> (f32, f32) {
    ///     let (sum, squares) = all.reduce((x, x * x), |a, b| (a.0 + b.0, a.1 + b.1));
    ///     let mean = sum / threads;
    ///     (mean, squares / threads - mean * mean)
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn reduce(&self, value: T, combine: impl Fn(T, T) -> T + Copy) -> T {
        self.over_threads(By(combine), value)
    }

    /// The largest value, and the smallest of the indices that come with it. What is not a number counts only where there is
    /// nothing else.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn arg_max(&self, value: T, index: u32) -> (T, u32)
    where
        T: Ranked,
    {
        let (value, index) = self.over_threads(First(Largest), (value.wide(), index));
        (T::narrow(value), index)
    }

    /// The smallest value, and the smallest of the indices that come with it. What is not a number counts only where there is
    /// nothing else.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn arg_min(&self, value: T, index: u32) -> (T, u32)
    where
        T: Ranked,
    {
        let (value, index) = self.over_threads(First(Smallest), (value.wide(), index));
        (T::narrow(value), index)
    }

    /// Whether a predicate holds in all threads.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn all(&self, predicate: bool) -> bool {
        self.over_threads(And, u32::from(predicate)) != 0
    }

    /// Whether a predicate holds in some thread.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn any(&self, predicate: bool) -> bool {
        self.over_threads(Or, u32::from(predicate)) != 0
    }

    /// In how many threads a predicate holds.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn count(&self, predicate: bool) -> u32 {
        self.over_threads(Sum, u32::from(predicate))
    }

    /// The value of one thread, in all of them.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn broadcast(&self, value: T, from_thread: u32) -> T {
        self.spread(linear_thread_idx() == from_thread, value)
    }

    /// The value of the one thread that has it.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn spread<V: Exchange>(&self, has_it: bool, value: V) -> V {
        const { Self::holds::<V>() };
        let column = self.turn();
        // SAFETY: a column of a half, which has room for the values.
        unsafe {
            if has_it {
                value.put(column, TOTAL);
            }
            sync_threads();
            V::take(column, TOTAL)
        }
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn over_threads<V: Exchange, O: Operator<V>>(&self, op: O, value: V) -> V {
        const { Self::holds::<V>() };
        let Place { warps, warp, is_whole } = Place::here();
        let part = op.over_lanes(if is_whole { Warp::ALL } else { Warp::present() }, value);
        if warps == 1 {
            return part;
        }
        let column = self.turn();
        // SAFETY: a column of a half, which has room for the values; there are at most 32 warps.
        unsafe {
            if lane() == 0 {
                part.put(column, warp);
            }
            sync_threads();
            if is_whole {
                return op.over_first(warps, V::take(column, slot_of_lane(warps)));
            }
            if warp == 0 {
                let total = op.over_first(warps, V::take(column, slot_of_lane(warps)));
                if lane() == 0 {
                    total.put(column, TOTAL);
                }
            }
            sync_threads();
            V::take(column, TOTAL)
        }
    }
}
