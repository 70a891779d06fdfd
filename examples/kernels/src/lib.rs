//! Kernels as one writes them first, with the library's own views, collectives and vectors, and nothing tuned by hand.
//!
//! | kernel | what it shows |
//! |---|---|
//! | [`saxpy`](mod@saxpy) | vectors of 16 bytes, the last of them partial |
//! | [`softmax`](mod@softmax) | a block for each row, the row in registers, any number type and any width |
//! | [`softmax_steps`] | how one comes there from a loop, in five steps |
//! | [`layer_norm`](mod@layer_norm) | two reductions, computing in `f32`, storing `f16` |
//! | [`stencil`](mod@stencil) | neighbours across the borders of bricks |
//! | [`matmul`](mod@matmul) | register tiles, two stages of shared memory, partial tiles at the edges |
//!
//! None contains `unsafe`: a layout says which elements are a thread's own, and gives each access its check where it needs one.
//! Every kernel has a host function that takes any sizes and says by an `Err` what does not fit, a check that a GPU and the
//! executor run, and a benchmark.
#![cfg_attr(not(feature = "harness"), no_std)]
#![forbid(unsafe_code)]

/// The list of examples.
macro_rules! examples {
    ($($example:ident)*) => {
        $(pub mod $example;)*

        /// Every example: what is checked and timed of its kernel.
        #[cfg(feature = "harness")]
        pub fn problems<B: lego_cuda::launch::Backend>() -> Vec<lego_kernels_harness::Problem<B>> {
            vec![$($example::problem()),*]
        }
    };
}

examples! { saxpy softmax softmax_steps layer_norm stencil matmul }

/// The guide, whose code runs.
#[cfg(doctest)]
#[doc = include_str!("../../../book/src/first-kernel.md")]
mod guide {}

pub mod rows;
