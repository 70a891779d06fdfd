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

use super::element::Element;
use super::operands::{Atomic, Cache, Dim3, LaneWords, Reduction, Scope, Shuffle, Tile, Vote, WarpWords};
use super::tensor::boxes::MOST_AXES;
use super::tensor::description::TensorWords;
#[cfg(feature = "half")]
use super::wgmma::product::{Product, SumsUse};
use crate::launch::Elements;
use std::cell::Cell;
use std::panic::Location;
use std::rc::Rc;
use std::sync::Arc;

/// Where in the source of a kernel a primitive is called.
pub type Site = &'static Location<'static>;

/// What a machine that lacks something says of it.
fn missing(what: &str, site: Site) -> ! {
    panic!("{site}: this machine has no {what}")
}

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
    /// How many blocks are in the cluster.
    fn cluster_blocks(&self) -> u32 {
        1
    }
    /// The number of the block in its cluster.
    fn cluster_rank(&self) -> u32 {
        0
    }
    /// Waits for all threads of the cluster, and orders what they did before or not.
    ///
    /// # Panics
    /// Where it is not written, as all that reaches other blocks: such a machine has no clusters.
    fn barrier_cluster(&self, orders: bool, site: Site) {
        let _ = orders;
        missing("clusters", site)
    }
    /// Reads bytes of the shared memory of the block of a rank.
    fn cluster_load(&self, offset: u32, rank: u32, into: &mut [u8], site: Site) {
        let _ = (offset, rank, into);
        missing("clusters", site)
    }
    /// Writes bytes of the shared memory of the block of a rank.
    ///
    /// # Safety
    /// That of [`ClusterPtr::set`](super::cluster::ClusterPtr::set).
    unsafe fn cluster_store(&self, offset: u32, rank: u32, from: &[u8], site: Site) {
        let _ = (offset, rank, from);
        missing("clusters", site)
    }

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
    /// What each lane of the warp gives to a matrix instruction, which all 32 call together.
    ///
    /// # Panics
    /// Where it is not written: such a machine runs no matrix instructions.
    fn gather(&self, instruction: &'static str, words: LaneWords, site: Site) -> Rc<WarpWords> {
        let _ = words;
        panic!("{site}: this machine does not run {instruction}")
    }

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
    /// The offset of the tile of so many bytes that the launch placed at an offset of the memory that it added.
    fn shared_placed(&self, offset: u32, bytes: u32) -> u32 {
        let _ = bytes;
        self.shared_dynamic().0 + offset
    }
    /// A tile that the kernel was launched with begins at an offset, and these are its elements.
    fn shared_elements(&self, offset: u32, elements: fn() -> Arc<dyn Elements>) {
        let _ = (offset, elements);
    }
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

    /// Makes a barrier in shared memory, for so many arrivals a phase.
    ///
    /// # Panics
    /// Where it is not written, as all of these: such a machine has none.
    fn mbarrier_init(&self, at: u32, arrivals: u32, site: Site) {
        let _ = (at, arrivals);
        missing("barriers in shared memory", site)
    }
    /// Counts an arrival, and bytes that the phase waits for.
    fn mbarrier_arrive(&self, at: u32, bytes: u32, site: Site) {
        let _ = (at, bytes);
        missing("barriers in shared memory", site)
    }
    /// Counts an arrival at the barrier of the block of a rank.
    ///
    /// # Safety
    /// That of [`Mbarrier::arrive_at`](super::Mbarrier::arrive_at).
    unsafe fn mbarrier_arrive_at(&self, at: u32, rank: u32, site: Site) {
        let _ = (at, rank);
        missing("barriers in shared memory", site)
    }
    /// Makes known the barriers that the running thread has made.
    fn mbarrier_fence_init(&self) {}
    /// Whether the last phase of a parity has ended; waits for that if it is to.
    fn mbarrier_wait(&self, at: u32, parity: u32, waits: bool, site: Site) -> bool {
        let _ = (at, parity, waits);
        missing("barriers in shared memory", site)
    }
    /// Ends the life of a barrier.
    fn mbarrier_invalidate(&self, at: u32, site: Site) {
        let _ = at;
        missing("barriers in shared memory", site)
    }

    /// Begins a product of a warpgroup.
    #[cfg(feature = "half")]
    fn wgmma(&self, product: &Product, sums: &mut [u32], used: &Cell<SumsUse>, site: Site) {
        let _ = (product, sums, used);
        missing("products of a warpgroup", site)
    }
    /// Lets products use registers.
    #[cfg(feature = "half")]
    fn wgmma_fence(&self, site: Site) {
        let _ = site;
    }
    /// Ends a group of products.
    #[cfg(feature = "half")]
    fn wgmma_commit(&self, site: Site) {
        let _ = site;
    }
    /// Waits until at most `pending` groups of the running thread are under way, with sums or without.
    #[cfg(feature = "half")]
    fn wgmma_wait(&self, pending: u32, sums: Option<&Cell<SumsUse>>, site: Site) {
        let _ = (pending, sums, site);
    }
    /// The running thread gets registers back that products of groups up to `group` read.
    #[cfg(feature = "half")]
    fn wgmma_give_back(&self, group: u64, site: Site) {
        let _ = (group, site);
    }
    /// The running thread drops registers that products of groups up to `group` read, the last of which began at `site`.
    #[cfg(feature = "half")]
    fn wgmma_drop(&self, group: u64, site: Site) {
        let _ = (group, site);
    }
    /// The running thread reads sums.
    #[cfg(feature = "half")]
    fn wgmma_use(&self, sums: &Cell<SumsUse>, site: Site) {
        let _ = (sums, site);
    }

    /// Lets each thread of the running warp have so many registers: more, for which it waits, or fewer.
    #[cfg(feature = "half")]
    fn registers(&self, count: u32, takes: bool, site: Site) {
        let _ = (count, takes, site);
    }

    /// Begins to copy a box of a tensor to shared memory, whose bytes a barrier counts.
    ///
    /// # Safety
    /// That of [`TensorMap::load`](super::tensor::TensorMap::load); the words are those of a launch.
    unsafe fn bulk_load(&self, map: &TensorWords, index: &[u32; MOST_AXES], to: u32, barrier: u32, site: Site) {
        let _ = (map, index, to, barrier);
        missing("copy engine", site)
    }
    /// As [`bulk_load`](Self::bulk_load), to all blocks of the cluster.
    ///
    /// # Safety
    /// That of [`TensorMap::load_to_all`](super::tensor::TensorMap::load_to_all); the words are those of a launch.
    unsafe fn bulk_load_to_all(&self, map: &TensorWords, index: &[u32; MOST_AXES], to: u32, barrier: u32, site: Site) {
        let _ = (map, index, to, barrier);
        missing("copy engine", site)
    }
    /// Begins to store a box of shared memory in a tensor.
    ///
    /// # Safety
    /// That of [`TensorMapMut::store`](super::tensor::TensorMapMut::store); the words are those of a launch.
    unsafe fn bulk_store(&self, map: &TensorWords, index: &[u32; MOST_AXES], from: u32, site: Site) {
        let _ = (map, index, from);
        missing("copy engine", site)
    }
    /// Lets the copy engine see the tensor map at an address of global memory, for the running thread's block.
    fn tensor_map_acquire(&self, map: u64) {
        let _ = map;
    }
    /// The running thread copies by the tensor map at an address of global memory.
    fn tensor_map_use(&self, map: u64, site: Site) {
        let _ = (map, site);
    }
    /// Lets the engines read what the running thread has stored in shared memory.
    fn fence_proxy(&self) {}
    /// Ends a group of boxes that the running thread stores.
    fn bulk_commit(&self) {}
    /// Waits until at most `pending` groups of the running thread are still to be read from shared memory.
    fn bulk_wait_read(&self, pending: u32) {
        let _ = pending;
    }
    /// Waits until at most `pending` groups of the running thread are still to be written to global memory.
    fn bulk_wait(&self, pending: u32) {
        let _ = pending;
    }

    /// Ends the launch with an error: panics.
    fn trap(&self, site: Site) -> !;
    /// Lets others run.
    fn sleep(&self, nanoseconds: u32);
    /// Takes a line that the running thread prints; to the standard output, where a machine has no place for it.
    fn trace(&self, line: String, site: Site) {
        let _ = site;
        println!("block {}, thread {}: {line}", self.block_idx(), self.thread_idx());
    }
}

thread_local! {
    /// The current machine in a box that this owns; null if there is none. A pointer: it is looked at by many primitives, and
    /// neither has to be borrowed nor dropped when the thread ends.
    static CURRENT: Cell<*mut Rc<dyn Machine>> = const { Cell::new(std::ptr::null_mut()) };

    /// What the current machine told of itself, if it did.
    static TOLD: Told = const { Told::nothing() };
}

/// What a machine tells before its threads run, so that asking for it is no call: most accesses ask several times.
struct Told {
    /// The machine. With it all the others are known too.
    machine: Cell<Option<*const dyn Machine>>,
    thread: Cell<Dim3>,
    block: Cell<Dim3>,
    block_dim: Cell<Dim3>,
    grid_dim: Cell<Dim3>,
}

impl Told {
    const fn nothing() -> Self {
        const NONE: Dim3 = Dim3::new(0, 0, 0);
        Self {
            machine: Cell::new(None),
            thread: Cell::new(NONE),
            block: Cell::new(NONE),
            block_dim: Cell::new(NONE),
            grid_dim: Cell::new(NONE),
        }
    }
}

/// What was told on this operating-system thread. One call less than `LocalKey::with`, where nothing is optimized.
#[inline(always)]
fn told() -> &'static Told {
    match TOLD.try_with(std::ptr::from_ref) {
        // SAFETY: it has no destructor, so it is there as long as this thread, which a reference to cells does not leave.
        Ok(told) => unsafe { &*told },
        Err(_) => unreachable!("it has no destructor"),
    }
}

/// Tells of the block of the current machine, until another is current. Then its primitives are called without counting references
/// to it.
///
/// # Safety
/// The machine is the current one, and calls [`set_thread_idx`] before it lets a thread run. It lives until the function of
/// [`with_machine`] returns, and as long as a thread is suspended in one of its methods.
#[cfg(feature = "executor")]
pub(crate) unsafe fn tell(machine: &Rc<impl Machine + 'static>) {
    let told = told();
    told.block.set(machine.block_idx());
    told.block_dim.set(machine.block_dim());
    told.grid_dim.set(machine.grid_dim());
    told.machine.set(Some(Rc::as_ptr(machine) as *const dyn Machine));
}

/// What the current machine would say of the thread that runs next.
#[cfg(feature = "executor")]
pub(crate) fn set_thread_idx(index: Dim3) {
    told().thread.set(index);
}

/// Calls a method of the current machine, for a primitive of this name.
macro_rules! call {
    ($primitive:literal, $method:ident($($argument:expr),*)) => {
        match $crate::device::host::told_machine() {
            Some(machine) => machine.$method($($argument),*),
            None => $crate::device::host::machine($primitive).$method($($argument),*),
        }
    };
}
pub(super) use call;

/// Tells the current machine, if it told of itself, which elements a tile at an offset has.
pub(crate) fn know_elements(offset: u32, elements: fn() -> Arc<dyn Elements>) {
    if let Some(machine) = told_machine() {
        machine.shared_elements(offset, elements);
    }
}

/// The current machine, for one call, if it told of itself.
pub(super) fn told_machine<'call>() -> Option<&'call dyn Machine> {
    match told().machine.get() {
        // SAFETY: as was promised of `tell`, it lives as long as a thread runs or is suspended in a method.
        Some(machine) => Some(unsafe { &*machine }),
        None => None,
    }
}

#[cfg(feature = "half")]
thread_local! {
    /// What [`register_time`] gives.
    static REGISTER_TIME: Cell<u64> = const { Cell::new(0) };
    /// The sets of registers that were made.
    static REGISTER_SETS: Cell<u64> = const { Cell::new(1 << 32) };
}

/// How many fences and products of warpgroups there were on this operating-system thread: between two of them times are equal.
#[cfg(feature = "half")]
pub(super) fn register_time() -> u64 {
    REGISTER_TIME.get()
}

/// A fence or a product of a warpgroup: what comes later has a later time.
#[cfg(feature = "half")]
pub(crate) fn pass_register_time() -> u64 {
    REGISTER_TIME.set(REGISTER_TIME.get() + 1);
    REGISTER_TIME.get()
}

/// A number that no other set of registers has.
#[cfg(feature = "half")]
pub(super) fn new_register_set() -> u64 {
    REGISTER_SETS.set(REGISTER_SETS.get() + 1);
    REGISTER_SETS.get()
}

macro_rules! indices {
    ($($name:ident: $field:ident),*) => {
        $(
            #[inline(always)]
            #[track_caller]
            pub(super) fn $name() -> Dim3 {
                let told = told();
                match told.machine.get() {
                    Some(_) => told.$field.get(),
                    None => machine(stringify!($name)).$name(),
                }
            }
        )*
    };
}

indices!(thread_idx: thread, block_idx: block, block_dim: block_dim, grid_dim: grid_dim);

/// The thread's number in its block, looked up once.
#[inline(always)]
#[track_caller]
pub(super) fn linear_thread_idx() -> u32 {
    let told = told();
    match told.machine.get() {
        Some(_) => told.block_dim.get().linear(told.thread.get()),
        None => block_dim().linear(thread_idx()),
    }
}

/// The block's number in the grid, looked up once.
#[track_caller]
pub(super) fn linear_block_idx() -> u32 {
    let told = told();
    match told.machine.get() {
        Some(_) => told.grid_dim.get().linear(told.block.get()),
        None => grid_dim().linear(block_idx()),
    }
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
    struct Restore(*mut Rc<dyn Machine>);
    impl Drop for Restore {
        fn drop(&mut self) {
            told().machine.set(None);
            let ended = CURRENT.replace(self.0);
            if !ended.is_null() {
                // SAFETY: it came from `Box::into_raw`, and the box was the cell's, which has given it up.
                drop(unsafe { Box::from_raw(ended) });
            }
        }
    }
    let _restore = Restore(CURRENT.replace(Box::into_raw(Box::new(machine))));
    told().machine.set(None);
    run()
}

/// The current machine.
///
/// # Panics
/// If there is none, with the name of what asked for it.
#[track_caller]
pub(super) fn machine(primitive: &str) -> Rc<dyn Machine> {
    let current = CURRENT.get();
    if current.is_null() {
        nobody(primitive);
    }
    // SAFETY: it came from `Box::into_raw`, and the cell owns the box.
    Rc::clone(unsafe { &*current })
}

#[cold]
#[track_caller]
fn nobody(primitive: &str) -> ! {
    panic!(
        "{primitive} is a primitive of GPU kernels, called where no kernel runs: launch the kernel on a GPU or by \
         the CPU executor, or make a machine current by `lego_cuda::device::host::with_machine`"
    )
}

// What follows is not generic: it is compiled once, in this crate, and not in each crate with a kernel, where tests are not
// optimized.

/// The bytes of an element that is loaded from global memory, the first ones of these.
///
/// # Safety
/// That of [`global::load`](super::global::load), for so many bytes.
#[track_caller]
pub(super) unsafe fn global_load(from: *const u8, bytes: usize, cache: Cache) -> Loaded {
    let (mut loaded, site) = (Loaded([0; 2]), Location::caller());
    // SAFETY: as the caller promises.
    unsafe { call!("a global load", global_load(from, loaded.first(bytes), cache, site)) };
    loaded
}

/// Stores the bytes of an element in global memory.
///
/// # Safety
/// That of [`global::store`](super::global::store), for so many bytes; as many are initialized from `from` on.
#[track_caller]
pub(super) unsafe fn global_store(to: *mut u8, from: *const u8, bytes: usize, cache: Cache) {
    // SAFETY: as the caller promises.
    let (from, site) = (unsafe { &*std::ptr::slice_from_raw_parts(from, bytes) }, Location::caller());
    // SAFETY: as above.
    unsafe { call!("a global store", global_store(to, from, cache, site)) };
}

/// The bytes of an element that is loaded from shared memory, the first ones of these.
#[track_caller]
pub(super) fn shared_load(offset: u32, bytes: usize) -> Loaded {
    let (mut loaded, site) = (Loaded([0; 2]), Location::caller());
    call!("a shared load", shared_load(offset, loaded.first(bytes), site));
    loaded
}

/// Stores the bytes of an element in shared memory.
///
/// # Safety
/// So many bytes are initialized from `from` on.
#[track_caller]
pub(super) unsafe fn shared_store(offset: u32, from: *const u8, bytes: usize) {
    // SAFETY: as the caller promises.
    let (from, site) = (unsafe { &*std::ptr::slice_from_raw_parts(from, bytes) }, Location::caller());
    call!("a shared store", shared_store(offset, from, site));
}

/// The bytes of an element that is loaded from the shared memory of the block of a rank, the first ones of these.
#[track_caller]
pub(super) fn cluster_load(offset: u32, rank: u32, bytes: usize) -> Loaded {
    let (mut loaded, site) = (Loaded([0; 2]), Location::caller());
    call!("a load of another block's memory", cluster_load(offset, rank, loaded.first(bytes), site));
    loaded
}

/// Stores the bytes of an element in the shared memory of the block of a rank.
///
/// # Safety
/// That of [`ClusterPtr::set`](super::cluster::ClusterPtr::set), for so many bytes, which are initialized from `from` on.
#[track_caller]
pub(super) unsafe fn cluster_store(offset: u32, rank: u32, from: *const u8, bytes: usize) {
    // SAFETY: as the caller promises.
    let (from, site) = (unsafe { &*std::ptr::slice_from_raw_parts(from, bytes) }, Location::caller());
    // SAFETY: as above.
    unsafe { call!("a store to another block's memory", cluster_store(offset, rank, from, site)) };
}

/// Room for the bytes of any element, at a multiple of 16: an element has at most as many, and no larger alignment.
#[repr(align(16))]
pub(super) struct Loaded([u64; 2]);

impl Loaded {
    #[inline(always)]
    fn first(&mut self, bytes: usize) -> &mut [u8] {
        assert!(bytes <= size_of::<Self>(), "an element has at most 16 bytes");
        // SAFETY: an array of numbers is bytes, and any values of them are numbers; there are so many.
        unsafe { &mut *std::ptr::slice_from_raw_parts_mut((&raw mut self.0).cast(), bytes) }
    }

    /// The element that was loaded.
    #[inline(always)]
    pub(super) fn element<T: Element>(self) -> T {
        const { assert!(size_of::<T>() <= 16 && align_of::<T>() <= 16, "an element has at most 16 bytes") };
        // SAFETY: this is at least as large as `T` and as aligned, and every pattern of bits is a `T`.
        unsafe { *(&raw const self).cast::<T>() }
    }
}

/// The place in the kernel that called a primitive.
#[track_caller]
pub(super) fn site() -> Site {
    Location::caller()
}
