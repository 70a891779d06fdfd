//! The back end for programs that use `cust`, which is linked to the driver's library.
//!
//! A program with it starts only where libcuda.so.1 is. `cust` gives devices and contexts; its functions have no
//! attributes, its modules no compiler's words and its streams are never the default one, so these come from `cust::sys`.
//!
//! The work of a device that was opened goes to the default stream of its primary context, so all these handles of one device
//! share one order of work, and so does what else in the program uses that stream. [`Device::stream`](super::Device::stream)
//! makes streams beside it, [`Cust::on_stream`] takes those of the program.
//!
//! `cust` knows the errors of CUDA 11.4 as a closed list; that a newer driver answers with none of later ones in what is
//! called here is relied upon, as by every program with `cust`.

mod graph;
mod joining;
mod start;

use super::backend::{Backend, Invocation, Limits};
use super::driver::{LOADING_PTX, aligned, not_loaded, place, terminated, unsigned};
use super::error::Error;
use cust::context::{Context, CurrentContext};
use cust::device::Device;
use cust::error::CudaError;
use cust::sys::{
    self, CUfunction_attribute as FunctionAttribute, CUresult, CUstream, CUstreamCaptureStatus as CaptureStatus,
};
use start::{limits, start};
use std::ffi::{CStr, CString, c_void};
use std::fmt::Write as _;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// A GPU through `cust`.
#[derive(Clone)]
pub struct Cust {
    // Dropped before its context.
    stream: Arc<Stream>,
    shared: Arc<Shared>,
}

/// An order of work; null is the default one.
struct Stream {
    raw: CUstream,
    /// Whether it is to be destroyed.
    is_ours: bool,
    context: Arc<Context>,
}

struct Shared {
    context: Arc<Context>,
    limits: Limits,
}

/// Memory of the device.
pub struct Memory {
    address: sys::CUdeviceptr,
    bytes: usize,
    /// Whether it is to be given back.
    is_ours: bool,
    context: Arc<Context>,
}

/// A module that the driver compiled.
#[derive(Clone)]
pub struct Module {
    loaded: Arc<Loaded>,
}

struct Loaded {
    module: sys::CUmodule,
    context: Arc<Context>,
    /// Held while a limit of a kernel is read and raised, so that it never falls.
    raising: Mutex<()>,
}

/// A kernel in a module.
#[derive(Clone)]
pub struct Function {
    function: sys::CUfunction,
    /// Keeps the kernel loaded.
    module: Module,
}

/// A point in the order of work.
pub struct Event {
    event: sys::CUevent,
    context: Arc<Context>,
}

// SAFETY: the handle is a name that the driver takes from any thread while the context is current there, which every
// use here sees to; it is valid until the last owner destroys it.
unsafe impl Send for Stream {}
// SAFETY: as above; functions of the driver may be called at the same time.
unsafe impl Sync for Stream {}
// SAFETY: the handle is a name that the driver takes from any thread while the context is current there, which every
// use here sees to; it is valid until the last owner unloads it.
unsafe impl Send for Loaded {}
// SAFETY: as above; functions of the driver may be called at the same time.
unsafe impl Sync for Loaded {}
// SAFETY: as for the module, which lives as long.
unsafe impl Send for Function {}
// SAFETY: as for the module.
unsafe impl Sync for Function {}
// SAFETY: as for the module; the event is destroyed by its only owner.
unsafe impl Send for Event {}
// SAFETY: as for the module.
unsafe impl Sync for Event {}

impl Cust {
    /// The context of `cust`, for what else a program wants of it: the device's primary one.
    pub fn context(&self) -> &Context {
        &self.shared.context
    }

    /// Where bytes of memory of this context begin, if they lie inside.
    fn place(&self, memory: &Memory, offset: usize, bytes: usize) -> Result<u64, Error> {
        let is_here = memory.context.as_raw() == self.shared.context.as_raw();
        if is_here {
            place(memory.address, memory.bytes, offset, bytes)
        } else {
            Err(Error::OtherDevice { what: "memory" })
        }
    }

    /// Waits for what was just begun on the stream, also where it may not have begun: nothing of it runs afterwards, unless
    /// the device has failed.
    fn ended(&self, begun: CUresult) -> CUresult {
        // SAFETY: the stream is there.
        let waited = unsafe { sys::cuStreamSynchronize(self.stream.raw) };
        if begun == CUresult::CUDA_SUCCESS { waited } else { begun }
    }

    /// Makes the context current on this thread.
    fn bind(&self) -> Result<(), Error> {
        bind(&self.shared.context)
    }

    /// Loads PTX, which the driver compiles, or an object.
    ///
    /// # Safety
    /// The image is text that ends with a zero byte, or an object of ptxas, aligned to 16 bytes.
    unsafe fn load_image(&self, image: *const c_void, doing: &'static str) -> Result<Module, Error> {
        self.bind()?;
        let mut log = [0_u8; 8192];
        let mut options =
            [sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER, sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        // The driver wants the number itself in the place of a pointer.
        let mut values: [*mut c_void; 2] = [log.as_mut_ptr().cast(), ptr::without_provenance_mut(log.len())];
        let mut module = ptr::null_mut();
        // SAFETY: the context is current, the caller promises that the image says where it ends, there are as many values as options, and the
        // log has the size that is said; all of them live until the call returns.
        let result = unsafe {
            sys::cuModuleLoadDataEx(&mut module, image, options.len() as u32, options.as_mut_ptr(), values.as_mut_ptr())
        };
        if result != CUresult::CUDA_SUCCESS {
            return Err(not_loaded(doing, &words(result), &log));
        }
        let context = Arc::clone(&self.shared.context);
        Ok(Module { loaded: Arc::new(Loaded { module, context, raising: Mutex::new(()) }) })
    }
}

// SAFETY: everything goes to the one stream of the handle, in the order of the calls. Copies are those that
// return when the memory of the host is no longer needed. Memory is given back and modules are unloaded after the
// context has nothing more to do.
unsafe impl Backend for Cust {
    type Memory = Memory;
    type Module = Module;
    type Function = Function;
    type Event = Event;

    const NAME: &'static str = "cust";

    fn open(ordinal: usize) -> Result<Self, Error> {
        if !start()? {
            return Err(Error::NoDevice { ordinal, count: 0 });
        }
        let count = Device::num_devices().map_err(safely("counting the devices"))? as usize;
        let number = u32::try_from(ordinal).ok().filter(|_| ordinal < count);
        let number = number.ok_or(Error::NoDevice { ordinal, count })?;
        let device = Device::get_device(number).map_err(safely("finding the device"))?;
        let context = Context::new(device).map_err(safely("opening the device"))?;
        let limits = limits(device)?;
        let context = Arc::new(context);
        let stream = Stream { raw: ptr::null_mut(), is_ours: false, context: Arc::clone(&context) };
        Ok(Self { stream: Arc::new(stream), shared: Arc::new(Shared { context, limits }) })
    }

    fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    fn same_device(&self, other: &Self) -> bool {
        self.shared.context.as_raw() == other.shared.context.as_raw() && self.stream.raw == other.stream.raw
    }

    fn allocate(&self, bytes: usize) -> Result<Memory, Error> {
        self.bind()?;
        let mut address = 0;
        // SAFETY: the context is current; the owner that is made here gives the memory back.
        match unsafe { sys::cuMemAlloc_v2(&mut address, bytes) } {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => return Err(Error::OutOfMemory { bytes }),
            result => said(result, "allocating memory")?,
        }
        Ok(Memory { address, bytes, is_ours: true, context: Arc::clone(&self.shared.context) })
    }

    fn address(&self, memory: &Memory) -> u64 {
        memory.address
    }

    fn upload(&self, to: &Memory, offset: usize, from: &[u8]) -> Result<(), Error> {
        let to = self.place(to, offset, from.len())?;
        self.bind()?;
        let (stream, bytes, from) = (self.stream.raw, from.len(), from.as_ptr().cast());
        // SAFETY: the bytes lie inside the memory. The copy takes its turn on the stream, and has read the slice when this
        // returns.
        let result = unsafe {
            if stream.is_null() {
                sys::cuMemcpyHtoD_v2(to, from, bytes)
            } else {
                self.ended(sys::cuMemcpyHtoDAsync_v2(to, from, bytes, stream))
            }
        };
        said(result, "copying to the device")
    }

    fn download(&self, from: &Memory, offset: usize, to: &mut [u8]) -> Result<(), Error> {
        let from = self.place(from, offset, to.len())?;
        self.bind()?;
        let (stream, bytes, to) = (self.stream.raw, to.len(), to.as_mut_ptr().cast());
        // SAFETY: the bytes lie inside the memory. The copy takes its turn on the stream, and has written the slice when this
        // returns.
        let result = unsafe {
            if stream.is_null() {
                sys::cuMemcpyDtoH_v2(to, from, bytes)
            } else {
                self.ended(sys::cuMemcpyDtoHAsync_v2(to, from, bytes, stream))
            }
        };
        said(result, "copying from the device")
    }

    fn fill(&self, memory: &Memory, offset: usize, bytes: usize, value: u8) -> Result<(), Error> {
        let start = self.place(memory, offset, bytes)?;
        self.bind()?;
        // SAFETY: the bytes lie inside the memory, which is given back only after this has ended.
        said(unsafe { sys::cuMemsetD8Async(start, value, bytes, self.stream.raw) }, "filling memory")
    }

    fn load(&self, ptx: &str) -> Result<Module, Error> {
        let text = terminated(ptx)?;
        // SAFETY: the text ends with a zero byte.
        unsafe { self.load_image(text.as_ptr().cast(), LOADING_PTX) }
    }

    unsafe fn load_object(&self, object: &[u8]) -> Result<Module, Error> {
        let aligned = aligned(object);
        // SAFETY: the caller promises that it is whole, and ptxas writes where each of its parts ends.
        unsafe { self.load_image(aligned.as_ptr().cast(), "loading an object") }
    }

    fn function(&self, module: &Module, entry: &str, dynamic_shared: u32) -> Result<Function, Error> {
        self.bind()?;
        let missing = || Error::NoKernel { entry: entry.to_owned() };
        let name = CString::new(entry).map_err(|_| missing())?;
        let mut function = ptr::null_mut();
        // SAFETY: the module is loaded as long as its owner lives, and the name ends with a zero byte.
        match unsafe { sys::cuModuleGetFunction(&mut function, module.loaded.module, name.as_ptr()) } {
            CUresult::CUDA_ERROR_NOT_FOUND => return Err(missing()),
            result => said(result, "finding a kernel")?,
        }
        let _raising = module.loaded.raising.lock().unwrap_or_else(PoisonError::into_inner);
        let attribute = FunctionAttribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        let mut allowed = 0;
        // SAFETY: the function belongs to a loaded module.
        let result = unsafe { sys::cuFuncGetAttribute(&mut allowed, attribute, function) };
        said(result, "asking how much shared memory a kernel may have")?;
        if unsigned(allowed) < dynamic_shared {
            let bytes = i32::try_from(dynamic_shared).unwrap_or(i32::MAX);
            // SAFETY: the function belongs to a loaded module.
            let result = unsafe { sys::cuFuncSetAttribute(function, attribute, bytes) };
            said(result, "allowing a kernel more shared memory")?;
        }
        Ok(Function { function, module: module.clone() })
    }

    fn resident_blocks(&self, function: &Function, threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        bind(&function.module.loaded.context)?;
        let threads = i32::try_from(threads).unwrap_or(i32::MAX);
        let (mut blocks, dynamic_shared) = (0, dynamic_shared as usize);
        // SAFETY: the function belongs to a loaded module.
        let result = unsafe {
            sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, function.function, threads, dynamic_shared)
        };
        said(result, "asking how many blocks run at once")?;
        Ok(unsigned(blocks).saturating_mul(self.shared.limits.multiprocessors))
    }

    unsafe fn launch(&self, function: &Function, invocation: Invocation<'_>) -> Result<(), Error> {
        self.bind()?;
        let Invocation { grid: [gx, gy, gz], block: [bx, by, bz], dynamic_shared, arguments, .. } = invocation;
        let (function, arguments, stream) = (function.function, arguments.as_mut_ptr(), self.stream.raw);
        // SAFETY: the function is loaded until all work has ended, the arguments are right by the caller's promise, and
        // the driver copies them before it returns.
        let result = unsafe {
            if invocation.cooperative {
                sys::cuLaunchCooperativeKernel(function, gx, gy, gz, bx, by, bz, dynamic_shared, stream, arguments)
            } else {
                let none = ptr::null_mut();
                sys::cuLaunchKernel(function, gx, gy, gz, bx, by, bz, dynamic_shared, stream, arguments, none)
            }
        };
        said(result, "launching a kernel")
    }

    fn synchronize(&self) -> Result<(), Error> {
        self.bind()?;
        if self.stream.raw.is_null() {
            return CurrentContext::synchronize().map_err(safely("waiting for the device"));
        }
        // SAFETY: the stream is there.
        said(unsafe { sys::cuStreamSynchronize(self.stream.raw) }, "waiting for the stream")
    }

    fn is_captured(&self) -> Result<bool, Error> {
        self.bind()?;
        let mut status = CaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE;
        // SAFETY: the stream is there.
        match unsafe { sys::cuStreamIsCapturing(self.stream.raw, &mut status) } {
            // The default stream is not captured, but another one is that it would have to wait for.
            CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT => Ok(true),
            result => said(result, "asking whether the stream is captured")
                .map(|()| status != CaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE),
        }
    }

    fn record(&self) -> Result<Event, Error> {
        self.bind()?;
        let mut event = ptr::null_mut();
        // SAFETY: the context is current; the owner that is made here destroys the event.
        said(unsafe { sys::cuEventCreate(&mut event, 0) }, "making an event")?;
        let event = Event { event, context: Arc::clone(&self.shared.context) };
        // SAFETY: the event is there and of this context.
        said(unsafe { sys::cuEventRecord(event.event, self.stream.raw) }, "recording an event")?;
        Ok(event)
    }

    fn elapsed(&self, from: &Event, to: &Event) -> Result<f32, Error> {
        self.bind()?;
        let mut milliseconds = 0.0;
        // SAFETY: both events are there; the driver refuses those of two contexts.
        unsafe {
            said(sys::cuEventSynchronize(from.event), "timing")?;
            said(sys::cuEventSynchronize(to.event), "timing")?;
            said(sys::cuEventElapsedTime(&mut milliseconds, from.event, to.event), "timing")?;
        }
        Ok(milliseconds)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // What goes wrong here cannot be said; a device that has failed says it at the next call.
        if self.is_ours && is_idle(&self.context) {
            // SAFETY: the memory was allocated in this context, which is current, is given back once, and nothing uses
            // it: all work has ended.
            let _ = unsafe { sys::cuMemFree_v2(self.address) };
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.is_ours && bind(&self.context).is_ok() {
            // SAFETY: the stream is of this context, which is current, and is destroyed once; its work goes on to its end.
            let _ = unsafe { sys::cuStreamDestroy_v2(self.raw) };
        }
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        if is_idle(&self.context) {
            // SAFETY: the module was loaded in this context, which is current, is unloaded once, and none of its kernels
            // runs: all work has ended, and no function of it is left.
            let _ = unsafe { sys::cuModuleUnload(self.module) };
        }
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if bind(&self.context).is_ok() {
            // SAFETY: the event is of this context, which is current, and is destroyed once.
            let _ = unsafe { sys::cuEventDestroy_v2(self.event) };
        }
    }
}

/// Waits until all work in a context has ended, with the context current afterwards; whether that succeeded.
fn is_idle(context: &Context) -> bool {
    bind(context).is_ok() && CurrentContext::synchronize().is_ok()
}

fn bind(context: &Context) -> Result<(), Error> {
    CurrentContext::set_current(context).map_err(safely("making the device current"))
}

/// The error of a call of the driver that did something.
fn said(result: CUresult, doing: &'static str) -> Result<(), Error> {
    match result {
        CUresult::CUDA_SUCCESS => Ok(()),
        result => Err(Error::Driver { doing, words: words(result) }),
    }
}

/// The same of a call through the safe half of `cust`.
fn safely(doing: &'static str) -> impl Fn(CudaError) -> Error {
    move |error| {
        let mut words = String::new();
        // Its Display fails where the driver has no words for the error, which `to_string` would make a panic.
        if write!(words, "{error}").is_err() {
            words.clear();
        }
        Error::Driver { doing, words: format!("{} ({error:?})", words.trim_matches('"')) }
    }
}

/// What the driver calls an error.
fn words(error: CUresult) -> String {
    let mut text = ptr::null();
    // SAFETY: the driver puts the address of a text there that ends with a zero byte and is never given back.
    let text = unsafe {
        match sys::cuGetErrorString(error, &mut text) {
            CUresult::CUDA_SUCCESS if !text.is_null() => CStr::from_ptr(text).to_string_lossy(),
            _ => return format!("{error:?}"),
        }
    };
    format!("{text} ({error:?})")
}
