//! A copy of a buffer by a kernel, of any length: what kernels that are bound by memory are measured against.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::copy;
pub use kernel::{CopyElements, THREADS, copy_elements};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
