//! Kernels of every kind that `#[lego_kernel]` takes.
#![no_std]

pub mod kernels;
