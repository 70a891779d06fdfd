//! Accesses of a tile by the threads of a block, and what they take: bank conflicts and sectors, decided from the layout alone.
//!
//! ```text
//! pattern   which indices thread 0, 1, 2, … touches: along rows, columns, diagonals, or as a list says
//! judge     those indices, asked one after the other for their positions, and the requests that these make
//! judged    the same as a constant of a type that `layout!` made; the compile error that names two lanes
//! fault     why an access is none that threads can make
//! ```
//!
//! The threads of warp after warp touch what the pattern says, each a vector of neighbours. How many wavefronts of shared
//! memory and sectors of global memory that takes is counted by `lego-machine`, which also counts what kernels do that run.

mod fault;
mod judge;
mod judged;
mod pattern;

pub use fault::Fault;
pub use judge::{Judge, judge};
pub use judged::{Access, By, Judged, Verdict, extra_sectors, extra_wavefronts};
#[doc(hidden)]
pub use judged::{Tour, Words, enforce, number};
pub use lego_machine::{Collision, Cost, Report, Worst};
pub use pattern::{Pattern, Walk};
