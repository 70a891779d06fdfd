//! Back ends: the few calls of a driver that launching kernels needs.

use super::error::Error;
use super::passed::PassedBuffer;
use crate::device::tensor::{TensorDescription, TensorWords};
use crate::kernel::{PlacedTile, TileSpec};
use std::ffi::c_void;
use std::sync::Arc;

/// A driver of one device: `cudarc`, `cust`, or the executor.
///
/// Work is done in the order of the calls, as on one stream: a copy after a launch sees what the launch wrote.
/// Implementations are cheap to clone and keep the device open as long as one of them lives.
///
/// # Threads
/// Everything may be used from any thread of the operating system, also at the same time: a back end makes its context
/// current on the calling thread, and the order of work is the order in which the calls happen, whatever threads make
/// them. So a buffer that one thread wrote by a kernel, and then hands to another, is read there as the kernel left it.
///
/// # Safety
/// Safe code hands addresses of [`Memory`](Backend::Memory) to kernels. An implementation keeps what the methods say:
/// memory has the bytes that were asked for and is given back, and a module unloaded, only when the work that was begun
/// before has ended; copies touch no bytes but those named; and work is done in the order of the calls.
pub unsafe trait Backend: Clone + Send + Sync + 'static {
    /// Memory of the device; dropping it gives it back once the work before has ended.
    type Memory: Send + Sync + 'static;
    /// A loaded module.
    type Module: Clone + Send + Sync + 'static;
    /// A kernel in a loaded module, which it keeps loaded.
    type Function: Clone + Send + Sync + 'static;
    /// A point in the order of work.
    type Event: Send + Sync + 'static;

    /// The name of the back end, for messages: `cudarc`.
    const NAME: &'static str;

    /// Whether launches call [`Invocation::body`], so that there is nothing to [`load`](Backend::load).
    const RUNS_BODIES: bool = false;

    /// Opens a device by its number.
    ///
    /// # Errors
    /// No driver, no device of this number, or the driver's words.
    fn open(ordinal: usize) -> Result<Self, Error>;

    /// What the device is and can.
    fn limits(&self) -> &Limits;

    /// Whether memory of the one can be given to kernels of the other, and their work has one order: not where they are two
    /// streams of one device.
    fn same_device(&self, other: &Self) -> bool;

    /// Memory of so many bytes, at least one, of any content, aligned to 256 bytes.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    fn allocate(&self, bytes: usize) -> Result<Self::Memory, Error>;

    /// The address that kernels see.
    fn address(&self, memory: &Self::Memory) -> u64;

    /// Copies bytes to the device, to an offset in the memory.
    ///
    /// # Errors
    /// Unless the memory is of this device and the bytes lie inside of it; the driver's words.
    fn upload(&self, to: &Self::Memory, offset: usize, from: &[u8]) -> Result<(), Error>;

    /// Copies bytes from the device once all work before has ended.
    ///
    /// # Errors
    /// Unless the memory is of this device and the bytes lie inside of it; the driver's words, also those about a kernel that failed before.
    fn download(&self, from: &Self::Memory, offset: usize, to: &mut [u8]) -> Result<(), Error>;

    /// Sets all bytes of a part of the memory.
    ///
    /// # Errors
    /// Unless the memory is of this device and the bytes lie inside of it; the driver's words.
    fn fill(&self, memory: &Self::Memory, offset: usize, bytes: usize, value: u8) -> Result<(), Error>;

    /// Sets all bytes of a part of the memory to 0xff, as what nobody has written.
    ///
    /// # Errors
    /// Those of [`fill`](Backend::fill).
    fn poison(&self, memory: &Self::Memory, offset: usize, bytes: usize) -> Result<(), Error> {
        self.fill(memory, offset, bytes, 0xff)
    }

    /// The tensor map of a tensor, for the copy engine of the device.
    ///
    /// # Errors
    /// [`Error::TensorMap`] where a back end makes none; the driver's words.
    fn tensor_map(&self, tensor: &TensorDescription) -> Result<TensorWords, Error> {
        // Who runs bodies reads the description itself.
        if Self::RUNS_BODIES {
            return Ok(tensor.to_words());
        }
        Err(Error::TensorMap { why: format!("{} makes no tensor maps", Self::NAME) })
    }

    /// Loads PTX; where bodies are run there may be none.
    ///
    /// # Errors
    /// The driver's words, with those of its compiler.
    fn load(&self, ptx: &str) -> Result<Self::Module, Error>;

    /// Loads an object that ptxas made for the device's generation of GPUs: there is nothing to compile.
    ///
    /// # Safety
    /// The object is all that ptxas wrote.
    ///
    /// # Errors
    /// The driver's words, as where it is older than the object. The PTX is to be loaded then.
    unsafe fn load_object(&self, object: &[u8]) -> Result<Self::Module, Error> {
        let _ = object;
        Err(Error::Driver { doing: "loading an object", words: format!("{} loads PTX", Self::NAME) })
    }

    /// Finds a kernel, and allows it at least so many bytes of dynamic shared memory from now on.
    ///
    /// # Errors
    /// [`Error::NoKernel`] or the driver's words.
    fn function(&self, module: &Self::Module, entry: &str, dynamic_shared: u32) -> Result<Self::Function, Error>;

    /// How many blocks of so many threads with so much dynamic shared memory run at once on the whole device.
    ///
    /// # Errors
    /// The driver's words.
    fn resident_blocks(&self, function: &Self::Function, threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        let _ = (function, threads, dynamic_shared);
        Ok(u32::MAX)
    }

    /// Begins a launch, of one block or more; it need not have ended at return.
    ///
    /// # Safety
    /// The function is of a module of this device, the arguments are what the kernel takes, and memory they point to stays alive until the launch has ended.
    ///
    /// # Errors
    /// The driver's words; for the executor what went wrong in the kernel.
    unsafe fn launch(&self, function: &Self::Function, invocation: Invocation<'_>) -> Result<(), Error>;

    /// Waits until all work has ended.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    fn synchronize(&self) -> Result<(), Error>;

    /// Whether work is captured for a graph instead of done, because somebody had the driver do so on the stream: then nothing can be waited for.
    ///
    /// # Errors
    /// The driver's words.
    fn is_captured(&self) -> Result<bool, Error> {
        // Who runs bodies has no stream that the driver knows.
        Ok(false)
    }

    /// Marks the point after the work so far.
    ///
    /// # Errors
    /// The driver's words.
    fn record(&self) -> Result<Self::Event, Error>;

    /// Waits for both points and gives the milliseconds between them.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    fn elapsed(&self, from: &Self::Event, to: &Self::Event) -> Result<f32, Error>;
}

/// The body of a kernel with its arguments, for one thread, to be kept: its argument is the offset of each tile in shared
/// memory.
pub type Body = Arc<dyn Fn(&[u32]) + Send + Sync>;

/// One launch, checked.
pub struct Invocation<'a> {
    /// The symbol in the PTX, which names the kernel in messages.
    pub entry: &'static str,
    /// The extents of the grid, in blocks.
    pub grid: [u32; 3],
    /// The extents of a block, in threads.
    pub block: [u32; 3],
    /// How many blocks, neighbours in x, are a cluster: it divides the extent of the grid in x. A GPU knows it from the PTX.
    pub cluster: u32,
    /// The registers of each thread when a block begins, where the kernel's bounds say it: see
    /// [`Bounds::registers`](lego_machine::image::Bounds::registers). A GPU knows it from what ptxas made.
    pub registers: Option<u32>,
    /// Bytes of dynamic shared memory: those of the dynamic tiles first, then those of the placed ones, then what the launch
    /// asked for besides.
    pub dynamic_shared: u32,
    /// Whether all blocks must run at once.
    pub cooperative: bool,
    /// The shared tiles of the kernel.
    pub tiles: &'static [TileSpec],
    /// The tiles whose layouts the launch passes, in the dynamic shared memory behind the kernel's own.
    pub placed: &'a [PlacedTile],
    /// The address of each argument.
    pub arguments: &'a mut [*mut c_void],
    /// The buffers among them, where bodies are run.
    pub passed: &'a [PassedBuffer],
    /// The body for one thread, for the executor: its argument is the offset of each tile in shared memory.
    pub body: &'a (dyn Fn(&[u32]) + Sync),
}

/// What a device is and can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Its name: `NVIDIA H200`.
    pub name: String,
    /// The driver's version, as CUDA counts: `13000` for 13.0.
    pub driver: u32,
    /// Its compute capability.
    pub capability: (u32, u32),
    /// Its multiprocessors.
    pub multiprocessors: u32,
    /// Threads of a block at most.
    pub threads_per_block: u32,
    /// The extents of a block at most.
    pub block: [u32; 3],
    /// The extents of a grid at most.
    pub grid: [u32; 3],
    /// Bytes of shared memory of a block at most, the larger ones as dynamic shared memory.
    pub shared_per_block: u32,
    /// Bytes of shared memory of a block without being asked for.
    pub shared_per_block_default: u32,
    /// Bytes of global memory.
    pub memory: u64,
}
