//! The start: whether there is a driver with all that is called of it, and what its devices can.

use super::words;
use crate::launch::backend::Limits;
use crate::launch::driver::{no_library, not_started, too_old, unsigned};
use crate::launch::error::Error;
use cudarc::driver::CudaContext;
use cudarc::driver::result::DriverError;
use cudarc::driver::sys::{self, CUdevice_attribute as Attribute};
use std::ffi::c_char;

/// What is called of the driver, here and by `cudarc` for what is used of it here. `cudarc` panics at the first call of
/// a function that the driver lacks, so a driver that lacks one is refused.
const FUNCTIONS: [&str; 51] = [
    "cuCtxGetCurrent",
    "cuCtxSetCurrent",
    "cuCtxSynchronize",
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuDeviceGetCount",
    "cuDeviceGetName",
    "cuDevicePrimaryCtxRelease_v2",
    "cuDevicePrimaryCtxRetain",
    "cuDeviceTotalMem_v2",
    "cuDriverGetVersion",
    "cuEventCreate",
    "cuEventDestroy_v2",
    "cuEventElapsedTime_v2",
    "cuEventQuery",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuFuncGetAttribute",
    "cuFuncSetAttribute",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuGraphAddKernelNode_v2",
    "cuGraphCreate",
    "cuGraphDestroy",
    "cuGraphExecDestroy",
    "cuGraphInstantiateWithFlags",
    "cuGraphKernelNodeSetAttribute",
    "cuGraphLaunch",
    "cuInit",
    "cuLaunchCooperativeKernel",
    "cuLaunchKernel",
    "cuMemAlloc_v2",
    "cuMemFreeHost",
    "cuMemFree_v2",
    "cuMemHostAlloc",
    "cuMemcpyDtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuMemcpyDtoH_v2",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyHtoD_v2",
    "cuMemcpyPeerAsync",
    "cuMemsetD8Async",
    "cuModuleGetFunction",
    "cuModuleLoadDataEx",
    "cuModuleUnload",
    "cuOccupancyMaxActiveBlocksPerMultiprocessor",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamSynchronize",
    "cuStreamWaitEvent",
    "cuTensorMapEncodeTiled",
];

/// That there is a driver with all that is called of it; its version.
pub(super) fn driver() -> Result<u32, Error> {
    // SAFETY: loading the driver's library runs what it does at its start, which is meant for any program.
    if !unsafe { sys::is_culib_present() } {
        return Err(no_library());
    }
    // SAFETY: as above; it is there, so it is loaded.
    let library = unsafe { sys::culib() };
    for name in FUNCTIONS {
        // SAFETY: the type is the one of all addresses, and nothing is called here.
        if unsafe { library.get::<*const c_char>(name.as_bytes()) }.is_err() {
            return Err(too_old(name));
        }
    }
    let mut version = 0;
    // SAFETY: the place is one for a number, and the function is there.
    unsafe { sys::cuDriverGetVersion(&mut version) }.result().map_err(|error| not_started(&words(error)))?;
    Ok(unsigned(version))
}

/// What a device can.
pub(super) fn limits(context: &CudaContext, driver: u32) -> Result<Limits, DriverError> {
    let number = |attribute| context.attribute(attribute).map(unsigned);
    Ok(Limits {
        name: context.name()?,
        driver,
        capability: (
            number(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            number(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
        multiprocessors: number(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        threads_per_block: number(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
        block: [
            number(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)?,
            number(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)?,
            number(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)?,
        ],
        grid: [
            number(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)?,
            number(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?,
            number(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)?,
        ],
        shared_per_block: number(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
        shared_per_block_default: number(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)?,
        memory: context.total_mem()? as u64,
    })
}
