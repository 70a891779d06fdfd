//! Softmax over the rows of a matrix of any size: a block for each row, which it reads once and keeps in registers.
//!
//! The kernel is written once for every number type, vector and width; the host function takes the smallest instance that
//! holds a row. Rows whose length no vector divides begin within vectors of memory: [`RotatedRows`](crate::rows::RotatedRows)
//! turns each so that its vectors are vectors of memory again, and the kernel stays the same but for the views.

#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
#[cfg(feature = "harness")]
pub(crate) mod measure;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::{SoftmaxNumber, softmax_rows};
pub use kernel::{LongRows, Softmax, SoftmaxLong, SoftmaxRotated, softmax, softmax_long, softmax_rotated};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: measure::checks(), benches: vec![measure::bench()], subjects: Vec::new() }
}
