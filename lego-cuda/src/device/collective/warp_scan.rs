//! Scans over the lanes of a warp: what the lanes up to each combine to.

use super::exchange::Exchange;
use super::numbers::Combined;
use super::operator::{By, Operator, Sum, scan_from};
use crate::device::index::lane;
use crate::device::operands::SourceLane;
use crate::device::warp::Warp;
use lego_machine::limits::WARP;

/// Scans: each lane gets what the lanes up to its own combine to, in the order of lanes.
///
/// Law: the inclusive scan of lane `i` is a combination of the values of the segment's lanes up to `i` in their order, those that
/// the mask leaves out left out; the exclusive one of `first` and the lanes before `i`. Brackets are set in the same way each
/// time, so floats are reproducible; an operation is associative and need not be commutative.
impl Warp {
    /// What an associative function makes of the values of the lanes up to this one.
    ///
    /// ```
    /// # use lego_cuda::device::Warp;
    /// /// The largest number so far.
    /// fn record(x: i32) -> i32 {
    ///     Warp::ALL.inclusive_scan(x, i32::max)
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn inclusive_scan<V: Exchange>(self, value: V, combine: impl Fn(V, V) -> V + Copy) -> V {
        self.scan(value, self.first(), By(combine))
    }

    /// What an associative function makes of a first value and those of the lanes before this one.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn exclusive_scan<V: Exchange>(self, value: V, first: V, combine: impl Fn(V, V) -> V + Copy) -> V {
        let through = self.scan(value, self.first(), By(combine));
        self.before(through, self.first()).map_or(first, |before| combine(first, before))
    }

    /// The sum of the lanes up to this one; integers wrap.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn inclusive_sum<T: Combined>(self, value: T) -> T {
        T::narrow(self.scan(value.wide(), self.first(), Sum))
    }

    /// The sum of the lanes before this one, 0 in the first; integers wrap.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn exclusive_sum<T: Combined>(self, value: T) -> T {
        let through = self.scan(value.wide(), self.first(), Sum);
        T::narrow(self.before(through, self.first()).unwrap_or(T::Wide::ZERO))
    }

    /// As [`inclusive_scan`](Warp::inclusive_scan), which begins anew at each lane that is a head.
    ///
    /// ```
    /// # use lego_cuda::device::Warp;
    /// /// The sum of a run of equal keys up to this lane.
    /// fn of_run(key: u32, x: f32) -> f32 {
    ///     let is_head = Warp::ALL.shuffle_up(key, 1) != key;
    ///     Warp::ALL.segmented_inclusive_scan(is_head, x, |a, b| a + b)
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn segmented_inclusive_scan<V: Exchange>(
        self,
        is_head: bool,
        value: V,
        combine: impl Fn(V, V) -> V + Copy,
    ) -> V {
        self.scan(value, self.head(is_head), By(combine))
    }

    /// As [`exclusive_scan`](Warp::exclusive_scan), which begins anew at each lane that is a head.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn segmented_exclusive_scan<V: Exchange>(
        self,
        is_head: bool,
        value: V,
        first: V,
        combine: impl Fn(V, V) -> V + Copy,
    ) -> V {
        let start = self.head(is_head);
        let through = self.scan(value, start, By(combine));
        self.before(through, start).map_or(first, |before| combine(first, before))
    }

    /// The first lane of this lane's segment.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn first(self) -> u32 {
        if self.width == WARP { 0 } else { lane() & !(self.width - 1) }
    }

    /// The last head up to this lane, in its segment.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn head(self, is_head: bool) -> u32 {
        let heads = self.ballot(is_head) & (!0 >> (WARP - 1 - lane()));
        let last = (WARP - 1).saturating_sub(heads.leading_zeros());
        if last > self.first() { last } else { self.first() }
    }

    /// The inclusive scan from a lane on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn scan<V: Exchange, O: Operator<V>>(self, value: V, start: u32, op: O) -> V {
        if self.mask == !0 { scan_from(op, self, start, value) } else { linked(op, self, start, value) }
    }

    /// The value of the lane before this one, if there is one from a lane on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn before<V: Exchange>(self, value: V, start: u32) -> Option<V> {
        let previous = self.previous(start);
        let source = if self.mask == !0 { SourceLane::Up(1) } else { SourceLane::Idx(previous.unwrap_or(lane())) };
        let other = value.shuffled(Self { width: WARP, ..self }, source);
        previous.is_some().then_some(other)
    }

    /// The lane before this one, if there is one from a lane on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn previous(self, start: u32) -> Option<u32> {
        let below = self.mask & !(!0 << lane()) & (!0 << start);
        (below != 0).then(|| WARP - 1 - below.leading_zeros())
    }
}

/// The scan from a lane on where lanes are left out: each lane knows how far back its value reaches.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
#[allow(unused_assignments)] // after the last step
fn linked<V: Exchange, O: Operator<V>>(op: O, warp: Warp, start: u32, mut value: V) -> V {
    let all = Warp::lanes(warp.mask);
    // A lane that reaches its start points to itself.
    let mut previous = warp.previous(start).unwrap_or(lane());
    macro_rules! steps {
        ($($step:literal)*) => {
            $(
                if warp.width > $step {
                    let other = value.shuffled(all, SourceLane::Idx(previous));
                    let before = all.shuffle_idx(previous, previous);
                    if previous != lane() {
                        value = op.combine(other, value);
                        // What that lane points to is its own start, if it points to itself.
                        previous = if before == previous { lane() } else { before };
                    }
                }
            )*
        };
    }
    steps!(1 2 4 8 16);
    value
}
