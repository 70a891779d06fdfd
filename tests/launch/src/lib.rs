//! The suite of what every back end of `lego-cuda` must do.
//!
//! ```text
//! kernels   small ones, each for one thing that a launch can hand over or ask for
//! suite     the cases, generic over the back end, which launch them
//! ```
//!
//! The executor runs it in `cargo test`; the program for the GPU machine runs it with `cudarc` and `cust`.
#![cfg_attr(target_arch = "nvptx64", no_std)]
// Kernels write memory that all their threads share, and one case breaks a promise on purpose.
#![allow(unsafe_code)]

pub mod kernels;
#[cfg(not(target_arch = "nvptx64"))]
pub mod suite;
