//! Layer norm over the rows of a matrix: each row to mean 0 and variance 1, times weights, plus biases.
//!
//! Computed in `f32` and rounded once, whatever the numbers are stored as. A row is read once and kept in registers, so it has
//! at most 16384 numbers. Rows whose length no vector divides are seen by [`RotatedRows`](crate::rows::RotatedRows), as in
//! [`softmax`](crate::softmax).

#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
#[cfg(feature = "harness")]
mod measure;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::{LayerNormNumber, Parameters, layer_norm_rows};
pub use kernel::{Columns, LayerNorm, LayerNormRotated, Shares, layer_norm, layer_norm_rotated};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: measure::checks(), benches: vec![measure::bench()], subjects: Vec::new() }
}
