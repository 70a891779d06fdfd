//! The product of matrices for who wants one, not to choose among kernels: `c = alpha·a·b + beta·c` of buffers with layouts, by whatever kernel is the
//! fastest for these sizes, layouts and this GPU.
//!
//! ```text
//! layouts    how a matrix may lie: by rows or by columns, dense or with a pitch
//! host       the function, and the memory that it keeps
//! foreign    the same of matrices that other libraries have, which say when the program runs how they lie
//! ```
//!
//! The kernels are those of [`matrix_product_hopper`](crate::matrix_product_hopper), [`matrix_product_group`](crate::matrix_product_group) and
//! [`matrix_product`](crate::matrix_product).

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
mod foreign;
mod host;
mod layouts;

pub use foreign::gemm_foreign;
pub use host::{GemmMemory, Products, gemm};
pub use layouts::{Columns, MatrixLayout, PitchedColumns, PitchedRows, Rows, RowsLayout};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
