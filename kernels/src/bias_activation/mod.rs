//! A number for each column, added to each element of a matrix, and an activation of the sum, in place: what comes behind a product where the kernel of
//! the product does not do it itself.
//!
//! On Hopper the [epilogue](crate::matrix_product_hopper::Bias) of a product does it before elements are stored; elsewhere this is a launch of its own,
//! and elements go through memory once more.

#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::bias_activation;
pub use kernel::{BiasActivation, Elements, OfColumns, bias_activation as bias_activation_kernel};

/// What is checked; there is no time to it but that of a copy.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: Vec::new(), subjects: Vec::new() }
}
