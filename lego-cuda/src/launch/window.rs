//! Windows of buffers: a rectangle at an offset with the pitch of the whole, as a kernel's argument.

use super::backend::Backend;
use super::buffer::Buffer;
use super::view::{View, ViewMut};
use crate::device::Element;
use lego_core::mapping::{Coord, Window};
use lego_core::{Coord32, LayoutError, Mapping32};

impl<T: Element, B: Backend> Buffer<T, B> {
    /// A window of the buffer as a layout sees it, to be read: what a launch takes for a `Global<'_, T, Window<L, R>>`.
    ///
    /// Law: element `i` of the window is element `origin + i` of the buffer by the layout.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if it reaches beyond the dims of the layout. The size of the buffer is compared at the launch.
    pub fn window<L, const R: usize>(
        &self,
        layout: L,
        origin: [usize; R],
        extents: [usize; R],
    ) -> Result<View<'_, T, Window<L, R>, B>, LayoutError>
    where
        L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
        [usize; R]: Coord,
        [u32; R]: Coord32,
    {
        Ok(self.view(Window::new(layout, origin, extents)?))
    }

    /// A window of the buffer as a layout sees it, to be written: what a launch takes for a
    /// `Split<'_, T, Window<L, R>, Axes>`.
    ///
    /// # Errors
    /// Those of [`window`](Buffer::window).
    pub fn window_mut<L, const R: usize>(
        &mut self,
        layout: L,
        origin: [usize; R],
        extents: [usize; R],
    ) -> Result<ViewMut<'_, T, Window<L, R>, B>, LayoutError>
    where
        L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
        [usize; R]: Coord,
        [u32; R]: Coord32,
    {
        Ok(self.view_mut(Window::new(layout, origin, extents)?))
    }

    /// Windows of the buffer as one layout sees it, each given as its origin and its extents, to be written by one launch. One
    /// of them may be read instead: `View::from` makes that of it.
    ///
    /// A layout that is not [proved injective in 32 bits](lego_core::Mapping32::INJECTIVE_32) is a compile error.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::executor::Executor;
    /// use lego_cuda::launch::{Device, Error, Launch, View};
    /// use lego_cuda::view::{BlockX, Global, Split, ThreadX, Window};
    ///
    /// layout!(pub type Matrix(m, n) = Row(m, n););
    ///
    /// /// Copies a window of any matrix.
    /// #[lego_cuda::lego_kernel]
    /// pub fn copy(
    ///     input: Global<'_, u32, Window<Matrix, 2>>,
    ///     output: Split<'_, u32, Window<Matrix, 2>, (BlockX, ThreadX)>,
    /// ) {
    ///     output.set([], input.get(output.index([])));
    /// }
    ///
    /// # fn main() -> Result<(), Error> {
    /// let device = Device::new(Executor::new());
    /// let module = device.without_program()?;
    /// let mut matrix = device.buffer_from(&(0..12).collect::<Vec<u32>>())?;
    /// let layout = Matrix::new(3, 4).map_err(Error::layout("matrix"))?;
    /// // The right upper corner to the left lower one.
    /// let windows = matrix.windows_mut(layout, [([0, 2], [2, 2]), ([1, 0], [2, 2])]);
    /// let [from, to] = windows.map_err(Error::layout("matrix"))?;
    /// Copy::launch(&module, Launch::covering(), View::from(from), to)?;
    /// assert_eq!(matrix.read()?, [0, 1, 2, 3, 2, 3, 6, 7, 6, 7, 10, 11]);
    ///
    /// let error = matrix.windows_mut(layout, [([0, 2], [2, 2]), ([1, 0], [2, 3])]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "window 0 from [0, 2] of [2, 2] and window 1 from [1, 0] of [2, 3] overlap: [1, 2] is in both"
    /// );
    /// # Ok(())
    /// # }
    /// # main().unwrap();
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::Overlap`] with the first two that overlap; [`LayoutError::TooLarge`] if one reaches beyond the dims of
    /// the layout; what [`check`](lego_core::Mapping::check) says of the layout's sizes.
    pub fn windows_mut<L, const R: usize, const N: usize>(
        &mut self,
        layout: L,
        boxes: [([usize; R], [usize; R]); N],
    ) -> Result<[ViewMut<'_, T, Window<L, R>, B>; N], LayoutError>
    where
        L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
        [usize; R]: Coord,
        [u32; R]: Coord32,
    {
        const {
            assert!(
                L::INJECTIVE_32.is_some(),
                "windows that are written at the same time need a layout that is proved injective: one of layout! without \
                 `unchecked`, without functions by path, and without closures on sizes that have no values"
            )
        };
        layout.check()?;
        let (windows, buffer) = (Window::disjoint(layout, boxes)?, &*self);
        // SAFETY: no index is in two of the windows. A launch checks each in 32 bits, that it ends inside `dims_u32`: then by the
        // proof no position is in two. The borrow is that of `&mut self`.
        Ok(windows.map(|window| unsafe { buffer.part_mut(window) }))
    }
}
