//! Stencils over a field of three axes: each element becomes a weighted sum of those around it.
//!
//! ```text
//! storage   how a field is stored: rows, or bricks
//! shape     star or cube: which neighbours, and what they are multiplied by
//! tile      which elements a block and a thread have; the way up through the planes
//! coalesced the baseline: neighbours from memory, by way of the first cache
//! staged    neighbours from shared memory, to which planes come by asynchronous copies
//! host      takes the kernel that fits
//! ```
//!
//! A block has a tile of 16×128 or 32×128 columns and goes up through the planes. Each plane is looked at once: it adds its share to the `2r + 1`
//! results that it takes part in, of which a thread holds `2r` in registers. So no plane has to be kept, and the neighbours above and
//! below cost no access.
//!
//! [`StencilStaged`] is one text for all storages. It asks the layout where vectors of a plane are, and so the neighbours across the
//! edge of a brick are those of the field.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
mod coalesced;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod shape;
mod staged;
mod storage;
mod tile;

pub use coalesced::{StencilCoalesced, stencil_coalesced};
pub use shape::{Cube, Plane, Shape, Star, Sums};
pub use staged::{Ring, StencilStaged, stencil_staged};
pub use storage::{Bricks, Field, Rows};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
