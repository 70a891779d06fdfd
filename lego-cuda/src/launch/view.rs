//! Buffers with a layout, for the views that kernels take.

use super::backend::Backend;
use super::buffer::Buffer;
use super::device::Device;
use super::error::Error;
use super::owner::Owner;
use super::passed::PassedBuffer;
use crate::device::Element;
use crate::view::{Linear, ViewAbi};
use lego_core::{LayoutError, Mapping32};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// A buffer that a kernel reads by a layout: what a launch takes for a `Global`.
///
/// Where the layout's sizes are part of its type, `&buffer` is enough.
pub struct View<'h, T: Element, L, B: Backend> {
    memory: Memory<'h, B>,
    elements: PhantomData<&'h [T]>,
    layout: L,
    /// Whether the layout leaves out what the buffer has and it should not.
    is_cut: bool,
}

/// A buffer that a kernel writes by a layout: what a launch takes for a `GlobalMut` or a `Split`.
///
/// Where the layout's sizes are part of its type, `&mut buffer` is enough.
pub struct ViewMut<'h, T: Element, L, B: Backend> {
    memory: Memory<'h, B>,
    elements: PhantomData<&'h mut [T]>,
    layout: L,
    /// Whether the layout leaves out what the buffer has and it should not.
    is_cut: bool,
}

/// The memory of a buffer, as so many elements of some type.
struct Memory<'h, B: Backend> {
    address: u64,
    len: usize,
    device: &'h Device<B>,
    owner: &'h Arc<B::Memory>,
}

impl<T: Element, B: Backend> Buffer<T, B> {
    /// The buffer as a layout sees it, to be read. Its size is compared with the layout's at the launch.
    pub fn view<L: Mapping32>(&self, layout: L) -> View<'_, T, L, B> {
        View { memory: self.memory::<T>(), elements: PhantomData, layout, is_cut: false }
    }

    /// The buffer as a layout sees it, to be written. Its size is compared with the layout's at the launch.
    pub fn view_mut<L: Mapping32>(&mut self, layout: L) -> ViewMut<'_, T, L, B> {
        ViewMut { memory: self.memory::<T>(), elements: PhantomData, layout, is_cut: false }
    }

    /// The buffer as vectors of `N` elements, to be read by a layout of vectors: each access moves one.
    ///
    /// A kernel that is generic over `N` and takes a `Global<'_, [T; N], L>` moves up to 16 bytes at a time where `N` divides the
    /// rows, and the same text with `N = 1` does for the others. Elements at the end that make no whole vector are out of reach.
    ///
    /// Law: element `k` of vector `i` is element `N*i + k` of the buffer.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::executor::Executor;
    /// use lego_cuda::launch::{Device, Error, Launch};
    /// use lego_cuda::view::{BlockX, Global, Split, ThreadX};
    ///
    /// layout!(pub type Line(n) = Row(n).ExpandBy([n] => [ceil_div(n, 64)*64]).GroupBy([ceil_div(n, 64), 64]););
    ///
    /// /// Negates every element, `N` of them at a time.
    /// #[lego_cuda::lego_kernel(threads = 64, instances(negate_4 = <4>, negate_1 = <1>))]
    /// pub fn negate<const N: usize>(
    ///     input: Global<'_, [i32; N], Line>,
    ///     output: Split<'_, [i32; N], Line, (BlockX, ThreadX)>,
    /// ) where
    ///     [i32; N]: lego_cuda::device::Element,
    /// {
    ///     if let Some(vector) = input.try_get(output.index([])) {
    ///         output.try_set([], vector.map(|x| -x));
    ///     }
    /// }
    ///
    /// # fn main() -> Result<(), Error> {
    /// let device = Device::new(Executor::new());
    /// let module = device.without_program()?;
    /// let input = device.buffer_from(&(0..1000).collect::<Vec<i32>>())?;
    /// let mut output = device.poisoned::<i32>(1000)?;
    /// let line = Line::new(1000 / 4).map_err(Error::layout("input"))?;
    /// Negate::<4>::launch(&module, Launch::covering(), input.view_vectors(line), output.view_vectors_mut(line))?;
    /// assert_eq!(output.read()?, (0..1000).map(|i| -i).collect::<Vec<i32>>());
    /// # Ok(())
    /// # }
    /// # main().unwrap();
    /// ```
    pub fn view_vectors<const N: usize, L: Mapping32>(&self, layout: L) -> View<'_, [T; N], L, B> {
        self.view_as(layout)
    }

    /// The buffer as vectors of `N` elements, to be written by a layout of vectors; see [`view_vectors`](Buffer::view_vectors).
    pub fn view_vectors_mut<const N: usize, L: Mapping32>(&mut self, layout: L) -> ViewMut<'_, [T; N], L, B> {
        self.view_as_mut(layout)
    }

    /// The buffer as elements of another type that have the same bytes, to be read by a layout of these: for kernels that move elements
    /// whatever they are. Bytes at the end that make no whole element are out of reach.
    ///
    /// Law: element `i` is the bytes of the buffer from `i * U::BYTES` on.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::executor::Executor;
    /// use lego_cuda::launch::{Device, Error, Launch};
    /// use lego_cuda::view::{BlockX, Global, Split, ThreadX};
    ///
    /// layout!(pub type Words = Row(1, 32););
    ///
    /// /// Turns the bytes of each word round.
    /// #[lego_cuda::lego_kernel(threads = 32)]
    /// pub fn swap(input: Global<'_, u32, Words>, output: Split<'_, u32, Words, (BlockX, ThreadX)>) {
    ///     output.set([], input.get(output.index([])).swap_bytes());
    /// }
    ///
    /// # fn main() -> Result<(), Error> {
    /// let device = Device::new(Executor::new());
    /// let module = device.without_program()?;
    /// let input = device.buffer_from(&[1.0_f32; 32])?;
    /// let mut output = device.poisoned::<u8>(128)?;
    /// let words = Words::default();
    /// Swap::launch(&module, Launch::covering(), input.view_as(words), output.view_as_mut(words))?;
    /// assert_eq!(output.read()?[..4], 1.0_f32.to_be_bytes());
    /// # Ok(())
    /// # }
    /// # main().unwrap();
    /// ```
    pub fn view_as<U: Element, L: Mapping32>(&self, layout: L) -> View<'_, U, L, B> {
        View { memory: self.memory::<U>(), elements: PhantomData, layout, is_cut: false }
    }

    /// The buffer as elements of another type, to be written; see [`view_as`](Buffer::view_as).
    pub fn view_as_mut<U: Element, L: Mapping32>(&mut self, layout: L) -> ViewMut<'_, U, L, B> {
        ViewMut { memory: self.memory::<U>(), elements: PhantomData, layout, is_cut: false }
    }

    /// One of several views that write at the same time.
    ///
    /// # Safety
    /// The borrow comes of an exclusive one, and no view of another part has a position of the layout in common.
    pub(super) unsafe fn part_mut<L: Mapping32>(&self, layout: L) -> ViewMut<'_, T, L, B> {
        ViewMut { memory: self.memory::<T>(), elements: PhantomData, layout, is_cut: false }
    }

    /// The memory as elements of another size.
    fn memory<U: Element>(&self) -> Memory<'_, B> {
        let (address, len) = (self.address(), self.len() * T::BYTES / U::BYTES);
        Memory { address, len, device: self.device(), owner: self.shared() }
    }
}

impl<T: Element, L: Mapping32, B: Backend> View<'_, T, L, B> {
    /// The layout.
    pub fn layout(&self) -> L {
        self.layout
    }

    /// What is handed over to a kernel that takes the view.
    pub fn abi(&self) -> ViewAbi<T, L> {
        ViewAbi::new(self.memory.address as *mut T, self.memory.len, self.layout)
    }

    pub(super) fn owner(&self) -> Owner {
        Owner::new(Arc::clone(self.memory.owner))
    }

    pub(super) fn passed(&self, parameter: &'static str) -> Option<PassedBuffer> {
        let place = (self.memory.address, self.memory.len);
        B::RUNS_BODIES.then(|| PassedBuffer::new::<T, _>(parameter, place, self.layout, false))
    }

    /// That the layout is one a kernel can use, that the buffer is no shorter, and that it is of the device.
    ///
    /// # Errors
    /// [`Error::Layout`], [`Error::Length`], [`Error::OtherDevice`].
    pub fn check(&self, device: &Device<B>, parameter: &'static str) -> Result<(), Error> {
        check(&self.memory, &self.layout, self.is_cut, device, parameter)
    }
}

impl<T: Element, L: Mapping32, B: Backend> ViewMut<'_, T, L, B> {
    /// The layout.
    pub fn layout(&self) -> L {
        self.layout
    }

    /// What is handed over to a kernel that takes the view.
    pub fn abi(&mut self) -> ViewAbi<T, L> {
        ViewAbi::new(self.memory.address as *mut T, self.memory.len, self.layout)
    }

    pub(super) fn owner(&self) -> Owner {
        Owner::new(Arc::clone(self.memory.owner))
    }

    pub(super) fn passed(&self, parameter: &'static str) -> Option<PassedBuffer> {
        let place = (self.memory.address, self.memory.len);
        B::RUNS_BODIES.then(|| PassedBuffer::new::<T, _>(parameter, place, self.layout, true))
    }

    /// That the layout is one a kernel can use, that the buffer is no shorter, and that it is of the device.
    ///
    /// # Errors
    /// [`Error::Layout`], [`Error::Length`], [`Error::OtherDevice`].
    pub fn check(&self, device: &Device<B>, parameter: &'static str) -> Result<(), Error> {
        check(&self.memory, &self.layout, self.is_cut, device, parameter)
    }
}

/// What nothing else can write, to be read.
impl<'h, T: Element, L, B: Backend> From<ViewMut<'h, T, L, B>> for View<'h, T, L, B> {
    fn from(ViewMut { memory, layout, is_cut, .. }: ViewMut<'h, T, L, B>) -> Self {
        Self { memory, elements: PhantomData, layout, is_cut }
    }
}

fn check<B: Backend>(
    memory: &Memory<'_, B>,
    layout: &impl Mapping32,
    is_cut: bool,
    device: &Device<B>,
    parameter: &'static str,
) -> Result<(), Error> {
    if !memory.device.same(device) {
        return Err(Error::OtherDevice { what: parameter });
    }
    if is_cut {
        let error = LayoutError::TooLarge {
            what: "the number of elements".into(),
            value: memory.len as u128,
            most: u128::from(u32::MAX),
        };
        return Err(Error::layout(parameter)(error));
    }
    layout.check_u32().map_err(Error::layout(parameter))?;
    let needed = layout.span_u32() as usize;
    if memory.len < needed {
        return Err(Error::Length { what: parameter, elements: memory.len, needed });
    }
    Ok(())
}

/// That a buffer is of the device that a kernel runs on.
pub(super) fn on_device<T: Element, B: Backend>(
    buffer: &Buffer<T, B>,
    device: &Device<B>,
    parameter: &'static str,
) -> Result<(), Error> {
    if buffer.device().same(device) { Ok(()) } else { Err(Error::OtherDevice { what: parameter }) }
}

impl<'h, T: Element, L: Default, B: Backend> From<&'h Buffer<T, B>> for View<'h, T, L, B> {
    fn from(buffer: &'h Buffer<T, B>) -> Self {
        Self { memory: buffer.memory::<T>(), elements: PhantomData, layout: L::default(), is_cut: false }
    }
}

impl<'h, T: Element, L: Default, B: Backend> From<&'h mut Buffer<T, B>> for ViewMut<'h, T, L, B> {
    fn from(buffer: &'h mut Buffer<T, B>) -> Self {
        Self { memory: buffer.memory::<T>(), elements: PhantomData, layout: L::default(), is_cut: false }
    }
}

impl<'h, T: Element, B: Backend> From<&'h Buffer<T, B>> for View<'h, T, Linear, B> {
    fn from(buffer: &'h Buffer<T, B>) -> Self {
        let (layout, is_cut) = linear(buffer.len());
        Self { memory: buffer.memory::<T>(), elements: PhantomData, layout, is_cut }
    }
}

impl<'h, T: Element, B: Backend> From<&'h mut Buffer<T, B>> for ViewMut<'h, T, Linear, B> {
    fn from(buffer: &'h mut Buffer<T, B>) -> Self {
        let (layout, is_cut) = linear(buffer.len());
        Self { memory: buffer.memory::<T>(), elements: PhantomData, layout, is_cut }
    }
}

/// All elements one after the other, and whether some had to be left out.
fn linear(len: usize) -> (Linear, bool) {
    match u32::try_from(len) {
        Ok(len) => (Linear::new(len), false),
        Err(_) => (Linear::new(u32::MAX), true),
    }
}

impl<T: Element, L, B: Backend> fmt::Debug for View<'_, T, L, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = std::any::type_name::<L>();
        f.debug_struct("View").field("elements", &self.memory.len).field("layout", &layout).finish_non_exhaustive()
    }
}

impl<T: Element, L, B: Backend> fmt::Debug for ViewMut<'_, T, L, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = std::any::type_name::<L>();
        f.debug_struct("ViewMut").field("elements", &self.memory.len).field("layout", &layout).finish_non_exhaustive()
    }
}
