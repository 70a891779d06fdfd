//! The executor: runs kernels on the cores of the host, and says what is wrong with them.
//!
//! [`Executor`] is a [`Backend`](crate::launch::Backend): a kernel is launched on it as on a GPU, by the same handle, and
//! needs no PTX. Blocks run on all cores; the threads of a block, and of a cluster, are coroutines on one of them. So kernels are tested by
//! `cargo test`, wherever that runs.
//!
//! `cargo test` optimizes nothing, this executor neither, unless the workspace's Cargo.toml says so. With these two lines kernels
//! run about three times as fast, and your own crates compile as before; `--release` is six times as fast:
//!
//! ```toml
//! [profile.dev.package.lego-cuda]
//! opt-level = 3
//! ```
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
//! Each [`Fault`] names kernel, block, thread, and the line of the kernel; in memory of a parameter also its name and the
//! logical index. A launch with faults gives [`Error::Kernel`](crate::launch::Error::Kernel) with the first of each place;
//! [`Executor::faults`] has them as data.
//!
//! - Accesses outside of memory: of global memory, of a tile. Each is looked up *before* it touches memory, so it does
//!   no harm. What `unsafe` code promises of an index (`get_unchecked`) is looked at too.
//! - Accesses at addresses that are no multiple of their size.
//! - Reads of memory that nobody wrote: of shared memory in this block, of a buffer since it was made or
//!   [`poisoned`](crate::launch::Device::poisoned).
//! - Elements that a kernel was to write and nobody wrote, when the host reads them: those that are as `poisoned` made them,
//!   in a buffer that a launch took as an output, at an index of its layout. Who means them to stay so makes the buffer by
//!   [`zeroed`](crate::launch::Device::zeroed), or says [`Options::unwritten`].
//! - Races: accesses of two threads to one byte, one of which writes, with nothing that orders them, whatever the order in
//!   which they happened here. In a block, barriers of the block, of a warp, and named ones order; shuffles and votes do
//!   not. Between blocks, barriers of the grid order, and so does what one thread releases and another acquires. Atomics
//!   do not race with each other, but for those of a block's scope with those of another block.
//! - In a [cluster](crate::device::cluster) the same in the memory of other blocks, where [`cluster::sync`](crate::device::cluster::sync) orders and
//!   [`meet`](crate::device::cluster::meet) does not; a block that may have ended, or not begun, while another reaches its memory; ranks that are none.
//! - What threads stored and the copy engine or the tensor cores read, without [`fence_proxy`](crate::device::tensor::fence_proxy) by who stored; barriers that
//!   the engine does not know of.
//! - A thread that ends while TMA still reads shared memory that it stores; and accesses to what a store by TMA still writes, for which the thread that stored
//!   has not called [`wait`](crate::device::tensor::wait), but only [`wait_read`](crate::device::tensor::wait_read) or nothing.
//! - Reads of an asynchronous copy's bytes before the wait, writes to its source before it, and constant loads of what the
//!   launch writes.
//! - Copies by a map of [`TensorMaps`](crate::device::tensor::TensorMaps) that the block has not [acquired](crate::device::tensor::TensorMap::acquire).
//! - Products of a warpgroup, their fences, groups and waits that its four warps do not call alike: where one has returned, takes another
//!   branch, or passes another operand.
//! - What makes ptxas serialize products of a warpgroup: registers of a left operand that are set while a product reads them, or behind the
//!   fence. That is right and slow, so it is a [warning](Executor::warnings): it is printed, and the launch does not fail.
//! - Registers that a warpgroup takes ([`more_registers`](crate::device::wgmma::more_registers)) and that the block will not have, or gives back or takes in
//!   vain; changes that its four warps do not call alike, or not behind a meeting since the one before.
//! - Named barriers to which a warp comes with nothing that orders it after those that met there last: which warps meet is left to chance.
//! - Barriers, shuffles and votes that not all their threads reach, at different calls, with other counts or masks; then
//!   where the other threads are. An exited thread is one that does not reach a barrier.
//! - Launches that do not end because all threads wait for each other, in a block or a cluster; panics and traps.
//!
//! These bugs were sown into kernels, one each, and a test of this crate looks at each time whether they are found, and
//! that the same kernel without the bug runs without a fault:
#![doc = include_str!("bugs.md")]
//!
//! # What kernels print
//!
//! Lines of [`trace!`](crate::trace) go to the standard output when a launch has ended, with faults or without, in the order in which they
//! came; with [`Options::keep_traces`] they are kept as data, with kernel, block, thread and line of the source.
//!
//! # How accesses are ordered
//!
//! Who is ordered after whom is followed as the memory model of PTX has it. A thread *releases* what came before by
//! [`store_release`](crate::device::atomic::store_release), or by a fence and an atomic write after it. Another *acquires* by
//! [`load_acquire`](crate::device::atomic::load_acquire), or by an atomic read and a fence after it, if it reads the value
//! that was released or what updates made of that; a store of another thread breaks the chain. All scopes that take part
//! are to reach both threads. In one point this is kinder: fences and atomics pass at barriers from thread to thread, so that
//! all threads of a block may fence, meet, and one of them sets the flag, as is often done.
//!
//! Each access is looked at once, in the one order in which the launch runs, and compared with all earlier ones that no later
//! one stands for. A race is found whatever that order is if both accesses happen in it, and if what orders accesses is the same in every
//! order. That is so of barriers: where the threads that meet depend on who comes first, that is itself a fault. It is not so of a branch
//! that is not taken, as after an atomic ticket or a `try_wait`; of who acquires which release; and of an
//! [`Mbarrier`](crate::device::Mbarrier) at which threads arrive in phases that nothing orders.
//!
//! Of each word of shared memory, and of global memory that the launch touches, the executor remembers 36 bytes, and 20 more for each
//! group of readers that do not read alike: about ten times the memory, while the launch runs.
//!
//! # What is not found
//!
//! - A wrong value: compare the results.
//! - An access to a wrong address inside of another live buffer. Gaps of 64 KiB between buffers make that unlikely.
//! - Reads through a plain slice, `&[T]`, which Rust does itself, past all this: out of bounds is a panic, but that nobody
//!   wrote an element is not seen.
//! - An output that nobody wrote in a buffer that is not `poisoned`: what the host wrote is something.
//! - A plain access that races with one of more than 8 atomics on one word which nothing orders, and with none of the last
//!   8 of them. Atomics of different sizes on overlapping bytes.
//! - A loop without an end that calls nothing of [`device`](crate::device).
//! - Two warpgroups that wait for registers of which there are enough for one, where each may get a part and both wait for ever: here one
//!   of them gets all first.
//! - What a block of a cluster stored for itself before a barrier of its own, and another reads behind nothing but a box that came after: that a box
//!   has come is taken for a release. Fences between global memory and the copy engine, and between what another block stored and an engine reads.
//!
//! # What is not as on a GPU
//!
//! Threads run one after the other until they wait, so orders that are possible on a GPU do not all happen here: see
//! [how accesses are ordered](#how-accesses-are-ordered) for what can depend on that. `active_mask` is the thread itself.
//! Floating-point functions are those of the host. A loop that waits for others does so by an atomic, a load, or `sleep`;
//! one that does none of this never ends.
//!
//! What a body owns is dropped, however it ends: threads of a block that cannot go on are unwound. A value that is
//! dropped then may call primitives; those that would wait return at once. The program must unwind at panics, as it does
//! unless its profile says `panic = "abort"`. A body that catches what unwinds it (`catch_unwind`) is unwound again at the
//! next primitive; after 1000 times the process ends with the words of the fault, since a launch borrows what its body
//! uses and cannot return without it.
//!
//! # What accesses cost
//!
//! With [`Options::profile`], [`Executor::profile`] has for each access in the source how many wavefronts of shared
//! memory and how many 32-byte sectors of global memory it took, and the least that as many accesses can take; atomic updates
//! too. It prints as a table, and gives JSON by [`Profile::to_json`].
//!
//! ```
//! # use lego_cuda::executor::{Executor, Options};
//! let executor = Executor::with(Options::new().profile(true));
//! // … launch kernels …
//! println!("{}", executor.profile());
//! ```
//!
//! ```text
//! transpose_row_f32: global memory 24576 sectors (100.0 %), shared memory 101376 wavefronts (6.1 %)
//!   memory  access  bytes  accesses  requests  measured  ideal  efficiency  place
//!   shared  load        4     98304      3072     98304   3072       3.1 %  kernels/src/transpose/tile.rs:74:51
//!   global  load        4     98304      3072     12288  12288     100.0 %  kernels/src/transpose/tile.rs:68:55
//!   global  store       4     98304      3072     12288  12288     100.0 %  kernels/src/transpose/tile.rs:74:24
//!   shared  store       4     98304      3072      3072   3072     100.0 %  kernels/src/transpose/tile.rs:70:22
//! ```
//!
//! A tile whose columns are in one bank: the first line, of another layout, would take 3072 wavefronts.
mod access;
mod allocation;
mod barriers;
mod block;
mod bulk;
mod cluster;
mod collective;
mod copies;
mod coroutines;
mod counter;
#[allow(clippy::module_inception)]
mod executor;
mod fault;
mod grid;
mod heap;
mod joining;
mod knowledge;
mod lock;
mod machine;
mod map_fences;
mod maps;
mod mbarriers;
mod meeting;
mod memory;
mod neighbours;
mod number;
mod options;
mod order;
mod outputs;
mod page;
mod panic;
mod per_thread;
mod phases;
mod pieces;
#[cfg(feature = "half")]
mod products;
mod profile;
mod proxies;
mod proxy_fences;
mod ready;
mod recorded;
#[cfg(feature = "half")]
mod register_changes;
#[cfg(feature = "half")]
mod registers;
mod releases;
#[cfg(feature = "half")]
mod right_operand;
mod runs;
mod shadow;
mod shared;
mod site;
mod stamp;
mod stores;
mod traces;
#[cfg(feature = "half")]
mod warpgroups;
#[cfg(feature = "half")]
mod wgmma;
mod words;
mod workers;

pub use executor::{Event, Executor};
pub use fault::{Access, Fault, FaultKind, Space, Standing};
pub use memory::Memory;
pub use options::Options;
pub use profile::{Profile, Row};
pub use site::SourceLocation;
pub use traces::Trace;
