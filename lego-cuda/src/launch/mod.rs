//! Launching kernels from the host.
//!
//! ```text
//! device    one GPU (or the executor), through a back end
//! buffer    memory of a device
//! view      a buffer with a layout, for a parameter of a kernel
//! module    a program loaded to a device; a kernel of it, checked and launched
//! argument  what a host passes for a parameter, and what is checked of it
//! passed    a buffer as it is passed, for the executor's words about it
//! config    grid, block and dynamic shared memory of a launch
//! integer   integers of any type, where a launch takes 32 bits
//! event     points in the order of work, and the time between them
//! stream    several orders of work on one device
//! copies    between buffers and devices, while the host goes on, and memory that others gave
//! foreign   matrices that another library has, as it describes them (DLPack)
//! graph     launches that are recorded, to be begun together
//! tune      which of several ways is the fastest on this device, measured once
//! backend   the trait that the CUDA driver and the executor implement
//! driver    the CUDA driver, called through cudarc or cust
//! ```
//!
//! What can be wrong with a launch is an [`Error`] before anything runs; nothing here panics.
//!
//! ```
//! # #[cfg(feature = "executor")] {
//! use lego::layout;
//! use lego_cuda::executor::Executor;
//! use lego_cuda::launch::{Backend, Device, Error, Launch};
//! use lego_cuda::lego_kernel;
//! use lego_cuda::view::{BlockX, Global, Split, ThreadX};
//!
//! layout! {
//!     pub type Blocks<const N: usize> = Row(N/64, 64);
//! }
//!
//! /// Twice as much of each.
//! #[lego_kernel(threads = 64, instances(doubled_256 = <256>))]
//! pub fn doubled<const N: usize>(
//!     input: Global<'_, f32, Blocks<N>>,
//!     output: Split<'_, f32, Blocks<N>, (BlockX, ThreadX)>,
//! ) {
//!     output.set([], 2.0 * input.get(output.index([])));
//! }
//!
//! fn run<B: Backend>(device: &Device<B>) -> Result<Vec<f32>, Error> {
//!     // On a GPU: `device.load(&KERNELS)`, with what the build script embedded.
//!     let module = device.without_program()?;
//!     let input = device.buffer_from(&[1.5; 256])?;
//!     let mut output = device.poisoned(256)?;
//!     Doubled::<256>::launch(&module, Launch::grid(4), &input, &mut output)?;
//!     output.read()
//! }
//!
//! assert_eq!(run(&Device::new(Executor::new())).unwrap(), [3.0; 256]);
//! # }
//! ```
pub mod argument;
pub mod backend;
mod buffer;
mod config;
mod copies;
mod device;
#[cfg(any(feature = "cudarc", feature = "cust"))]
mod driver;
mod error;
mod event;
pub mod foreign;
mod graph;
pub(crate) mod integer;
mod member;
mod module;
mod owner;
mod passed;
mod placement;
mod stream;
mod tensor;
mod tile;
mod tune;
mod view;
mod window;

pub use argument::Argument;
pub use backend::{Backend, Limits};
pub use buffer::Buffer;
pub use config::{Extents, Launch};
pub use copies::{Copies, Pending, Pinned};
pub use device::Device;
#[cfg(any(feature = "cudarc", feature = "cust"))]
pub use driver::CudaDriver;
#[cfg(feature = "cudarc")]
pub use driver::Cudarc;
#[cfg(feature = "cust")]
pub use driver::Cust;
pub use error::Error;
pub use event::Event;
pub use graph::{Graph, Graphs};
pub use integer::Integer;
pub use member::Member;
pub use module::Module;
pub use owner::Owner;
pub(crate) use passed::elements;
pub use passed::{Elements, PassedBuffer};
pub use placement::Placement;
pub use stream::Streams;
pub use tensor::{TensorView, TensorViewArray, TensorViewMut, TensorViews};
pub use tile::TileLayout;
pub use tune::{Choice, Source, Tuner};
pub use view::{View, ViewMut};
