//! The product of two matrices of `f16` or `bf16` on tensor cores: `c = alpha·a·b + beta·c`, of any sizes, each operand by rows or by
//! columns by its type alone.
//!
//! It runs from sm_80 on: what it takes of a GPU is `mma.sync`, `ldmatrix` and `cp.async`. On Hopper
//! [`matrix_product_hopper`](crate::matrix_product_hopper) takes its place.

#[cfg(feature = "harness")]
pub(crate) mod bench;
#[cfg(feature = "harness")]
pub(crate) mod check;
mod copies;
mod fragments;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
mod layouts;
mod tight;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::{matrix_product, matrix_product_grouped, matrix_product_pitched};
pub use kernel::{MatrixProduct, matrix_product as matrix_product_kernel};
pub use layouts::{
    AcrossK, AcrossLines, AlongK, AlongLines, ByColumns, ByRows, CopyAcross, CopyAlong, Major, Product, ProductBlocks,
    Programs, STAGES, Storage, THREADS, TileAcross, TileAlong, VECTOR,
};
pub use tight::{Lines, Tight};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
