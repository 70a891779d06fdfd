//! The sum, the largest element, its place, or both, of each row or of each column of a matrix of `f32`.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`ReduceRows`] | 4, 32 or 256 threads have a row; a long row has several blocks |
//! | [`ReduceColumns`] | a block has 128 columns of some rows; several blocks have the same columns |
//! | [`ReduceFewRows`] | a thread has four columns: where there are so many that this alone keeps a GPU busy |
//!
//! Each is generic over what is computed, a [`Reduction`]. Rows may have any length: whatever it is, vectors of memory are read.
//! Where several blocks have a part of the same results, the one that comes last puts the parts together.

#[cfg(feature = "harness")]
pub(crate) mod bench;
#[cfg(feature = "harness")]
mod check;
mod columns;
mod few;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod operators;
mod rows;
mod shares;

pub use columns::{Lines, ReduceColumns, Slots, reduce_columns};
pub use few::{Columns, ReduceFewRows, Results, reduce_few_rows};
pub use operators::{ArgMax, Largest, Max, Place, Reduction, Result4, Sum, Word};
pub use rows::{Matrix, ReduceRows, reduce_rows};
pub use shares::{ColumnShares, RowShares, Tickets};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
