//! The exchange of the axes of an array: transposes, NCHW to NHWC, any order of up to five axes, of any extents.
//!
//! ```text
//! plan            what an order comes to: axes that stay neighbours are one, rows move as they are or matrices are turned
//! strided         where elements are, by steps that the plan gives: one type for all orders
//! rows            moves rows as they are
//! turn            turns matrices whose sides are multiples of a vector
//! shifted         turns matrices of any sides
//! turn_bytes      as `turn` for elements of one byte, in tiles of the code of `transpose_bytes`
//! shifted_bytes   as `shifted` for elements of one byte, four rows of which are turned in registers
//! edges           vectors of memory of which a row has some bytes, for the two before
//! small_bytes     turns small matrices of bytes of any sides, each as a whole
//! host            takes the kernel that fits
//! ```
//!
//! Memory is read and written by vectors of 16 bytes: rows and squares of the array where the extents allow it, and those of memory
//! where they do not.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
mod edges;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
#[cfg(not(target_arch = "nvptx64"))]
mod plan;
mod rows;
mod shifted;
mod shifted_bytes;
mod small_bytes;
mod strided;
mod turn;
mod turn_bytes;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::{PermuteNumber, permute};
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use host::{copy_aligned, permute_aligned};

/// What is checked, timed and profiled.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
