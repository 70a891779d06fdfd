//! The fake back end's streams, copies and graphs: the executor's, with a defect.

use crate::fake::{Block, Fake, Function, defect};
use lego_cuda::executor::{Event, Executor};
use lego_cuda::launch::backend::{Backend, Body, Invocation};
use lego_cuda::launch::{Copies, Error, Graphs, Streams};

type Pinned = <Executor as Copies>::Pinned;
type Graph = <Executor as Graphs>::Graph;

// SAFETY: as for the back end itself.
unsafe impl<const DEFECT: u32> Streams for Fake<DEFECT> {
    fn stream(&self) -> Result<Self, Error> {
        let executor = match DEFECT {
            defect::HAS_ONE_STREAM => self.executor.clone(),
            _ => self.executor.stream()?,
        };
        Ok(Self { executor, limits: self.limits.clone() })
    }

    fn shares_memory(&self, other: &Self) -> bool {
        self.executor.shares_memory(&other.executor)
    }

    fn wait_for(&self, event: &Event) -> Result<(), Error> {
        self.executor.wait_for(event)
    }

    fn is_reached(&self, event: &Event) -> Result<bool, Error> {
        Ok(DEFECT != defect::REACHES_NOTHING && self.executor.is_reached(event)?)
    }

    fn wait(&self, event: &Event) -> Result<(), Error> {
        self.executor.wait(event)
    }
}

// SAFETY: as for the back end itself.
unsafe impl<const DEFECT: u32> Copies for Fake<DEFECT> {
    type Pinned = Pinned;

    fn count() -> Result<usize, Error> {
        Ok(usize::from(DEFECT != defect::COUNTS_NO_DEVICES))
    }

    fn ordinal(&self) -> Result<usize, Error> {
        Ok(self.executor.ordinal()? + usize::from(DEFECT == defect::COUNTS_ITSELF_FROM_ONE))
    }

    fn copy(&self, to: (&Block, usize), from: (&Block, usize), bytes: usize) -> Result<(), Error> {
        let start = if DEFECT == defect::COPIES_FROM_THE_BEGINNING { 0 } else { from.1 };
        self.executor.copy((&to.0.0, to.1), (&from.0.0, start), bytes)
    }

    fn copy_between(
        &self,
        to: (&Block, usize),
        other: &Self,
        from: (&Block, usize),
        bytes: usize,
    ) -> Result<(), Error> {
        self.executor.copy_between((&to.0.0, to.1), &other.executor, (&from.0.0, from.1), bytes)
    }

    unsafe fn foreign(&self, address: u64, bytes: usize) -> Result<Block, Error> {
        if DEFECT == defect::COPIES_FOREIGN_MEMORY {
            return self.executor.allocate(bytes.max(1)).map(Block);
        }
        // SAFETY: as the caller promises.
        unsafe { self.executor.foreign(address, bytes).map(Block) }
    }

    fn pinned(&self, bytes: usize) -> Result<Pinned, Error> {
        self.executor.pinned(bytes)
    }

    fn bytes(pinned: &Pinned) -> *mut u8 {
        Executor::bytes(pinned)
    }

    unsafe fn begin_upload(&self, to: (&Block, usize), from: &Pinned, bytes: usize) -> Result<(), Error> {
        let bytes = if DEFECT == defect::BEGINS_NO_UPLOAD { 0 } else { bytes };
        // SAFETY: as the caller promises.
        unsafe { self.executor.begin_upload((&to.0.0, to.1), from, bytes) }
    }

    unsafe fn begin_download(&self, from: (&Block, usize), to: &Pinned, bytes: usize) -> Result<(), Error> {
        let bytes = if DEFECT == defect::BEGINS_NO_DOWNLOAD { 0 } else { bytes };
        // SAFETY: as the caller promises.
        unsafe { self.executor.begin_download((&from.0.0, from.1), to, bytes) }
    }
}

// SAFETY: as for the back end itself.
unsafe impl<const DEFECT: u32> Graphs for Fake<DEFECT> {
    type Graph = Graph;

    fn graph(&self) -> Result<Graph, Error> {
        self.executor.graph()
    }

    fn add(&self, graph: &mut Graph, _: &Function, invocation: Invocation<'_>, body: Body) -> Result<(), Error> {
        match DEFECT {
            // SAFETY: the arguments of a launch are right when it is recorded.
            defect::LAUNCHES_WHAT_IT_RECORDS => unsafe {
                self.executor.launch(&(), Invocation { body: &*body, ..invocation })
            },
            defect::RECORDS_THE_LAST_LAUNCH => {
                graph.clear();
                self.executor.add(graph, &(), invocation, body)
            }
            _ => self.executor.add(graph, &(), invocation, body),
        }
    }

    fn complete(&self, graph: &mut Graph) -> Result<(), Error> {
        self.executor.complete(graph)
    }

    unsafe fn replay(&self, graph: &Graph) -> Result<(), Error> {
        // SAFETY: as the caller promises.
        unsafe { self.executor.replay(graph) }
    }
}
