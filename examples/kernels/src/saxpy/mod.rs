//! `y = a·x + y` for vectors of any length: four elements a thread, by one instruction each way.

#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
#[cfg(feature = "harness")]
mod measure;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::add_scaled;
pub use kernel::{Line, Saxpy, saxpy};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: measure::checks(), benches: vec![measure::bench()], subjects: Vec::new() }
}
