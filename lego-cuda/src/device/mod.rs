//! Primitives: the functions that a kernel can call.
//!
//! | module | has |
//! |---|---|
//! | [`index`](mod@index) | where a thread is: thread, block, lane, warp |
//! | [`barrier`] | block, named, and grid barriers, fences |
//! | [`cluster`] | blocks that meet and reach each other's shared memory |
//! | [`warp`] | shuffles, votes, matches |
//! | [`collective`] | reductions and scans over a warp and a block |
//! | [`global`] | loads and stores of global memory, up to 16 bytes |
//! | [`shared`] | shared memory by 32-bit addresses |
//! | [`copy_async`] | copies from global to shared memory that run beside the thread |
//! | [`mbarrier`] | barriers in shared memory that count arrivals and bytes |
//! | [`matrix`] | products of small tiles by a warp, and their ways from shared memory to registers and back |
//! | [`atomic`] | atomic updates with a scope, acquire and release |
//! | [`math`] | what is an instruction on a GPU and a library call elsewhere |
//! | [`bounds`] | launch bounds |
//! | [`stride`] | loops whose rounds the threads of a grid or a block share |
//! | [`mod@unroll`] | loops whose steps are written out |
//! | [`mod@trace`] | lines that a thread prints |
//! | `wgmma` | products of tiles in shared memory by a warpgroup, on sm_90a; with the feature `half` |
//! | [`tensor`] | copies of boxes of a tensor by the copy engine |
//! | [`operands`] | what these take, as plain data |
//! | [`host`] | what executes all this where there is no GPU |
//!
//! # Convergence
//!
//! Barriers, shuffles and votes are *convergent*: the threads that take part must meet at one instruction. A compiler
//! that copies such a call into two branches breaks the program. They are LLVM intrinsics here, which LLVM never
//! copies; inline assembly it does copy (seen: `bar.sync` in both arms of a divergent branch). One pass of rustc's own
//! copies calls too; `lego-cuda-build` turns it off.
//!
//! # Safety
//!
//! Indices, barriers, shuffles, checked access to shared memory, and mathematics are safe: the worst that misuse gives
//! is a wrong number or a launch that does not end. Shared memory is read and written by opaque instructions, so two
//! threads at one place without a barrier are no undefined behaviour in Rust; the value is that of one of the writes.
//! Addresses of global memory are unsafe.

pub mod atomic;
pub mod barrier;
pub mod bounds;
pub mod cluster;
pub mod collective;
pub mod copy_async;
mod element;
mod float4;
mod float8;
pub mod global;
#[cfg(feature = "half")]
mod half;
pub mod index;
mod integer4;
pub mod math;
pub mod matrix;
pub mod mbarrier;
mod misfit;
pub mod operands;
#[cfg(target_arch = "nvptx64")]
pub(crate) mod parameter;
pub mod shared;
mod stored;
pub mod stride;
mod swizzle;
pub mod tensor;
pub mod trace;
pub mod unroll;
pub mod warp;
#[cfg(feature = "half")]
pub mod wgmma;

#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
#[cfg(target_arch = "nvptx64")]
mod nvptx;

pub use barrier::sync_threads;
pub use collective::{BlockWide, GridWide};
pub use element::Element;
pub use float4::E2m1Pair;
pub use float8::{E4m3, E5m2, E8m0, Float8};
pub use index::{block_dim, block_idx, grid_dim, lane, linear_thread_idx, thread_idx, warp_idx};
pub use integer4::{I4Pair, U4Pair};
pub use mbarrier::Mbarrier;
pub use operands::{Dim3, Scope};
pub use shared::{SharedPtr, SharedSlice};
pub use stored::Stored;
pub use stride::{block_stride, grid_stride};
pub use swizzle::Swizzle;
pub use warp::Warp;

/// The cycles that the thread's multiprocessor has counted: of use only as a difference, of one multiprocessor.
///
/// Law: calls come in the order in which they are written, and loads, stores, barriers and shuffles stay on their side. Arithmetic may be
/// moved past one; a loop is not. On the host there is no clock, and it is 0.
#[inline(always)]
pub fn clock() -> u64 {
    #[cfg(target_arch = "nvptx64")]
    {
        let cycles: u64;
        // SAFETY: reads a register. That it may touch memory, for all that the compiler knows, keeps it in its place.
        unsafe { core::arch::asm!("mov.u64 {}, %clock64;", out(reg64) cycles, options(nostack, preserves_flags)) };
        cycles
    }
    #[cfg(not(target_arch = "nvptx64"))]
    0
}

/// The same number, of which the compiler knows nothing: what is computed with it is neither foreseen nor left out, and not moved past another
/// such call or a [`clock`]. It takes no instruction of an element of 4 bytes or more; of a smaller one the rest of its word is cleared anew.
///
/// ```
/// assert_eq!(lego_cuda::device::opaque(7_u32), 7);
/// ```
#[inline(always)]
pub fn opaque<T: Element>(value: T) -> T {
    #[cfg(target_arch = "nvptx64")]
    {
        /// Room for any element, and its words.
        #[repr(align(16))]
        struct Words([u32; 4]);

        let mut all = Words([0; 4]);
        const { assert!(size_of::<T>() <= 16 && align_of::<T>() <= 16, "an element has at most 16 bytes") };
        // SAFETY: the array is at least as large as an element and as aligned.
        unsafe { *(&raw mut all).cast::<T>() = value };
        let mut word = 0;
        while word < size_of::<T>().div_ceil(4) {
            // SAFETY: a comment.
            unsafe { core::arch::asm!("// {0}", inout(reg32) all.0[word], options(nomem, nostack, preserves_flags)) };
            word += 1;
        }
        // SAFETY: as above, and every pattern of bits is a T.
        unsafe { *(&raw const all).cast::<T>() }
    }
    #[cfg(not(target_arch = "nvptx64"))]
    value
}

/// Ends the launch with an error. On the host, a panic by the machine.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn trap() -> ! {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instruction ends the launch, so nothing comes after it.
    unsafe {
        core::arch::asm!("trap;", options(nostack, preserves_flags, noreturn))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::machine("trap").trap(host::site())
}

/// Lets a thread wait for about so many nanoseconds, at most a million: for loops that wait for another block.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn sleep(nanoseconds: u32) {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instruction touches neither registers nor memory of the program.
    unsafe {
        core::arch::asm!("nanosleep.u32 {};", in(reg32) nanoseconds, options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::machine("sleep").sleep(nanoseconds)
}
