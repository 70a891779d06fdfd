//! Streams, copies and pinned memory; streams of a program that uses `cust` or the driver itself.

use super::start::start;
use super::{Cust, Event, Memory, Stream, bind, said};
use crate::launch::driver::unsigned;
use crate::launch::{Copies, Error, Streams};
use cust::context::Context;
use cust::device::Device;
use cust::sys::{self, CUresult, CUstream};
use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::sync::Arc;

/// `CU_STREAM_NON_BLOCKING`: the stream has an order of its own, also beside the default one.
const NON_BLOCKING: u32 = 1;
/// `CU_MEMHOSTALLOC_PORTABLE`: pinned for every context.
const PORTABLE: u32 = 1;

impl Cust {
    /// A handle of this device whose work goes to a stream of the program: kernels take their turn among what else is done
    /// there, and are captured where that is.
    ///
    /// # Safety
    /// The stream is one of this device's primary context, and is there as long as the handle and all that belongs to it. Where
    /// work of the handle is captured into a graph, the graph is launched only while the buffers live that it uses, and in an
    /// order with their other uses; buffers are neither made nor dropped, written nor read meanwhile.
    pub unsafe fn on_stream(&self, stream: CUstream) -> Self {
        let stream = Stream { raw: stream, is_ours: false, context: Arc::clone(&self.shared.context) };
        Self { shared: Arc::clone(&self.shared), stream: Arc::new(stream) }
    }

    /// The stream that all work goes to, for calls of the driver.
    pub fn raw_stream(&self) -> CUstream {
        self.stream.raw
    }
}

// SAFETY: an event is recorded in the stream, and streams wait for events; contexts are compared.
unsafe impl Streams for Cust {
    fn stream(&self) -> Result<Self, Error> {
        self.bind()?;
        let mut stream = ptr::null_mut();
        // SAFETY: the context is current; the owner that is made here destroys the stream.
        said(unsafe { sys::cuStreamCreate(&mut stream, NON_BLOCKING) }, "making a stream")?;
        let stream = Stream { raw: stream, is_ours: true, context: Arc::clone(&self.shared.context) };
        Ok(Self { shared: Arc::clone(&self.shared), stream: Arc::new(stream) })
    }

    fn shares_memory(&self, other: &Self) -> bool {
        self.shared.context.as_raw() == other.shared.context.as_raw()
    }

    fn wait_for(&self, event: &Event) -> Result<(), Error> {
        self.bind()?;
        // SAFETY: stream and event are there.
        said(unsafe { sys::cuStreamWaitEvent(self.stream.raw, event.event, 0) }, "waiting for an event")
    }

    fn is_reached(&self, event: &Event) -> Result<bool, Error> {
        self.bind()?;
        // SAFETY: the event is there.
        match unsafe { sys::cuEventQuery(event.event) } {
            CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            result => said(result, "asking for an event").map(|()| true),
        }
    }

    fn wait(&self, event: &Event) -> Result<(), Error> {
        self.bind()?;
        // SAFETY: the event is there.
        said(unsafe { sys::cuEventSynchronize(event.event) }, "waiting for an event")
    }
}

// SAFETY: the bytes are looked for in the memories; the copies go to the stream. Pinned memory is zeroed, does not move, and
// is given back when no copy runs.
unsafe impl Copies for Cust {
    type Pinned = Pinned;

    fn count() -> Result<usize, Error> {
        match start()? {
            false => Ok(0),
            true => Ok(Device::num_devices().map_err(super::safely("counting the devices"))? as usize),
        }
    }

    fn ordinal(&self) -> Result<usize, Error> {
        self.bind()?;
        // What the driver calls a device is its number.
        let mut device = 0;
        // SAFETY: the context is current.
        said(unsafe { sys::cuCtxGetDevice(&mut device) }, "asking for the number of the device")?;
        Ok(unsigned(device) as usize)
    }

    fn copy(&self, to: (&Memory, usize), from: (&Memory, usize), bytes: usize) -> Result<(), Error> {
        let (to, from) = (self.place(to.0, to.1, bytes)?, self.place(from.0, from.1, bytes)?);
        self.bind()?;
        // SAFETY: the bytes lie inside of the memories, which are given back only after this has ended.
        said(unsafe { sys::cuMemcpyDtoDAsync_v2(to, from, bytes, self.stream.raw) }, "copying on the device")
    }

    fn copy_between(
        &self,
        to: (&Memory, usize),
        other: &Self,
        from: (&Memory, usize),
        bytes: usize,
    ) -> Result<(), Error> {
        let (to, from) = (self.place(to.0, to.1, bytes)?, other.place(from.0, from.1, bytes)?);
        self.bind()?;
        let (here, there) = (self.shared.context.as_raw(), other.shared.context.as_raw());
        // SAFETY: the bytes lie inside of the memories. Each is given back only after this has ended: the one when this
        // context has nothing more to do, the other when its stream has, which waits for this copy.
        let result = unsafe { sys::cuMemcpyPeerAsync(to, here, from, there, bytes, self.stream.raw) };
        said(result, "copying between devices")
    }

    unsafe fn foreign(&self, address: u64, bytes: usize) -> Result<Memory, Error> {
        Ok(Memory { address, bytes, is_ours: false, context: Arc::clone(&self.shared.context) })
    }

    fn pinned(&self, bytes: usize) -> Result<Pinned, Error> {
        self.bind()?;
        let mut start = ptr::null_mut();
        // SAFETY: the context is current; the owner that is made here gives the memory back.
        match unsafe { sys::cuMemHostAlloc(&mut start, bytes, PORTABLE) } {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => return Err(Error::OutOfMemory { bytes }),
            result => said(result, "allocating pinned memory")?,
        }
        let start = NonNull::new(start).ok_or(Error::OutOfMemory { bytes })?;
        // SAFETY: there are so many bytes.
        unsafe { start.cast::<u8>().write_bytes(0, bytes) };
        Ok(Pinned { start, context: Arc::clone(&self.shared.context) })
    }

    fn bytes(pinned: &Pinned) -> *mut u8 {
        pinned.start.as_ptr().cast()
    }

    unsafe fn begin_upload(&self, (to, offset): (&Memory, usize), from: &Pinned, bytes: usize) -> Result<(), Error> {
        let to = self.place(to, offset, bytes)?;
        self.bind()?;
        // SAFETY: the bytes lie inside of the memory; those of the host stay as they are, as the caller promises.
        let result = unsafe { sys::cuMemcpyHtoDAsync_v2(to, from.start.as_ptr(), bytes, self.stream.raw) };
        said(result, "copying to the device")
    }

    unsafe fn begin_download(&self, (from, offset): (&Memory, usize), to: &Pinned, bytes: usize) -> Result<(), Error> {
        let from = self.place(from, offset, bytes)?;
        self.bind()?;
        // SAFETY: the bytes lie inside of the memory; nobody uses those of the host meanwhile, as the caller promises.
        let result = unsafe { sys::cuMemcpyDtoHAsync_v2(to.start.as_ptr(), from, bytes, self.stream.raw) };
        said(result, "copying from the device")
    }
}

/// Memory of the host that stays where it is.
pub struct Pinned {
    start: NonNull<c_void>,
    context: Arc<Context>,
}

// SAFETY: the memory is owned; who reads and writes it keeps the rules of `Copies`.
unsafe impl Send for Pinned {}
// SAFETY: as above.
unsafe impl Sync for Pinned {}

impl Drop for Pinned {
    fn drop(&mut self) {
        if bind(&self.context).is_ok() {
            // SAFETY: it was allocated so, is given back once, and no copy runs: a pending one owns its memory.
            let _ = unsafe { sys::cuMemFreeHost(self.start.as_ptr()) };
        }
    }
}
