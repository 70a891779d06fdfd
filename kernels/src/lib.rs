//! GPU kernels whose every index comes from a layout.
//!
//! The body of each kernel is an ordinary generic function, which runs on the host too, by a machine of
//! [`lego_cuda::device::host`]. Its entries, one for each layout or type it is used with, exist on the GPU only.
#![no_std]
// Kernels take addresses; each says what it needs of them.
#![allow(unsafe_code)]

pub mod needleman_wunsch;
pub mod transpose;
pub mod vector_add;
