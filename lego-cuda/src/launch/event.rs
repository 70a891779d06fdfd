//! Events: points in the order of a device's work, and the time between them.

use super::backend::Backend;
use super::device::Device;
use super::error::Error;
use std::fmt;

/// A point in the order of a device's work.
pub struct Event<B: Backend> {
    event: B::Event,
    device: Device<B>,
}

impl<B: Backend> Device<B> {
    /// Marks the point after the work so far.
    ///
    /// # Errors
    /// The driver's words.
    pub fn record(&self) -> Result<Event<B>, Error> {
        Ok(Event { event: self.backend().record()?, device: self.clone() })
    }

    /// The milliseconds that the device takes for what a function begins, from the end of what was begun before to the
    /// end of what the function began. Waits for it.
    ///
    /// # Errors
    /// The function's, or the driver's words.
    pub fn time(&self, work: impl FnOnce() -> Result<(), Error>) -> Result<f32, Error> {
        let start = self.record()?;
        work()?;
        self.record()?.milliseconds_since(&start)
    }
}

impl<B: Backend> Event<B> {
    /// The milliseconds of the device between an earlier point and this one. Waits for both.
    ///
    /// # Errors
    /// [`Error::OtherDevice`] where the points are of two devices or streams; the driver's words, also those about a kernel
    /// that failed before.
    pub fn milliseconds_since(&self, earlier: &Self) -> Result<f32, Error> {
        if !self.device.same(&earlier.device) {
            return Err(Error::OtherDevice { what: "earlier" });
        }
        self.device.backend().elapsed(&earlier.event, &self.event)
    }
}

impl<B: Backend> Event<B> {
    pub(super) fn raw(&self) -> &B::Event {
        &self.event
    }

    /// The device in whose order of work the point is.
    pub fn device(&self) -> &Device<B> {
        &self.device
    }
}

impl<B: Backend> fmt::Debug for Event<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event").field("device", &self.device).finish_non_exhaustive()
    }
}
