//! Graphs: launches that are recorded once and begun together, as often as wanted, by a single call.
//!
//! What is launched with the module that [`Module::record`] hands out is not begun but noted, one after the other; the
//! [`Graph`] begins it all. That saves a host the time of many small launches.
//!
//! ```
//! # #[cfg(feature = "executor")] {
//! # use lego_cuda::executor::Executor;
//! use lego_cuda::launch::{Device, Error, Graphs, Launch};
//! use lego_cuda::lego_kernel;
//! use lego_cuda::view::{BlockX, Split, ThreadX};
//!
//! lego::layout!(pub type Rows = Row(2, 32););
//!
//! /// Adds a number to every element.
//! #[lego_kernel(threads = 32)]
//! pub fn add(number: u32, output: Split<'_, u32, Rows, (BlockX, ThreadX)>) {
//!     output.set([], output.get([]) + number);
//! }
//!
//! fn run<B: Graphs>(device: &Device<B>) -> Result<Vec<u32>, Error> {
//!     let module = device.without_program()?;
//!     let mut numbers = device.zeroed(64)?;
//!     let graph = module.record(|module| {
//!         Add::launch(module, Launch::grid(2), 3, &mut numbers)?;
//!         Add::launch(module, Launch::grid(2), 4, &mut numbers)
//!     })?;
//!     for _ in 0..10 {
//!         graph.launch()?;
//!     }
//!     numbers.read()
//! }
//!
//! assert_eq!(run(&Device::new(Executor::new())).unwrap(), [70; 64]);
//! # }
//! ```

use super::backend::{Backend, Body, Invocation};
use super::device::Device;
use super::error::Error;
use super::module::{Module, Recorder};
use super::owner::Owner;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A back end that begins several launches by one call.
///
/// # Safety
/// The launches of a graph are done in the order in which they were added, all of them after the work that was begun before
/// the graph, and before what is begun after it.
pub unsafe trait Graphs: Backend {
    /// Launches one after the other.
    type Graph: Send + Sync + 'static;

    /// A graph of no launches.
    ///
    /// # Errors
    /// The driver's words.
    fn graph(&self) -> Result<Self::Graph, Error>;

    /// Adds a launch. `body` is to be kept; that of the invocation does nothing.
    ///
    /// # Errors
    /// The driver's words.
    fn add(
        &self,
        graph: &mut Self::Graph,
        function: &Self::Function,
        invocation: Invocation<'_>,
        body: Body,
    ) -> Result<(), Error>;

    /// No more launches are added.
    ///
    /// # Errors
    /// The driver's words.
    fn complete(&self, graph: &mut Self::Graph) -> Result<(), Error>;

    /// Begins all launches.
    ///
    /// # Safety
    /// The graph is complete. Its functions are of modules of this device that are loaded, the arguments are what the
    /// kernels take, and memory they point to stays alive until the launches have ended.
    ///
    /// # Errors
    /// The driver's words; for the executor what went wrong in a kernel.
    unsafe fn replay(&self, graph: &Self::Graph) -> Result<(), Error>;
}

/// Launches to be begun together, as often as wanted.
///
/// It keeps the memory and the kernels that it uses alive. Buffers are read and written by it in the order of the device's
/// work, as by the launches one by one; whoever holds a buffer sees what the last launch of the graph left in it.
pub struct Graph<B: Graphs> {
    // Dropped before what it uses, and that before the device.
    graph: B::Graph,
    _kept: Kept<B>,
    launches: usize,
    device: Device<B>,
}

/// What a graph uses.
struct Kept<B: Backend> {
    _functions: Vec<B::Function>,
    _memory: Vec<Owner>,
}

/// A graph to which launches are added; `None` once the recording has ended.
struct Recording<B: Graphs>(Mutex<Option<Graph<B>>>);

impl<B: Graphs> Recorder<B> for Recording<B> {
    unsafe fn note(
        &self,
        function: &B::Function,
        invocation: Invocation<'_>,
        body: Body,
        owners: Vec<Owner>,
    ) -> Result<(), Error> {
        let mut recording = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let recording = recording.as_mut().ok_or(Error::Recorded { what: "the launches of a graph" })?;
        recording.device.backend().add(&mut recording.graph, function, invocation, body)?;
        recording._kept._functions.push(function.clone());
        recording._kept._memory.extend(owners);
        recording.launches += 1;
        Ok(())
    }
}

impl<B: Graphs> Module<B> {
    /// The launches of a function as a graph: what it launches with the module that it is given is checked as ever, and
    /// recorded instead of begun. All else that it does happens at once.
    ///
    /// # Errors
    /// Those of the function; the driver's words.
    pub fn record(&self, launches: impl FnOnce(&Self) -> Result<(), Error>) -> Result<Graph<B>, Error> {
        let device = self.device();
        let kept = Kept { _functions: Vec::new(), _memory: Vec::new() };
        let graph = Graph { graph: device.backend().graph()?, _kept: kept, launches: 0, device: device.clone() };
        let recording = Arc::new(Recording(Mutex::new(Some(graph))));
        let result = launches(&self.recorded_by(Arc::clone(&recording) as Arc<dyn Recorder<B>>));
        let graph = recording.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        result?;
        // It is taken here alone.
        let mut graph = graph.ok_or(Error::Recorded { what: "the launches of a graph" })?;
        device.backend().complete(&mut graph.graph)?;
        Ok(graph)
    }
}

impl<B: Graphs> Graph<B> {
    /// Begins all launches, in their order, after the work that was begun before. They need not have ended at return.
    ///
    /// # Errors
    /// The driver's words; for the executor what went wrong in a kernel.
    pub fn launch(&self) -> Result<(), Error> {
        // SAFETY: the graph is complete. It keeps functions and memory, which `Buffer` gives to no other stream as long; what
        // it owns is dropped by owners that wait for all work.
        unsafe { self.device.backend().replay(&self.graph) }
    }

    /// How many launches it has.
    pub fn launches(&self) -> usize {
        self.launches
    }

    /// The device.
    pub fn device(&self) -> &Device<B> {
        &self.device
    }
}

impl<B: Graphs> fmt::Debug for Graph<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graph").field("device", &self.device).field("launches", &self.launches).finish_non_exhaustive()
    }
}
