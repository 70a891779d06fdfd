//! LLVM's intrinsics for NVPTX.
//!
//! Special registers are here because LLVM knows their ranges; barriers, shuffles and votes because LLVM knows that
//! they are convergent and neither copies nor moves them into branches, as it does with inline assembly; products of tiles for
//! the same reason.

/// What a product gives: four registers.
#[repr(C)]
pub(super) struct Four<T>(pub(super) T, pub(super) T, pub(super) T, pub(super) T);

/// Products of tiles: four registers of the left one, two of the right one, four sums.
macro_rules! products {
    ($($(#[$only:meta])* $name:ident, $intrinsic:literal: $operand:ty, $sum:ty;)*) => {
        unsafe extern "unadjusted" {
            $(
                $(#[$only])*
                #[link_name = $intrinsic]
                pub(super) safe fn $name(
                    a0: $operand, a1: $operand, a2: $operand, a3: $operand, b0: $operand, b1: $operand,
                    c0: $sum, c1: $sum, c2: $sum, c3: $sum,
                ) -> Four<$sum>;
            )*
        }
    };
}
products! {
    #[cfg(feature = "half")]
    mma_bf16, "llvm.nvvm.mma.m16n8k16.row.col.bf16": u32, f32;
    mma_i8, "llvm.nvvm.mma.m16n8k32.row.col.s8": u32, u32;
    mma_e4m3, "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32": u32, f32;
    mma_e5m2, "llvm.nvvm.mma.m16n8k32.row.col.f32.e5m2.e5m2.f32": u32, f32;
}

unsafe extern "unadjusted" {
    #[link_name = "llvm.nvvm.read.ptx.sreg.tid.x"]
    pub(super) safe fn tid_x() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.tid.y"]
    pub(super) safe fn tid_y() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.tid.z"]
    pub(super) safe fn tid_z() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ntid.x"]
    pub(super) safe fn ntid_x() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ntid.y"]
    pub(super) safe fn ntid_y() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ntid.z"]
    pub(super) safe fn ntid_z() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ctaid.x"]
    pub(super) safe fn ctaid_x() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ctaid.y"]
    pub(super) safe fn ctaid_y() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ctaid.z"]
    pub(super) safe fn ctaid_z() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.nctaid.x"]
    pub(super) safe fn nctaid_x() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.nctaid.y"]
    pub(super) safe fn nctaid_y() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.nctaid.z"]
    pub(super) safe fn nctaid_z() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.cluster.ctarank"]
    pub(super) safe fn cluster_ctarank() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.cluster.nctarank"]
    pub(super) safe fn cluster_nctarank() -> u32;
    #[link_name = "llvm.nvvm.barrier.cluster.arrive.relaxed.aligned"]
    pub(super) safe fn cluster_arrive_relaxed();
    #[link_name = "llvm.nvvm.barrier.cluster.arrive.aligned"]
    pub(super) safe fn cluster_arrive();
    #[link_name = "llvm.nvvm.barrier.cluster.wait.aligned"]
    pub(super) safe fn cluster_wait();
    #[link_name = "llvm.nvvm.read.ptx.sreg.laneid"]
    pub(super) safe fn laneid() -> u32;

    #[link_name = "llvm.nvvm.barrier.cta.sync.aligned.all"]
    pub(super) safe fn barrier(id: u32);
    #[link_name = "llvm.nvvm.barrier.cta.sync.aligned.count"]
    pub(super) safe fn barrier_count(id: u32, threads: u32);
    #[link_name = "llvm.nvvm.barrier.cta.arrive.aligned.count"]
    pub(super) safe fn barrier_arrive(id: u32, threads: u32);
    #[link_name = "llvm.nvvm.bar.warp.sync"]
    pub(super) safe fn warp_sync(mask: u32);

    #[link_name = "llvm.nvvm.shfl.sync.idx.i32"]
    pub(super) safe fn shuffle_idx(mask: u32, value: u32, lane: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.up.i32"]
    pub(super) safe fn shuffle_up(mask: u32, value: u32, delta: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.down.i32"]
    pub(super) safe fn shuffle_down(mask: u32, value: u32, delta: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.bfly.i32"]
    pub(super) safe fn shuffle_xor(mask: u32, value: u32, lanes: u32, clamp: u32) -> u32;

    #[link_name = "llvm.nvvm.vote.all.sync"]
    pub(super) safe fn vote_all(mask: u32, predicate: bool) -> bool;
    #[link_name = "llvm.nvvm.vote.any.sync"]
    pub(super) safe fn vote_any(mask: u32, predicate: bool) -> bool;
    #[link_name = "llvm.nvvm.vote.ballot.sync"]
    pub(super) safe fn ballot(mask: u32, predicate: bool) -> u32;
    #[link_name = "llvm.nvvm.match.any.sync.i32"]
    pub(super) safe fn match_any(mask: u32, value: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.add"]
    pub(super) safe fn reduce_add(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.umin"]
    pub(super) safe fn reduce_min(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.umax"]
    pub(super) safe fn reduce_max(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.min"]
    pub(super) safe fn reduce_min_signed(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.max"]
    pub(super) safe fn reduce_max_signed(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.and"]
    pub(super) safe fn reduce_and(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.or"]
    pub(super) safe fn reduce_or(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.xor"]
    pub(super) safe fn reduce_xor(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.activemask"]
    pub(super) safe fn active_mask() -> u32;

    #[link_name = "llvm.fma.f32"]
    pub(super) safe fn fma_f32(a: f32, b: f32, c: f32) -> f32;
    #[link_name = "llvm.fma.f64"]
    pub(super) safe fn fma_f64(a: f64, b: f64, c: f64) -> f64;
}
