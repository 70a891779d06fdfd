//! The lookup of an embedding: rows of a table, named by their numbers, one behind the other.
//!
//! Rows have any length, and are moved by vectors of memory whatever it is. Where rows of the table and of the result begin at
//! different places of vectors, a vector of the result is made of two of the table.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod kernel;

pub use kernel::{Embedding, embedding};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
