//! The factors of a matrix: `A = L·U`, in place, without pivoting, by blocks (Rodinia's LUD), of `f32` and of any size.
//!
//! A step factors a diagonal block, makes the panels beside it, which are its columns of L and its rows of U, and subtracts
//! their product from what is behind. Almost all time goes into the last, a product of matrices. Threads are coarsened as
//! LEGO's layouts give it: a thread has R×R numbers of a block of 16R×16R, which is a level of tiles in the [layout](Matrix) of
//! the matrix and nothing else.
//!
//! ```text
//!  factored │ U, a panel of rows
//! ──────────┼───────────────────   what is behind loses L·U; in the same launch the block of
//!  L, of    │ the next block is    threads of the next diagonal block goes on and factors it,
//!  columns  │ factored meanwhile   so that its chain of 16R steps takes no time of its own
//! ```
//!
//! | kernel | what it does | in Rodinia |
//! |---|---|---|
//! | [`LudDiagonal`] | factors a diagonal block, and inverts both factors | `lud_diagonal` |
//! | [`LudPanels`] | the panels, as products with the inverses | `lud_perimeter`, by substitution |
//! | [`LudUpdate`] | subtracts the product of the panels, and factors the next diagonal block | `lud_internal` |
//! | [`LudUpdateByParts`] | the same by larger blocks, without factoring | |

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
mod diagonal;
mod factor;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod layout;
mod own;
mod panels;
mod product;
mod update;

pub use diagonal::{LudDiagonal, lud_diagonal};
#[cfg(not(target_arch = "nvptx64"))]
pub use host::{Blocking, Coarsening, Lud};
pub use layout::{Columns, Inverses, Matrix, Panels, Pivots, Rows, Stages, Whole};
pub use panels::{LudPanels, lud_panels};
pub use update::{LudUpdate, LudUpdateByParts, Part, lud_update, lud_update_by_parts};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
