//! The executor as a back end: memory, launches and events on the cores of the host.

use super::fault::{Fault, Faults};
use super::grid::{Grid, Setup};
use super::memory::{Memory, Registry, Snapshot};
use super::options::Options;
use super::panic;
use super::profile::Profile;
use super::shared::Windows;
use super::stamp::MOST_BLOCKS;
use super::traces::{self, Trace};
use super::workers::{self, Stacks};
use crate::device::Dim3;
use crate::kernel::{PlacedTile, dynamic_bytes};
use crate::launch::backend::{Invocation, Limits};
use crate::launch::{Backend, Error};
use lego_machine::limits::{self, hopper};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Runs kernels on the cores of the host, and says what is wrong with them.
///
/// Clones are the same executor: one memory, one profile. See [the module](super) for what it finds, with an example.
#[derive(Clone)]
pub struct Executor {
    inner: Arc<Inner>,
    /// The number of the order of work: 0, or what `stream` gave.
    stream: u64,
}

struct Inner {
    options: Options,
    limits: Limits,
    registry: Arc<Registry>,
    stacks: Stacks,
    profile: Mutex<Profile>,
    faults: Mutex<Vec<Fault>>,
    warnings: Mutex<Vec<Fault>>,
    traces: Mutex<Vec<Trace>>,
    /// Held by the launch that runs: like all work, launches come one after the other.
    running: Mutex<()>,
    /// How many streams there are.
    streams: AtomicU64,
}

/// A point in the order of work.
#[derive(Clone, Copy, Debug)]
pub struct Event(Instant);

impl Default for Executor {
    fn default() -> Self {
        Self::new()
    }
}

impl Executor {
    /// An executor with [`Options::new`].
    pub fn new() -> Self {
        Self::with(Options::new())
    }

    /// An executor with options.
    pub fn with(options: Options) -> Self {
        panic::set_hook();
        let limits = Limits {
            name: "CPU executor".to_owned(),
            driver: 0,
            capability: options.capability,
            multiprocessors: options.multiprocessors,
            threads_per_block: limits::THREADS_PER_BLOCK,
            block: limits::BLOCK,
            grid: limits::GRID,
            shared_per_block: hopper::SHARED_PER_BLOCK,
            shared_per_block_default: limits::STATIC_SHARED_PER_BLOCK,
            memory: options.memory,
        };
        let inner = Inner {
            options,
            limits,
            registry: Arc::default(),
            stacks: Stacks::default(),
            profile: Mutex::default(),
            faults: Mutex::default(),
            warnings: Mutex::default(),
            traces: Mutex::default(),
            running: Mutex::default(),
            streams: AtomicU64::new(1),
        };
        Self { inner: Arc::new(inner), stream: 0 }
    }

    /// What the launches cost since the executor was made or the profile taken; empty without
    /// [`Options::profile`].
    pub fn profile(&self) -> Profile {
        self.inner.profile.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// As [`profile`](Self::profile), and begins a new one.
    pub fn take_profile(&self) -> Profile {
        std::mem::take(&mut *self.inner.profile.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The faults of the last launch, those that its error describes in words.
    pub fn faults(&self) -> Vec<Fault> {
        self.inner.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What the kernel of the last launch does that is right and slow: of kind [`Slow`](super::FaultKind::Slow), the first of each place.
    ///
    /// A launch prints them to the standard error, and does not fail for them.
    pub fn warnings(&self) -> Vec<Fault> {
        self.inner.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The lines that kernels printed since the executor was made or they were taken, where [`Options::keep_traces`] keeps them: launch
    /// after launch, of each thread in its order.
    pub fn take_traces(&self) -> Vec<Trace> {
        std::mem::take(&mut *self.inner.traces.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn with_new_stream(&self) -> Self {
        let stream = self.inner.streams.fetch_add(1, Ordering::Relaxed);
        Self { inner: Arc::clone(&self.inner), stream }
    }

    pub(super) fn is_one_device(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    pub(super) fn registry(&self) -> &Registry {
        &self.inner.registry
    }

    /// The blocks of so many threads that can be in flight.
    fn residency(&self, threads: u32) -> u32 {
        let fitting = hopper::THREADS_PER_MULTIPROCESSOR / threads.max(1);
        self.inner.limits.multiprocessors * fitting.clamp(1, hopper::BLOCKS_PER_MULTIPROCESSOR)
    }
}

/// The extents as one type, if they are those of a launch: none 0, and not more than so many together.
fn extents([x, y, z]: [u32; 3], most: u64) -> Option<Dim3> {
    let count = limits::volume([x, y, z]);
    (count > 0 && count <= u128::from(most)).then_some(Dim3::new(x, y, z))
}

// SAFETY: memory is held by `Memory` and by each launch, which ends before `launch` returns; copies are checked to lie
// inside of it; and every call has done its work when it returns.
unsafe impl Backend for Executor {
    type Memory = Memory;
    type Module = ();
    type Function = ();
    type Event = Event;

    const NAME: &'static str = "executor";
    const RUNS_BODIES: bool = true;

    fn open(ordinal: usize) -> Result<Self, Error> {
        if ordinal == 0 { Ok(Self::new()) } else { Err(Error::NoDevice { ordinal, count: 1 }) }
    }

    fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    fn same_device(&self, other: &Self) -> bool {
        self.is_one_device(other) && self.stream == other.stream
    }

    fn allocate(&self, bytes: usize) -> Result<Memory, Error> {
        Memory::new(&self.inner.registry, bytes, self.inner.options.memory)
    }

    fn address(&self, memory: &Memory) -> u64 {
        memory.address() as u64
    }

    fn upload(&self, to: &Memory, offset: usize, from: &[u8]) -> Result<(), Error> {
        let offset = to.place(offset, from.len())?;
        to.allocation().write(offset, from);
        Ok(())
    }

    fn download(&self, from: &Memory, offset: usize, to: &mut [u8]) -> Result<(), Error> {
        let offset = from.place(offset, to.len())?;
        let allocation = from.allocation();
        allocation.read(offset, to);
        if !self.inner.options.unwritten {
            return Ok(());
        }
        match allocation.unwritten(&(offset..offset + to.len())) {
            None => Ok(()),
            Some(fault) => {
                let (kernel, mut faults) = (fault.kernel, Faults::new(1));
                faults.add(fault.clone(), String::new);
                *self.inner.faults.lock().unwrap_or_else(PoisonError::into_inner) = vec![fault];
                Err(Error::Kernel { kernel, faults: faults.to_string() })
            }
        }
    }

    fn fill(&self, memory: &Memory, offset: usize, bytes: usize, value: u8) -> Result<(), Error> {
        let offset = memory.place(offset, bytes)?;
        memory.allocation().fill(offset, bytes, value);
        Ok(())
    }

    fn poison(&self, memory: &Memory, offset: usize, bytes: usize) -> Result<(), Error> {
        let offset = memory.place(offset, bytes)?;
        memory.allocation().poison(offset, bytes);
        Ok(())
    }

    fn load(&self, _: &str) -> Result<(), Error> {
        Ok(())
    }

    fn function(&self, (): &(), _: &str, _: u32) -> Result<(), Error> {
        Ok(())
    }

    fn resident_blocks(&self, (): &(), threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        let fits =
            threads <= self.inner.limits.threads_per_block && dynamic_shared <= self.inner.limits.shared_per_block;
        Ok(if fits { self.residency(threads) } else { 0 })
    }

    unsafe fn launch(&self, (): &(), invocation: Invocation<'_>) -> Result<(), Error> {
        let Invocation {
            entry: kernel,
            grid,
            block,
            cluster,
            registers,
            dynamic_shared,
            cooperative,
            tiles,
            placed,
            passed,
            body,
            ..
        } = invocation;
        let limits = &self.inner.limits;
        let refused = |words: String| Err(Error::Driver { doing: "launching a kernel", words });
        if panic::is_in_body() {
            return refused("a kernel cannot launch kernels".to_owned());
        }
        let threads = extents(block, limits.threads_per_block.into());
        let Some((extents, block)) = extents(grid, MOST_BLOCKS).zip(threads) else {
            return refused(format!("{grid:?} blocks of {block:?} threads are none, or too many"));
        };
        if cluster == 0 || !grid[0].is_multiple_of(cluster) {
            return Err(Error::Cluster { kernel, extent: grid[0], cluster });
        }
        let all =
            |dynamic| tiles.iter().filter(move |spec| spec.dynamic == dynamic).map(|spec| u64::from(spec.tile.bytes));
        let (fixed, bytes) = (all(false).sum::<u64>(), u64::from(dynamic_shared));
        if fixed + bytes.max(all(true).sum()) > limits.shared_per_block.into() {
            return Err(Error::SharedMemory { kernel, bytes: fixed + bytes, most: limits.shared_per_block });
        }
        if fixed > limits.shared_per_block_default.into() {
            return Err(Error::SharedMemory { kernel, bytes: fixed, most: limits.shared_per_block_default });
        }
        let needed = PlacedTile::end_of_all(placed, dynamic_bytes(tiles));
        if bytes < needed {
            return refused(format!(
                "{bytes} bytes of dynamic shared memory are too few for the tiles, which need {needed}"
            ));
        }
        let windows = Windows::new(tiles, placed, dynamic_shared);
        let (blocks, residency) = (extents.count(), self.residency(block.count()));
        if cooperative && blocks > residency {
            return Err(Error::Cooperative { kernel, blocks: blocks.into(), most: residency });
        }
        let _running = self.inner.running.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = Snapshot::of(&self.inner.registry, passed);
        let options = self.inner.options.clone();
        let setup = Setup {
            kernel,
            extents,
            block,
            blocks,
            cluster,
            registers,
            cooperative,
            windows,
            memory,
            options,
            residency,
        };
        let grid = Arc::new(Grid::new(setup));
        workers::run(&grid, body, &self.inner.stacks);

        let rows = std::mem::take(&mut *grid.profile.lock().unwrap_or_else(PoisonError::into_inner));
        self.inner.profile.lock().unwrap_or_else(PoisonError::into_inner).add(rows.rows);
        let traces = std::mem::take(&mut *grid.traces.lock().unwrap_or_else(PoisonError::into_inner));
        if self.inner.options.keep_traces {
            self.inner.traces.lock().unwrap_or_else(PoisonError::into_inner).extend(traces);
        } else {
            traces::print(&traces);
        }
        let warnings = grid.warnings();
        warnings.iter().for_each(|warning| eprintln!("warning: kernel `{kernel}`: {warning}"));
        *self.inner.warnings.lock().unwrap_or_else(PoisonError::into_inner) = warnings;
        let (faults, words) = grid.faults().unzip();
        *self.inner.faults.lock().unwrap_or_else(PoisonError::into_inner) = faults.unwrap_or_default();
        if let Some(faults) = words {
            return Err(Error::Kernel { kernel, faults });
        }
        for buffer in passed.iter().filter(|buffer| buffer.writes) {
            grid.memory.note_output(kernel, buffer);
        }
        Ok(())
    }

    fn synchronize(&self) -> Result<(), Error> {
        Ok(())
    }

    fn record(&self) -> Result<Event, Error> {
        Ok(Event(Instant::now()))
    }

    fn elapsed(&self, from: &Event, to: &Event) -> Result<f32, Error> {
        Ok(to.0.saturating_duration_since(from.0).as_secs_f32() * 1e3)
    }
}
