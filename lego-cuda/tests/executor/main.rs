//! The executor: what primitives do, what is found to be wrong, what accesses cost.

#![cfg(feature = "executor")]
// Kernels take addresses.
#![allow(unsafe_code)]

mod accesses;
mod blocks;
mod clusters;
mod collectives;
mod conversions;
mod edges;
mod faults;
mod gathers;
mod harness;
mod idioms;
mod kernels;
mod lines;
mod lying_layouts;
mod matrices;
mod mixed;
mod pairs;
mod panics;
mod primitives;
mod profile;
mod races;
mod random;
mod random_order;
mod reductions;
mod seeded;
mod updates;
mod windows;
