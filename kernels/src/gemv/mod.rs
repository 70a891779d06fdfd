//! A matrix times a vector, and some rows of a matrix, named by their numbers, times a vector.
//!
//! Computed in `f32` and rounded once, whatever the numbers are stored as. Rows have any length, and are moved by vectors of memory
//! whatever it is.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`Gemv`] | each row of a matrix times a vector |
//! | [`GemvGathered`] | those rows whose numbers are given |

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod kernel;

pub use kernel::{Gemv, GemvGathered, gemv, gemv_gathered};
#[cfg(not(target_arch = "nvptx64"))]
pub use kernel::{GemvGatheredInstance, GemvGatheredSizes, GemvGatheredTypes, GemvInstance, GemvSizes, GemvTypes};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
