//! The rotary embedding of positions: the two halves of each head of each token are turned against each other.
//!
//! With `a` and `b` an element of the first half and that at the same place of the second, and `cos` and `sin` those of the token's
//! position and of the place:
//!
//! ```text
//! a' = a·cos - b·sin
//! b' = b·cos + a·sin
//! ```
//!
//! The layout names the elements of a token by pairs; which memory that is, the kernel does not know.

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
mod kernel;

pub use kernel::{Angles, Pairs, Rotary, rotary};

/// What is checked and timed.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem { checks: check::checks(), benches: vec![bench::bench()], subjects: Vec::new() }
}
