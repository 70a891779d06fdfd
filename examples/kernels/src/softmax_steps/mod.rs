//! Softmax of rows of `f32` in five steps, from the loop that one writes for one core to one as fast as a copy.
//!
//! | step | kernel | what it changes |
//! |---|---|---|
//! | 1 | [`softmax_by_threads`] | a thread for each row |
//! | 2 | [`softmax_by_blocks`] | a block for each row: neighbouring threads read neighbouring numbers |
//! | 3 | [`softmax_online`] | largest number and sum in one go |
//! | 4 | [`softmax_in_registers`] | the row is read once and kept |
//! | 5 | [`softmax_by_vectors`] | 16 bytes by one instruction |
//!
//! `book/src/first-kernel.md` tells why, with what the executor's profile says of each and what they reach on a GPU.

mod blocks;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
#[cfg(feature = "harness")]
mod measure;
mod online;
mod registers;
mod threads;
mod vectors;

pub use blocks::{RowOfBlock, SoftmaxByBlocks, softmax_by_blocks};
#[cfg(not(target_arch = "nvptx64"))]
pub use host::{STEPS, Step, softmax_step};
pub use online::{SoftmaxOnline, softmax_online};
pub use registers::{SoftmaxInRegisters, softmax_in_registers};
pub use threads::{RowOfThread, SoftmaxByThreads, softmax_by_threads};
pub use vectors::{SoftmaxByVectors, softmax_by_vectors};

/// What is checked, timed and profiled.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: measure::checks(), benches: vec![measure::bench()], subjects: measure::subjects() }
}
