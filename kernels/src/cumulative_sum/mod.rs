//! The sums up to each element of each row, or of each column, of a matrix of `f32`.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`CumulativeSumRows`] | 4, 32 or 256 threads have a row; of few long rows each block has a tile |
//! | [`InclusiveSum`](crate::scan::InclusiveSum) | of a single long row each block has a tile, which begins with a vector |
//! | [`CumulativeSumColumns`] | a block has 128 columns of some rows: first their sums, then those up to each element |
//! | [`CumulativeSumFewRows`] | a thread has four columns: where there are so many that this alone keeps a GPU busy |
//!
//! Neighbours are added in `f32`, a thousand of them at most, and what was before them in `f64`, so that errors do not grow along a
//! row.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
mod columns;
mod few;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod rows;

pub use columns::{CumulativeSumColumns, Slots, Sums, cumulative_sum_columns};
pub use few::{CumulativeSumFewRows, cumulative_sum_few_rows};
pub use rows::{CumulativeSumRows, cumulative_sum_rows};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
