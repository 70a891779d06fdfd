//! Clusters: blocks that run at once beside each other, and reach each other's shared memory (from sm_90 on).
//!
//! The kernel says how many blocks a cluster has: `#[lego_kernel(cluster = 2)]`; they are neighbours in x. What one block lets the copy engine
//! [bring to all](super::tensor::TensorMap::load_to_all) is read once for the cluster, and a thread [arrives](super::Mbarrier::arrive_at) at
//! another block's barriers. Where there is no cluster each block is one by itself.
//!
//! The executor has clusters of one block: a body asks how many [`blocks`] there are, and is checked as one that is alone. What blocks
//! of a cluster do to each other it does not check.
//!
//! Source: PTX ISA 9.2, 2.2.2 and 9.7.13.4.

#[cfg(target_arch = "nvptx64")]
use super::nvptx;
#[cfg(not(target_arch = "nvptx64"))]
use super::sync_threads;

/// The blocks of the cluster; 1 where there is none.
#[inline(always)]
pub fn blocks() -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return nvptx::cluster_nctarank();
    #[cfg(not(target_arch = "nvptx64"))]
    1
}

/// The number of the block in its cluster, below [`blocks`].
#[inline(always)]
pub fn rank() -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return nvptx::cluster_ctarank();
    #[cfg(not(target_arch = "nvptx64"))]
    0
}

/// Waits until all threads of all blocks of the cluster have come.
///
/// Law: behind it all blocks have begun, and the barriers are known that were made known by [`fence_init`](super::mbarrier::fence_init) before
/// it. What else is in memory it does not order: between threads of a block [`sync_threads`] does.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn meet() {
    #[cfg(target_arch = "nvptx64")]
    {
        nvptx::cluster_arrive_relaxed();
        nvptx::cluster_wait();
    }
    #[cfg(not(target_arch = "nvptx64"))]
    sync_threads();
}
