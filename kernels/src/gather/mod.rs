//! Gathers along the rows of a tile in the registers of a block: by shuffles, by selections, and through shared memory with and without a
//! plan.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::gather;
pub use kernel::{
    Blocked, GatherTiles, InLanes, InRegisters, LANES, LEGACY, LEGACY_ROWS, REGISTERS, ROWS, Scratch, THREADS, THROUGH,
    gather_tiles,
};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
