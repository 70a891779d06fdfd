//! The executor: runs kernels on the cores of the host, and says what is wrong with them.
//!
//! [`Executor`] is a [`Backend`](crate::launch::Backend): a kernel is launched on it as on a GPU, by the same handle, and
//! needs no PTX. Blocks run on all cores; the threads of a block are coroutines on one of them. So kernels are tested by
//! `cargo test`, wherever that runs.
//!
//! ```
//! use lego::layout;
//! use lego_cuda::device::{linear_thread_idx, sync_threads};
//! use lego_cuda::executor::Executor;
//! use lego_cuda::launch::{Device, Error, Launch};
//! use lego_cuda::lego_kernel;
//! use lego_cuda::view::{Block, Global, Shared, Split, Thread};
//!
//! layout! {
//!     /// Element `[block, thread]`.
//!     type Runs = Row(4, 64);
//!     type Tile = Row(64);
//! }
//!
//! /// Turns each run of 64 elements round.
//! #[lego_kernel(threads = [64], instances(reverse = <true>, reverse_unordered = <false>))]
//! fn reverse<const ORDERED: bool>(
//!     input: Global<'_, f32, Runs>,
//!     output: Split<'_, f32, Runs, (Block, Thread)>,
//!     #[shared] tile: Shared<'_, f32, Tile>,
//! ) {
//!     let (block, thread) = (lego_cuda::device::block_idx().x, linear_thread_idx());
//!     tile.set([thread], input.get([block, thread]));
//!     if ORDERED {
//!         sync_threads();
//!     }
//!     output.set([], tile.get([63 - thread]));
//! }
//!
//! # fn main() -> Result<(), Error> {
//! let device = Device::new(Executor::new());
//! let module = device.without_program()?;
//! let input = device.buffer_from(&(0..256).map(|i| i as f32).collect::<Vec<_>>())?;
//! let mut output = device.poisoned(256)?;
//!
//! Reverse::<true>::launch(&module, Launch::grid(4), &input, &mut output)?;
//! assert_eq!(output.read()?[64..67], [127.0, 126.0, 125.0]);
//!
//! // Without the barrier a thread reads what another has not written, or writes what another reads.
//! let error = Reverse::<false>::launch(&module, Launch::grid(4), &input, &mut output).unwrap_err();
//! let words = error.to_string();
//! assert!(words.contains("a load of 4 bytes in shared memory that nobody wrote: at byte 252 of `tile`"), "{words}");
//! assert!(words.contains("races with a load of block"), "{words}");
//! # Ok(())
//! # }
//! ```
//!
//! # What is found
//!
//! Each [`Fault`] names kernel, block, thread, and the line of the kernel. A launch with faults gives
//! [`Error::Kernel`](crate::launch::Error::Kernel) with the first of each place; [`Executor::faults`] has them as data.
//!
//! - Accesses outside of memory: of global memory, of a tile. Each is looked up *before* it touches memory, so it does
//!   no harm. An address inside of another live buffer is not seen to be wrong; gaps make that unlikely.
//! - Accesses at addresses that are no multiple of their size.
//! - Reads of memory that nobody wrote: of shared memory in this block, of a buffer since it was made.
//! - Races: accesses of two threads to one byte, one of which writes, and not both atomic, with nothing that orders them,
//!   whatever the order in which they happened here. In a block, barriers of the block, of a warp, and named ones order;
//!   shuffles and votes do not. Between blocks, barriers of the grid order, and so does a release that is acquired; after
//!   an acquire, by `load_acquire` or by a fence after an atomic, the executor takes everything before for ordered (in the
//!   thread, and in the block after its next barrier), so it invents no race and may miss one.
//! - Reads of an asynchronous copy's bytes before the wait, and constant loads of what the launch writes.
//! - Barriers, shuffles and votes that not all their threads reach, at different calls, with other counts or masks; then
//!   where the other threads are. An exited thread is one that does not reach a barrier.
//! - Launches that do not end because all threads wait for each other; panics and traps.
//!
//! A plain slice, `&[T]`, is read by Rust itself, past all this.
//!
//! # What is not as on a GPU
//!
//! Threads run one after the other until they wait, so orders that are possible on a GPU do not all happen here; what is
//! found does not depend on that, but for the value that a race leaves. `active_mask` is the thread itself.
//! Floating-point functions are those of the host. A loop that waits for others does so by an atomic, a load, or `sleep`;
//! one that does none of this never ends.
//!
//! What a body owns is dropped, however it ends: threads of a block that cannot go on are unwound. A value that is
//! dropped then may call primitives; those that would wait return at once. The program must unwind at panics, as it does
//! unless its profile says `panic = "abort"`.
//!
//! # What accesses cost
//!
//! With [`Options::profile`], [`Executor::profile`] has for each access in the source how many wavefronts of shared
//! memory and how many 32-byte sectors of global memory it took, and the least that as many accesses can take. See
//! [`Profile`].
//!
//! ```
//! # use lego_cuda::executor::{Executor, Options};
//! let executor = Executor::with(Options::new().profile(true));
//! // … launch kernels …
//! println!("{}", executor.profile());
//! ```
mod access;
mod barriers;
mod block;
mod collective;
mod copies;
mod coroutines;
mod counter;
#[allow(clippy::module_inception)]
mod executor;
mod fault;
mod grid;
mod knowledge;
mod lock;
mod machine;
mod meeting;
mod memory;
mod number;
mod options;
mod order;
mod page;
mod panic;
mod profile;
mod releases;
mod runs;
mod shadow;
mod shared;
mod site;
mod stamp;
mod workers;

pub use executor::{Event, Executor};
pub use fault::{Access, Fault, FaultKind, Space, Standing};
pub use memory::Memory;
pub use options::Options;
pub use profile::{Profile, Row};
pub use site::SourceLocation;
