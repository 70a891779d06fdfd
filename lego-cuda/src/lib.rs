//! GPU kernels over LEGO layouts.
//!
//! ```text
//! kernel crate ── device ──> nvptx64: intrinsics and inline assembly
//!                     └────> the host: a Machine that executes each primitive
//! host program ── image ───> the PTX that lego-cuda-build embedded
//! ```
//!
//! [`device`] is what the body of a kernel calls: indices, barriers, shuffles, memory. The same body compiles for the
//! GPU, where each function is one or a few instructions, and for the host, where each is a call of a
//! [`Machine`](device::host::Machine). [`image`] describes the embedded PTX.
//!
//! On the GPU the crate is `no_std` and supplies the panic handler: a panic is a trap.
#![cfg_attr(target_arch = "nvptx64", no_std)]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(asm_experimental_arch, link_llvm_intrinsics, abi_unadjusted),
    allow(internal_features)
)]
// Registers, addresses and inline assembly; every block says why it is right.
#![allow(unsafe_code)]

pub mod device;
pub mod image;
pub mod kernel;
#[cfg(not(target_arch = "nvptx64"))]
pub mod launch;

/// Not reached where the builder's flags are used, which turn every panic into a trap at its place.
#[cfg(target_arch = "nvptx64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    device::trap()
}
