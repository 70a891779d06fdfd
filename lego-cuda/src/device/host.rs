//! Machines: what executes the primitives of a kernel's body where there is no GPU.
//!
//! Every primitive of this module's parent has one method in [`Machine`]. A machine that executes a kernel makes itself
//! current by [`with_machine`] and calls the body; what the body calls ends up here.
//!
//! # One machine, many threads
//!
//! A machine stands for a block. It knows which of its threads runs, and answers for that one. A method that has to
//! wait for other threads (a barrier, a shuffle, a vote) suspends the running thread, lets others run, and returns when
//! the value is there. With coroutines the machine is made current once, around the loop that resumes the threads;
//! nothing here is held across a suspension but a counted reference to the machine itself.
//!
//! A method that loads from or stores to global memory moves the bytes itself, so that it can check the address first,
//! and choose how two operating-system threads that run two blocks share memory. A loop that waits for another block
//! calls an acquire load or [`sleep`](super::sleep) in each round: there a machine lets others run.

use super::operands::{Atomic, Cache, Dim3, Reduction, Scope, Shuffle, Tile, Vote};
use std::cell::RefCell;
use std::panic::Location;
use std::rc::Rc;

/// Where in the source of a kernel a primitive is called.
pub type Site = &'static Location<'static>;

/// What executes the primitives of a kernel for the thread that is running.
///
/// The methods carry the names of the functions that call them; their laws are stated there. The unsafe ones have the
/// safety contract of the function; a machine may check it and panic instead.
pub trait Machine {
    /// The running thread's index in its block.
    fn thread_idx(&self) -> Dim3;
    /// The block's index in the grid.
    fn block_idx(&self) -> Dim3;
    /// The extents of a block.
    fn block_dim(&self) -> Dim3;
    /// The extents of the grid.
    fn grid_dim(&self) -> Dim3;

    /// Waits at barrier `id` for all threads of the block, or for `threads` of them.
    fn barrier(&self, id: u32, threads: Option<u32>, site: Site);
    /// Counts as one of the `threads` of barrier `id`, and does not wait.
    fn barrier_arrive(&self, id: u32, threads: u32, site: Site);
    /// Waits for all threads of the grid; `counter` is what they count in on a GPU.
    ///
    /// # Safety
    /// That of [`sync_grid`](super::barrier::sync_grid).
    unsafe fn barrier_grid(&self, counter: *mut u32, site: Site);
    /// Waits for the lanes of `mask`.
    fn barrier_warp(&self, mask: u32, site: Site);
    /// Orders the running thread's accesses before and after.
    fn fence(&self, scope: Scope);

    /// The value of another lane.
    fn shuffle(&self, shuffle: Shuffle, value: u32, site: Site) -> u32;
    /// A value of all predicates: 0 or 1 for `All` and `Any`, a bit for each lane for `Ballot`.
    fn vote(&self, vote: Vote, mask: u32, predicate: bool, site: Site) -> u32;
    /// The lanes of `mask` with the running thread's value.
    fn match_any(&self, mask: u32, value: u32, site: Site) -> u32;
    /// What a reduction makes of the values of the lanes of `mask`.
    fn reduce(&self, reduction: Reduction, mask: u32, value: u32, site: Site) -> u32;
    /// The lanes that run together now.
    fn active_mask(&self) -> u32;

    /// Reads bytes of global memory.
    ///
    /// # Safety
    /// That of [`global::load`](super::global::load), for as many bytes as `into` has.
    unsafe fn global_load(&self, from: *const u8, into: &mut [u8], cache: Cache, site: Site);
    /// Writes bytes of global memory.
    ///
    /// # Safety
    /// That of [`global::store`](super::global::store), for as many bytes as `from` has.
    unsafe fn global_store(&self, to: *mut u8, from: &[u8], cache: Cache, site: Site);
    /// Updates global memory atomically, and returns the bits that were there.
    ///
    /// # Safety
    /// That of [`atomic`](super::atomic).
    unsafe fn global_atomic(&self, at: *mut u8, atomic: Atomic, site: Site) -> u64;

    /// The offset of a tile in the block's shared memory: the same for every thread of the block, apart from all
    /// others.
    fn shared_tile(&self, tile: &'static Tile) -> u32;
    /// Offset and bytes of the shared memory that the launch added.
    fn shared_dynamic(&self) -> (u32, u32);
    /// Reads bytes of shared memory.
    fn shared_load(&self, offset: u32, into: &mut [u8], site: Site);
    /// Writes bytes of shared memory.
    fn shared_store(&self, offset: u32, from: &[u8], site: Site);
    /// Updates shared memory atomically, and returns the bits that were there.
    fn shared_atomic(&self, offset: u32, atomic: Atomic, site: Site) -> u64;

    /// Begins to copy `bytes` (4, 8 or 16) bytes of global to shared memory.
    ///
    /// # Safety
    /// That of [`copy_async::copy`](super::copy_async::copy).
    unsafe fn copy_async(&self, to: u32, from: *const u8, bytes: u32, site: Site);
    /// Ends a group of copies.
    fn copy_async_commit(&self);
    /// Waits until at most `pending` groups of the running thread are under way.
    fn copy_async_wait(&self, pending: u32);

    /// Ends the launch with an error: panics.
    fn trap(&self, site: Site) -> !;
    /// Lets others run.
    fn sleep(&self, nanoseconds: u32);
    /// Takes a line that the running thread prints; to the standard output, where a machine has no place for it.
    fn trace(&self, line: String, site: Site) {
        let _ = site;
        println!("{}", super::trace::placed(self.block_idx(), self.thread_idx(), &line));
    }
}

thread_local! {
    static CURRENT: RefCell<Option<Rc<dyn Machine>>> = const { RefCell::new(None) };
}

/// Makes a machine the current one of this operating-system thread while a function runs.
///
/// The machine before it is current again afterwards, also after a panic.
///
/// ```
/// # use lego_cuda::device::{host, index};
/// // Without a machine a primitive panics, and says so.
/// let panic = std::panic::catch_unwind(index::thread_idx).unwrap_err();
/// let words = panic.downcast_ref::<String>().unwrap();
/// assert!(words.starts_with("thread_idx is a primitive of GPU kernels"));
/// ```
pub fn with_machine<R>(machine: Rc<dyn Machine>, run: impl FnOnce() -> R) -> R {
    struct Restore(Option<Rc<dyn Machine>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            CURRENT.set(self.0.take());
        }
    }
    let _restore = Restore(CURRENT.replace(Some(machine)));
    run()
}

/// The current machine.
///
/// # Panics
/// If there is none, with the name of what asked for it.
#[track_caller]
pub(super) fn machine(primitive: &str) -> Rc<dyn Machine> {
    match CURRENT.with_borrow(Clone::clone) {
        Some(machine) => machine,
        None => panic!(
            "{primitive} is a primitive of GPU kernels, called where no kernel runs: launch the kernel on a GPU or by \
             the CPU executor, or make a machine current by `lego_cuda::device::host::with_machine`"
        ),
    }
}

/// The place in the kernel that called a primitive.
#[track_caller]
pub(super) fn site() -> Site {
    Location::caller()
}
