//! Streams, copies and pinned memory.

use super::owned::{Memory, MemoryOwner, Owned};
use super::raw::RawDriver;
use super::{CudaDriver, Stream, check, device, devices, unsigned};
use crate::launch::{Copies, Error, Streams};
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

/// `CU_STREAM_NON_BLOCKING`: the stream has an order of its own, also beside the default one.
const NON_BLOCKING: u32 = 1;
/// `CU_MEMHOSTALLOC_PORTABLE`: pinned for every context.
const PORTABLE: u32 = 1;

impl<R: RawDriver> CudaDriver<R> {
    /// Records an event, made with these flags, after the work so far.
    pub(super) fn point(&self, flags: u32) -> Result<Owned<R, R::CUevent_st>, Error> {
        self.bind()?;
        let mut event = ptr::null_mut();
        // SAFETY: the context is current; the owner that is made here destroys the event.
        check::<R>(unsafe { R::cuEventCreate(&mut event, flags) }, "making an event")?;
        // SAFETY: the event is of this context, has no other owner, and may be destroyed before it is reached.
        let event = unsafe { Owned::new(event, self.context(), R::cuEventDestroy_v2) };
        // SAFETY: the event and the stream are there and of this context.
        check::<R>(unsafe { R::cuEventRecord(event.raw(), self.raw_stream()) }, "recording an event")?;
        Ok(event)
    }

    /// Waits until a point has been reached.
    pub(super) fn wait_until(&self, event: &Owned<R, R::CUevent_st>, doing: &'static str) -> Result<(), Error> {
        self.bind()?;
        // SAFETY: the event is there.
        check::<R>(unsafe { R::cuEventSynchronize(event.raw()) }, doing)
    }
}

// SAFETY: an event is recorded in the stream, and streams wait for events; contexts are compared.
unsafe impl<R: RawDriver> Streams for CudaDriver<R> {
    fn stream(&self) -> Result<Self, Error> {
        self.bind()?;
        let mut stream = ptr::null_mut();
        // SAFETY: the context is current; the owner that is made here destroys the stream.
        check::<R>(unsafe { R::cuStreamCreate(&mut stream, NON_BLOCKING) }, "making a stream")?;
        // SAFETY: the stream is of this context and has no other owner; its work goes on to its end once it is
        // destroyed.
        Ok(self.beside(Stream::Ours(unsafe { Owned::new(stream, self.context(), R::cuStreamDestroy_v2) })))
    }

    fn shares_memory(&self, other: &Self) -> bool {
        self.raw_context() == other.raw_context()
    }

    fn wait_for(&self, event: &Self::Event) -> Result<(), Error> {
        self.bind()?;
        // SAFETY: stream and event are there.
        check::<R>(unsafe { R::cuStreamWaitEvent(self.raw_stream(), event.raw(), 0) }, "waiting for an event")
    }

    fn is_reached(&self, event: &Self::Event) -> Result<bool, Error> {
        self.bind()?;
        // SAFETY: the event is there.
        let result = unsafe { R::cuEventQuery(event.raw()) };
        if result == R::CUDA_ERROR_NOT_READY {
            return Ok(false);
        }
        check::<R>(result, "asking for an event").map(|()| true)
    }

    fn wait(&self, event: &Self::Event) -> Result<(), Error> {
        self.wait_until(event, "waiting for an event")
    }
}

// SAFETY: the bytes are looked for in the memories; the copies go to the stream. Pinned memory is zeroed, does not
// move, and is given back when no copy runs.
unsafe impl<R: RawDriver> Copies for CudaDriver<R> {
    type Pinned = Owned<R, c_void>;

    fn count() -> Result<usize, Error> {
        devices::<R>()
    }

    fn ordinal(&self) -> Result<usize, Error> {
        Ok(unsigned(device::<R>(self.context(), "asking for the number of the device")?) as usize)
    }

    fn copy(&self, to: (&Memory<R>, usize), from: (&Memory<R>, usize), bytes: usize) -> Result<(), Error> {
        let (to, from) = (self.place(to.0, to.1, bytes)?, self.place(from.0, from.1, bytes)?);
        self.bind()?;
        // SAFETY: the bytes lie inside of the memories, which are given back only after this has ended.
        check::<R>(unsafe { R::cuMemcpyDtoDAsync_v2(to, from, bytes, self.raw_stream()) }, "copying on the device")
    }

    fn copy_between(
        &self,
        to: (&Memory<R>, usize),
        other: &Self,
        from: (&Memory<R>, usize),
        bytes: usize,
    ) -> Result<(), Error> {
        let (to, from) = (self.place(to.0, to.1, bytes)?, other.place(from.0, from.1, bytes)?);
        self.bind()?;
        let (here, there) = (self.raw_context(), other.raw_context());
        // SAFETY: the bytes lie inside of the memories. Each is given back only after this has ended: the one when this
        // context has nothing more to do, the other when its stream has, which waits for this copy.
        let result = unsafe { R::cuMemcpyPeerAsync(to, here, from, there, bytes, self.raw_stream()) };
        check::<R>(result, "copying between devices")
    }

    unsafe fn foreign(&self, address: u64, bytes: usize) -> Result<Memory<R>, Error> {
        Ok(Memory { address, bytes, owner: MemoryOwner::Foreign, context: Arc::clone(self.context()) })
    }

    fn pinned(&self, bytes: usize) -> Result<Self::Pinned, Error> {
        self.bind()?;
        let mut start = ptr::null_mut();
        // SAFETY: the context is current; the owner that is made here gives the memory back.
        let result = unsafe { R::cuMemHostAlloc(&mut start, bytes, PORTABLE) };
        if result == R::CUDA_ERROR_OUT_OF_MEMORY || (result == R::CUDA_SUCCESS && start.is_null()) {
            return Err(Error::OutOfMemory { bytes });
        }
        check::<R>(result, "allocating pinned memory")?;
        // SAFETY: the driver just allocated `bytes` bytes at `start`, which is not null.
        unsafe { start.cast::<u8>().write_bytes(0, bytes) };
        // SAFETY: it was allocated so and has no other owner. No copy runs at its drop: a pending one owns its memory.
        Ok(unsafe { Owned::new(start, self.context(), R::cuMemFreeHost) })
    }

    fn bytes(pinned: &Self::Pinned) -> *mut u8 {
        pinned.raw().cast()
    }

    unsafe fn begin_upload(
        &self,
        (to, offset): (&Memory<R>, usize),
        from: &Self::Pinned,
        bytes: usize,
    ) -> Result<(), Error> {
        let to = self.place(to, offset, bytes)?;
        self.bind()?;
        // SAFETY: the bytes lie inside of the memory; those of the host stay as they are, as the caller promises.
        let result = unsafe { R::cuMemcpyHtoDAsync_v2(to, from.raw(), bytes, self.raw_stream()) };
        check::<R>(result, "copying to the device")
    }

    unsafe fn begin_download(
        &self,
        (from, offset): (&Memory<R>, usize),
        to: &Self::Pinned,
        bytes: usize,
    ) -> Result<(), Error> {
        let from = self.place(from, offset, bytes)?;
        self.bind()?;
        // SAFETY: the bytes lie inside of the memory. Until the copy ends, nothing else uses those of the host, as the
        // caller promises.
        let result = unsafe { R::cuMemcpyDtoHAsync_v2(to.raw(), from, bytes, self.raw_stream()) };
        check::<R>(result, "copying from the device")
    }
}
