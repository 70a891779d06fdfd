//! Launching kernels from the host.
//!
//! ```text
//! device    one GPU (or the executor), through a back end
//! buffer    memory of a device
//! module    a program loaded to a device; a kernel of it
//! argument  what a host passes for a parameter, and what is checked of it
//! config    grid, block and dynamic shared memory of a launch
//! backend   the trait that cudarc, cust and the executor implement
//! ```
pub mod backend;
mod config;
mod error;

pub use backend::Backend;
pub use config::Launch;
pub use error::Error;
