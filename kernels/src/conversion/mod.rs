//! Tiles in the registers of a block, moved from one layout to another: by shuffles, through shared memory without bank conflicts, and
//! through padded shared memory as it is written by hand.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::convert;
pub use kernel::{
    ByColumns, ByHalves, ByRows, CHOSEN, ConvertTiles, PADDED, Padded, SHARED, SHUFFLES, THREADS, convert_tiles,
};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
