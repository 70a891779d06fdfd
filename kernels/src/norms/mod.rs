//! Norms over the rows of a matrix, and their gradients.
//!
//! Computed in `f32` and rounded once, whatever the numbers are stored as. Rows have any length, and are moved by vectors of memory
//! whatever it is.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`RmsNorm`], [`LayerNorm`] | the norm of rows that a block holds in its registers |
//! | [`RmsNormLong`], [`LayerNormLong`] | the same of rows of any length, each shared by several blocks |
//! | [`RowStatistics`], [`RowStatisticsLong`] | mean and variance of rows |
//! | [`LayerNormBackward`] | the gradients of a layer norm: of its input, and parts of those of weights and biases |
//! | [`ColumnSums`] | adds these parts up |

// A kernel takes each matrix, and what belongs to its rows and columns.
#![allow(clippy::too_many_arguments)]

mod backward;
#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
mod column_sums;
mod forward;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod long;
mod statistics;

pub use backward::{LayerNormBackward, Sums, layer_norm_backward};
pub use column_sums::{ColumnSums, Parts, Square, column_sums};
pub use forward::{LayerNorm, RmsNorm, layer_norm, rms_norm};
pub use long::{LayerNormLong, RmsNormLong, layer_norm_long, rms_norm_long};
pub use statistics::{RowStatistics, RowStatisticsLong, row_statistics, row_statistics_long};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
