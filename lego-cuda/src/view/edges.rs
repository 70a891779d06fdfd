//! One source for what is whole and for what hangs over the edge: the ends are looked at once, not with each access.

use super::axes::Axes;
use super::global::Global;
use super::global_mut::GlobalMut;
use super::split::Split;
use crate::device::Element;
use lego_core::{Coord32, Mapping32};

/// Runs a block with views. Where each of them has all its elements, as most tiles have, no index is looked at any more than
/// whether it lies inside the extents; at the edges each is. The block is written once and compiled twice.
///
/// | view | has all its elements, if |
/// |---|---|
/// | `Global`, `GlobalMut` | every index inside the extents has one; a tile is [`clipped`](crate::view::Global::clipped) from a view |
/// | `&Split` | each register of the thread has one |
///
/// It is written like a closure, and is part of the function that it stands in. Inside are the functions that begin with `try_` and
/// their like. With a `Split`, threads of one warp may go different ways: what they do together, as a barrier or a shuffle, belongs
/// outside.
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::{block_idx, thread_idx};
/// use lego_cuda::view::{BlockX, BlockY, Global, Register, Split, ThreadX};
/// use lego_cuda::whole_or_edge;
///
/// layout! {
///     pub type Matrix(m, n) = Row(m, n);
///     /// Element `[tile row, tile column, row, column]` of a matrix in tiles of 16×32.
///     pub type Tiles(m, n) = Row(m, n).ExpandBy([m, n] => [ceil_div(m, 16)*16, ceil_div(n, 32)*32])
///         .TileBy([ceil_div(m, 16), ceil_div(n, 32)], [16, 32]);
/// }
///
/// /// Doubles a matrix; each thread has a column of a tile.
/// fn double(from: Global<'_, f32, Matrix>, to: Split<'_, f32, Tiles, (BlockY, BlockX, Register, ThreadX)>) {
///     let (block, thread) = (block_idx(), thread_idx());
///     let tile = from.clipped([16 * block.y, 32 * block.x], [16, 32]);
///     whole_or_edge!((tile, &to), |(tile, to)| {
///         for row in 0..16 {
///             if let Some(x) = tile.try_get([row, thread.x]) {
///                 to.try_set([row], 2.0 * x);
///             }
///         }
///     });
/// }
/// ```
#[macro_export]
macro_rules! whole_or_edge {
    ($views:expr, |$pattern:pat_param| $body:expr $(,)?) => {
        $crate::view::whole_or_edge(
            $views,
            #[inline(always)]
            |$pattern| $body,
        )
    };
}

/// [`whole_or_edge!`](crate::whole_or_edge), whose closure is part of its caller: called, it would find what it uses in local memory.
#[doc(hidden)]
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn whole_or_edge<V: Edged, R>(views: V, f: impl FnOnce(V::Views) -> R) -> R {
    // SAFETY: `has_all` of these views says so.
    unsafe { if views.has_all() { f(views.again(true)) } else { f(views.again(false)) } }
}

/// What [`whole_or_edge!`](crate::whole_or_edge) takes: a [`Global`], a reference to a [`GlobalMut`] or to a [`Split`], a tuple of up to four of these.
///
/// The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no view that may hang over an edge",
    note = "it is a `Global`, a reference to a `GlobalMut` or a `Split`, or a tuple of these"
)]
pub trait Edged: sealed::Sealed {
    /// The views that are handed on.
    type Views;

    /// Whether each view has all its elements; `false` also where that is not [known](Mapping32::has_all_u32).
    #[doc(hidden)]
    fn has_all(&self) -> bool;

    /// The views, with what is known of them.
    ///
    /// # Safety
    /// With `is_full`, [`has_all`](Edged::has_all) says so.
    #[doc(hidden)]
    unsafe fn again(self, is_full: bool) -> Self::Views;
}

mod sealed {
    pub trait Sealed {}
}

impl<T: Element, L: Mapping32> sealed::Sealed for Global<'_, T, L> {}

impl<T: Element, L: Mapping32> Edged for Global<'_, T, L> {
    type Views = Self;

    #[inline(always)]
    fn has_all(&self) -> bool {
        self.memory.has_all(L::Index32::zero(), u32::MAX)
    }

    #[inline(always)]
    unsafe fn again(self, is_full: bool) -> Self {
        // SAFETY: as the caller promises.
        unsafe { Global::again(self, is_full) }
    }
}

impl<T: Element, L: Mapping32> sealed::Sealed for &GlobalMut<'_, T, L> {}

impl<'v, T: Element, L: Mapping32> Edged for &'v GlobalMut<'_, T, L> {
    type Views = GlobalMut<'v, T, L>;

    #[inline(always)]
    fn has_all(&self) -> bool {
        self.memory.has_all(L::Index32::zero(), u32::MAX)
    }

    #[inline(always)]
    unsafe fn again(self, is_full: bool) -> GlobalMut<'v, T, L> {
        // SAFETY: as the caller promises.
        unsafe { GlobalMut::again(self, is_full) }
    }
}

impl<T: Element, L: Mapping32, A: Axes> sealed::Sealed for &Split<'_, T, L, A> {}

impl<'v, T: Element, L: Mapping32, A: Axes> Edged for &'v Split<'_, T, L, A> {
    type Views = Split<'v, T, L, A>;

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn has_all(&self) -> bool {
        Split::has_all(self)
    }

    #[inline(always)]
    unsafe fn again(self, is_full: bool) -> Split<'v, T, L, A> {
        // SAFETY: as the caller promises.
        unsafe { Split::again(self, is_full) }
    }
}

macro_rules! tuples {
    ($($($view:ident $number:tt),*;)*) => {
        $(
            impl<$($view: Edged),*> sealed::Sealed for ($($view,)*) {}

            impl<$($view: Edged),*> Edged for ($($view,)*) {
                type Views = ($($view::Views,)*);

                #[inline(always)]
                fn has_all(&self) -> bool {
                    // All comparisons, then one branch.
                    true $(& self.$number.has_all())*
                }

                #[inline(always)]
                unsafe fn again(self, is_full: bool) -> Self::Views {
                    // SAFETY: as the caller promises of all of them.
                    unsafe { ($(self.$number.again(is_full),)*) }
                }
            }
        )*
    };
}
tuples! {
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
}
