//! Collectives of a warp: shuffles, votes, matches and barriers of its 32 lanes.

use super::element::Element;
#[cfg(not(target_arch = "nvptx64"))]
use super::host;
use super::index::{block_dim, linear_thread_idx};
#[cfg(target_arch = "nvptx64")]
use super::nvptx;
use lego_machine::limits::WARP;

pub use super::operands::{Reduction, Shuffle, SourceLane, Vote};

/// The lanes of a warp that act together, in segments.
///
/// Law of every method: each lane of the mask calls it, with the same mask and segments, at the same place; otherwise
/// the results mean nothing or the launch does not end.
///
/// ```
/// # use lego_cuda::device::Warp;
/// /// The mean over the warp, in every lane.
/// fn mean(x: f32) -> f32 {
///     Warp::ALL.sum(x) / 32.0
/// }
///
/// /// How much more an element is than its left neighbour; the first of the warp than itself, which is 0.
/// fn step(x: f32) -> f32 {
///     x - Warp::ALL.shuffle_up(x, 1)
/// }
/// ```
///
/// Reductions and scans of the lanes are methods too: [`sum`](Warp::sum), [`reduce`](Warp::reduce),
/// [`inclusive_scan`](Warp::inclusive_scan), … ([all of them](super::collective)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warp {
    pub(super) mask: u32,
    pub(super) width: u32,
}

impl Warp {
    /// All lanes, one segment.
    pub const ALL: Self = Self { mask: !0, width: WARP };

    /// The lanes that this warp has, one segment: all 32, and fewer in the last warp of a block whose threads are no multiple
    /// of 32.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn present() -> Self {
        let threads = block_dim().count();
        let first = linear_thread_idx() / WARP * WARP;
        if threads - first >= WARP { Self::ALL } else { Self::lanes(!(!0 << (threads - first))) }
    }

    /// The lanes of a mask, one segment.
    #[inline(always)]
    pub const fn lanes(mask: u32) -> Self {
        Self { mask, width: WARP }
    }

    /// The same lanes in segments of a power of two, each of which shuffles by itself.
    ///
    /// # Panics
    /// If the width is not 1, 2, 4, 8, 16 or 32.
    #[inline(always)]
    pub const fn segments(self, width: u32) -> Self {
        assert!(width.is_power_of_two() && width <= WARP, "a segment has 1, 2, 4, 8, 16 or 32 lanes");
        Self { width, ..self }
    }

    /// Waits for the lanes; what they wrote before is seen by all of them after.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn sync(self) {
        #[cfg(target_arch = "nvptx64")]
        nvptx::warp_sync(self.mask);
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Warp::sync", barrier_warp(self.mask, host::site()));
    }

    /// The value of lane `lane % width` of the segment.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn shuffle_idx<T: Element>(self, value: T, lane: u32) -> T {
        self.shuffle(value, SourceLane::Idx(lane))
    }

    /// The value of the lane `delta` below, its own value where the segment begins above that.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn shuffle_up<T: Element>(self, value: T, delta: u32) -> T {
        self.shuffle(value, SourceLane::Up(delta))
    }

    /// The value of the lane `delta` above, its own value where the segment ends below that.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn shuffle_down<T: Element>(self, value: T, delta: u32) -> T {
        self.shuffle(value, SourceLane::Down(delta))
    }

    /// The value of the lane `lane ^ bits`.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn shuffle_xor<T: Element>(self, value: T, bits: u32) -> T {
        self.shuffle(value, SourceLane::Xor(bits))
    }

    /// Whether a predicate holds in all lanes.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn all(self, predicate: bool) -> bool {
        #[cfg(target_arch = "nvptx64")]
        return nvptx::vote_all(self.mask, predicate);
        #[cfg(not(target_arch = "nvptx64"))]
        return host::call!("Warp::all", vote(Vote::All, self.mask, predicate, host::site())) != 0;
    }

    /// Whether a predicate holds in some lane.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn any(self, predicate: bool) -> bool {
        #[cfg(target_arch = "nvptx64")]
        return nvptx::vote_any(self.mask, predicate);
        #[cfg(not(target_arch = "nvptx64"))]
        return host::call!("Warp::any", vote(Vote::Any, self.mask, predicate, host::site())) != 0;
    }

    /// The lanes where a predicate holds, one bit each.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn ballot(self, predicate: bool) -> u32 {
        #[cfg(target_arch = "nvptx64")]
        return nvptx::ballot(self.mask, predicate);
        #[cfg(not(target_arch = "nvptx64"))]
        return host::call!("Warp::ballot", vote(Vote::Ballot, self.mask, predicate, host::site()));
    }

    /// The lanes that have the same value, one bit each.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn match_any(self, value: u32) -> u32 {
        #[cfg(target_arch = "nvptx64")]
        return nvptx::match_any(self.mask, value);
        #[cfg(not(target_arch = "nvptx64"))]
        return host::call!("Warp::match_any", match_any(self.mask, value, host::site()));
    }

    /// One number of those of all lanes, combined by an operation: sum, minimum, maximum, or bit by bit. The lanes are one
    /// segment.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn combine(self, reduction: Reduction, value: u32) -> u32 {
        #[cfg(target_arch = "nvptx64")]
        return match reduction {
            Reduction::Add => nvptx::reduce_add(value, self.mask),
            Reduction::Min => nvptx::reduce_min(value, self.mask),
            Reduction::Max => nvptx::reduce_max(value, self.mask),
            Reduction::MinSigned => nvptx::reduce_min_signed(value, self.mask),
            Reduction::MaxSigned => nvptx::reduce_max_signed(value, self.mask),
            Reduction::And => nvptx::reduce_and(value, self.mask),
            Reduction::Or => nvptx::reduce_or(value, self.mask),
            Reduction::Xor => nvptx::reduce_xor(value, self.mask),
        };
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("a reduction of a warp", reduce(reduction, self.mask, value, host::site()))
    }

    /// An element word by word: one instruction up to 32 bits, two for 64, four for 128.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn shuffle<T: Element>(self, value: T, source: SourceLane) -> T {
        /// Room for any element, and its words.
        #[repr(align(16))]
        struct Words([u32; 4]);

        let mut all = Words([0; 4]);
        const { assert!(size_of::<T>() <= 16 && align_of::<T>() <= 16, "an element has at most 16 bytes") };
        // SAFETY: the array is at least as large as an element and as aligned.
        unsafe { *(&raw mut all).cast::<T>() = value };
        let words = &mut all.0;
        // No loop: in a kernel of many shuffles the compiler would unroll each, and look at the whole kernel for it.
        words[0] = self.word(words[0], source);
        if T::BYTES > 4 {
            words[1] = self.word(words[1], source);
        }
        if T::BYTES > 8 {
            words[2] = self.word(words[2], source);
            words[3] = self.word(words[3], source);
        }
        // SAFETY: as above, and every pattern of bits is a T.
        unsafe { *(&raw const all).cast::<T>() }
    }

    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    fn word(self, value: u32, source: SourceLane) -> u32 {
        // The mask that keeps the segment's bits of a lane's number, above the last lane of the segment.
        let segment = (WARP - self.width) << 8;
        match source {
            SourceLane::Idx(lane) => nvptx::shuffle_idx(self.mask, value, lane, segment | (WARP - 1)),
            SourceLane::Up(delta) => nvptx::shuffle_up(self.mask, value, delta, segment),
            SourceLane::Down(delta) => nvptx::shuffle_down(self.mask, value, delta, segment | (WARP - 1)),
            SourceLane::Xor(bits) => nvptx::shuffle_xor(self.mask, value, bits, segment | (WARP - 1)),
        }
    }

    #[cfg(not(target_arch = "nvptx64"))]
    #[track_caller]
    fn word(self, value: u32, source: SourceLane) -> u32 {
        let shuffle = Shuffle { source, mask: self.mask, width: self.width };
        host::call!("a shuffle", shuffle(shuffle, value, host::site()))
    }
}

/// The lanes that run together now: no more than a hint, which the next instruction may change.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn active_mask() -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return nvptx::active_mask();
    #[cfg(not(target_arch = "nvptx64"))]
    return host::call!("active_mask", active_mask());
}
