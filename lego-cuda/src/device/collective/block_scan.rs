//! Scans over the threads of a block, with one item a thread or several.
//!
//! The lanes of each warp scan, its last lane leaves what the warp combines to in shared memory, and after a barrier each warp
//! scans what all warps left and takes what is before its own. Where the last warp has too few lanes to read them all, the first
//! warp does that for all.

use super::block::{BlockWide, Place};
use super::block_reduce::slot_of_lane;
use super::exchange::Exchange;
use super::numbers::Combined;
use super::operator::{By, Operator, Sum, scan_from};
use crate::device::barrier::sync_threads;
use crate::device::index::lane;
use crate::device::operands::SourceLane;
use crate::device::warp::Warp;
use lego_machine::limits::WARP;

/// An operator on values with a mark where a segment begins.
#[derive(Clone, Copy)]
struct Segmented<O>(O);

impl<V: Exchange, O: Operator<V>> Operator<(u32, V)> for Segmented<O> {
    const COMMUTES: bool = false;

    #[inline(always)]
    fn combine(self, left: (u32, V), right: (u32, V)) -> (u32, V) {
        (left.0 | right.0, if right.0 == 0 { self.0.combine(left.1, right.1) } else { right.1 })
    }

    // The marks of a warp are one vote instead of a word in each step.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn inclusive(self, warp: Warp, (mark, value): (u32, V)) -> (u32, V) {
        let marks = warp.ballot(mark != 0) & (!0 >> (WARP - 1 - lane()));
        let start = (WARP - 1).saturating_sub(marks.leading_zeros());
        (u32::from(marks != 0), scan_from(self.0, warp, start, value))
    }
}

/// What a thread knows after a scan. A shuffle is made only where its result is wanted: no compiler takes it away.
struct Scanned<V> {
    lanes: Warp,
    /// What the lanes up to this one combine to.
    through: V,
    /// What the warps before this one combine to, if there are any.
    warps_before: Option<V>,
    /// What the warps up to each lane's number combine to, and the last lane that has one: in memory where there is none.
    total: Total<V>,
}

/// Where the combination of all threads is.
enum Total<V> {
    /// In this lane.
    Lane(V, u32),
    /// Here.
    Value(V),
}

impl<V: Exchange> Scanned<V> {
    /// What the threads up to this one combine to.
    #[inline(always)]
    fn through<O: Operator<V>>(&self, op: O) -> V {
        self.warps_before.map_or(self.through, |before| op.combine(before, self.through))
    }

    /// What the threads before this one combine to, if there are any.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn before<O: Operator<V>>(&self, op: O) -> Option<V> {
        let other = self.through.shuffled(self.lanes, SourceLane::Up(1));
        let before = (lane() > 0).then_some(other);
        match (self.warps_before, before) {
            (Some(warps), Some(before)) => Some(op.combine(warps, before)),
            (warps, before) => warps.or(before),
        }
    }

    /// What all threads combine to.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn total(&self) -> V {
        match self.total {
            Total::Lane(value, lane) => value.shuffled(self.lanes, SourceLane::Idx(lane)),
            Total::Value(value) => value,
        }
    }
}

/// Scans: each item becomes what the items up to it combine to. The items of a thread follow each other, and those of the next
/// thread follow them.
///
/// Law: the inclusive scan at item `i` is a combination of the items up to `i` in their order, the exclusive one of `first` and the
/// items before `i`. Brackets are set in the same way for all blocks of so many threads and items, so floats are reproducible; an
/// operation is associative and need not be commutative. Exclusive scans also give what `first` and all items combine to.
impl<T: Exchange> BlockWide<'_, T> {
    /// What an associative function makes of the items up to each.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn inclusive_scan<const N: usize>(&self, items: [T; N], combine: impl Fn(T, T) -> T + Copy) -> [T; N] {
        self.inclusive(items, By(combine))
    }

    /// What an associative function makes of a first value and the items before each; and of it and all items.
    ///
    /// ```
    /// use lego_cuda::device::BlockWide;
    /// /// Where the elements that a thread keeps go, and how many all threads keep.
    /// fn places(all: &BlockWide<'_, u32>, keeps: [bool; 4]) -> ([u32; 4], u32) {
    ///     all.exclusive_scan(keeps.map(u32::from), 0, |a, b| a + b)
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn exclusive_scan<const N: usize>(
        &self,
        items: [T; N],
        first: T,
        combine: impl Fn(T, T) -> T + Copy,
    ) -> ([T; N], T) {
        self.exclusive(items, first, By(combine))
    }

    /// The sums of the items up to each; integers wrap.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn inclusive_sum<const N: usize>(&self, items: [T; N]) -> [T; N]
    where
        T: Combined,
    {
        self.inclusive(items.map(T::wide), Sum).map(T::narrow)
    }

    /// The sums of the items before each, 0 for the first; and the sum of all. Integers wrap.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn exclusive_sum<const N: usize>(&self, items: [T; N]) -> ([T; N], T)
    where
        T: Combined,
    {
        let (sums, total) = self.exclusive(items.map(T::wide), T::Wide::ZERO, Sum);
        (sums.map(T::narrow), T::narrow(total))
    }

    /// As [`inclusive_scan`](BlockWide::inclusive_scan), which begins anew at each item that is a head.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn segmented_inclusive_scan<const N: usize>(
        &self,
        heads: [bool; N],
        items: [T; N],
        combine: impl Fn(T, T) -> T + Copy,
    ) -> [T; N] {
        self.inclusive(marked(heads, items), Segmented(By(combine))).map(|(_, item)| item)
    }

    /// As [`exclusive_scan`](BlockWide::exclusive_scan), which begins anew at each item that is a head.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn segmented_exclusive_scan<const N: usize>(
        &self,
        heads: [bool; N],
        items: [T; N],
        first: T,
        combine: impl Fn(T, T) -> T + Copy,
    ) -> [T; N] {
        let op = Segmented(By(combine));
        let marked = marked(heads, items);
        let mut running = self.scan(op, fold(op, marked)).before(op);
        let mut result = items;
        let mut i = 0;
        while i < N {
            result[i] = match running {
                Some((_, before)) if !heads[i] => combine(first, before),
                _ => first,
            };
            running = Some(running.map_or(marked[i], |before| op.combine(before, marked[i])));
            i += 1;
        }
        result
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn inclusive<V: Exchange, O: Operator<V>, const N: usize>(&self, items: [V; N], op: O) -> [V; N] {
        let scanned = self.scan(op, fold(op, items));
        if N == 1 {
            return items.map(|_| scanned.through(op));
        }
        let before = scanned.before(op);
        let mut result = items;
        let mut i = 0;
        while i < N {
            if i > 0 {
                result[i] = op.combine(result[i - 1], items[i]);
            } else if let Some(before) = before {
                result[i] = op.combine(before, items[i]);
            }
            i += 1;
        }
        result
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn exclusive<V: Exchange, O: Operator<V>, const N: usize>(&self, items: [V; N], first: V, op: O) -> ([V; N], V) {
        let scanned = self.scan(op, fold(op, items));
        let mut running = scanned.before(op).map_or(first, |before| op.combine(first, before));
        let mut result = items;
        let mut i = 0;
        while i < N {
            result[i] = running;
            running = op.combine(running, items[i]);
            i += 1;
        }
        (result, op.combine(first, scanned.total()))
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn scan<V: Exchange, O: Operator<V>>(&self, op: O, value: V) -> Scanned<V> {
        const { Self::holds::<V>() };
        let Place { warps, warp, is_whole } = Place::here();
        let lanes = if is_whole { Warp::ALL } else { Warp::present() };
        let through = op.inclusive(lanes, value);
        let last = WARP - 1 - lanes.mask.leading_zeros();
        if warps == 1 {
            return Scanned { lanes, through, warps_before: None, total: Total::Lane(through, last) };
        }
        let column = self.turn();
        // SAFETY: a column of a half, which has room for the values; there are at most 32 warps.
        unsafe {
            if lane() == last {
                through.put(column, warp);
            }
            sync_threads();
            let (before, total) = if is_whole {
                let parts =
                    op.inclusive(Warp::ALL.segments(warps.next_power_of_two()), V::take(column, slot_of_lane(warps)));
                // The first warp has nothing before it, and does not use this.
                let before = parts.shuffled(Warp::ALL, SourceLane::Idx(warp.wrapping_sub(1) % WARP));
                (before, Total::Lane(parts, warps - 1))
            } else {
                if warp == 0 {
                    // Each lane reads and writes its own slot, and none that has no warp.
                    let part = if lane() < warps { V::take(column, lane()) } else { through };
                    let parts = op.inclusive(Warp::ALL, part);
                    if lane() < warps {
                        parts.put(column, lane());
                    }
                }
                sync_threads();
                (V::take(column, warp.saturating_sub(1)), Total::Value(V::take(column, warps - 1)))
            };
            Scanned { lanes, through, warps_before: (warp > 0).then_some(before), total }
        }
    }
}

#[inline(always)]
fn marked<T: Copy, const N: usize>(heads: [bool; N], items: [T; N]) -> [(u32, T); N] {
    let mut marked = items.map(|item| (0, item));
    let mut i = 0;
    while i < N {
        marked[i].0 = u32::from(heads[i]);
        i += 1;
    }
    marked
}

/// All items of a thread combined.
#[inline(always)]
fn fold<V: Exchange, O: Operator<V>, const N: usize>(op: O, items: [V; N]) -> V {
    const { assert!(N > 0, "a thread has at least one item") };
    let mut all = items[0];
    let mut i = 1;
    while i < N {
        all = op.combine(all, items[i]);
        i += 1;
    }
    all
}
