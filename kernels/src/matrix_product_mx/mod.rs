//! The product of two matrices of numbers of one byte, each 32 of which have a power of two as their scale, on sm_90a alone.
//!
//! That is the microscaling format (OCP MX 1.0): along the sum a matrix is cut into blocks of 32 numbers, each of which is divided by a power
//! of two, so that its largest number uses the range of a byte. The product multiplies the bytes, 32 along k at a time, and adds what comes
//! out times both powers in `f32`. Of tensor cores that know such scales there are none on Hopper: threads do that.
//!
//! ```text
//! layouts    where scales lie: in memory, in shared memory, and which thread has which
//! scales     the product of two powers for two sums at once, by one instruction
//! ring       shared memory: tiles and scales of several steps
//! bring      who brings scales
//! promotion  the sums: from tensor cores, times scales, to a total in registers
//! kernel     the kernel
//! host       the function of the host
//! quantised  numbers of one byte and their scales, from `f32`, on the host
//! ```

#[cfg(feature = "harness")]
mod bench;
mod bring;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
mod layouts;
mod promotion;
#[cfg(not(target_arch = "nvptx64"))]
mod quantised;
mod ring;
mod scales;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::matrix_product_mx;
pub use kernel::{MatrixProductMx, matrix_product_mx as matrix_product_mx_kernel};
pub use layouts::{Barriers, ColumnScales, Moderate, MxScales, RowScales, SCALED, STAGES, ScaleWords, Tiles};
#[cfg(not(target_arch = "nvptx64"))]
pub use quantised::mx_quantised;

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
