//! `cudarc`: the crate that loads the driver's library at run time, so that a program builds and starts without CUDA.

use super::errors::{no_library, too_old};
use super::owned::{Memory, MemoryOwner};
use super::raw::{FUNCTIONS, RawDriver, bindings, driver_functions};
use super::{CudaDriver, Stream, check, failed};
use crate::device::tensor::{MOST_AXES, TensorDescription, TensorWords};
use crate::device::{Element, Swizzle};
use crate::launch::backend::Invocation;
use crate::launch::{Buffer, Device, Error, Streams};
use cudarc::driver::{CudaContext, CudaSlice, CudaStream, DeviceRepr, sys};
use std::ffi::{c_char, c_void};
use std::ptr;
use std::sync::Arc;

/// A GPU through `cudarc`. [`from_stream`](Cudarc::from_stream) takes streams of the program.
pub type Cudarc = CudaDriver<CudarcBindings>;

/// The driver's functions by `cudarc`.
#[derive(Clone)]
pub enum CudarcBindings {}

/// `CU_EVENT_DISABLE_TIMING`: the event is only waited for.
const DISABLE_TIMING: u32 = 2;

/// Functions that are needed besides [`FUNCTIONS`]: those that newer versions of CUDA renamed, and those that `cudarc`
/// calls by itself.
const BESIDES: [&str; 8] = [
    "cuEventElapsedTime_v2",
    "cuCtxGetCurrent",
    "cuDeviceGet",
    "cuDevicePrimaryCtxRelease_v2",
    "cuDevicePrimaryCtxRetain",
    "cuGraphAddKernelNode_v2",
    "cuGraphKernelNodeSetAttribute",
    "cuTensorMapEncodeTiled",
];

// SAFETY: `cudarc` generated types and functions from the headers of CUDA 13.0, and loads the functions by their names.
// It retains the context and keeps the stream as long as the owners live. `bind_to_thread` makes the context current or
// fails.
unsafe impl RawDriver for CudarcBindings {
    const NAME: &'static str = "cudarc";

    type Context = CudaContext;
    type Stream = Arc<CudaStream>;

    /// `cudarc` panics at the first call of a function that the driver lacks, so a driver that lacks one is refused.
    fn find() -> Result<(), Error> {
        // SAFETY: loading the driver's library runs what it does at its start, which is meant for any program.
        if !unsafe { sys::is_culib_present() } {
            return Err(no_library());
        }
        // SAFETY: the library was found, so this only loads it, which runs what it does at its start.
        let library = unsafe { sys::culib() };
        for name in BESIDES.iter().chain(FUNCTIONS) {
            // SAFETY: the type is the one of all addresses, and nothing is called here.
            if unsafe { library.get::<*const c_char>(name.as_bytes()) }.is_err() {
                return Err(too_old(name));
            }
        }
        Ok(())
    }

    fn open(ordinal: usize) -> Result<Arc<CudaContext>, Error> {
        CudaContext::new(ordinal).map_err(|error| failed::<Self>(error.0, "opening the device"))
    }

    fn context(context: &CudaContext) -> sys::CUcontext {
        context.cu_ctx()
    }

    fn stream(stream: &Arc<CudaStream>) -> sys::CUstream {
        stream.cu_stream()
    }

    fn bind(context: &CudaContext) -> sys::CUresult {
        context.bind_to_thread().map_or_else(|error| error.0, |()| sys::CUresult::CUDA_SUCCESS)
    }

    fn tensor_map(tensor: &TensorDescription) -> Result<TensorWords, Error> {
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
        let result = unsafe {
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
        };
        check::<Self>(result, "making a tensor map")?;
        Ok(map.opaque)
    }

    driver_functions! {
        bindings!(
            sys, elapsed: cuEventElapsedTime_v2, add_node: cuGraphAddKernelNode_v2,
            cooperative: CU_LAUNCH_ATTRIBUTE_COOPERATIVE
        )
    }
}

impl Cudarc {
    /// A handle whose work goes to a stream of the program: kernels take their turn among what else is done there, and
    /// are captured where that is.
    ///
    /// # Safety
    /// Where work of the handle is captured into a graph, the graph is launched only while the buffers live that it
    /// uses, and in an order with their other uses; buffers are neither made nor dropped, written nor read meanwhile.
    ///
    /// # Errors
    /// [`Error::NoDriver`], or the driver's words.
    pub unsafe fn from_stream(stream: Arc<CudaStream>) -> Result<Self, Error> {
        CudarcBindings::find()?;
        Self::on(Arc::clone(stream.context()), Stream::Program(stream))
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
        let (len, bytes) = (slice.len(), slice.len() * T::BYTES);
        if len == 0 {
            return self.zeroed(0);
        }
        let stream = Arc::clone(slice.stream());
        let (theirs, context) = (Arc::clone(&stream), Arc::clone(self.backend().context()));
        // The stream waits for what other streams did with the slice.
        let address = slice.leak();
        // SAFETY: the memory came from a slice of this stream with `bytes` bytes, and no other slice owns it. The
        // function is called once, by the drop of the memory below, after all work has ended.
        let give_back = move || drop(unsafe { theirs.upgrade_device_ptr::<u8>(address, bytes) });
        let memory = Memory { address, bytes, owner: MemoryOwner::Slice(Box::new(give_back)), context };
        let buffer = Buffer::in_memory(self, memory, len);
        let before = self.backend().beside(Stream::Program(stream));
        self.backend().wait_for(&before.point(DISABLE_TIMING)?)?;
        Ok(buffer)
    }
}

impl<T: Element + DeviceRepr> Buffer<T, Cudarc> {
    /// The buffer as a slice of `cudarc`, without a copy. Work on the slice waits for what was begun with the buffer.
    ///
    /// # Errors
    /// [`Error::Recorded`] where a graph uses the buffer; [`Error::OtherDevice`] for memory that is somebody else's;
    /// the driver's words. The buffer is given up then.
    pub fn into_slice(self) -> Result<CudaSlice<T>, Error> {
        let (mut memory, len, device) = self.into_memory()?;
        let backend = device.backend();
        let stream = match &*backend.stream {
            Stream::Default => backend.context().default_stream(),
            Stream::Program(stream) => Arc::clone(stream),
            // The program gets the default stream instead of ours, on which it could start a capture.
            Stream::Ours(_) => {
                backend.beside(Stream::Default).wait_for(&backend.point(DISABLE_TIMING)?)?;
                backend.context().default_stream()
            }
        };
        match std::mem::replace(&mut memory.owner, MemoryOwner::Foreign) {
            MemoryOwner::Foreign => Err(Error::OtherDevice { what: "foreign memory" }),
            // SAFETY: the memory has `len` elements, every pattern of bits is one, and the slice is its only owner
            // now.
            MemoryOwner::Ours | MemoryOwner::Slice(_) => Ok(unsafe { stream.upgrade_device_ptr(memory.address, len) }),
        }
    }
}
