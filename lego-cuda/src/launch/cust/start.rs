//! The start: whether there is a driver that has devices, and what a device can.

use super::{safely, said, words};
use crate::launch::backend::Limits;
use crate::launch::driver::{not_started, unsigned};
use crate::launch::error::Error;
use cust::CudaApiVersion;
use cust::device::Device;
use cust::sys::{self, CUdevice_attribute as Attribute, CUresult};

/// Starts the driver; whether it has devices.
pub(super) fn start() -> Result<bool, Error> {
    // SAFETY: this may be called at any time, by any thread.
    match unsafe { sys::cuInit(0) } {
        CUresult::CUDA_SUCCESS => Ok(true),
        CUresult::CUDA_ERROR_NO_DEVICE => Ok(false),
        error => Err(not_started(&words(error))),
    }
}

/// What a device can.
pub(super) fn limits(device: Device) -> Result<Limits, Error> {
    let doing = "asking what the device can";
    let number = |attribute: Attribute| {
        let mut value = 0;
        // SAFETY: the place is one for a number, and the device is one of the driver's.
        said(unsafe { sys::cuDeviceGetAttribute(&mut value, attribute, device.as_raw()) }, doing)?;
        Ok(unsigned(value))
    };
    let version = CudaApiVersion::get().map_err(safely(doing))?;
    Ok(Limits {
        name: device.name().map_err(safely(doing))?,
        driver: unsigned(version.major() * 1000 + version.minor() * 10),
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
        memory: device.total_memory().map_err(safely(doing))? as u64,
    })
}
