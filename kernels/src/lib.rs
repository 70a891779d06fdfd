//! GPU kernels whose every index comes from a layout.
//!
//! Each takes its layouts as types, its text unchanged: `TransposeTile<f32, PaddedTile>`. The same body runs on a GPU
//! and, by [`lego_cuda::executor`](https://docs.rs/lego-cuda), on the host, where tests find what a GPU does not say.
//!
//! How fast they are beside what one would pick instead stands in `benches/results/README.md` of the repository: tables, and plots of
//! bandwidth against size.
#![cfg_attr(not(feature = "harness"), no_std)]
// Views are read and written without checks where a whole block is known to be inside; each place says why.
#![allow(unsafe_code)]
// What is in registers is indexed by the variable of a loop that the compiler unrolls.
#![allow(clippy::needless_range_loop)]

#[cfg(not(target_arch = "nvptx64"))]
extern crate alloc;

/// The list of problems: a folder of kernels each, with the host functions that launch them, their checks and their benchmark. One solves none, and has
/// kernels of single instructions with their checks.
macro_rules! problems {
    ($($problem:ident)*) => {
        /// Every problem: what is checked, timed and profiled of its kernels.
        #[cfg(feature = "harness")]
        pub fn problems<B: lego_cuda::launch::Backend>() -> Vec<lego_kernels_harness::Problem<B>> {
            vec![$($problem::problem()),*]
        }
    };
}

pub mod activation;
pub mod bias_activation;
pub mod conversion;
pub mod copy;
pub mod cumulative_sum;
pub mod embedding;
pub mod gather;
#[cfg(not(target_arch = "nvptx64"))]
pub mod gemm;
pub mod gemv;
pub mod histogram;
pub mod instructions;
pub mod lud;
pub mod matrix_product;
// Programs for other architectures have no such kernels: they are not to be assembled for them.
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
pub mod matrix_product_group;
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
pub mod matrix_product_hopper;
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
pub mod matrix_product_mx;
#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]
pub mod matrix_product_scaled;
pub mod needleman_wunsch;
pub mod norms;
#[cfg(feature = "harness")]
mod numbers;
pub mod permute;
pub mod reduce;
pub mod relayout;
pub mod rotary;
pub mod rows;
pub mod scan;
pub mod softmax;
pub mod stencil;
mod timed;
pub mod transpose;
pub mod transpose_bytes;
pub mod vector_add;

// Single instructions come last: one that a GPU refuses ends all that is launched after it.
problems! {
    bias_activation conversion copy cumulative_sum embedding gather gemm gemv histogram lud matrix_product matrix_product_group matrix_product_hopper matrix_product_mx
    matrix_product_scaled needleman_wunsch norms permute reduce relayout rotary scan softmax stencil transpose transpose_bytes vector_add instructions
}
