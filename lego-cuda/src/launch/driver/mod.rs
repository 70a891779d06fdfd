//! The back end for GPUs: the CUDA driver, called through `cudarc` or `cust`.
//!
//! ```text
//! raw      the driver's functions, which both crates bind
//! cudarc   the crate that loads the driver's library at run time: it needs CUDA neither to build nor to start
//! cust     the crate that links to the driver's library
//! owned    owners of handles and memory
//! copies   streams, copies and pinned memory
//! graph    graphs of launches
//! errors   errors in words of our own, and checks before a call
//! ```
//!
//! The work of a device goes to the default stream of its primary context. So all handles of one device share one order
//! of work, with everything else in the program that uses that stream. [`Device::stream`](super::Device::stream) makes
//! further streams.

mod copies;
#[cfg(feature = "cudarc")]
mod cudarc;
#[cfg(feature = "cust")]
mod cust;
mod errors;
mod graph;
mod owned;
mod raw;

#[cfg(feature = "cudarc")]
pub use self::cudarc::Cudarc;
#[cfg(feature = "cust")]
pub use self::cust::Cust;
use super::backend::{Backend, Invocation, Limits};
use super::error::Error;
use crate::device::tensor::{TensorDescription, TensorWords};
use errors::{LOADING_PTX, aligned, not_loaded, not_started, place, terminated};
use owned::{Handle, Memory, MemoryOwner, Owned};
use raw::RawDriver;
use std::ffi::{CStr, CString, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// A GPU, called through a crate that binds the CUDA driver.
#[derive(Clone)]
pub struct CudaDriver<R: RawDriver> {
    stream: Arc<Stream<R>>,
    shared: Arc<Shared<R>>,
}

/// An order of work.
enum Stream<R: RawDriver> {
    /// The default stream of the context.
    Default,
    /// A stream made here, which the program does not see.
    Ours(Owned<R, R::CUstream_st>),
    /// A stream of the program.
    Program(R::Stream),
}

struct Shared<R: RawDriver> {
    context: Arc<R::Context>,
    limits: Limits,
}

/// A module that the driver compiled.
#[derive(Clone)]
pub struct Module<R: RawDriver> {
    loaded: Arc<Loaded<R>>,
}

struct Loaded<R: RawDriver> {
    module: Owned<R, R::CUmod_st>,
    /// Held while a limit of a kernel is read and raised, so that it never falls.
    raising: Mutex<()>,
}

/// A kernel in a module.
#[derive(Clone)]
pub struct Function<R: RawDriver> {
    function: Handle<R::CUfunc_st>,
    /// Keeps the kernel loaded.
    module: Module<R>,
}

impl<R: RawDriver> CudaDriver<R> {
    /// The context of the crate, for what else a program wants of it: the device's primary one.
    pub fn context(&self) -> &Arc<R::Context> {
        &self.shared.context
    }

    /// The stream that all work goes to, for calls of the driver.
    pub fn raw_stream(&self) -> *mut R::CUstream_st {
        match &*self.stream {
            Stream::Default => ptr::null_mut(),
            Stream::Ours(stream) => stream.raw(),
            Stream::Program(stream) => R::stream(stream),
        }
    }

    /// Makes a handle of the device of a context, for a stream of it.
    fn on(context: Arc<R::Context>, stream: Stream<R>) -> Result<Self, Error> {
        let limits = limits::<R>(&context)?;
        Ok(Self { stream: Arc::new(stream), shared: Arc::new(Shared { context, limits }) })
    }

    /// Makes a handle of the same device for another stream.
    fn beside(&self, stream: Stream<R>) -> Self {
        Self { stream: Arc::new(stream), shared: Arc::clone(&self.shared) }
    }

    /// Returns the driver's handle of the context.
    fn raw_context(&self) -> *mut R::CUctx_st {
        R::context(&self.shared.context)
    }

    /// Where bytes of memory of this context begin, if they lie inside.
    fn place(&self, memory: &Memory<R>, offset: usize, bytes: usize) -> Result<u64, Error> {
        if R::context(&memory.context) == self.raw_context() {
            place(memory.address, memory.bytes, offset, bytes)
        } else {
            Err(Error::OtherDevice { what: "memory" })
        }
    }

    /// Makes the context current on this thread.
    fn bind(&self) -> Result<(), Error> {
        bind::<R>(&self.shared.context)
    }

    /// Waits for a copy that was just begun on the stream, even if its result is an error: none of it runs afterwards,
    /// unless the device has failed.
    fn after_copy(&self, begun: R::CUresult) -> R::CUresult {
        // SAFETY: the stream exists as long as this handle.
        let waited = unsafe { R::cuStreamSynchronize(self.raw_stream()) };
        if begun == R::CUDA_SUCCESS { waited } else { begun }
    }

    /// Loads PTX, which the driver compiles, or an object.
    ///
    /// # Safety
    /// The image is text that ends with a zero byte, or an object of ptxas, aligned to 16 bytes.
    unsafe fn load_image(&self, image: *const c_void, doing: &'static str) -> Result<Module<R>, Error> {
        self.bind()?;
        let (mut log, mut options) = ([0_u8; 8192], R::ERROR_LOG);
        // The driver wants the number itself in the place of a pointer.
        let mut values: [*mut c_void; 2] = [log.as_mut_ptr().cast(), ptr::without_provenance_mut(log.len())];
        let (mut module, count) = (ptr::null_mut(), options.len() as u32);
        // SAFETY: the context is current, the caller promises that the image says where it ends, there are as many
        // values as options, and the log has the size that is passed; all of them live until the call returns.
        let result =
            unsafe { R::cuModuleLoadDataEx(&mut module, image, count, options.as_mut_ptr(), values.as_mut_ptr()) };
        if result != R::CUDA_SUCCESS {
            return Err(not_loaded(doing, &words::<R>(result), &log));
        }
        // SAFETY: the module was loaded in this context and has no other owner. `Function` keeps it, so its drop comes
        // after that of its functions, and `unload` waits for their launches.
        let module = unsafe { Owned::new(module, self.context(), unload::<R>) };
        Ok(Module { loaded: Arc::new(Loaded { module, raising: Mutex::new(()) }) })
    }
}

// SAFETY: everything goes to the one stream of the handle, in the order of the calls. Copies are those that
// return when the memory of the host is no longer needed. Memory is given back and modules are unloaded after the
// context has nothing more to do.
unsafe impl<R: RawDriver> Backend for CudaDriver<R> {
    type Memory = Memory<R>;
    type Module = Module<R>;
    type Function = Function<R>;
    type Event = Owned<R, R::CUevent_st>;

    const NAME: &'static str = R::NAME;

    fn open(ordinal: usize) -> Result<Self, Error> {
        let count = devices::<R>()?;
        if ordinal >= count {
            return Err(Error::NoDevice { ordinal, count });
        }
        Self::on(R::open(ordinal)?, Stream::Default)
    }

    fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    fn same_device(&self, other: &Self) -> bool {
        self.raw_context() == other.raw_context() && self.raw_stream() == other.raw_stream()
    }

    fn allocate(&self, bytes: usize) -> Result<Memory<R>, Error> {
        self.bind()?;
        let mut address = 0;
        // SAFETY: the context is current; the owner that is made here gives the memory back.
        let result = unsafe { R::cuMemAlloc_v2(&mut address, bytes) };
        if result == R::CUDA_ERROR_OUT_OF_MEMORY {
            return Err(Error::OutOfMemory { bytes });
        }
        check::<R>(result, "allocating memory")?;
        Ok(Memory { address, bytes, owner: MemoryOwner::Ours, context: Arc::clone(self.context()) })
    }

    fn address(&self, memory: &Memory<R>) -> u64 {
        memory.address
    }

    fn upload(&self, to: &Memory<R>, offset: usize, from: &[u8]) -> Result<(), Error> {
        let to = self.place(to, offset, from.len())?;
        self.bind()?;
        let (stream, bytes, from) = (self.raw_stream(), from.len(), from.as_ptr().cast());
        // SAFETY: the bytes lie inside the memory. The copy takes its turn on the stream, and has read the slice when
        // this returns.
        let result = unsafe {
            if stream.is_null() {
                R::cuMemcpyHtoD_v2(to, from, bytes)
            } else {
                self.after_copy(R::cuMemcpyHtoDAsync_v2(to, from, bytes, stream))
            }
        };
        check::<R>(result, "copying to the device")
    }

    fn download(&self, from: &Memory<R>, offset: usize, to: &mut [u8]) -> Result<(), Error> {
        let from = self.place(from, offset, to.len())?;
        self.bind()?;
        let (stream, bytes, to) = (self.raw_stream(), to.len(), to.as_mut_ptr().cast());
        // SAFETY: the bytes lie inside the memory. The copy takes its turn on the stream, and has written the slice
        // when this returns.
        let result = unsafe {
            if stream.is_null() {
                R::cuMemcpyDtoH_v2(to, from, bytes)
            } else {
                self.after_copy(R::cuMemcpyDtoHAsync_v2(to, from, bytes, stream))
            }
        };
        check::<R>(result, "copying from the device")
    }

    fn fill(&self, memory: &Memory<R>, offset: usize, bytes: usize, value: u8) -> Result<(), Error> {
        let start = self.place(memory, offset, bytes)?;
        self.bind()?;
        // SAFETY: the bytes lie inside the memory, which is given back only after this has ended.
        check::<R>(unsafe { R::cuMemsetD8Async(start, value, bytes, self.raw_stream()) }, "filling memory")
    }

    fn tensor_map(&self, tensor: &TensorDescription) -> Result<TensorWords, Error> {
        self.bind()?;
        R::tensor_map(tensor)
    }

    fn load(&self, ptx: &str) -> Result<Module<R>, Error> {
        let text = terminated(ptx)?;
        // SAFETY: the text ends with a zero byte.
        unsafe { self.load_image(text.as_ptr().cast(), LOADING_PTX) }
    }

    unsafe fn load_object(&self, object: &[u8]) -> Result<Module<R>, Error> {
        let aligned = aligned(object);
        // SAFETY: the caller promises that it is whole, and ptxas writes where each of its parts ends.
        unsafe { self.load_image(aligned.as_ptr().cast(), "loading an object") }
    }

    fn function(&self, module: &Module<R>, entry: &str, dynamic_shared: u32) -> Result<Function<R>, Error> {
        self.bind()?;
        let missing = || Error::NoKernel { entry: entry.to_owned() };
        let name = CString::new(entry).map_err(|_| missing())?;
        let mut function = ptr::null_mut();
        // SAFETY: the module is loaded as long as its owner lives, and the name ends with a zero byte.
        let result = unsafe { R::cuModuleGetFunction(&mut function, module.loaded.module.raw(), name.as_ptr()) };
        if result == R::CUDA_ERROR_NOT_FOUND {
            return Err(missing());
        }
        check::<R>(result, "finding a kernel")?;
        let _raising = module.loaded.raising.lock().unwrap_or_else(PoisonError::into_inner);
        let mut allowed = 0;
        // SAFETY: the function belongs to a loaded module.
        let result = unsafe { R::cuFuncGetAttribute(&mut allowed, R::MAX_DYNAMIC_SHARED, function) };
        check::<R>(result, "asking how much shared memory a kernel may have")?;
        if unsigned(allowed) < dynamic_shared {
            let bytes = i32::try_from(dynamic_shared).unwrap_or(i32::MAX);
            // SAFETY: the function belongs to a loaded module.
            let result = unsafe { R::cuFuncSetAttribute(function, R::MAX_DYNAMIC_SHARED, bytes) };
            check::<R>(result, "allowing a kernel more shared memory")?;
        }
        Ok(Function { function: Handle(function), module: module.clone() })
    }

    fn resident_blocks(&self, function: &Function<R>, threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        bind::<R>(&function.module.loaded.module.context)?;
        let threads = i32::try_from(threads).unwrap_or(i32::MAX);
        let (mut blocks, function, bytes) = (0, function.function.0, dynamic_shared as usize);
        // SAFETY: the function belongs to a loaded module.
        let result = unsafe { R::cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, function, threads, bytes) };
        check::<R>(result, "asking how many blocks run at once")?;
        Ok(unsigned(blocks).saturating_mul(self.shared.limits.multiprocessors))
    }

    unsafe fn launch(&self, function: &Function<R>, invocation: Invocation<'_>) -> Result<(), Error> {
        self.bind()?;
        let Invocation { grid: [gx, gy, gz], block: [bx, by, bz], dynamic_shared, arguments, .. } = invocation;
        let (function, arguments, stream) = (function.function.0, arguments.as_mut_ptr(), self.raw_stream());
        // SAFETY: the function is loaded until all work has ended, the arguments are right by the caller's promise, and
        // the driver copies them before it returns.
        let result = unsafe {
            if invocation.cooperative {
                R::cuLaunchCooperativeKernel(function, gx, gy, gz, bx, by, bz, dynamic_shared, stream, arguments)
            } else {
                let none = ptr::null_mut();
                R::cuLaunchKernel(function, gx, gy, gz, bx, by, bz, dynamic_shared, stream, arguments, none)
            }
        };
        check::<R>(result, "launching a kernel")
    }

    fn synchronize(&self) -> Result<(), Error> {
        self.bind()?;
        let stream = self.raw_stream();
        if stream.is_null() {
            // SAFETY: a context is current.
            return check::<R>(unsafe { R::cuCtxSynchronize() }, "waiting for the device");
        }
        // SAFETY: the stream exists as long as this handle.
        check::<R>(unsafe { R::cuStreamSynchronize(stream) }, "waiting for the stream")
    }

    fn is_captured(&self) -> Result<bool, Error> {
        self.bind()?;
        let mut status = R::NOT_CAPTURED;
        // SAFETY: the stream exists as long as this handle.
        let result = unsafe { R::cuStreamIsCapturing(self.raw_stream(), &mut status) };
        // The default stream is not captured, but another one is that it would have to wait for.
        if result == R::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT {
            return Ok(true);
        }
        check::<R>(result, "asking whether the stream is captured")?;
        Ok(status != R::NOT_CAPTURED)
    }

    fn record(&self) -> Result<Self::Event, Error> {
        // With time: the flag would be `CU_EVENT_DISABLE_TIMING`.
        self.point(0)
    }

    fn elapsed(&self, from: &Self::Event, to: &Self::Event) -> Result<f32, Error> {
        self.wait_until(from, "timing")?;
        self.wait_until(to, "timing")?;
        let mut milliseconds = 0.0;
        // SAFETY: both events are there; the driver refuses those of two contexts.
        check::<R>(unsafe { R::cuEventElapsedTime(&mut milliseconds, from.raw(), to.raw()) }, "timing")?;
        Ok(milliseconds)
    }
}

/// Starts the driver and returns the number of devices.
fn devices<R: RawDriver>() -> Result<usize, Error> {
    R::find()?;
    // SAFETY: this may be called at any time, by any thread.
    let result = unsafe { R::cuInit(0) };
    if result == R::CUDA_ERROR_NO_DEVICE {
        return Ok(0);
    }
    if result != R::CUDA_SUCCESS {
        return Err(not_started(&words::<R>(result)));
    }
    let mut count = 0;
    // SAFETY: the place is one for a number.
    check::<R>(unsafe { R::cuDeviceGetCount(&mut count) }, "counting the devices")?;
    Ok(unsigned(count) as usize)
}

/// Queries the limits of the device of a context.
fn limits<R: RawDriver>(context: &R::Context) -> Result<Limits, Error> {
    let doing = "asking what the device can";
    let device = device::<R>(context, doing)?;
    let mut numbers = [0; 12];
    for (number, attribute) in numbers.iter_mut().zip(R::LIMITS) {
        let mut value = 0;
        // SAFETY: the place is one for a number, and the device is one of the driver's.
        check::<R>(unsafe { R::cuDeviceGetAttribute(&mut value, attribute, device) }, doing)?;
        *number = unsigned(value);
    }
    let [major, minor, multiprocessors, threads_per_block, bx, by, bz, gx, gy, gz, most_shared, default_shared] =
        numbers;
    let (mut name, mut memory, mut driver) = ([0_u8; 256], 0, 0);
    // SAFETY: the name has the size that is passed, the others are places for numbers, and the device is one of the
    // driver's.
    unsafe {
        check::<R>(R::cuDeviceGetName(name.as_mut_ptr().cast(), name.len() as i32, device), doing)?;
        check::<R>(R::cuDeviceTotalMem_v2(&mut memory, device), doing)?;
        check::<R>(R::cuDriverGetVersion(&mut driver), doing)?;
    }
    let name = CStr::from_bytes_until_nul(&name).unwrap_or_default().to_string_lossy().into_owned();
    Ok(Limits {
        name,
        driver: unsigned(driver),
        capability: (major, minor),
        multiprocessors,
        threads_per_block,
        block: [bx, by, bz],
        grid: [gx, gy, gz],
        shared_per_block: most_shared,
        shared_per_block_default: default_shared,
        memory: memory as u64,
    })
}

/// Returns the device of a context, which is its number for the driver.
fn device<R: RawDriver>(context: &R::Context, doing: &'static str) -> Result<i32, Error> {
    bind::<R>(context)?;
    let mut device = 0;
    // SAFETY: the context is current, and the place is one for a number.
    check::<R>(unsafe { R::cuCtxGetDevice(&mut device) }, doing)?;
    Ok(device)
}

/// Makes a context current on this thread.
fn bind<R: RawDriver>(context: &R::Context) -> Result<(), Error> {
    check::<R>(R::bind(context), "making the device current")
}

/// Makes a context current and waits until all its work has ended; true on success.
fn is_idle<R: RawDriver>(context: &R::Context) -> bool {
    // SAFETY: the context is current, since `bind` succeeded.
    bind::<R>(context).is_ok() && unsafe { R::cuCtxSynchronize() } == R::CUDA_SUCCESS
}

/// Unloads a module once all work has ended.
///
/// # Safety
/// The module is loaded in the context that is current, and no function of it is used afterwards.
unsafe fn unload<R: RawDriver>(module: *mut R::CUmod_st) -> R::CUresult {
    // SAFETY: a context is current.
    let ended = unsafe { R::cuCtxSynchronize() };
    if ended != R::CUDA_SUCCESS {
        return ended;
    }
    // SAFETY: the module is there, as the caller promises, and none of its kernels runs: all work has ended.
    unsafe { R::cuModuleUnload(module) }
}

/// Turns the result of a call into an error; `doing` is what the call did.
fn check<R: RawDriver>(result: R::CUresult, doing: &'static str) -> Result<(), Error> {
    if result == R::CUDA_SUCCESS { Ok(()) } else { Err(failed::<R>(result, doing)) }
}

/// Returns the error of a call that failed; `doing` is what the call did.
fn failed<R: RawDriver>(result: R::CUresult, doing: &'static str) -> Error {
    Error::Driver { doing, words: words::<R>(result) }
}

/// Returns the driver's words for an error, and its name.
fn words<R: RawDriver>(error: R::CUresult) -> String {
    let mut text = ptr::null();
    // SAFETY: the driver puts the address of a text there that ends with a zero byte and is never given back.
    let text = unsafe {
        if R::cuGetErrorString(error, &mut text) != R::CUDA_SUCCESS || text.is_null() {
            return format!("{error:?}");
        }
        CStr::from_ptr(text).to_string_lossy()
    };
    format!("{text} ({error:?})")
}

/// Converts a number that the driver returns with a sign, and that is never negative.
fn unsigned(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}
