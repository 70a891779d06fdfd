//! The build of a crate of GPU kernels to PTX, from a `build.rs`, in the manner of `cc`.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), lego_cuda_build::Error> {
//!     lego_cuda_build::Builder::new("kernels").build()?;
//!     Ok(())
//! }
//! ```
//!
//! ```ignore
//! // src/main.rs
//! mod kernels {
//!     include!(concat!(env!("OUT_DIR"), "/kernels.rs")); // pub static KERNELS: lego_cuda::image::Kernels
//! }
//! ```
//!
//! ```text
//! compiler   a rustc that has the source of its own core
//!    │
//! cargo      the kernel crate and all it uses, merged to one PTX text an architecture
//!    │
//! ptx        entries, parameters, launch bounds; refuses what no driver would load
//!    │
//! assemble   ptxas, where there is one: registers, spills, shared memory
//!    │
//! embed      a Rust file with the PTX in it        report   the same as data and as a table
//! ```
//!
//! # The kernel crate
//!
//! An ordinary library with `#![no_std]` that depends on `lego-cuda`; it may be a member of the workspace of the
//! program that embeds it, or stand outside. Entries are `#[unsafe(no_mangle)] extern "ptx-kernel"` functions under
//! `#[cfg(target_arch = "nvptx64")]`. The builder turns on the unstable features they need (the calling convention,
//! inline assembly), so the crate says nothing about features. With several architectures each gets the same source.
//!
//! # What is checked
//!
//! * the compiler and the source of `core` are of one version, and not older than this crate needs;
//! * no function is left unresolved, and there is no debug information, which no assembler takes;
//! * launch bounds are consistent, and each belongs to one entry;
//! * what is kept in memory and not declared is a warning (`Report::refuse_local_memory` makes it an error); the arguments of
//!   `lego_cuda::trace!` have to be in memory for the driver's `vprintf` and need no declaration;
//! * where `ptxas` is found, it accepts the text; products of tensor cores that it puts one after the other are a warning
//!   (`Report::refuse_losses` makes it an error).
//!
//! # Needed
//!
//! No CUDA toolkit. The compiler is the first that has the source of its own `core`, in this order: `LEGO_RUSTC`, the toolchain in
//! use, rustup's nightly, `/usr/bin/rustc`; without one the error says what to install. Every build chooses so, the report names the
//! compiler, and a build by another one than before says so. Adding the component `rust-src` to the toolchain in use makes it that
//! compiler. What a kernel spills changes with the version: a kernel crate may record in `machine_code.txt`, beside its Cargo.toml,
//! for which versions its numbers hold (`rustc 1.96`), followed by the kernels that this version compiles to other spills than they
//! declare (`scan_u32 80`); for versions that are not in it, [`Report::unrecorded`] says so. `--locked` and `--offline` of the cargo that
//! runs the build hold for the kernels too ([`outer_options`]). `ptxas` is searched for in `LEGO_PTXAS`, the folders
//! given to [`Builder::tools`], `PATH`, `CUDA_HOME`, `CUDA_PATH`, and the Python package `nvidia-cuda-nvcc`.
//!
//! Each package builds `core` for its kernels, which takes most of a first build. `LEGO_KERNEL_TARGET=/some/folder` is a place
//! where the packages of one machine share that build. `LEGO_ARCHITECTURES=sm_90a` builds for this one where the build script names none:
//! half the time of two. `LEGO_OBJECTS=1` lets programs carry what `ptxas` made, as [`Builder::objects`] does.
#![forbid(unsafe_code)]

mod architecture;
mod assemble;
mod builder;
mod cargo;
mod compiler;
mod embed;
mod error;
mod losses;
mod machine_code;
mod mathematics;
mod outer;
pub mod ptx;
mod report;

pub use architecture::Architecture;
pub use assemble::Assembler;
pub use builder::Builder;
pub use compiler::{Compiler, Source};
pub use error::Error;
pub use lego_machine::image;
pub use losses::Loss;
pub use outer::outer_options;
pub use report::{BuiltModule, Kernel, Report};
