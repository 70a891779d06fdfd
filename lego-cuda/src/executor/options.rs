//! Options of the executor: how it runs kernels, and what it looks for.

use lego_machine::limits::hopper;
use std::num::NonZero;
use std::time::Duration;

/// How the executor runs kernels, and what it looks for.
///
/// ```
/// use lego_cuda::executor::Options;
/// let options = Options::new().workers(1).profile(true);
/// assert!(options != Options::new());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Options {
    pub(super) workers: usize,
    pub(super) profile: bool,
    pub(super) keep_traces: bool,
    pub(super) global_races: bool,
    pub(super) unwritten: bool,
    pub(super) capability: (u32, u32),
    pub(super) multiprocessors: u32,
    pub(super) memory: u64,
    pub(super) stack_bytes: usize,
    pub(super) most_faults: usize,
    pub(super) patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// All cores, no profile, all checks.
    pub fn new() -> Self {
        Self {
            workers: std::thread::available_parallelism().map_or(1, NonZero::get),
            profile: false,
            keep_traces: false,
            global_races: true,
            unwritten: true,
            capability: hopper::CAPABILITY,
            multiprocessors: 4,
            memory: 16 << 30,
            stack_bytes: 1 << 20,
            most_faults: 8,
            patience: Duration::from_secs(2),
        }
    }

    /// So many operating-system threads run blocks, at least one; as many as there are cores if this is not said. With
    /// one, every launch runs in the same order.
    pub fn workers(self, workers: usize) -> Self {
        Self { workers: workers.max(1), ..self }
    }

    /// Whether wavefronts and sectors are counted; no if this is not said.
    pub fn profile(self, profile: bool) -> Self {
        Self { profile, ..self }
    }

    /// Whether the lines that kernels print by [`trace!`](crate::trace) are kept for
    /// [`take_traces`](super::Executor::take_traces); they go to the standard output if this is not said.
    pub fn keep_traces(self, keep: bool) -> Self {
        Self { keep_traces: keep, ..self }
    }

    /// Whether races on global memory are looked for; yes if this is not said. It takes about ten times the memory
    /// that a launch touches, while it runs.
    pub fn global_races(self, look: bool) -> Self {
        Self { global_races: look, ..self }
    }

    /// Whether it is an error to read a buffer of which a kernel was to write elements that nobody wrote since
    /// [`poisoned`](crate::launch::Device::poisoned) made it; yes if this is not said. For one buffer alone that is said
    /// by [`zeroed`](crate::launch::Device::zeroed), or by writing what is to be there.
    pub fn unwritten(self, look: bool) -> Self {
        Self { unwritten: look, ..self }
    }

    /// The compute capability that the executor says it has; 9.0, that of Hopper, if this is not said. It executes all instructions whatever it
    /// says: so a host function that chooses kernels by the device can be tried as on another GPU.
    ///
    /// ```
    /// use lego_cuda::executor::{Executor, Options};
    /// use lego_cuda::launch::Device;
    /// let device = Device::new(Executor::with(Options::new().capability((8, 6))));
    /// assert_eq!(device.limits().capability, (8, 6));
    /// ```
    pub fn capability(self, capability: (u32, u32)) -> Self {
        Self { capability, ..self }
    }

    /// The multiprocessors that the executor says it has: they bound how many blocks are in flight, at most 2048
    /// threads and 32 blocks on each. 4 if this is not said, at most 12.
    pub fn multiprocessors(self, count: u32) -> Self {
        Self { multiprocessors: count.clamp(1, 12), ..self }
    }

    /// The bytes of global memory that can be allocated; 16 GiB if this is not said.
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// The stack of each thread, in bytes; 1 MiB if this is not said, at least 64 KiB. Only what a thread touches is
    /// memory. A body that needs more ends the program at the page that guards the stack.
    pub fn stack_bytes(self, bytes: usize) -> Self {
        Self { stack_bytes: bytes.max(64 << 10), ..self }
    }

    /// How many different faults of a launch are described, at least one; 8 if this is not said.
    pub fn most_faults(self, count: usize) -> Self {
        Self { most_faults: count.max(1), ..self }
    }

    /// How long all threads of a launch may wait for each other in loops, without a change in memory, until that is
    /// taken for a fault; 2 seconds if this is not said.
    pub fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }
}
