//! Buffers with a layout, for the views that kernels take.

use super::backend::Backend;
use super::buffer::Buffer;
use super::device::Device;
use super::error::Error;
use super::passed::PassedBuffer;
use crate::device::Element;
use crate::view::{Linear, ViewAbi};
use lego_core::{LayoutError, Mapping32};
use std::fmt;

/// A buffer that a kernel reads by a layout: what a launch takes for a `Global`.
///
/// Where the layout's sizes are part of its type, `&buffer` is enough.
pub struct View<'h, T: Element, L, B: Backend> {
    buffer: &'h Buffer<T, B>,
    layout: L,
    /// Whether the layout leaves out what the buffer has and it should not.
    is_cut: bool,
}

/// A buffer that a kernel writes by a layout: what a launch takes for a `GlobalMut` or a `Split`.
///
/// Where the layout's sizes are part of its type, `&mut buffer` is enough.
pub struct ViewMut<'h, T: Element, L, B: Backend> {
    buffer: &'h mut Buffer<T, B>,
    layout: L,
    /// Whether the layout leaves out what the buffer has and it should not.
    is_cut: bool,
}

impl<T: Element, B: Backend> Buffer<T, B> {
    /// The buffer as a layout sees it, to be read. Its size is compared with the layout's at the launch.
    pub fn view<L: Mapping32>(&self, layout: L) -> View<'_, T, L, B> {
        View { buffer: self, layout, is_cut: false }
    }

    /// The buffer as a layout sees it, to be written. Its size is compared with the layout's at the launch.
    pub fn view_mut<L: Mapping32>(&mut self, layout: L) -> ViewMut<'_, T, L, B> {
        ViewMut { buffer: self, layout, is_cut: false }
    }
}

impl<T: Element, L: Mapping32, B: Backend> View<'_, T, L, B> {
    /// The layout.
    pub fn layout(&self) -> L {
        self.layout
    }

    /// What is handed over to a kernel that takes the view.
    pub fn abi(&self) -> ViewAbi<T, L> {
        ViewAbi::new(self.buffer.address() as *mut T, self.buffer.len(), self.layout)
    }

    pub(super) fn passed(&self, parameter: &'static str) -> Option<PassedBuffer> {
        let place = (self.buffer.address(), self.buffer.len());
        B::RUNS_BODIES.then(|| PassedBuffer::new::<T, _>(parameter, place, self.layout, false))
    }

    /// That the layout is one a kernel can use, that the buffer is no shorter, and that it is of the device.
    ///
    /// # Errors
    /// [`Error::Layout`], [`Error::Length`], [`Error::OtherDevice`].
    pub fn check(&self, device: &Device<B>, parameter: &'static str) -> Result<(), Error> {
        check(self.buffer, &self.layout, self.is_cut, device, parameter)
    }
}

impl<T: Element, L: Mapping32, B: Backend> ViewMut<'_, T, L, B> {
    /// The layout.
    pub fn layout(&self) -> L {
        self.layout
    }

    /// What is handed over to a kernel that takes the view.
    pub fn abi(&mut self) -> ViewAbi<T, L> {
        ViewAbi::new(self.buffer.address() as *mut T, self.buffer.len(), self.layout)
    }

    pub(super) fn passed(&self, parameter: &'static str) -> Option<PassedBuffer> {
        let place = (self.buffer.address(), self.buffer.len());
        B::RUNS_BODIES.then(|| PassedBuffer::new::<T, _>(parameter, place, self.layout, true))
    }

    /// That the layout is one a kernel can use, that the buffer is no shorter, and that it is of the device.
    ///
    /// # Errors
    /// [`Error::Layout`], [`Error::Length`], [`Error::OtherDevice`].
    pub fn check(&self, device: &Device<B>, parameter: &'static str) -> Result<(), Error> {
        check(self.buffer, &self.layout, self.is_cut, device, parameter)
    }
}

fn check<T: Element, B: Backend>(
    buffer: &Buffer<T, B>,
    layout: &impl Mapping32,
    is_cut: bool,
    device: &Device<B>,
    parameter: &'static str,
) -> Result<(), Error> {
    on_device(buffer, device, parameter)?;
    if is_cut {
        let error = LayoutError::TooLarge {
            what: "the number of elements".into(),
            value: buffer.len() as u128,
            most: u128::from(u32::MAX),
        };
        return Err(Error::layout(parameter)(error));
    }
    layout.check_u32().map_err(Error::layout(parameter))?;
    let needed = layout.span_u32() as usize;
    if buffer.len() < needed {
        return Err(Error::Length { what: parameter, elements: buffer.len(), needed });
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
        Self { buffer, layout: L::default(), is_cut: false }
    }
}

impl<'h, T: Element, L: Default, B: Backend> From<&'h mut Buffer<T, B>> for ViewMut<'h, T, L, B> {
    fn from(buffer: &'h mut Buffer<T, B>) -> Self {
        Self { buffer, layout: L::default(), is_cut: false }
    }
}

impl<'h, T: Element, B: Backend> From<&'h Buffer<T, B>> for View<'h, T, Linear, B> {
    fn from(buffer: &'h Buffer<T, B>) -> Self {
        let (layout, is_cut) = linear(buffer.len());
        Self { buffer, layout, is_cut }
    }
}

impl<'h, T: Element, B: Backend> From<&'h mut Buffer<T, B>> for ViewMut<'h, T, Linear, B> {
    fn from(buffer: &'h mut Buffer<T, B>) -> Self {
        let (layout, is_cut) = linear(buffer.len());
        Self { buffer, layout, is_cut }
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
        f.debug_struct("View").field("buffer", &self.buffer).field("layout", &layout).finish_non_exhaustive()
    }
}

impl<T: Element, L, B: Backend> fmt::Debug for ViewMut<'_, T, L, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = std::any::type_name::<L>();
        f.debug_struct("ViewMut").field("buffer", &self.buffer).field("layout", &layout).finish_non_exhaustive()
    }
}
