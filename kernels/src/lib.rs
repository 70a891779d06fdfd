//! GPU kernels whose every index comes from a layout.
//!
//! Each takes its layouts as types, its text unchanged: `TransposeTile<f32, PaddedTile>`. The same body runs on a GPU
//! and, by [`lego_cuda::executor`](https://docs.rs/lego-cuda), on the host, where tests find what a GPU does not say.
#![no_std]
// Views are read and written without checks where a whole block is known to be inside; each place says why.
#![allow(unsafe_code)]
// What is in registers is indexed by the variable of a loop that the compiler unrolls.
#![allow(clippy::needless_range_loop)]

pub mod needleman_wunsch;
pub mod transpose;
pub mod vector_add;
