//! Norms over the rows of a matrix, and their gradients.
//!
//! Computed in `f32` and rounded once, whatever the numbers are stored as. Rows have any length, and are moved by vectors of memory
//! whatever it is.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`RmsNorm`] | the root-mean-square norm of rows that a block holds in its registers |
//! | [`RmsNormLong`] | the same of rows of any length, each shared by several blocks |
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
mod frame;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod rms;
mod rms_long;

pub use backward::{LayerNormBackward, PerRow, Sums, layer_norm_backward};
pub use column_sums::{ColumnSums, Parts, Square, column_sums};
pub use frame::{Columns, Rows, Slots};
pub use rms::{RmsNorm, rms_norm};
pub use rms_long::{RmsNormLong, rms_norm_long};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), bench: bench::bench(), subjects: Vec::new() }
}
