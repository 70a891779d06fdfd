//! One kernel for each primitive; each leaves what it computes in `out`, so that nothing vanishes.
#![no_std]
#![cfg(target_arch = "nvptx64")]

mod collective;
mod collectives;
mod halves;
mod matrices;
mod memory;
mod scalar;
mod tiles;
mod views;
#[cfg(feature = "wgmma")]
mod warpgroups;
