//! Copies between buffers, copies that run while the host goes on, and memory that others gave.

use super::buffer::Buffer;
use super::device::Device;
use super::error::Error;
use super::event::Event;
use super::stream::Streams;
use crate::device::Element;
use lego_machine::limits::WIDEST_ACCESS;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// A back end that copies between buffers and devices, and from and to pinned memory of the host without waiting.
///
/// # Safety
/// Copies touch no bytes but those named, in the order of the work of the handle that begins them; [`Pinned`](Copies::Pinned)
/// memory stays where it is, all its bytes are initialized, and dropping it gives it back.
pub unsafe trait Copies: Streams {
    /// Memory of the host that stays in its place, so that a device copies while the host goes on.
    type Pinned: Send + Sync + 'static;

    /// How many devices there are, to be opened by numbers below.
    ///
    /// # Errors
    /// No driver.
    fn count() -> Result<usize, Error>;

    /// The number by which the device is opened.
    ///
    /// # Errors
    /// The driver's words.
    fn ordinal(&self) -> Result<usize, Error>;

    /// Copies bytes from one memory of this device to another, or to another part of the same.
    ///
    /// # Errors
    /// Unless both are of this device and the bytes lie inside of them, and do not overlap; the driver's words.
    fn copy(&self, to: (&Self::Memory, usize), from: (&Self::Memory, usize), bytes: usize) -> Result<(), Error>;

    /// Copies bytes from the memory of another device. The order of work of both goes on after the copy.
    ///
    /// # Errors
    /// Unless the bytes lie inside of the memories of the two devices; the driver's words.
    fn copy_between(
        &self,
        to: (&Self::Memory, usize),
        other: &Self,
        from: (&Self::Memory, usize),
        bytes: usize,
    ) -> Result<(), Error>;

    /// Memory that somebody else gave and takes back.
    ///
    /// # Safety
    /// There are so many bytes at the address, for this device, as long as the memory lives and the work begun until its
    /// drop; nobody else uses them in that time but in an order with this handle's work.
    ///
    /// # Errors
    /// Where the back end sees that there are none.
    unsafe fn foreign(&self, address: u64, bytes: usize) -> Result<Self::Memory, Error>;

    /// Pinned memory of so many bytes, at least one, all 0, aligned to 16 bytes.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    fn pinned(&self, bytes: usize) -> Result<Self::Pinned, Error>;

    /// Where pinned memory begins.
    fn bytes(pinned: &Self::Pinned) -> *mut u8;

    /// Begins to copy the first bytes of pinned memory to an offset.
    ///
    /// # Safety
    /// The pinned memory has the bytes, stays alive and is not written until the copy has ended.
    ///
    /// # Errors
    /// Unless the memory is of this device and the bytes lie inside of it; the driver's words.
    unsafe fn begin_upload(&self, to: (&Self::Memory, usize), from: &Self::Pinned, bytes: usize) -> Result<(), Error>;

    /// Begins to copy bytes from an offset to the beginning of pinned memory.
    ///
    /// # Safety
    /// The pinned memory has the bytes, stays alive and is not used until the copy has ended.
    ///
    /// # Errors
    /// Unless the memory is of this device and the bytes lie inside of it; the driver's words.
    unsafe fn begin_download(&self, from: (&Self::Memory, usize), to: &Self::Pinned, bytes: usize)
    -> Result<(), Error>;
}

/// So many elements in pinned memory of the host: a slice, from and to which a device copies while the host goes on.
///
/// ```
/// # #[cfg(feature = "executor")] {
/// # use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Copies, Device, Error};
///
/// fn run<B: Copies>(device: &Device<B>) -> Result<Vec<u32>, Error> {
///     let mut numbers = device.pinned::<u32>(3)?;
///     numbers.copy_from_slice(&[1, 2, 3]);
///     let mut buffer = device.zeroed(5)?;
///     let pending = buffer.begin_write(1, numbers)?;
///     // … the host does something else …
///     let numbers = pending.wait()?; // and may use the memory again
///     assert_eq!(numbers[..], [1, 2, 3]);
///     buffer.read()
/// }
///
/// assert_eq!(run(&Device::new(Executor::new())).unwrap(), [0, 1, 2, 3, 0]);
/// # }
/// ```
pub struct Pinned<T: Element, B: Copies> {
    // Dropped before the device that it belongs to.
    memory: B::Pinned,
    len: usize,
    device: Device<B>,
    elements: PhantomData<[T]>,
}

/// A copy between a buffer and pinned memory that may still run.
///
/// Dropping it waits for the end of the copy.
pub struct Pending<T: Element, B: Copies> {
    event: Event<B>,
    /// `None` once it is given back.
    pinned: Option<Pinned<T, B>>,
}

impl<B: Copies> Device<B> {
    /// How many devices there are, to be opened by numbers below.
    ///
    /// # Errors
    /// [`Error::NoDriver`].
    pub fn count() -> Result<usize, Error> {
        B::count()
    }

    /// Elements in pinned memory of the host, whose bytes are all 0.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn pinned<T: Element>(&self, len: usize) -> Result<Pinned<T, B>, Error> {
        let bytes = len.checked_mul(T::BYTES).filter(|bytes| isize::try_from(*bytes).is_ok());
        let bytes = bytes.ok_or(Error::OutOfMemory { bytes: len.saturating_mul(T::BYTES) })?;
        let memory = self.backend().pinned(bytes.max(1))?;
        Ok(Pinned { memory, len, device: self.clone(), elements: PhantomData })
    }

    /// A buffer in memory that somebody else gave and takes back: of another library, of another language.
    ///
    /// On the executor these are the addresses of its own buffers.
    ///
    /// # Safety
    /// There are so many elements at the address, in the memory of this device, as long as the buffer and the work that it
    /// was given to last. Meanwhile nobody else uses them but in an order with this handle's work: before it, after it, or on
    /// the same stream.
    ///
    /// # Errors
    /// [`Error::Address`] unless the address is a multiple of 16, the widest access of a kernel, and not 0; the words of a
    /// back end that knows no such memory.
    pub unsafe fn foreign<T: Element>(&self, address: u64, len: usize) -> Result<Buffer<T, B>, Error> {
        let bytes = len.checked_mul(T::BYTES).filter(|bytes| address.checked_add(*bytes as u64).is_some());
        let bytes = bytes.ok_or(Error::OutOfMemory { bytes: len.saturating_mul(T::BYTES) })?;
        let multiple = u64::from(WIDEST_ACCESS);
        if address == 0 || !address.is_multiple_of(multiple) {
            return Err(Error::Address { address, multiple });
        }
        // SAFETY: as the caller promises.
        let memory = unsafe { self.backend().foreign(address, bytes)? };
        Ok(Buffer::in_memory(self, memory, len))
    }
}

impl<T: Element, B: Copies> Buffer<T, B> {
    /// Copies all elements of another buffer, which may be of another device.
    ///
    /// The copy takes its turn in the order of this buffer's work; the other buffer's later work waits for it.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many; the driver's words.
    pub fn copy_from(&mut self, from: &Self) -> Result<(), Error> {
        self.same_length("what is copied to the buffer", from.len())?;
        self.copy_at(0, from, 0, from.len())
    }

    /// Copies so many elements from an element of another buffer on to an element of this one on.
    ///
    /// # Errors
    /// [`Error::Length`] if they are not there; the driver's words.
    pub fn copy_at(&mut self, first: usize, from: &Self, start: usize, elements: usize) -> Result<(), Error> {
        self.inside(first, elements)?;
        from.inside(start, elements)?;
        if elements == 0 {
            return Ok(());
        }
        let (to, bytes) = ((self.raw(), first * T::BYTES), elements * T::BYTES);
        let source = (from.raw(), start * T::BYTES);
        let (here, there) = (self.device(), from.device());
        if here.same(there) {
            return here.backend().copy(to, source, bytes);
        }
        // Each waits for the other, before and after.
        here.wait_for(&there.record()?)?;
        if here.shares_memory(there) {
            here.backend().copy(to, source, bytes)?;
        } else {
            here.backend().copy_between(to, there.backend(), source, bytes)?;
        }
        there.wait_for(&here.record()?)
    }

    /// Begins to write elements from one of the buffer on. Later work of the buffer's stream sees them; the host goes on.
    ///
    /// # Errors
    /// [`Error::Length`] if they do not fit; the driver's words. The pinned memory is given up then.
    pub fn begin_write(&mut self, first: usize, elements: Pinned<T, B>) -> Result<Pending<T, B>, Error> {
        self.inside(first, elements.len)?;
        let (device, bytes) = (self.device().clone(), elements.len * T::BYTES);
        Pending::begin(device, elements, |pinned| {
            // SAFETY: the pinned memory has the bytes; `Pending` keeps it from everybody until the copy has ended.
            unsafe { self.device().backend().begin_upload((self.raw(), first * T::BYTES), pinned, bytes) }
        })
    }

    /// Begins to read as many elements as the pinned memory has, from one of the buffer on, once all work before has ended.
    /// The host goes on; later work of the buffer's stream waits for the copy.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not so many; the driver's words. The pinned memory is given up then.
    pub fn begin_read(&self, first: usize, into: Pinned<T, B>) -> Result<Pending<T, B>, Error> {
        self.inside(first, into.len)?;
        let (device, bytes) = (self.device().clone(), into.len * T::BYTES);
        Pending::begin(device, into, |pinned| {
            // SAFETY: the pinned memory has the bytes; `Pending` keeps it from everybody until the copy has ended.
            unsafe { self.device().backend().begin_download((self.raw(), first * T::BYTES), pinned, bytes) }
        })
    }
}

impl<T: Element, B: Copies> Pending<T, B> {
    /// Begins a copy on a device, if there are elements.
    fn begin(
        device: Device<B>,
        pinned: Pinned<T, B>,
        copy: impl FnOnce(&B::Pinned) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        if pinned.len > 0 {
            copy(&pinned.memory)?;
        }
        match device.record() {
            Ok(event) => Ok(Self { event, pinned: Some(pinned) }),
            Err(error) => {
                // Nobody knows when the copy ends. Where waiting fails too, nothing runs on the device any more, or the
                // memory is never given back.
                if device.synchronize().is_err() {
                    std::mem::forget(pinned);
                }
                Err(error)
            }
        }
    }

    /// Whether the copy has ended.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before.
    pub fn is_done(&self) -> Result<bool, Error> {
        self.event.is_reached()
    }

    /// Waits for the end of the copy, and gives the pinned memory back.
    ///
    /// # Errors
    /// The driver's words, also those about a kernel that failed before; the pinned memory is given up then.
    pub fn wait(mut self) -> Result<Pinned<T, B>, Error> {
        self.end()?;
        // It is taken here alone, from a copy that is given up.
        self.pinned.take().ok_or(Error::Driver { doing: "waiting for a copy", words: "it was waited for".to_owned() })
    }

    fn end(&mut self) -> Result<(), Error> {
        self.event.wait().inspect_err(|_| {
            // Nobody knows whether the copy has ended, so the memory is never given back.
            std::mem::forget(self.pinned.take());
        })
    }
}

impl<T: Element, B: Copies> Drop for Pending<T, B> {
    fn drop(&mut self) {
        if self.pinned.is_some() {
            // What goes wrong here cannot be said; a device that has failed says it at the next call.
            let _ = self.end();
        }
    }
}

impl<T: Element, B: Copies> Deref for Pinned<T, B> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the memory has so many bytes, all initialized, at a multiple of 16; every pattern of bits is an element;
        // no copy runs, since a pending one owns its memory.
        unsafe { std::slice::from_raw_parts(B::bytes(&self.memory).cast(), self.len) }
    }
}

impl<T: Element, B: Copies> DerefMut for Pinned<T, B> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the borrow is exclusive; elements have no padding, so all bytes stay initialized.
        unsafe { std::slice::from_raw_parts_mut(B::bytes(&self.memory).cast(), self.len) }
    }
}

impl<T: Element, B: Copies> Pinned<T, B> {
    /// The device that copies from and to it fastest; others do as well.
    pub fn device(&self) -> &Device<B> {
        &self.device
    }
}

impl<T: Element, B: Copies> fmt::Debug for Pinned<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements = std::any::type_name::<T>();
        f.debug_struct("Pinned").field("elements", &elements).field("len", &self.len).finish_non_exhaustive()
    }
}

impl<T: Element, B: Copies> fmt::Debug for Pending<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").field("pinned", &self.pinned).finish_non_exhaustive()
    }
}
