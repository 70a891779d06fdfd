//! Values that threads hand to each other: elements, and tuples of them.

use crate::device::element::Element;
use crate::device::operands::SourceLane;
use crate::device::shared::SharedPtr;
use crate::device::warp::Warp;
use lego_machine::limits::WIDEST_ACCESS;

/// A value that a thread can hand to another: an [`Element`], or a tuple of up to four such values.
///
/// A shuffle of it takes an instruction for each 32 bits.
///
/// ```
/// use lego_cuda::device::Warp;
/// /// The smallest and the largest number of a warp.
/// fn bounds(x: f32) -> (f32, f32) {
///     Warp::ALL.reduce((x, x), |a, b| (a.0.min(b.0), a.1.max(b.1)))
/// }
/// ```
pub trait Exchange: Copy + 'static {
    /// The bytes that [`SLOTS`] values take in shared memory, a multiple of the widest access.
    #[doc(hidden)]
    const COLUMN: u32;

    #[doc(hidden)]
    fn shuffled(self, warp: Warp, source: SourceLane) -> Self;

    /// # Safety
    /// The column is a multiple of the widest access, and its bytes belong to the block's shared memory; the slot is below
    /// [`SLOTS`].
    #[doc(hidden)]
    unsafe fn put(self, column: u32, slot: u32);

    /// # Safety
    /// That of [`put`](Exchange::put).
    #[doc(hidden)]
    unsafe fn take(column: u32, slot: u32) -> Self;
}

/// The values of a column: one a warp, and one for all of them; as many more make columns of a multiple of 16 bytes.
pub(super) const SLOTS: u32 = 36;

impl<T: Element> Exchange for T {
    // A value of two bytes has the room of the wider one that its sum is computed in.
    const COLUMN: u32 = SLOTS * if T::BYTES < 4 { 4 } else { T::BYTES as u32 };

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn shuffled(self, warp: Warp, source: SourceLane) -> Self {
        warp.shuffle(self, source)
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn put(self, column: u32, slot: u32) {
        // SAFETY: as the caller promises; elements of a column follow each other from a multiple of their size on.
        unsafe { SharedPtr::from_offset(column + slot * T::BYTES as u32) }.set(self);
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn take(column: u32, slot: u32) -> Self {
        // SAFETY: as for `put`.
        unsafe { SharedPtr::from_offset(column + slot * T::BYTES as u32) }.get()
    }
}

const _: () = assert!((4 * SLOTS).is_multiple_of(WIDEST_ACCESS));

/// The parts of a tuple have a column each, so that the lanes of a warp use different banks.
macro_rules! tuples {
    ($($($part:ident $name:ident),*;)*) => {
        $(
            impl<$($part: Exchange),*> Exchange for ($($part,)*) {
                const COLUMN: u32 = 0 $(+ $part::COLUMN)*;

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                fn shuffled(self, warp: Warp, source: SourceLane) -> Self {
                    let ($($name,)*) = self;
                    ($($name.shuffled(warp, source),)*)
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                #[allow(unused_assignments)] // after the last part
                unsafe fn put(self, mut column: u32, slot: u32) {
                    let ($($name,)*) = self;
                    $(
                        // SAFETY: as the caller promises; the columns of the parts follow each other.
                        unsafe { $name.put(column, slot) };
                        column += $part::COLUMN;
                    )*
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                #[allow(unused_assignments)] // after the last part
                unsafe fn take(mut column: u32, slot: u32) -> Self {
                    $(
                        // SAFETY: as for `put`.
                        let $name = unsafe { $part::take(column, slot) };
                        column += $part::COLUMN;
                    )*
                    ($($name,)*)
                }
            }
        )*
    };
}
tuples! {
    A a, B b;
    A a, B b, C c;
    A a, B b, C c, D d;
}
