//! A device, opened through a back end.
//!
//! What a device makes has its file: `buffer`, `module` and `event` add the methods that make them.

use super::backend::{Backend, Limits};
use super::error::Error;
use std::fmt;

/// A device: a GPU, or the executor.
///
/// Everything begun on one device is done in the order of the calls, also where several threads of the program make
/// them. Cheap to clone; a clone is the same device.
///
/// ```no_run
/// # #[cfg(feature = "cudarc")] {
/// use lego_cuda::launch::{Device, Error, Cudarc};
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::<Cudarc>::open(0)?;
/// let numbers = device.buffer_from(&[1.0_f32, 2.0, 3.0])?;
/// assert_eq!(numbers.read()?, [1.0, 2.0, 3.0]);
/// # Ok(())
/// # }
/// # }
/// ```
#[derive(Clone)]
pub struct Device<B: Backend> {
    backend: B,
}

impl<B: Backend> Device<B> {
    /// Opens a device by its number, from 0.
    ///
    /// # Errors
    /// [`Error::NoDriver`], [`Error::NoDevice`], or the driver's words.
    pub fn open(ordinal: usize) -> Result<Self, Error> {
        Ok(Self::new(B::open(ordinal)?))
    }

    /// The device of a back end that is open.
    pub fn new(backend: B) -> Self {
        Self { backend }
    }

    /// The back end.
    pub fn backend(&self) -> &B {
        &self.backend
    }

    /// What the device is and can.
    pub fn limits(&self) -> &Limits {
        self.backend.limits()
    }

    /// Whether buffers of the one can be given to kernels of the other: clones, and on a GPU also handles that were opened
    /// with the same number.
    pub fn same(&self, other: &Self) -> bool {
        self.backend.same_device(&other.backend)
    }

    /// Waits until all work has ended.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.backend.synchronize()
    }
}

impl<B: Backend> fmt::Debug for Device<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device").field("backend", &B::NAME).field("limits", self.limits()).finish()
    }
}
