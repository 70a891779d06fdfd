//! Windows of views: the indices from an origin on, as many along each axis as a window is large.
//!
//! A window sees the elements where they are: its layout is the whole one behind a shift, [`Window`], so that it has the pitch
//! of the whole, and there is one of any layout, tiled and swizzled ones too. That it ends inside the whole is looked at once,
//! when it is made; from then on an index is compared with the window's extents alone. A window that may hang over the edge,
//! as the last tile does where tiles do not divide, is [`Clipped`]; `whole_or_edge!` looks at its ends once.
//!
//! A host passes a window of a buffer by `Buffer::window` and its like, for a parameter `Global<'_, T, Window<L, R>>` or
//! `Split<'_, T, Window<L, R>, Axes>`.

use super::atomic::Atomic;
use super::global::Global;
use super::global_mut::GlobalMut;
use super::shared::Shared;
use crate::device::Element;
use lego_core::mapping::{Clipped, Coord, Window};
use lego_core::{Coord32, Mapping32};

/// `window` of a view that is its own copy: how it is made anew of a layout that a function gives.
macro_rules! windows {
    ($($(#[$meta:meta])* $view:ident;)*) => {
        $(
            impl<'a, T, L, const R: usize> $view<'a, T, L>
            where
                T: Element,
                L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
                [usize; R]: Coord,
                [u32; R]: Coord32,
            {
                /// The window of some extents at an origin, `None` if it reaches beyond the extents of the whole.
                ///
                /// Law: an index of the window is that of the whole, less the origin.
                $(#[$meta])*
                #[inline(always)]
                pub fn window(self, origin: [u32; R], extents: [u32; R]) -> Option<$view<'a, T, Window<L, R>>> {
                    let layout = Window::new_u32(self.layout(), origin, extents)?;
                    // SAFETY: the window ends inside the layout, whose positions it has.
                    Some(unsafe { self.seen_by(layout) })
                }

                /// The box of some extents at an origin, whose indices beyond the ends of the whole have no element: a tile that may
                /// hang over the edge.
                ///
                /// Law: an index of the box is that of the whole, less the origin.
                #[inline(always)]
                pub fn clipped(self, origin: [u32; R], extents: [u32; R]) -> $view<'a, T, Clipped<L, R>> {
                    // SAFETY: the positions are those of the layout, and the sizes are numbers of 32 bits.
                    unsafe { self.seen_by(Clipped::new_u32(self.layout(), origin, extents)) }
                }
            }
        )*
    };
}
windows! {
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::view::Global;
    ///
    /// layout!(type Image(m, n) = Row(m, n););
    ///
    /// /// The sum of the 3×3 elements around one, 0 on the border.
    /// fn around(image: Global<'_, f32, Image>, [i, j]: [u32; 2]) -> f32 {
    ///     let corner = [i.wrapping_sub(1), j.wrapping_sub(1)];
    ///     let Some(window) = image.window(corner, [3, 3]) else { return 0.0 };
    ///     (0..9).map(|k| window.get([k / 3, k % 3])).sum()
    /// }
    /// ```
    Global;
    Atomic;
    Shared;
}

impl<T, L, const R: usize> GlobalMut<'_, T, L>
where
    T: Element,
    L: Mapping32<Index = [usize; R], Index32 = [u32; R]>,
    [usize; R]: Coord,
    [u32; R]: Coord32,
{
    /// The window of some extents at an origin, `None` if it reaches beyond the extents of the whole.
    ///
    /// Law: an index of the window is that of the whole, less the origin.
    #[inline(always)]
    pub fn window(&self, origin: [u32; R], extents: [u32; R]) -> Option<GlobalMut<'_, T, Window<L, R>>> {
        let layout = Window::new_u32(self.layout(), origin, extents)?;
        // SAFETY: the window ends inside the layout, whose positions it has.
        Some(unsafe { self.seen_by(layout) })
    }

    /// The box of some extents at an origin, whose indices beyond the ends of the whole have no element: a tile that may hang
    /// over the edge.
    ///
    /// Law: an index of the box is that of the whole, less the origin.
    #[inline(always)]
    pub fn clipped(&self, origin: [u32; R], extents: [u32; R]) -> GlobalMut<'_, T, Clipped<L, R>> {
        // SAFETY: the positions are those of the layout, and the sizes are numbers of 32 bits.
        unsafe { self.seen_by(Clipped::new_u32(self.layout(), origin, extents)) }
    }
}
