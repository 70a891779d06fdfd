//! Accesses of a tile by the threads of a block, and their cost: bank conflicts and sectors, decided from the layout
//! alone.
//!
//! ```text
//! pattern   the indices that thread 0, 1, 2, … touches: along rows, columns, diagonals, or as a list says
//! cost      the positions of those indices, the requests that they make, and what these cost
//! constant  the same as a constant of a type that `layout!` made; the compile error that names two lanes
//! fault     why an access is invalid
//! ```
//!
//! The threads of warp after warp touch the indices of the pattern, each a vector of neighbours. `lego-machine` counts
//! the wavefronts of shared memory and the sectors of global memory of each warp, as it does for kernels that run.

mod constant;
mod cost;
mod fault;
mod pattern;

pub use constant::{Access, By, ConstantCost, HasAccessCost, extra_sectors, extra_wavefronts};
#[doc(hidden)]
pub use constant::{CostWalk, Words, enforce, number};
pub use cost::{AccessCost, AccessCounter, WorstWarp, access_cost};
pub use fault::Fault;
pub use lego_machine::{Collision, Cost};
pub use pattern::{Pattern, Walk};
