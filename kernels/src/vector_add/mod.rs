//! The sum of two vectors.

mod kernel;

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;

pub use kernel::{Quads, THREADS, VectorAdd, vector_add};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
