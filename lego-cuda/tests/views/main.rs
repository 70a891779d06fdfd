//! Views on the host: who reaches which element, and what ends a launch.

// Kernels' views are made of addresses.
#![allow(unsafe_code)]

mod global;
#[path = "../machine/mod.rs"]
mod machine;
mod shared;
mod split;
mod support;
mod vectors;
