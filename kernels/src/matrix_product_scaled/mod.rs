//! The product of two matrices of numbers of one byte, each block of which has a scale of its own, on sm_90a alone.
//!
//! A number of one byte has few digits and a small range. So a matrix is cut into blocks of 128, each is divided by its largest number, and the
//! divisors are kept beside it: the scales. The product multiplies the bytes, 128 along k at a time, and adds what comes out times both
//! scales in `f32`. That also keeps the digits that tensor cores lose where they add many products of bytes by themselves.
//!
//! ```text
//! layouts    where scales lie
//! promotion  the sums: from tensor cores, times scales, to a total in registers
//! kernel     the kernel; its loop is that of all products on Hopper
//! host       the function of the host
//! quantised  numbers of one byte and their scales, from `f32`, on the host
//! ```

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
mod layouts;
mod promotion;
#[cfg(not(target_arch = "nvptx64"))]
mod quantised;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::matrix_product_scaled;
pub use kernel::{MatrixProductScaled, matrix_product_scaled as matrix_product_scaled_kernel};
pub use layouts::{BlockScales, RowScales, RowScalesByRows, SCALED, ScaleLayout};
#[cfg(not(target_arch = "nvptx64"))]
pub use quantised::quantised;

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
