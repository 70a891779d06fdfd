//! Hopper's engines on the executor: barriers in shared memory, the copy engine, products of warpgroups.

#![cfg(all(feature = "executor", feature = "half"))]
// Kernels take addresses.
#![allow(unsafe_code)]

#[allow(dead_code)] // other tests use the rest of it
#[path = "../executor/harness.rs"]
mod harness;
mod maps;
mod mbarriers;
mod registers;
mod tensors;
mod warpgroups;
