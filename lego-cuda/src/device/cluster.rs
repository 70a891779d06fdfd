//! Clusters: blocks that run at once beside each other, and reach each other's shared memory (from sm_90 on).
//!
//! The kernel says how many blocks a cluster has: `#[lego_kernel(cluster = 2)]`; they are neighbours in x. Where there is no cluster each
//! block is one by itself. A thread reads and writes the shared memory of another block by a [`ClusterPtr`], or a tile of it by
//! [`ClusterShared`](crate::view::ClusterShared); what one block lets the copy engine [bring to all](super::tensor::TensorMap::load_to_all)
//! is read once for the cluster; and a thread [arrives](super::Mbarrier::arrive_at) at another block's barriers.
//!
//! The memory of a block is there while the block is. So all [`meet`] or [`sync`] before one reaches another's, and a block does not end before
//! all know that nobody reaches its memory any more: mostly all [`sync`] once more at the end.
//!
//! ```
//! use lego::layout;
//! use lego_cuda::device::{cluster, thread_idx};
//! use lego_cuda::view::Shared;
//!
//! layout!(type Sums = Row(128););
//!
//! /// The sum of what the thread of this number has in all blocks of the cluster.
//! fn sum_of_all(sums: Shared<'_, f32, Sums>, mine: f32) -> f32 {
//!     sums.set([thread_idx().x], mine);
//!     // What was stored is seen by all blocks.
//!     cluster::sync();
//!     let mut sum = 0.0;
//!     for rank in 0..cluster::blocks() {
//!         sum += sums.of_block(rank).get([thread_idx().x]);
//!     }
//!     // No block ends while another reads its sums.
//!     cluster::sync();
//!     sum
//! }
//! ```
//!
//! The executor runs the blocks of a cluster beside each other. It finds races of their threads in each other's memory, reads of what a block did
//! not write, blocks that may have ended or not begun while others reach their memory, ranks that are none, and blocks that wait for each other.
//!
//! Source: PTX ISA 9.2, 2.2.2, 7.1 and 9.7.13.4.

use super::element::Element;
#[cfg(not(target_arch = "nvptx64"))]
use super::host;
#[cfg(target_arch = "nvptx64")]
use super::nvptx;
use super::shared::SharedPtr;
use core::marker::PhantomData;

/// The blocks of the cluster; 1 where there is none.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn blocks() -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return nvptx::cluster_nctarank();
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("cluster::blocks", cluster_blocks())
}

/// The number of the block in its cluster, below [`blocks`].
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn rank() -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return nvptx::cluster_ctarank();
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("cluster::rank", cluster_rank())
}

/// Waits until all threads of all blocks of the cluster have come.
///
/// Law: behind it all blocks have begun, and the barriers are known that were made known by [`fence_init`](super::mbarrier::fence_init) before
/// it. What else is in memory it does not order, not even within a block: [`sync`] does.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn meet() {
    #[cfg(target_arch = "nvptx64")]
    {
        nvptx::cluster_arrive_relaxed();
        nvptx::cluster_wait();
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("cluster::meet", barrier_cluster(false, host::site()));
}

/// As [`meet`], and orders all that the threads did in memory before it: it is seen by all threads of the cluster behind it.
///
/// It waits until what the thread wrote is where others see it, which `meet` does not. In one cluster all threads call the same of the two, and
/// those of a block at one place.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn sync() {
    #[cfg(target_arch = "nvptx64")]
    {
        nvptx::cluster_arrive();
        nvptx::cluster_wait();
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("cluster::sync", barrier_cluster(true, host::site()));
}

/// The place of one element in the shared memory of a block of the cluster: that of [`SharedPtr::of_block`].
pub struct ClusterPtr<T> {
    /// The address among those of the cluster; on the host the offset in the block's memory.
    address: u32,
    #[cfg(not(target_arch = "nvptx64"))]
    rank: u32,
    element: PhantomData<*mut T>,
}

impl<T> Clone for ClusterPtr<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ClusterPtr<T> {}

impl<T: Element> SharedPtr<T> {
    /// The same place in the shared memory of the block with a [`rank`] of the cluster, which may be this block.
    ///
    /// # Panics
    /// If there is no block of this rank: a trap on the GPU. On the host the executor finds it where the place is used.
    #[inline(always)]
    pub fn of_block(self, rank: u32) -> ClusterPtr<T> {
        #[cfg(target_arch = "nvptx64")]
        {
            let count = blocks();
            assert!(rank < count, "rank {rank} in a cluster of {count} blocks");
            let address: u32;
            // SAFETY: computes an address, of a block that there is.
            unsafe {
                core::arch::asm!(
                    "mapa.shared::cluster.u32 {0}, {1}, {2};",
                    out(reg32) address,
                    in(reg32) self.offset(),
                    in(reg32) rank,
                    options(pure, nomem, nostack, preserves_flags)
                );
            }
            ClusterPtr { address, element: PhantomData }
        }
        #[cfg(not(target_arch = "nvptx64"))]
        ClusterPtr { address: self.offset(), rank, element: PhantomData }
    }
}

impl<T: Element> ClusterPtr<T> {
    /// The place so many bytes further, in the same block.
    ///
    /// # Safety
    /// It is one of an element of `U` in the shared memory of that block, as [`SharedPtr::from_offset`] asks.
    #[inline(always)]
    pub(crate) const unsafe fn further<U: Element>(self, bytes: u32) -> ClusterPtr<U> {
        ClusterPtr {
            address: self.address.wrapping_add(bytes),
            #[cfg(not(target_arch = "nvptx64"))]
            rank: self.rank,
            element: PhantomData,
        }
    }

    /// Loads the element.
    ///
    /// Law: behind a [`sync`] it is what the block stored before it. Of a block that has ended it is any value, or the launch ends with an error.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(self) -> T {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the place is in the shared memory of the cluster by the contract of `from_offset`, and the rank was looked at; the branch taken
        // has T's size. A block that has ended answers with an error.
        unsafe {
            super::element::load!(
                "ld.shared::cluster",
                reg32,
                self.address,
                T,
                pure,
                readonly,
                nostack,
                preserves_flags
            )
        }
        #[cfg(not(target_arch = "nvptx64"))]
        host::cluster_load(self.address, self.rank, T::BYTES).element()
    }

    /// Stores the element.
    ///
    /// # Safety
    /// The block has begun, and does not end before the store is seen: all [`meet`] before it and [`sync`] behind it. Else the memory may be
    /// that of a block which knows nothing of this one.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn set(self, value: T) {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the place is in the shared memory of the cluster by the contract of `from_offset`, and the block is there, as the caller promises;
        // the branch taken has T's size.
        unsafe {
            super::element::store!("st.shared::cluster", reg32, self.address, value, T)
        }
        #[cfg(not(target_arch = "nvptx64"))]
        // SAFETY: an element has no padding, so all its bytes are initialized; else as the caller promises.
        unsafe {
            host::cluster_store(self.address, self.rank, (&raw const value).cast(), T::BYTES)
        }
    }
}
