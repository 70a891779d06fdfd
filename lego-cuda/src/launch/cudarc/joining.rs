//! Streams, copies and pinned memory; streams and slices of a program that uses `cudarc` itself.

use super::start::{driver, limits};
use super::{Cudarc, Memory, Owned, Shared, bind, said};
use crate::device::Element;
use crate::launch::driver::unsigned;
use crate::launch::{Buffer, Copies, Device, Error, Streams};
use cudarc::driver::result;
use cudarc::driver::sys::{self, CUevent_flags};
use cudarc::driver::{CudaContext, CudaEvent, CudaSlice, CudaStream, DeviceRepr};
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;

impl Cudarc {
    /// A handle whose work goes to a stream of the program: kernels take their turn among what else is done there, and are
    /// captured where that is.
    ///
    /// # Safety
    /// Where work of the handle is captured into a graph, the graph is launched only while the buffers live that it uses, and in
    /// an order with their other uses; buffers are neither made nor dropped, written nor read meanwhile.
    ///
    /// # Errors
    /// [`Error::NoDriver`], or the driver's words.
    pub unsafe fn from_stream(stream: Arc<CudaStream>) -> Result<Self, Error> {
        let version = driver()?;
        let context = Arc::clone(stream.context());
        let limits = Arc::new(limits(&context, version).map_err(said("asking what the device can"))?);
        Ok(Self { shared: Arc::new(Shared { context, limits }), stream, is_private: false })
    }

    /// The stream that all work goes to, for calls of the driver.
    pub fn raw_stream(&self) -> sys::CUstream {
        self.stream.cu_stream()
    }

    /// A point after the work so far.
    fn point(&self) -> Result<CudaEvent, Error> {
        self.stream.record_event(Some(CUevent_flags::CU_EVENT_DEFAULT)).map_err(said("recording an event"))
    }
}

impl Device<Cudarc> {
    /// A slice of `cudarc` as a buffer, without a copy. Work on the buffer waits for what was begun with the slice.
    ///
    /// Law: `adopt(slice)?.into_slice()?` is the slice, on the stream of this handle.
    ///
    /// # Errors
    /// [`Error::OtherDevice`] where the slice is of another context; the driver's words. The slice is given up then.
    pub fn adopt<T: Element>(&self, slice: CudaSlice<T>) -> Result<Buffer<T, Cudarc>, Error> {
        if slice.context() != self.backend().context() {
            return Err(Error::OtherDevice { what: "the slice" });
        }
        let len = slice.len();
        if len == 0 {
            return self.zeroed(0);
        }
        let stream = Arc::clone(slice.stream());
        // The stream waits for what other streams did with the slice.
        let (address, owned) = (slice.leak(), Owned::Slice(Arc::clone(&stream)));
        let context = Arc::clone(self.backend().context());
        let buffer = Buffer::in_memory(self, Memory { address, bytes: len * T::BYTES, owned, context }, len);
        let point = stream.record_event(None).map_err(said("recording an event"))?;
        self.backend().wait_for(&point)?;
        Ok(buffer)
    }
}

impl<T: Element + DeviceRepr> Buffer<T, Cudarc> {
    /// The buffer as a slice of `cudarc`, without a copy. Work on the slice waits for what was begun with the buffer.
    ///
    /// # Errors
    /// [`Error::Recorded`] where a graph uses the buffer; [`Error::OtherDevice`] for memory that is somebody else's; the
    /// driver's words. The buffer is given up then.
    pub fn into_slice(self) -> Result<CudaSlice<T>, Error> {
        let (mut memory, len, device) = self.into_memory()?;
        let backend = device.backend();
        // A stream of our own stays one: nobody else may capture what is done there.
        let stream = if backend.is_private { backend.context().default_stream() } else { Arc::clone(&backend.stream) };
        if backend.is_private {
            stream.wait(&backend.point()?).map_err(said("waiting for an event"))?;
        }
        match std::mem::replace(&mut memory.owned, Owned::Foreign) {
            Owned::Foreign => Err(Error::OtherDevice { what: "foreign memory" }),
            // SAFETY: the memory has so many elements, every pattern of bits is one, and the slice is its only owner now.
            Owned::Ours | Owned::Slice(_) => Ok(unsafe { stream.upgrade_device_ptr(memory.address, len) }),
        }
    }
}

// SAFETY: an event is recorded in the stream, and streams wait for events; contexts are compared.
unsafe impl Streams for Cudarc {
    fn stream(&self) -> Result<Self, Error> {
        let stream = self.context().new_stream().map_err(said("making a stream"))?;
        Ok(Self { shared: Arc::clone(&self.shared), stream, is_private: true })
    }

    fn shares_memory(&self, other: &Self) -> bool {
        self.context() == other.context()
    }

    fn wait_for(&self, event: &CudaEvent) -> Result<(), Error> {
        self.stream.wait(event).map_err(said("waiting for an event"))
    }

    fn is_reached(&self, event: &CudaEvent) -> Result<bool, Error> {
        self.bind()?;
        event.try_is_complete().map_err(said("asking for an event"))
    }

    fn wait(&self, event: &CudaEvent) -> Result<(), Error> {
        event.synchronize().map_err(said("waiting for an event"))
    }
}

// SAFETY: the bytes are looked for in the memories; the copies go to the stream. Pinned memory is zeroed, does not move, and
// is given back when the context has nothing more to do.
unsafe impl Copies for Cudarc {
    type Pinned = Pinned;

    fn count() -> Result<usize, Error> {
        driver()?;
        match result::init() {
            Ok(()) => {}
            Err(error) if error.0 == sys::CUresult::CUDA_ERROR_NO_DEVICE => return Ok(0),
            Err(error) => return Err(crate::launch::driver::not_started(&super::words(error))),
        }
        Ok(unsigned(result::device::get_count().map_err(said("counting the devices"))?) as usize)
    }

    fn ordinal(&self) -> Result<usize, Error> {
        Ok(self.context().ordinal())
    }

    fn copy(&self, to: (&Memory, usize), from: (&Memory, usize), bytes: usize) -> Result<(), Error> {
        let (to, from) = (self.place(to.0, to.1, bytes)?, self.place(from.0, from.1, bytes)?);
        self.bind()?;
        // SAFETY: the bytes lie inside of the memories, which are given back only after this has ended.
        unsafe { result::memcpy_dtod_async(to, from, bytes, self.stream.cu_stream()) }
            .map_err(said("copying on the device"))
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
        let (here, there) = (self.context().cu_ctx(), other.context().cu_ctx());
        // SAFETY: the bytes lie inside of the memories. Each is given back only after this has ended: the one when this
        // context has nothing more to do, the other when its stream has, which waits for this copy.
        unsafe { result::memcpy_peer_async(here, to, there, from, bytes, self.stream.cu_stream()) }
            .map_err(said("copying between devices"))
    }

    unsafe fn foreign(&self, address: u64, bytes: usize) -> Result<Memory, Error> {
        Ok(Memory { address, bytes, owned: Owned::Foreign, context: Arc::clone(self.context()) })
    }

    fn pinned(&self, bytes: usize) -> Result<Pinned, Error> {
        self.bind()?;
        // SAFETY: the context is current; the owner that is made here gives the memory back. Portable: for every context.
        let start = unsafe { result::malloc_host(bytes, sys::CU_MEMHOSTALLOC_PORTABLE) };
        let start = start.map_err(|error| match error.0 {
            sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => Error::OutOfMemory { bytes },
            _ => said("allocating pinned memory")(error),
        })?;
        let start = NonNull::new(start).ok_or(Error::OutOfMemory { bytes })?;
        // SAFETY: there are so many bytes.
        unsafe { start.cast::<u8>().write_bytes(0, bytes) };
        Ok(Pinned { start, context: Arc::clone(self.context()) })
    }

    fn bytes(pinned: &Pinned) -> *mut u8 {
        pinned.start.as_ptr().cast()
    }

    unsafe fn begin_upload(&self, (to, offset): (&Memory, usize), from: &Pinned, bytes: usize) -> Result<(), Error> {
        let to = self.place(to, offset, bytes)?;
        self.bind()?;
        // SAFETY: the bytes lie inside of the memory; those of the host stay as they are, as the caller promises.
        unsafe { sys::cuMemcpyHtoDAsync_v2(to, from.start.as_ptr(), bytes, self.stream.cu_stream()) }
            .result()
            .map_err(said("copying to the device"))
    }

    unsafe fn begin_download(&self, (from, offset): (&Memory, usize), to: &Pinned, bytes: usize) -> Result<(), Error> {
        let from = self.place(from, offset, bytes)?;
        self.bind()?;
        // SAFETY: the bytes lie inside of the memory; nobody uses those of the host meanwhile, as the caller promises.
        unsafe { sys::cuMemcpyDtoHAsync_v2(to.start.as_ptr(), from, bytes, self.stream.cu_stream()) }
            .result()
            .map_err(said("copying from the device"))
    }
}

/// Memory of the host that stays where it is.
pub struct Pinned {
    start: NonNull<c_void>,
    context: Arc<CudaContext>,
}

// SAFETY: the memory is owned; who reads and writes it keeps the rules of `Copies`.
unsafe impl Send for Pinned {}
// SAFETY: as above.
unsafe impl Sync for Pinned {}

impl Drop for Pinned {
    fn drop(&mut self) {
        if bind(&self.context).is_ok() {
            // SAFETY: it was allocated so, is given back once, and no copy runs: a pending one owns its memory.
            let _ = unsafe { result::free_host(self.start.as_ptr()) };
        }
    }
}
