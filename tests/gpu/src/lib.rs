//! What is checked and timed of the kernels, on whatever launches them.
//!
//! ```text
//! checks    each kernel on fresh random data, its output poisoned before, against an obvious reference
//! bench     times between events, the second cache flushed before each launch, the median
//! ```
#![forbid(unsafe_code)]

pub mod bench;
pub mod checks;
