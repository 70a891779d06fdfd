//! Buffers: memory of a device, as elements.

use super::backend::Backend;
use super::device::Device;
use super::error::Error;
use super::owner::Owner;
use crate::device::Element;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// So many elements in the memory of a device.
///
/// Reads and writes take their place in the order of the device's work: a read waits for the kernels begun before it.
/// Dropping a buffer gives its memory back once the work begun before has ended.
///
/// Law: what `write` wrote, `read` gives, bit by bit, if nothing else wrote in between.
pub struct Buffer<T: Element, B: Backend> {
    // Dropped before the device that it belongs to.
    // Of other owners only graphs, which keep it alive.
    memory: Arc<B::Memory>,
    len: usize,
    device: Device<B>,
    elements: PhantomData<[T]>,
}

impl<B: Backend> Device<B> {
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
        let mut buffer = Buffer::uninitialized(self, len)?;
        buffer.fill_bytes(0)?;
        Ok(buffer)
    }

    /// A buffer of so many elements whose bytes are all 0xff: not a number in floats, -1 in signed integers. What a
    /// kernel forgets to write shows; the [executor](crate::executor) says so.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn poisoned<T: Element>(&self, len: usize) -> Result<Buffer<T, B>, Error> {
        let mut buffer = Buffer::uninitialized(self, len)?;
        buffer.poison()?;
        Ok(buffer)
    }
}

impl<T: Element, B: Backend> Buffer<T, B> {
    /// A buffer of any content; every content is a value of `T`.
    fn uninitialized(device: &Device<B>, len: usize) -> Result<Self, Error> {
        let most = device.limits().memory.min(isize::MAX as u64);
        let bytes = len.checked_mul(T::BYTES).filter(|bytes| *bytes as u64 <= most);
        let bytes = bytes.ok_or(Error::OutOfMemory { bytes: len.saturating_mul(T::BYTES) })?;
        // A back end gives no empty memory, and a kernel gets an address even of nothing.
        let memory = device.backend().allocate(bytes.max(1))?;
        Ok(Self::in_memory(device, memory, len))
    }

    /// The buffer of so many elements in a memory that has them.
    pub(super) fn in_memory(device: &Device<B>, memory: B::Memory, len: usize) -> Self {
        Self { memory: Arc::new(memory), len, device: device.clone(), elements: PhantomData }
    }

    /// The memory, how many elements it has, and the device.
    ///
    /// # Errors
    /// [`Error::Recorded`] where a graph uses it.
    #[cfg(feature = "cudarc")]
    pub(super) fn into_memory(self) -> Result<(B::Memory, usize, Device<B>), Error> {
        let Self { memory, len, device, .. } = self;
        let memory = Arc::try_unwrap(memory).map_err(|_| Error::Recorded { what: "the buffer" })?;
        Ok((memory, len, device))
    }

    /// The same elements, for another order of work.
    pub(super) fn of(self, device: &Device<B>) -> Self {
        Self { device: device.clone(), ..self }
    }

    pub(super) fn raw(&self) -> &B::Memory {
        &self.memory
    }

    pub(super) fn shared(&self) -> &Arc<B::Memory> {
        &self.memory
    }

    /// What keeps the memory alive.
    pub(super) fn owner(&self) -> Owner {
        Owner::new(Arc::clone(&self.memory))
    }

    /// Whether nothing else keeps the memory alive.
    pub(super) fn is_alone(&self) -> bool {
        Arc::strong_count(&self.memory) == 1
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device whose memory it is.
    pub fn device(&self) -> &Device<B> {
        &self.device
    }

    /// Where the memory begins, as kernels see it: a multiple of 256, or of 16 in [foreign](Device::foreign) memory.
    pub fn address(&self) -> u64 {
        self.device.backend().address(&self.memory)
    }

    /// Writes all elements.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many; the driver's words.
    pub fn write(&mut self, elements: &[T]) -> Result<(), Error> {
        self.same_length("what is written to the buffer", elements.len())?;
        self.write_at(0, elements)
    }

    /// Writes some elements from one of them on.
    ///
    /// # Errors
    /// [`Error::Length`] if they do not fit; the driver's words.
    pub fn write_at(&mut self, first: usize, elements: &[T]) -> Result<(), Error> {
        self.inside(first, elements.len())?;
        if elements.is_empty() {
            return Ok(());
        }
        // SAFETY: elements have no padding, so all their bytes are initialized.
        let bytes = unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) };
        self.device.backend().upload(&self.memory, first * T::BYTES, bytes)
    }

    /// Reads all elements.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    pub fn read(&self) -> Result<Vec<T>, Error> {
        // SAFETY: every pattern of bits is an element.
        let zero: T = unsafe { std::mem::zeroed() };
        let mut elements = vec![zero; self.len];
        self.read_at(0, &mut elements)?;
        Ok(elements)
    }

    /// Reads all elements into memory that is there.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many; the driver's words, also those about a kernel that failed before.
    pub fn read_into(&self, elements: &mut [T]) -> Result<(), Error> {
        self.same_length("what the buffer is read into", elements.len())?;
        self.read_at(0, elements)
    }

    /// Reads some elements from one of them on.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not so many; the driver's words, also those about a kernel that failed before.
    pub fn read_at(&self, first: usize, elements: &mut [T]) -> Result<(), Error> {
        self.inside(first, elements.len())?;
        if elements.is_empty() {
            return Ok(());
        }
        // SAFETY: elements have no padding, so all their bytes are initialized, and every pattern of bits is an
        // element, so whatever is written leaves elements behind.
        let bytes = unsafe { std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), size_of_val(elements)) };
        self.device.backend().download(&self.memory, first * T::BYTES, bytes)
    }

    /// Sets all bytes of all elements.
    ///
    /// # Errors
    /// The driver's words.
    pub fn fill_bytes(&mut self, byte: u8) -> Result<(), Error> {
        if self.len == 0 {
            return Ok(());
        }
        self.device.backend().fill(&self.memory, 0, self.len * T::BYTES, byte)
    }

    /// Makes the elements what [`Device::poisoned`] makes them.
    ///
    /// # Errors
    /// The driver's words.
    pub fn poison(&mut self) -> Result<(), Error> {
        if self.len == 0 {
            return Ok(());
        }
        self.device.backend().poison(&self.memory, 0, self.len * T::BYTES)
    }

    pub(super) fn same_length(&self, what: &'static str, elements: usize) -> Result<(), Error> {
        if elements == self.len { Ok(()) } else { Err(Error::Length { what, elements, needed: self.len }) }
    }

    /// That the elements from `first` on are there.
    pub(super) fn inside(&self, first: usize, elements: usize) -> Result<(), Error> {
        match first.checked_add(elements) {
            Some(end) if end <= self.len => Ok(()),
            end => {
                let needed = end.unwrap_or(usize::MAX);
                Err(Error::Length { what: "the buffer", elements: self.len, needed })
            }
        }
    }
}

impl<T: Element, B: Backend> fmt::Debug for Buffer<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements = std::any::type_name::<T>();
        f.debug_struct("Buffer").field("elements", &elements).field("len", &self.len).finish_non_exhaustive()
    }
}
