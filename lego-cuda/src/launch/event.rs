//! Points in the order of a device's work, and the time between them.

use super::backend::Backend;
use super::device::Device;
use super::error::Error;
use std::fmt;

/// A point in the order of a device's work.
pub struct Event<B: Backend> {
    event: B::Event,
    device: Device<B>,
}

impl<B: Backend> Event<B> {
    pub(super) fn new(device: &Device<B>) -> Result<Self, Error> {
        Ok(Self { event: device.backend().record()?, device: device.clone() })
    }

    /// The milliseconds of the device between an earlier point and this one. Waits for both.
    ///
    /// # Errors
    /// [`Error::OtherDevice`] where the points are of two devices; the driver's words, also those about a kernel that
    /// failed before.
    pub fn milliseconds_since(&self, earlier: &Self) -> Result<f32, Error> {
        if !self.device.same(&earlier.device) {
            return Err(Error::OtherDevice { what: "earlier" });
        }
        self.device.backend().elapsed(&earlier.event, &self.event)
    }
}

impl<B: Backend> fmt::Debug for Event<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event").field("device", &self.device).finish_non_exhaustive()
    }
}
