//! Barriers and fences.

#[cfg(not(target_arch = "nvptx64"))]
use super::host;
#[cfg(target_arch = "nvptx64")]
use super::nvptx;
use super::operands::Scope;
use lego_machine::limits::{BARRIERS_PER_BLOCK, WARP};

/// Waits until every thread of the block is here; what they wrote before is seen by all after.
///
/// Law: all threads of the block reach the same call. In a branch that some do not take, the launch does not end or its
/// results mean nothing.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn sync_threads() {
    #[cfg(target_arch = "nvptx64")]
    nvptx::barrier(0);
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("sync_threads", barrier(0, None, host::site()));
}

/// One of the 15 barriers of a block, besides that of [`sync_threads`], for some of its warps.
///
/// Law: `threads` is a multiple of 32, the same in all calls, and that many threads wait or arrive, in whole warps. A thread that comes to a barrier
/// where others met before comes after them: it waited there itself, or a barrier, an [`Mbarrier`](super::Mbarrier) or a release that it acquired
/// is in between. Otherwise it may be counted with those others, and which warps meet depends on which come first. The executor reports that in
/// every order, not only where the wrong ones meet. Two sets of warps that nothing orders have barriers of their own.
///
/// ```
/// use lego_cuda::device::barrier::NamedBarrier;
/// use lego_cuda::device::{SharedSlice, linear_thread_idx, warp_idx};
///
/// /// Warp 0 hands rounds of numbers to warp 1: a number is written when the one before has been read.
/// fn body(numbers: SharedSlice<u32>) -> u32 {
///     let (full, empty, lane) = (NamedBarrier::new(1, 64), NamedBarrier::new(2, 64), linear_thread_idx() % 32);
///     let (mut round, mut sum) = (0, 0);
///     while round < 4 {
///         if warp_idx() == 0 {
///             numbers.set(lane, 10 * round + lane);
///             full.arrive();
///             // Without this the next arrival could be counted in this round.
///             empty.sync();
///         } else {
///             full.sync();
///             sum += numbers.get(31 - lane);
///             empty.arrive();
///         }
///         round += 1;
///     }
///     sum
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedBarrier {
    id: u32,
    threads: u32,
}

impl NamedBarrier {
    /// The barrier of a number from 1 to 15 for so many threads.
    ///
    /// # Panics
    /// If the number is not 1 to 15, or the threads are no multiple of 32.
    #[inline(always)]
    pub const fn new(id: u32, threads: u32) -> Self {
        assert!(id >= 1 && id < BARRIERS_PER_BLOCK, "a named barrier has a number from 1 to 15");
        assert!(threads > 0 && threads.is_multiple_of(WARP), "a barrier counts whole warps");
        Self { id, threads }
    }

    /// Waits until all its threads wait or arrived.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn sync(self) {
        #[cfg(target_arch = "nvptx64")]
        nvptx::barrier_count(self.id, self.threads);
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("NamedBarrier::sync", barrier(self.id, Some(self.threads), host::site()));
    }

    /// Counts as one of its threads, and goes on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn arrive(self) {
        #[cfg(target_arch = "nvptx64")]
        nvptx::barrier_arrive(self.id, self.threads);
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("NamedBarrier::arrive", barrier_arrive(self.id, self.threads, host::site()));
    }
}

/// Waits until every thread of the grid is here; what they wrote before is seen by all after.
///
/// The blocks count in `counter`; the top bit of the sum flips once all are there, so it needs no reset between
/// barriers.
///
/// # Safety
/// `counter` points to a number in global memory that is 0 before its first barrier and that nothing else uses; all
/// threads of the grid reach the same call; and all blocks run at once, as a cooperative launch makes sure.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub unsafe fn sync_grid(counter: *mut u32) {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the counter is alive and used by this barrier alone, as the caller promises.
    unsafe {
        use super::{atomic, index, operands::Dim3};
        const TOP: u32 = 1 << 31;
        sync_threads();
        if index::thread_idx() == Dim3::new(0, 0, 0) {
            fence(Scope::Gpu);
            // One block adds what makes the ones of the others up to the top bit.
            let is_first = index::block_idx() == Dim3::new(0, 0, 0);
            let share = if is_first { TOP - (index::grid_dim().count() - 1) } else { 1 };
            let before = atomic::add(counter, share, Scope::Gpu);
            while (before ^ atomic::load_acquire(counter.cast_const(), Scope::Gpu)) & TOP == 0 {}
            fence(Scope::Gpu);
        }
        sync_threads();
    }
    #[cfg(not(target_arch = "nvptx64"))]
    // SAFETY: as the caller promises.
    unsafe {
        host::call!("sync_grid", barrier_grid(counter, host::site()));
    }
}

/// Orders memory: what this thread did before is seen, by the threads of the scope, before what it does after.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn fence(scope: Scope) {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: a fence changes neither registers nor memory.
    unsafe {
        use core::arch::asm;
        match scope {
            Scope::Block => asm!("fence.acq_rel.cta;", options(nostack, preserves_flags)),
            Scope::Gpu => asm!("fence.acq_rel.gpu;", options(nostack, preserves_flags)),
            Scope::System => asm!("fence.acq_rel.sys;", options(nostack, preserves_flags)),
        }
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("fence", fence(scope));
}
