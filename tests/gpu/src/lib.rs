//! What is checked and timed of the kernels, on whatever launches them.
//!
//! ```text
//! checks    each kernel on fresh random data, its output poisoned before, against an obvious reference
//! bench     times between events, the second cache flushed before each launch, the median
//! profile   wavefronts of shared memory and sectors of global memory
//! ```
#![forbid(unsafe_code)]

pub mod bench;
pub mod checks;
pub mod profile;
