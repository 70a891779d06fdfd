//! The product on Hopper: tiles come by the copy engine, and warpgroups multiply them in shared memory, on sm_90a alone.
//!
//! The copy engine wants the rows of an operand to begin at multiples of 16 bytes (of one by columns, the columns). Where they do not, and on
//! other GPUs, the product of warps is launched.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
mod layouts;
mod probe;
#[cfg(not(target_arch = "nvptx64"))]
mod tuned;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::{MajorHopper, matrix_product_hopper, matrix_product_hopper_ordered};
pub use kernel::{MatrixProductHopper, matrix_product_hopper as matrix_product_hopper_kernel};
pub use layouts::{
    Across, Along, BLOCK, Barriers, Blocks, Curve, Order, Ring, STAGES, Stored, StripAcross, THREADS, TileAcross,
    TileAlong,
};
pub use probe::{HopperBox, HopperProduct, Plain, hopper_box, hopper_product};
#[cfg(not(target_arch = "nvptx64"))]
pub use tuned::{Blocks as ProductBlocks, Way, matrix_product_hopper_tuned};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), bench: bench::bench(), subjects: Vec::new() }
}
