//! Indices and extents: where a thread is in its block, and a block in the grid.
//!
//! All numbers are `u32`: the GPU has 32-bit registers, and address arithmetic in `usize` costs twice the instructions.
//!
//! On the host they are calls into this crate, which a program may have optimized where its own crates are not.

#[cfg(not(target_arch = "nvptx64"))]
use super::host;
#[cfg(target_arch = "nvptx64")]
use super::nvptx;

pub use super::operands::Dim3;
pub use lego_machine::limits::WARP;

/// A function that gives three special registers.
macro_rules! registers {
    ($(#[$meta:meta])* $name:ident: $x:ident, $y:ident, $z:ident) => {
        $(#[$meta])*
        #[cfg_attr(target_arch = "nvptx64", inline(always))]
        #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
        pub fn $name() -> Dim3 {
            #[cfg(target_arch = "nvptx64")]
            return Dim3::new(nvptx::$x(), nvptx::$y(), nvptx::$z());
            #[cfg(not(target_arch = "nvptx64"))]
            host::$name()
        }
    };
}

registers! {
    /// The thread's index in its block.
    thread_idx: tid_x, tid_y, tid_z
}
registers! {
    /// The block's index in the grid.
    block_idx: ctaid_x, ctaid_y, ctaid_z
}
registers! {
    /// The extents of a block, in threads.
    block_dim: ntid_x, ntid_y, ntid_z
}
registers! {
    /// The extents of the grid, in blocks.
    grid_dim: nctaid_x, nctaid_y, nctaid_z
}

/// The thread's number in its block, x fastest.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn linear_thread_idx() -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return block_dim().linear(thread_idx());
    #[cfg(not(target_arch = "nvptx64"))]
    host::linear_thread_idx()
}

/// The block's number in the grid, x fastest.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(crate) fn linear_block_idx() -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return grid_dim().linear(block_idx());
    #[cfg(not(target_arch = "nvptx64"))]
    host::linear_block_idx()
}

/// The thread's number in its warp.
///
/// Law: `lane() == linear_thread_idx() % WARP`.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn lane() -> u32 {
    #[cfg(target_arch = "nvptx64")]
    return nvptx::laneid();
    #[cfg(not(target_arch = "nvptx64"))]
    return linear_thread_idx() % WARP;
}

/// The warp's number in its block.
///
/// Law: `warp_idx() == linear_thread_idx() / WARP`.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn warp_idx() -> u32 {
    linear_thread_idx() / WARP
}
