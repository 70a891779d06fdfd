//! Copies from a view of global memory into a tile of shared memory, which run while the thread goes on.

use super::global::Global;
use super::layout::Always;
use super::shared::Shared;
use crate::device::{Element, SharedPtr, copy_async};
use lego_core::Mapping32;

/// Asynchronous copies: begun here, ended as groups by [`commit`](copy_async::commit), and in the tile after
/// [`wait`](copy_async::wait) for the thread itself, after a barrier behind that for its block.
///
/// What is copied passes through no register, so a thread may have more of it under way than it has registers for.
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::{copy_async, sync_threads, thread_idx};
/// use lego_cuda::view::{Global, Shared};
///
/// layout! {
///     type Line(n) = Row(n);
///     type Tile = Row(128);
/// }
///
/// /// The sum of an element and its neighbour among the first 128 of a line; behind the end there is 0.
/// fn neighbours(line: Global<'_, f32, Line>, tile: Shared<'_, f32, Tile>) -> f32 {
///     let thread = thread_idx();
///     if !tile.try_fetch([thread.x], line, [thread.x]) {
///         tile.set([thread.x], 0.0);
///     }
///     copy_async::commit();
///     copy_async::wait::<0>();
///     sync_threads();
///     tile.get([thread.x]) + tile.get([(thread.x + 1) % 128])
/// }
/// ```
impl<T: Element, L: Mapping32> Shared<'_, T, L> {
    /// Begins to copy the element of an index of global memory to an index of the tile, if there is such an element; whether there
    /// is. It has 4, 8 or 16 bytes, or the kernel does not compile.
    ///
    /// Law: after `copy_async::commit()` and `copy_async::wait::<0>()`, `get(to)` is `from.get(at)`.
    ///
    /// # Panics
    /// If the index of the tile lies outside of its extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_fetch<M: Mapping32>(self, to: L::Index32, from: Global<'_, T, M>, at: M::Index32) -> bool
    where
        L::Position32: Always,
    {
        fetch(self.at(to), from, at)
    }

    /// As [`try_fetch`](Shared::try_fetch) for a view whose elements are vectors, to the `N` elements from an index of the tile on
    /// along its last axis.
    ///
    /// # Panics
    /// If one of these lies outside of the extents, or they do not lie side by side from a multiple of `N` on: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn try_fetch_vector<const N: usize, M: Mapping32>(
        self,
        to: L::Index32,
        from: Global<'_, [T; N], M>,
        at: M::Index32,
    ) -> bool
    where
        L::Position32: Always,
        [T; N]: Element,
    {
        fetch(self.vector::<N>(to), from, at)
    }
}

/// Begins the copy of an element, if there is one.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn fetch<T: Element, M: Mapping32>(to: SharedPtr<T>, from: Global<'_, T, M>, at: M::Index32) -> bool {
    let Some(element) = from.find(at) else { return false };
    // SAFETY: it is one of the elements of the view, which nothing writes during the launch.
    unsafe { copy_async::copy(to, element) };
    true
}
