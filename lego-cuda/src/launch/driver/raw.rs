//! The functions of the CUDA driver, as a crate binds them.
//!
//! `cudarc` and `cust` bind the same functions of the same library, each with types of its own. [`driver_functions`]
//! lists once what is called of them. [`RawDriver`] has these functions, and [`bindings`] implements them by a crate's
//! module `sys`. Nothing is cast on the way: the compiler compares each signature here with the crate's.
#![allow(non_camel_case_types, non_snake_case, reason = "the names are the driver's")]

use crate::device::tensor::{TensorDescription, TensorWords};
use crate::launch::backend::Invocation;
use crate::launch::error::Error;
use std::ffi::{c_char, c_void};
use std::fmt::Debug;
use std::sync::Arc;

/// Passes the driver's types, results and functions to another macro.
macro_rules! driver_functions {
    ($expand:ident!($($given:tt)*)) => {
        $expand! {
            ($($given)*)
            types {
                CUctx_st, CUdevice_attribute, CUevent_st, CUfunc_st, CUfunction_attribute, CUgraph_st, CUgraphExec_st,
                CUgraphNode_st, CUjit_option, CUmod_st, CUstream_st
            }
            results {
                CUDA_SUCCESS, CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_NO_DEVICE, CUDA_ERROR_NOT_FOUND,
                CUDA_ERROR_NOT_READY, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT
            }
            functions {
                cuCtxGetDevice(device: *mut i32);
                cuCtxSetCurrent(context: *mut Self::CUctx_st);
                cuCtxSynchronize();
                cuDeviceGetAttribute(value: *mut i32, attribute: Self::CUdevice_attribute, device: i32);
                cuDeviceGetCount(count: *mut i32);
                cuDeviceGetName(name: *mut c_char, bytes: i32, device: i32);
                cuDeviceTotalMem_v2(bytes: *mut usize, device: i32);
                cuDriverGetVersion(version: *mut i32);
                cuEventCreate(event: *mut *mut Self::CUevent_st, flags: u32);
                cuEventDestroy_v2(event: *mut Self::CUevent_st);
                cuEventQuery(event: *mut Self::CUevent_st);
                cuEventRecord(event: *mut Self::CUevent_st, stream: *mut Self::CUstream_st);
                cuEventSynchronize(event: *mut Self::CUevent_st);
                cuFuncGetAttribute(
                    value: *mut i32, attribute: Self::CUfunction_attribute, function: *mut Self::CUfunc_st
                );
                cuFuncSetAttribute(
                    function: *mut Self::CUfunc_st, attribute: Self::CUfunction_attribute, value: i32
                );
                cuGetErrorString(error: Self::CUresult, text: *mut *const c_char);
                cuGraphCreate(graph: *mut *mut Self::CUgraph_st, flags: u32);
                cuGraphDestroy(graph: *mut Self::CUgraph_st);
                cuGraphExecDestroy(instance: *mut Self::CUgraphExec_st);
                cuGraphInstantiateWithFlags(
                    instance: *mut *mut Self::CUgraphExec_st, graph: *mut Self::CUgraph_st, flags: u64
                );
                cuGraphLaunch(instance: *mut Self::CUgraphExec_st, stream: *mut Self::CUstream_st);
                cuInit(flags: u32);
                cuLaunchCooperativeKernel(
                    function: *mut Self::CUfunc_st, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32,
                    block_z: u32, dynamic_shared: u32, stream: *mut Self::CUstream_st, arguments: *mut *mut c_void
                );
                cuLaunchKernel(
                    function: *mut Self::CUfunc_st, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32,
                    block_z: u32, dynamic_shared: u32, stream: *mut Self::CUstream_st, arguments: *mut *mut c_void,
                    extra: *mut *mut c_void
                );
                cuMemAlloc_v2(address: *mut u64, bytes: usize);
                cuMemFreeHost(start: *mut c_void);
                cuMemFree_v2(address: u64);
                cuMemHostAlloc(start: *mut *mut c_void, bytes: usize, flags: u32);
                cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: *mut Self::CUstream_st);
                cuMemcpyDtoHAsync_v2(to: *mut c_void, from: u64, bytes: usize, stream: *mut Self::CUstream_st);
                cuMemcpyDtoH_v2(to: *mut c_void, from: u64, bytes: usize);
                cuMemcpyHtoDAsync_v2(to: u64, from: *const c_void, bytes: usize, stream: *mut Self::CUstream_st);
                cuMemcpyHtoD_v2(to: u64, from: *const c_void, bytes: usize);
                cuMemcpyPeerAsync(
                    to: u64, here: *mut Self::CUctx_st, from: u64, there: *mut Self::CUctx_st, bytes: usize,
                    stream: *mut Self::CUstream_st
                );
                cuMemsetD8Async(start: u64, value: u8, bytes: usize, stream: *mut Self::CUstream_st);
                cuModuleGetFunction(
                    function: *mut *mut Self::CUfunc_st, module: *mut Self::CUmod_st, name: *const c_char
                );
                cuModuleLoadDataEx(
                    module: *mut *mut Self::CUmod_st, image: *const c_void, count: u32,
                    options: *mut Self::CUjit_option, values: *mut *mut c_void
                );
                cuModuleUnload(module: *mut Self::CUmod_st);
                cuOccupancyMaxActiveBlocksPerMultiprocessor(
                    blocks: *mut i32, function: *mut Self::CUfunc_st, threads: i32, dynamic_shared: usize
                );
                cuStreamCreate(stream: *mut *mut Self::CUstream_st, flags: u32);
                cuStreamDestroy_v2(stream: *mut Self::CUstream_st);
                cuStreamIsCapturing(stream: *mut Self::CUstream_st, status: *mut Self::CUstreamCaptureStatus);
                cuStreamSynchronize(stream: *mut Self::CUstream_st);
                cuStreamWaitEvent(stream: *mut Self::CUstream_st, event: *mut Self::CUevent_st, flags: u32);
            }
        }
    };
}

/// Declares [`RawDriver`].
macro_rules! declare {
    (
        ()
        types { $($type:ident),* }
        results { $($result:ident),* }
        functions { $($function:ident($($parameter:ident: $kind:ty),*);)* }
    ) => {
        /// A crate that binds the CUDA driver: its functions, and its owners of contexts and streams.
        ///
        /// # Safety
        /// Each function calls the driver's function of the same name. Types, results and constants are those of CUDA's
        /// headers. `bind` succeeds only if the context is current on this thread afterwards. The handles that
        /// `context` and `stream` return are valid as long as the owners live.
        #[allow(clippy::too_many_arguments, reason = "the signatures are the driver's")]
        pub unsafe trait RawDriver: Clone + Send + Sync + 'static {
            /// The name of the crate.
            const NAME: &'static str;

            /// The crate's owner of a primary context.
            type Context: Send + Sync + 'static;
            /// A stream of the program.
            type Stream: Send + Sync + 'static;

            /// Checks that there is a driver that has every function called here.
            ///
            /// # Errors
            /// [`Error::NoDriver`].
            fn find() -> Result<(), Error> {
                Ok(())
            }

            /// Retains the primary context of a device that exists.
            ///
            /// # Errors
            /// The driver's words.
            fn open(ordinal: usize) -> Result<Arc<Self::Context>, Error>;

            /// Returns the driver's handle of a context.
            fn context(context: &Self::Context) -> *mut Self::CUctx_st;

            /// Returns the driver's handle of a stream.
            fn stream(stream: &Self::Stream) -> *mut Self::CUstream_st;

            /// Makes a context current on this thread.
            fn bind(context: &Self::Context) -> Self::CUresult;

            /// Makes a tensor map.
            ///
            /// # Errors
            /// [`Error::TensorMap`] if the crate does not bind the function; the driver's words.
            fn tensor_map(_: &TensorDescription) -> Result<TensorWords, Error> {
                Err(Error::TensorMap { why: format!("{} makes no tensor maps", Self::NAME) })
            }

            /// The result of every function.
            type CUresult: Copy + Debug + PartialEq;
            /// The driver's type of this name: whether a stream is captured.
            type CUstreamCaptureStatus: Copy + PartialEq;
            $(
                /// The driver's type of this name.
                type $type: Copy;
            )*
            $(
                /// The driver's result of this name.
                const $result: Self::CUresult;
            )*
            /// The status of a stream that is not captured.
            const NOT_CAPTURED: Self::CUstreamCaptureStatus;
            /// The attribute for the maximum of dynamic shared memory of a kernel, in bytes.
            const MAX_DYNAMIC_SHARED: Self::CUfunction_attribute;
            /// The options for the error log of the compiler: buffer and size.
            const ERROR_LOG: [Self::CUjit_option; 2];
            /// The attributes for compute capability (2), multiprocessors, threads of a block, extents of a block (3),
            /// extents of a grid (3), and shared memory of a block: its maximum and its default.
            const LIMITS: [Self::CUdevice_attribute; 12];
            $(
                /// The driver's function of this name.
                ///
                /// # Safety
                /// The driver's documentation states the conditions.
                unsafe fn $function($($parameter: $kind),*) -> Self::CUresult;
            )*

            /// The driver's function of this name: the milliseconds between two events.
            ///
            /// # Safety
            /// Both events exist.
            unsafe fn cuEventElapsedTime(
                milliseconds: *mut f32,
                from: *mut Self::CUevent_st,
                to: *mut Self::CUevent_st,
            ) -> Self::CUresult;

            /// Adds a launch to a graph and stores its handle in `node`. It depends on the node `before` unless that is
            /// null.
            ///
            /// # Safety
            /// Graph and function exist, `before` is null or a node of the graph, and the arguments are those of the
            /// kernel. The driver has copied all of them on return.
            unsafe fn add_launch(
                node: &mut *mut Self::CUgraphNode_st,
                graph: *mut Self::CUgraph_st,
                before: *mut Self::CUgraphNode_st,
                function: *mut Self::CUfunc_st,
                invocation: Invocation<'_>,
            ) -> Self::CUresult;

            /// Makes a launch of a graph cooperative.
            ///
            /// # Safety
            /// The node is a kernel's.
            unsafe fn make_cooperative(node: *mut Self::CUgraphNode_st) -> Self::CUresult;
        }

        /// The names of the listed functions.
        #[cfg(feature = "cudarc")]
        pub(super) const FUNCTIONS: &[&str] = &[$(stringify!($function)),*];
    };
}

driver_functions! { declare!() }

/// Implements the driver's types, constants and functions for [`RawDriver`] by the `sys` module of a crate. The other
/// parameters are names that differ between versions of CUDA.
macro_rules! bindings {
    (
        ($sys:ident, elapsed: $elapsed:ident, add_node: $add_node:ident, cooperative: $cooperative:ident)
        types { $($type:ident),* }
        results { $($result:ident),* }
        functions { $($function:ident($($parameter:ident: $kind:ty),*);)* }
    ) => {
        type CUresult = $sys::CUresult;
        type CUstreamCaptureStatus = $sys::CUstreamCaptureStatus;
        $(type $type = $sys::$type;)*

        $(const $result: Self::CUresult = $sys::CUresult::$result;)*
        const NOT_CAPTURED: Self::CUstreamCaptureStatus =
            $sys::CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE;
        const MAX_DYNAMIC_SHARED: Self::CUfunction_attribute =
            $sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        const ERROR_LOG: [Self::CUjit_option; 2] = [
            $sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            $sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        const LIMITS: [Self::CUdevice_attribute; 12] = [
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            $sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK,
        ];

        $(
            unsafe fn $function($($parameter: $kind),*) -> Self::CUresult {
                // SAFETY: the caller keeps the conditions in the driver's documentation.
                unsafe { $sys::$function($($parameter),*) }
            }
        )*

        unsafe fn cuEventElapsedTime(
            milliseconds: *mut f32,
            from: *mut Self::CUevent_st,
            to: *mut Self::CUevent_st,
        ) -> Self::CUresult {
            // SAFETY: the caller promises that both events exist.
            unsafe { $sys::$elapsed(milliseconds, from, to) }
        }

        unsafe fn add_launch(
            node: &mut *mut Self::CUgraphNode_st,
            graph: *mut Self::CUgraph_st,
            before: *mut Self::CUgraphNode_st,
            function: *mut Self::CUfunc_st,
            invocation: Invocation<'_>,
        ) -> Self::CUresult {
            let dependencies = usize::from(!before.is_null());
            // SAFETY: all fields are numbers and pointers, of which zeros are values.
            let mut parameters: $sys::CUDA_KERNEL_NODE_PARAMS = unsafe { std::mem::zeroed() };
            parameters.func = function;
            [parameters.gridDimX, parameters.gridDimY, parameters.gridDimZ] = invocation.grid;
            [parameters.blockDimX, parameters.blockDimY, parameters.blockDimZ] = invocation.block;
            parameters.sharedMemBytes = invocation.dynamic_shared;
            parameters.kernelParams = invocation.arguments.as_mut_ptr();
            // SAFETY: the caller promises that all of them exist. The driver reads as many nodes at `&before` as
            // `dependencies` says: none if it is null.
            unsafe { $sys::$add_node(node, graph, &before, dependencies, &parameters) }
        }

        unsafe fn make_cooperative(node: *mut Self::CUgraphNode_st) -> Self::CUresult {
            // SAFETY: a union of C may hold any bytes.
            let mut value: $sys::CUkernelNodeAttrValue = unsafe { std::mem::zeroed() };
            value.cooperative = 1;
            // SAFETY: the node is a kernel's, as the caller promises, and the value is one of this attribute.
            unsafe { $sys::cuGraphKernelNodeSetAttribute(node, $sys::CUkernelNodeAttrID::$cooperative, &value) }
        }
    };
}

pub(super) use {bindings, driver_functions};
