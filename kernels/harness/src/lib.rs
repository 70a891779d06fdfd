//! The checks, times and profiles of the kernels of one problem, on whatever launches them.
//!
//! ```text
//! problem    a problem by its name: the checks, the benchmark and the subjects that its folder brings
//! check      a kernel on fresh random data, its output poisoned before, against an obvious reference
//! numbers    numbers that checks make, and how far a result may be from the right one
//! bench      times between events, the second cache flushed before each launch, the median
//! profile    wavefronts of shared memory and sectors of global memory
//! ```
//!
//! `lego-kernels` describes each of its problems by these types; the program `lego-gpu` and the tests on the executor run
//! whatever is described.
#![forbid(unsafe_code)]

mod bench;
mod check;
mod numbers;
mod problem;
mod profile;

pub use bench::{Bench, Emit, Row, Timer};
pub use check::{Check, Failure, Scale, all_right, compare};
pub use numbers::{Number, near, random, repeating};
pub use problem::Problem;
pub use profile::{Counts, METRICS, Subject};
pub use random::Random;
