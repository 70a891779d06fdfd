//! The product of two matrices of `f32`, of any sizes: blocks of 128×128, a thread has 8×8 sums in registers.

#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
#[cfg(feature = "harness")]
mod measure;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::multiply;
pub use kernel::{Left, Matmul, Product, Right, Stages, matmul};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: measure::checks(), benches: vec![measure::bench()], subjects: Vec::new() }
}
