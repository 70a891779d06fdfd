//! Launching kernels from the host.
//!
//! ```text
//! device    one GPU (or the executor), through a back end
//! buffer    memory of a device
//! view      a buffer with a layout, for a parameter of a kernel
//! module    a program loaded to a device; a kernel of it, checked and launched
//! argument  what a host passes for a parameter, and what is checked of it
//! config    grid, block and dynamic shared memory of a launch
//! event     points in the order of work, and the time between them
//! backend   the trait that cudarc, cust and the executor implement
//! ```
//!
//! What can be wrong with a launch is an [`Error`] before anything runs; nothing here panics.
pub mod argument;
pub mod backend;
mod buffer;
mod config;
#[cfg(feature = "cudarc")]
mod cudarc;
#[cfg(feature = "cust")]
mod cust;
mod device;
#[cfg(any(feature = "cudarc", feature = "cust"))]
mod driver;
mod error;
mod event;
mod module;
mod view;

pub use argument::Argument;
pub use backend::{Backend, Limits};
pub use buffer::Buffer;
pub use config::{Extents, Launch};
#[cfg(feature = "cudarc")]
pub use cudarc::Cudarc;
#[cfg(feature = "cust")]
pub use cust::Cust;
pub use device::Device;
pub use error::Error;
pub use event::Event;
pub use module::Module;
pub use view::{View, ViewMut};
