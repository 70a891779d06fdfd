//! A 7-point stencil over a field that is stored in bricks of 8×8×8 elements.
//!
//! A brick is a run of 2 KiB, so that the neighbours of an element above and below are near in memory too. At the faces of a
//! brick the neighbour lies in another brick; the layout knows where.

#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
#[cfg(feature = "harness")]
mod measure;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::{Coefficients, Field, apply_stencil};
pub use kernel::{ByBrick, Columns, Stencil, stencil};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: measure::checks(), benches: vec![measure::bench()], subjects: Vec::new() }
}
