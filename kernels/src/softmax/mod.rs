//! The softmax of the rows of a matrix: numbers above 0 that add up to 1.
//!
//! Computed in `f32` and rounded once, whatever the numbers are stored as. Rows have any length, and are moved by vectors of memory
//! whatever it is.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`SoftmaxWarps`] | a warp for each row, which it holds in its registers |
//! | [`Softmax`] | a block for each row, which it holds in its registers |
//! | [`SoftmaxLong`] | several blocks for each row, of any length |

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod long;
mod short;

pub use long::{SoftmaxLong, softmax_long};
pub use short::{Softmax, SoftmaxWarps, softmax, softmax_warps};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
