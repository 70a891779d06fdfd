//! Barriers in shared memory, that count arrivals and bytes (`mbarrier`), from sm_90 on.
//!
//! A [`Mbarrier`] goes from phase to phase, from phase 0 on. A phase ends when as many threads have [arrived](Mbarrier::arrive) as it
//! was [made](Mbarrier::init) for, and all bytes have come that were [expected](Mbarrier::arrive_expecting) in it; then the next begins.
//! Who waits names the *parity* of a phase, 0 of the even ones: it waits until a phase of this parity has ended, and sees what came
//! before the arrivals, and the bytes.
//!
//! A ring of stages has two for each stage: *full*, at which the producer arrives and whose bytes the copy engine brings, and *empty*,
//! at which the consumers arrive. In round r consumers wait for parity r mod 2 of the first, and the producer for parity (r + 1) mod 2
//! of the second: before phase 0 it is as if a phase of parity 1 had ended, so that in the first round all stages are free.
//!
//! ```
//! use lego_cuda::device::mbarrier::{self, Mbarrier};
//! use lego_cuda::device::{SharedSlice, linear_thread_idx, sync_threads};
//!
//! /// A thread hands a number to all others.
//! fn body(barriers: SharedSlice<u64>, number: SharedSlice<f32>) -> f32 {
//!     let is_full = Mbarrier::at(barriers.at(0));
//!     if linear_thread_idx() == 0 {
//!         is_full.init(1);
//!         mbarrier::fence_init();
//!     }
//!     sync_threads();
//!     if linear_thread_idx() == 0 {
//!         number.set(0, 1.5);
//!         is_full.arrive();
//!     }
//!     is_full.wait(0);
//!     number.get(0)
//! }
//! ```

#[cfg(not(target_arch = "nvptx64"))]
use super::host;
use super::shared::SharedPtr;

/// The most arrivals that a phase can be made for.
pub const MOST_ARRIVALS: u32 = (1 << 20) - 1;

/// A barrier in eight bytes of shared memory.
///
/// The executor names the one that a fault is about by its tile, with its index by the layout of the tile where there are several:
/// `stages[1, 0]`. In dynamic shared memory that is no tile's it says which one it is of those that are made side by side.
#[derive(Clone, Copy)]
pub struct Mbarrier {
    at: SharedPtr<u64>,
}

impl Mbarrier {
    /// The barrier at a place, which is one once [`init`](Self::init) was called. Nothing else reads or writes the eight bytes.
    #[inline(always)]
    pub const fn at(at: SharedPtr<u64>) -> Self {
        Self { at }
    }

    /// The offset in shared memory.
    #[inline(always)]
    pub const fn offset(self) -> u32 {
        self.at.offset()
    }

    /// Makes the barrier, in phase 0, for so many arrivals a phase, 1 to [`MOST_ARRIVALS`].
    ///
    /// One thread calls it; others use the barrier behind [`fence_init`] by that thread and a barrier of the block.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn init(self, arrivals: u32) {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the place is in shared memory by the contract of `SharedPtr::from_offset`, and aligned to its 8 bytes.
        unsafe {
            core::arch::asm!(
                "mbarrier.init.shared::cta.b64 [{}], {};",
                in(reg32) self.offset(),
                in(reg32) arrivals,
                options(nostack, preserves_flags)
            )
        }
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Mbarrier::init", mbarrier_init(self.offset(), arrivals, host::site()));
    }

    /// Counts as one arrival of the phase. What the thread did before is seen by who waits for its end.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn arrive(self) {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: as for `init`; what is no barrier is a wrong number, not undefined behaviour in Rust.
        unsafe {
            core::arch::asm!(
                "mbarrier.arrive.shared::cta.b64 _, [{}];",
                in(reg32) self.offset(),
                options(nostack, preserves_flags)
            )
        }
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Mbarrier::arrive", mbarrier_arrive(self.offset(), 0, host::site()));
    }

    /// As [`arrive`](Self::arrive), at the barrier of this place in the shared memory of the block with a [rank](super::cluster::rank) of the cluster.
    ///
    /// What the thread read of shared memory before is free for who waits there; what it wrote is not seen.
    ///
    /// # Safety
    /// There is a block of this rank, it has made the barrier and made it [known](fence_init), and it does not end before the arrival has come:
    /// one of its threads waits for the phase.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn arrive_at(self, rank: u32) {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: as the caller promises. A scope of the whole cluster would let the arrival wait for all that the thread has under way, the
        // products of tensor cores too: steps took twice the time on an H100.
        unsafe {
            core::arch::asm!(
                "{{ .reg .b32 there; mapa.shared::cluster.u32 there, {0}, {1}; mbarrier.arrive.shared::cluster.b64 _, [there]; }}",
                in(reg32) self.offset(),
                in(reg32) rank,
                options(nostack, preserves_flags)
            )
        }
        #[cfg(not(target_arch = "nvptx64"))]
        // SAFETY: as the caller promises.
        unsafe {
            host::call!("Mbarrier::arrive_at", mbarrier_arrive_at(self.offset(), rank, host::site()));
        }
    }

    /// As [`arrive`](Self::arrive), and the phase ends only when so many more bytes have come by copies of the
    /// [copy engine](super::tensor) that name this barrier.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn arrive_expecting(self, bytes: u32) {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: as for `arrive`.
        unsafe {
            core::arch::asm!(
                "mbarrier.arrive.expect_tx.shared::cta.b64 _, [{}], {};",
                in(reg32) self.offset(),
                in(reg32) bytes,
                options(nostack, preserves_flags)
            )
        }
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Mbarrier::arrive_expecting", mbarrier_arrive(self.offset(), bytes, host::site()));
    }

    /// Whether the last phase of this parity has ended; it may wait a little before it says no.
    ///
    /// Law: where it is true, what came before the arrivals of that phase, and its bytes, are seen. A thread that was told of a phase, and has arrived
    /// somewhere, met others or begun a copy since, asks for a later one; the executor reports one that does not, as for [`wait`](Self::wait). To ask
    /// again and again in between, and to wait for what was asked for, is right.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_wait(self, parity: u32) -> bool {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: as for `arrive`.
        unsafe {
            let has_ended: u32;
            core::arch::asm!(
                "{{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [{1}], {2}; selp.u32 {0}, 1, 0, p; }}",
                out(reg32) has_ended,
                in(reg32) self.offset(),
                in(reg32) parity,
                options(nostack, preserves_flags)
            );
            has_ended != 0
        }
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Mbarrier::try_wait", mbarrier_wait(self.offset(), parity, false, host::site()))
    }

    /// Waits until the last phase of this parity has ended.
    ///
    /// Law: of two waits of one thread the second is for a later phase. The executor reports one that is for the same, which passes at
    /// once: its parity was not turned.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn wait(self, parity: u32) {
        #[cfg(target_arch = "nvptx64")]
        while !self.try_wait(parity) {}
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Mbarrier::wait", mbarrier_wait(self.offset(), parity, true, host::site()));
    }

    /// Ends the barrier's life: its bytes are free for something else, once no thread waits.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn invalidate(self) {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: as for `init`.
        unsafe {
            core::arch::asm!(
                "mbarrier.inval.shared::cta.b64 [{}];",
                in(reg32) self.offset(),
                options(nostack, preserves_flags)
            )
        }
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Mbarrier::invalidate", mbarrier_invalidate(self.offset(), host::site()));
    }
}

/// Makes the barriers that this thread has made known to the copy engine too; other threads know them after a barrier of the block.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn fence_init() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: a fence changes neither registers nor memory.
    unsafe {
        core::arch::asm!("fence.mbarrier_init.release.cluster;", options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("mbarrier::fence_init", mbarrier_fence_init());
}
