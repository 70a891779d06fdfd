//! Facts of NVIDIA GPUs, each of them once.
//!
//! ```text
//! limits    limits of a block, a warp, a thread and an access, and the units of memory
//! vector    the elements that a thread moves at once
//! request   one access of a warp: its wavefronts of shared memory and its sectors of global memory
//! banks     the busiest bank, and the number of different words that are wanted of it
//! collision the lanes of a request that wait for each other
//! image     kernels as PTX in a host program: names, parameters, launch bounds, resources
//! ```
//!
//! Everything here is a number, plain data, or a function of them: nothing asks a device, runs a kernel or allocates. So
//! the macro can refuse a block at compile time by the same number that the launch compares with. Bank conflicts are
//! counted by the same functions in a constant, in a search, and by the executor that counts a kernel's accesses.
//!
//! ```
//! use lego_machine::Request;
//!
//! /// The addresses at which a warp reads a column of 4-byte elements whose rows are `pitch` elements long.
//! const fn column(pitch: u64) -> [u64; 32] {
//!     let (mut addresses, mut lane) = ([0; 32], 0);
//!     while lane < 32 {
//!         addresses[lane] = 4 * pitch * lane as u64;
//!         lane += 1;
//!     }
//!     addresses
//! }
//!
//! // Without padding all lanes want the same bank; with an element of padding each has one of its own.
//! const _: () = assert!(Request::of(4, &column(32)).wavefronts().taken == 32);
//! const _: () = assert!(Request::of(4, &column(33)).wavefronts().taken == 1);
//! ```
#![no_std]
// Nothing here is unsafe to compute; `image` has a constructor that only unsafe code may call.
#![deny(unsafe_code)]

pub mod banks;
pub mod collision;
pub mod image;
pub mod limits;
pub mod request;
pub mod vector;

pub use collision::Collision;
pub use request::{Cost, Request, lanes_at_once};
pub use vector::Vector;
