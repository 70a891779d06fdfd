//! What joins a program that owns its memory: streams, copies, pinned memory and graphs of the executor.
//!
//! Every call has done its work when it returns, so streams are orders that nothing can tell apart, an event is reached when
//! it is there, and a pending copy has ended. What may be handed to whom is as on a GPU.

use super::executor::Executor;
use super::heap::Heap;
use super::memory::Memory;
use super::recorded::Recorded;
use crate::launch::backend::{Backend, Body, Invocation};
use crate::launch::{Copies, Error, Graphs, Streams};
use lego_machine::limits::WIDEST_ACCESS;

// SAFETY: all work before a point has been done when the point is made; streams share everything but their number.
unsafe impl Streams for Executor {
    fn stream(&self) -> Result<Self, Error> {
        Ok(self.with_new_stream())
    }

    fn shares_memory(&self, other: &Self) -> bool {
        self.is_one_device(other)
    }

    fn wait_for(&self, _: &Self::Event) -> Result<(), Error> {
        Ok(())
    }

    fn is_reached(&self, _: &Self::Event) -> Result<bool, Error> {
        Ok(true)
    }

    fn wait(&self, _: &Self::Event) -> Result<(), Error> {
        Ok(())
    }
}

// SAFETY: copies are checked to lie inside of both memories, and are done when they return; pinned memory is owned and
// zeroed.
unsafe impl Copies for Executor {
    type Pinned = Pinned;

    fn count() -> Result<usize, Error> {
        Ok(1)
    }

    fn ordinal(&self) -> Result<usize, Error> {
        Ok(0)
    }

    fn copy(&self, to: (&Memory, usize), from: (&Memory, usize), bytes: usize) -> Result<(), Error> {
        to.0.copy_from(to.1, from.0, from.1, bytes)
    }

    fn copy_between(&self, to: (&Memory, usize), _: &Self, from: (&Memory, usize), bytes: usize) -> Result<(), Error> {
        to.0.copy_from(to.1, from.0, from.1, bytes)
    }

    unsafe fn foreign(&self, address: u64, bytes: usize) -> Result<Memory, Error> {
        Memory::foreign(self.registry(), address, bytes)
    }

    fn pinned(&self, bytes: usize) -> Result<Pinned, Error> {
        Heap::new(bytes, WIDEST_ACCESS as usize).map(Pinned).ok_or(Error::OutOfMemory { bytes })
    }

    fn bytes(pinned: &Pinned) -> *mut u8 {
        pinned.0.start().as_ptr()
    }

    unsafe fn begin_upload(&self, (to, offset): (&Memory, usize), from: &Pinned, bytes: usize) -> Result<(), Error> {
        // SAFETY: the pinned memory has the bytes and is not written meanwhile, as the caller promises.
        let from = unsafe { std::slice::from_raw_parts(from.0.start().as_ptr(), bytes) };
        self.upload(to, offset, from)
    }

    unsafe fn begin_download(&self, (from, offset): (&Memory, usize), to: &Pinned, bytes: usize) -> Result<(), Error> {
        // SAFETY: the pinned memory has the bytes and nobody else uses it meanwhile, as the caller promises.
        let to = unsafe { std::slice::from_raw_parts_mut(to.0.start().as_ptr(), bytes) };
        self.download(from, offset, to)
    }
}

/// Memory of the host that stays where it is.
pub struct Pinned(Heap);

// SAFETY: launches are done one after the other, each before the next begins and before `replay` returns.
unsafe impl Graphs for Executor {
    type Graph = Vec<Recorded>;

    fn graph(&self) -> Result<Vec<Recorded>, Error> {
        Ok(Vec::new())
    }

    fn add(&self, graph: &mut Vec<Recorded>, (): &(), invocation: Invocation<'_>, body: Body) -> Result<(), Error> {
        graph.push(Recorded::new(&invocation, body));
        Ok(())
    }

    fn complete(&self, _: &mut Vec<Recorded>) -> Result<(), Error> {
        Ok(())
    }

    unsafe fn replay(&self, graph: &Vec<Recorded>) -> Result<(), Error> {
        graph.iter().try_for_each(|recorded| {
            // SAFETY: the arguments in the bodies are right, and their memory is alive, as the caller promises.
            unsafe { self.launch(&(), recorded.invocation(&mut [])) }
        })
    }
}
