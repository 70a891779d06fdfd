//! One device, through a back end.

use super::backend::{Backend, Limits};
use super::buffer::Buffer;
use super::error::Error;
use super::event::Event;
use super::module::Module;
use crate::device::Element;
use crate::image::Program;
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

    /// A buffer with the same elements.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn buffer_from<T: Element>(&self, elements: &[T]) -> Result<Buffer<T, B>, Error> {
        let mut buffer = Buffer::uninitialized(self, elements.len())?;
        buffer.write(elements)?;
        Ok(buffer)
    }

    /// A buffer of so many elements whose bytes are all 0.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn zeroed<T: Element>(&self, len: usize) -> Result<Buffer<T, B>, Error> {
        self.filled(len, 0)
    }

    /// A buffer of so many elements whose bytes are all 0xff: not a number in floats, -1 in signed integers. What a
    /// kernel forgets to write shows.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn poisoned<T: Element>(&self, len: usize) -> Result<Buffer<T, B>, Error> {
        self.filled(len, 0xff)
    }

    fn filled<T: Element>(&self, len: usize, byte: u8) -> Result<Buffer<T, B>, Error> {
        let mut buffer = Buffer::uninitialized(self, len)?;
        buffer.fill_bytes(byte)?;
        Ok(buffer)
    }

    /// Loads the kernels that a build script embedded.
    ///
    /// A program is what `lego-cuda-build` wrote. What one made by hand does on a GPU is as little checked as what a
    /// library does that a linker is given; only names and sizes of parameters are compared.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] where there is nothing embedded, [`Error::WrongArchitecture`] where no module of it runs on
    /// the device, or the driver's words. The executor needs none of it and always succeeds.
    pub fn load(&self, program: &'static Program) -> Result<Module<B>, Error> {
        Module::load(self, program)
    }

    /// All kernels that are linked into the program, for the executor, which runs them without PTX.
    ///
    /// # Errors
    /// [`Error::NeedsProgram`] on a GPU.
    pub fn without_program(&self) -> Result<Module<B>, Error> {
        Module::without_program(self)
    }

    /// Waits until all work has ended.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.backend.synchronize()
    }

    /// Marks the point after the work so far.
    ///
    /// # Errors
    /// The driver's words.
    pub fn record(&self) -> Result<Event<B>, Error> {
        Event::new(self)
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

impl<B: Backend> fmt::Debug for Device<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device").field("backend", &B::NAME).field("limits", self.limits()).finish()
    }
}
