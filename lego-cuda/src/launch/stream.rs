//! Streams: several orders of work on one device, and how one waits for another.
//!
//! A handle of a device stands for one order of work. [`Device::stream`] gives a handle of the same device with an order of
//! its own: what is begun by the one may run while what was begun by the other does. A buffer belongs to one handle at a time,
//! so two streams never meet in memory unless one waited for the other: [`Buffer::move_to`] hands a buffer over, and lets
//! the stream that gets it wait for the one that had it. A [`Module`] is used on another stream by [`Module::on`].
//!
//! ```
//! # #[cfg(feature = "executor")] {
//! # use lego_cuda::executor::Executor;
//! use lego_cuda::launch::{Backend, Device, Error, Streams};
//!
//! fn run<B: Backend + Streams>(device: &Device<B>) -> Result<Vec<u32>, Error> {
//!     let beside = device.stream()?;
//!     let input = beside.buffer_from(&[1, 2, 3])?; // while `device` does something else
//!     let input = input.move_to(device)?; // whose later work waits for the copy
//!     input.read()
//! }
//!
//! assert_eq!(run(&Device::new(Executor::new())).unwrap(), [1, 2, 3]);
//! # }
//! ```

use super::backend::Backend;
use super::buffer::Buffer;
use super::device::Device;
use super::error::Error;
use super::event::Event;
use super::module::Module;
use crate::device::Element;

/// A back end with several orders of work on one device.
///
/// # Safety
/// Work that is begun after [`wait_for`](Streams::wait_for) begins when the event's point is reached, and handles that
/// [share memory](Streams::shares_memory) differ in nothing but the order of their work.
pub unsafe trait Streams: Backend {
    /// A handle of the same device with an order of work of its own.
    ///
    /// # Errors
    /// The driver's words.
    fn stream(&self) -> Result<Self, Error>;

    /// Whether memory and modules of the one can be used by the other, once it waited for the one.
    fn shares_memory(&self, other: &Self) -> bool;

    /// Lets later work wait for a point in any order of work, of any device.
    ///
    /// # Errors
    /// The driver's words.
    fn wait_for(&self, event: &Self::Event) -> Result<(), Error>;

    /// Whether a point has been reached.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    fn is_reached(&self, event: &Self::Event) -> Result<bool, Error>;

    /// Waits until a point has been reached.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    fn wait(&self, event: &Self::Event) -> Result<(), Error>;
}

impl<B: Streams> Device<B> {
    /// A handle of the same device whose work has an order of its own, beside all other work.
    ///
    /// # Errors
    /// The driver's words.
    pub fn stream(&self) -> Result<Self, Error> {
        Ok(Self::new(self.backend().stream()?))
    }

    /// Whether the two are one device, perhaps with two orders of work.
    pub fn shares_memory(&self, other: &Self) -> bool {
        self.backend().shares_memory(other.backend())
    }

    /// Lets later work wait for a point in the order of work of another stream, or of another device.
    ///
    /// # Errors
    /// The driver's words.
    pub fn wait_for(&self, event: &Event<B>) -> Result<(), Error> {
        self.backend().wait_for(event.raw())
    }
}

impl<B: Streams> Event<B> {
    /// Whether the work before this point has ended.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    pub fn is_reached(&self) -> Result<bool, Error> {
        self.device().backend().is_reached(self.raw())
    }

    /// Waits until the work before this point has ended; later work goes on.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    pub fn wait(&self) -> Result<(), Error> {
        self.device().backend().wait(self.raw())
    }
}

impl<B: Streams> Module<B> {
    /// The same kernels, to be launched on another stream of the device.
    ///
    /// # Errors
    /// [`Error::OtherDevice`].
    pub fn on(&self, device: &Device<B>) -> Result<Self, Error> {
        if device.shares_memory(self.device()) {
            Ok(self.moved_to(device))
        } else {
            Err(Error::OtherDevice { what: "the module" })
        }
    }
}

impl<T: Element, B: Streams> Buffer<T, B> {
    /// Hands the buffer over to another stream of its device, whose later work waits for all work of this buffer's stream
    /// so far.
    ///
    /// # Errors
    /// [`Error::OtherDevice`]; [`Error::Recorded`] where a [`Graph`](super::Graph) uses the buffer; the driver's words. The
    /// buffer is given up then.
    pub fn move_to(self, device: &Device<B>) -> Result<Self, Error> {
        if !device.shares_memory(self.device()) {
            return Err(Error::OtherDevice { what: "the buffer" });
        }
        if !self.is_alone() {
            return Err(Error::Recorded { what: "the buffer" });
        }
        device.wait_for(&self.device().record()?)?;
        Ok(self.of(device))
    }
}
