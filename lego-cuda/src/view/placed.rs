//! Tiles of shared memory whose layout a launch passes: `#[shared(layout)]`.
//!
//! Such a tile is two things at once. The kernel sees memory of its block, a [`Shared`]. The launch sees a parameter: what
//! crosses are the layout's sizes that are given at run time, where in the memory that the launch adds the tile begins, and
//! how many elements it has there.
//! [`Placed`] stands for the tile where the launch sees it, so that `Shared` itself is no parameter, and no tile crosses
//! without memory of its own.

use super::shared::Shared;
use crate::device::{Element, shared};
use crate::kernel::Parameter;
use core::fmt;
use core::marker::PhantomData;
use lego_core::Mapping32;
use lego_core::check::fingerprint;

/// A parameter that is marked `#[shared(layout)]`, of type `S`, as a launch and an entry know it.
#[doc(hidden)]
pub struct Placed<S>(PhantomData<fn() -> S>);

/// A tile as a launch hands it over: the layout's sizes that are given at run time, where it begins in the shared memory that
/// the launch adds, in bytes, and its elements. The kernel does not count them anew: a layout that nobody proved may say
/// something else there.
///
/// Sizes come first, as in a [`ViewAbi`](super::ViewAbi).
#[repr(C)]
pub struct SharedAbi<L: Mapping32> {
    sizes: L::Sizes32,
    offset: u32,
    len: u32,
}

impl<L: Mapping32> SharedAbi<L> {
    /// The tile of a layout at an offset, of `len` elements.
    #[inline(always)]
    pub fn new(layout: L, offset: u32, len: u32) -> Self {
        Self { sizes: layout.sizes_u32(), offset, len }
    }
}

impl<L: Mapping32> Clone for SharedAbi<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Mapping32> Copy for SharedAbi<L> {}

impl<L: Mapping32> fmt::Debug for SharedAbi<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sizes, offset, len } = self;
        f.debug_struct("SharedAbi").field("offset", offset).field("len", len).field("sizes", sizes).finish()
    }
}

// SAFETY: the ABI is `repr(C)` of numbers; the lifetime is the tile's only one.
unsafe impl<T: Element, L: Mapping32> Parameter for Placed<Shared<'_, T, L>> {
    type Abi = SharedAbi<L>;
    type During<'launch> = Shared<'launch, T, L>;
    const FINGERPRINT: u64 = fingerprint("Placed", &[T::FINGERPRINT, L::FINGERPRINT]);

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn from_abi<'launch>(SharedAbi { sizes, offset, len }: SharedAbi<L>) -> Shared<'launch, T, L> {
        // SAFETY: the launch checked the layout and placed the tile, whose bytes are less than all shared memory.
        unsafe { Shared::from_raw(shared::placed(offset, len * T::BYTES as u32), len, L::from_sizes_u32(sizes)) }
    }
}
