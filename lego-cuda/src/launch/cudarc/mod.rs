//! The back end that needs CUDA neither to build nor to start: `cudarc`, which loads the driver's library when asked.
//!
//! The work of a device that was opened goes to the default stream of its primary context, so all these handles of one device
//! share one order of work, and so does what else in the program uses that stream. [`Device::stream`](super::Device::stream)
//! makes streams beside it, [`Cudarc::from_stream`] takes those of the program.

mod graph;
mod joining;
mod start;

use super::backend::{Backend, Invocation, Limits};
use super::driver::{LOADING_PTX, aligned, not_loaded, not_started, place, terminated, unsigned};
use super::error::Error;
use crate::device::Swizzle;
use crate::device::tensor::{MOST_AXES, TensorDescription, TensorWords};
use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{self, CUfunction_attribute as FunctionAttribute, CUresult};
use cudarc::driver::{CudaContext, CudaEvent, CudaStream};
use start::{driver, limits};
use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// A GPU through `cudarc`.
#[derive(Clone)]
pub struct Cudarc {
    // Dropped before its context.
    stream: Arc<CudaStream>,
    /// Whether nobody else has the stream.
    is_private: bool,
    shared: Arc<Shared>,
}

struct Shared {
    context: Arc<CudaContext>,
    limits: Arc<Limits>,
}

/// Memory of the device.
pub struct Memory {
    address: sys::CUdeviceptr,
    bytes: usize,
    owned: Owned,
    context: Arc<CudaContext>,
}

/// Who gives memory back.
enum Owned {
    /// It was allocated here.
    Ours,
    /// It came as a slice of `cudarc`, of this stream.
    Slice(Arc<CudaStream>),
    /// Somebody else.
    Foreign,
}

/// A module that the driver compiled.
#[derive(Clone)]
pub struct Module {
    loaded: Arc<Loaded>,
}

struct Loaded {
    module: sys::CUmodule,
    context: Arc<CudaContext>,
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

// SAFETY: the handle is a name that the driver takes from any thread while the context is current there, which every
// use here sees to; it is valid until the last owner unloads it.
unsafe impl Send for Loaded {}
// SAFETY: as above; functions of the driver may be called at the same time.
unsafe impl Sync for Loaded {}
// SAFETY: as for the module, which lives as long.
unsafe impl Send for Function {}
// SAFETY: as for the module.
unsafe impl Sync for Function {}

impl Cudarc {
    /// The context of `cudarc`, for what else a program wants of it: the device's primary one.
    pub fn context(&self) -> &Arc<CudaContext> {
        &self.shared.context
    }

    /// Where bytes of memory of this context begin, if they lie inside.
    fn place(&self, memory: &Memory, offset: usize, bytes: usize) -> Result<u64, Error> {
        let is_here = memory.context == self.shared.context;
        if is_here {
            place(memory.address, memory.bytes, offset, bytes)
        } else {
            Err(Error::OtherDevice { what: "memory" })
        }
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
        result.result().map_err(|error| not_loaded(doing, &words(error), &log))?;
        let context = Arc::clone(&self.shared.context);
        Ok(Module { loaded: Arc::new(Loaded { module, context, raising: Mutex::new(()) }) })
    }
}

// SAFETY: everything goes to the one stream of the handle, in the order of the calls. Copies are those that
// return when the memory of the host is no longer needed. Memory is given back and modules are unloaded after the
// context has nothing more to do.
unsafe impl Backend for Cudarc {
    type Memory = Memory;
    type Module = Module;
    type Function = Function;
    type Event = CudaEvent;

    const NAME: &'static str = "cudarc";

    fn open(ordinal: usize) -> Result<Self, Error> {
        let driver = driver()?;
        result::init().map_err(|error| match error.0 {
            CUresult::CUDA_ERROR_NO_DEVICE => Error::NoDevice { ordinal, count: 0 },
            _ => not_started(&words(error)),
        })?;
        let count = unsigned(result::device::get_count().map_err(said("counting the devices"))?) as usize;
        if ordinal >= count {
            return Err(Error::NoDevice { ordinal, count });
        }
        let context = CudaContext::new(ordinal).map_err(said("opening the device"))?;
        let limits = limits(&context, driver).map_err(said("asking what the device can"))?;
        let stream = context.default_stream();
        let shared = Arc::new(Shared { context, limits: Arc::new(limits) });
        Ok(Self { stream, is_private: false, shared })
    }

    fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    fn same_device(&self, other: &Self) -> bool {
        self.shared.context == other.shared.context && self.stream.cu_stream() == other.stream.cu_stream()
    }

    fn allocate(&self, bytes: usize) -> Result<Memory, Error> {
        self.bind()?;
        // SAFETY: the context is current; the owner that is made here gives the memory back.
        let address = unsafe { result::malloc_sync(bytes) }.map_err(|error| match error.0 {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => Error::OutOfMemory { bytes },
            _ => said("allocating memory")(error),
        })?;
        Ok(Memory { address, bytes, owned: Owned::Ours, context: Arc::clone(&self.shared.context) })
    }

    fn address(&self, memory: &Memory) -> u64 {
        memory.address
    }

    fn upload(&self, to: &Memory, offset: usize, from: &[u8]) -> Result<(), Error> {
        let to = self.place(to, offset, from.len())?;
        self.bind()?;
        let stream = self.stream.cu_stream();
        // SAFETY: the bytes lie inside the memory. The copy takes its turn on the stream, and has read the slice when this
        // returns.
        unsafe {
            if stream.is_null() {
                result::memcpy_htod_sync(to, from)
            } else {
                ended(stream, result::memcpy_htod_async(to, from, stream))
            }
        }
        .map_err(said("copying to the device"))
    }

    fn download(&self, from: &Memory, offset: usize, to: &mut [u8]) -> Result<(), Error> {
        let from = self.place(from, offset, to.len())?;
        self.bind()?;
        let stream = self.stream.cu_stream();
        // SAFETY: the bytes lie inside the memory. The copy takes its turn on the stream, and has written the slice when this
        // returns.
        unsafe {
            if stream.is_null() {
                result::memcpy_dtoh_sync(to, from)
            } else {
                ended(stream, result::memcpy_dtoh_async(to, from, stream))
            }
        }
        .map_err(said("copying from the device"))
    }

    fn fill(&self, memory: &Memory, offset: usize, bytes: usize, value: u8) -> Result<(), Error> {
        let start = self.place(memory, offset, bytes)?;
        self.bind()?;
        // SAFETY: the bytes lie inside the memory, which is given back only after this has ended.
        unsafe { result::memset_d8_async(start, value, bytes, self.stream.cu_stream()) }.map_err(said("filling memory"))
    }

    fn tensor_map(&self, tensor: &TensorDescription) -> Result<TensorWords, Error> {
        self.bind()?;
        let rank = tensor.rank;
        let kind = match tensor.element {
            1 => sys::CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT8,
            2 => sys::CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT16,
            4 => sys::CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT32,
            _ => sys::CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_UINT64,
        };
        let swizzle = match tensor.swizzle {
            Swizzle::None => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_NONE,
            Swizzle::Bytes32 => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_32B,
            Swizzle::Bytes64 => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_64B,
            Swizzle::Bytes128 => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
        };
        let mut map = sys::CUtensorMap { opaque: [0; 16] };
        // SAFETY: each array has at least as many numbers as there are axes; the driver reads no memory of the tensor.
        unsafe {
            sys::cuTensorMapEncodeTiled(
                &mut map,
                kind,
                rank as u32,
                ptr::with_exposed_provenance_mut(tensor.address as usize),
                tensor.extents.as_ptr(),
                // The stride of the innermost axis is an element.
                tensor.strides[1..].as_ptr(),
                tensor.boxed.as_ptr(),
                [1; MOST_AXES].as_ptr(),
                sys::CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                swizzle,
                sys::CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                sys::CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
            )
        }
        .result()
        .map_err(said("making a tensor map"))?;
        Ok(map.opaque)
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
        // SAFETY: the module is loaded as long as its owner lives.
        let function = unsafe { result::module::get_function(module.loaded.module, name) };
        let function = function.map_err(|error| match error.0 {
            CUresult::CUDA_ERROR_NOT_FOUND => missing(),
            _ => said("finding a kernel")(error),
        })?;
        let _raising = module.loaded.raising.lock().unwrap_or_else(PoisonError::into_inner);
        let attribute = FunctionAttribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: the function belongs to a loaded module.
        let allowed = unsafe { result::function::get_function_attribute(function, attribute) };
        let allowed = unsigned(allowed.map_err(said("asking how much shared memory a kernel may have"))?);
        if allowed < dynamic_shared {
            let bytes = i32::try_from(dynamic_shared).unwrap_or(i32::MAX);
            // SAFETY: the function belongs to a loaded module.
            unsafe { result::function::set_function_attribute(function, attribute, bytes) }
                .map_err(said("allowing a kernel more shared memory"))?;
        }
        Ok(Function { function, module: module.clone() })
    }

    fn resident_blocks(&self, function: &Function, threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        bind(&function.module.loaded.context)?;
        let threads = i32::try_from(threads).unwrap_or(i32::MAX);
        // SAFETY: the function belongs to a loaded module.
        let blocks = unsafe {
            result::occupancy::max_active_block_per_multiprocessor(function.function, threads, dynamic_shared as usize)
        };
        let blocks = unsigned(blocks.map_err(said("asking how many blocks run at once"))?);
        Ok(blocks.saturating_mul(self.shared.limits.multiprocessors))
    }

    unsafe fn launch(&self, function: &Function, invocation: Invocation<'_>) -> Result<(), Error> {
        self.bind()?;
        let Invocation { grid: [gx, gy, gz], block: [bx, by, bz], dynamic_shared, arguments, .. } = invocation;
        let (grid, block, stream) = ((gx, gy, gz), (bx, by, bz), self.stream.cu_stream());
        // SAFETY: the function is loaded until all work has ended, the arguments are right by the caller's promise, and
        // the driver copies them before it returns.
        unsafe {
            if invocation.cooperative {
                result::launch_cooperative_kernel(function.function, grid, block, dynamic_shared, stream, arguments)
            } else {
                result::launch_kernel(function.function, grid, block, dynamic_shared, stream, arguments)
            }
        }
        .map_err(said("launching a kernel"))
    }

    fn synchronize(&self) -> Result<(), Error> {
        self.bind()?;
        if self.stream.cu_stream().is_null() {
            return self.shared.context.synchronize().map_err(said("waiting for the device"));
        }
        self.stream.synchronize().map_err(said("waiting for the stream"))
    }

    fn is_captured(&self) -> Result<bool, Error> {
        self.bind()?;
        // SAFETY: the stream is there as long as its handle.
        match unsafe { result::stream::is_capturing(self.stream.cu_stream()) } {
            Ok(status) => Ok(status != sys::CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE),
            // The default stream is not captured, but another one is that it would have to wait for.
            Err(error) if error.0 == CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT => Ok(true),
            Err(error) => Err(said("asking whether the stream is captured")(error)),
        }
    }

    fn record(&self) -> Result<CudaEvent, Error> {
        let event = self.shared.context.new_event(Some(sys::CUevent_flags::CU_EVENT_DEFAULT));
        let event = event.map_err(said("making an event"))?;
        event.record(&self.stream).map_err(said("recording an event"))?;
        Ok(event)
    }

    fn elapsed(&self, from: &CudaEvent, to: &CudaEvent) -> Result<f32, Error> {
        from.elapsed_ms(to).map_err(said("timing"))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let owned = std::mem::replace(&mut self.owned, Owned::Foreign);
        // What goes wrong here cannot be said; a device that has failed says it at the next call.
        if matches!(owned, Owned::Foreign) || self.context.synchronize().is_err() {
            return;
        }
        match owned {
            Owned::Foreign => {}
            // SAFETY: the memory was allocated in this context, which `synchronize` has made current, is given back
            // once, and nothing uses it: all work has ended.
            Owned::Ours => drop(unsafe { result::free_sync(self.address) }),
            // SAFETY: the memory came from such a slice, which owns it again; all work has ended.
            Owned::Slice(stream) => drop(unsafe { stream.upgrade_device_ptr::<u8>(self.address, self.bytes) }),
        }
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        if self.context.synchronize().is_ok() {
            // SAFETY: the module was loaded in this context, which `synchronize` has made current, is unloaded once, and
            // none of its kernels runs: all work has ended, and no function of it is left.
            let _ = unsafe { result::module::unload(self.module) };
        }
    }
}

/// Waits for what was just begun on a stream, also where it may not have begun: nothing of it runs afterwards, unless the
/// device has failed.
fn ended(stream: sys::CUstream, begun: Result<(), DriverError>) -> Result<(), DriverError> {
    // SAFETY: the stream is there as long as its handle, which calls this.
    let waited = unsafe { result::stream::synchronize(stream) };
    begun.and(waited)
}

fn bind(context: &CudaContext) -> Result<(), Error> {
    context.bind_to_thread().map_err(said("making the device current"))
}

/// The error of a call that did something.
fn said(doing: &'static str) -> impl Fn(DriverError) -> Error {
    move |error| Error::Driver { doing, words: words(error) }
}

/// What the driver calls an error.
fn words(error: DriverError) -> String {
    let text = |text: Result<&std::ffi::CStr, DriverError>| text.map(|text| text.to_string_lossy().into_owned());
    match (text(error.error_string()), text(error.error_name())) {
        (Ok(words), Ok(name)) => format!("{words} ({name})"),
        _ => format!("error {}", error.0 as u32),
    }
}
