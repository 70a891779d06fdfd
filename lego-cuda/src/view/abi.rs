//! Views, slices and arrays as they cross from a launch into a kernel.

use core::fmt;
use lego_core::Mapping32;

/// A view as a launch hands it over: where the elements are, the layout's sizes that are given at run time, and how many
/// elements there are.
///
/// For a layout without such sizes these are 16 bytes, of which the kernel mostly reads 8. What a layout holds besides does not
/// cross: an address of the host would mean nothing on a GPU.
///
/// A kernel gets its parameters in words of 8 bytes. Sizes begin with one, because two that are read together across such
/// words would be put together in memory.
#[repr(C)]
pub struct ViewAbi<T, L: Mapping32> {
    pointer: *mut T,
    sizes: L::Sizes32,
    len: u32,
}

/// A slice as a launch hands it over.
#[repr(C)]
pub struct SliceAbi<T> {
    pointer: *const T,
    len: usize,
}

/// An array as a launch hands it over: its elements.
///
/// ```
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error, Launch};
/// use lego_cuda::view::{BlockX, Split, ThreadX};
/// use lego_cuda::{lego_kernel, unroll};
///
/// lego::layout!(pub type Line = Row(2, 32););
///
/// /// Sets every element to the polynomial of these coefficients at its number.
/// #[lego_kernel(threads = 32)]
/// pub fn polynomial(output: Split<'_, f32, Line, (BlockX, ThreadX)>, coefficients: [f32; 3]) {
///     let (x, mut value) = (lego_cuda::device::thread_idx().x as f32, 0.0);
///     unroll!(for k in [2, 1, 0] {
///         value = value * x + coefficients[k];
///     });
///     output.try_set([], value);
/// }
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let mut output = device.poisoned(64)?;
/// Polynomial::launch(&device.without_program()?, Launch::covering(), &mut output, [1.0, 0.0, 2.0])?;
/// assert_eq!(output.read()?[..3], [1.0, 3.0, 9.0]);
/// # Ok(())
/// # }
/// # main().unwrap();
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ArrayAbi<T, const N: usize>(pub [T; N]);

impl<T, L: Mapping32> ViewAbi<T, L> {
    /// `len` elements from a pointer on, as a layout sees them. More than the largest `u32` count as that many.
    #[inline(always)]
    pub fn new(pointer: *mut T, len: usize, layout: L) -> Self {
        Self { pointer, sizes: layout.sizes_u32(), len: u32::try_from(len).unwrap_or(u32::MAX) }
    }

    /// Pointer, length and layout.
    #[inline(always)]
    pub(super) fn parts(self) -> (*mut T, u32, L) {
        (self.pointer, self.len, L::from_sizes_u32(self.sizes))
    }
}

impl<T> SliceAbi<T> {
    /// `len` elements from a pointer on. Without elements the pointer may be any.
    #[inline(always)]
    pub fn new(pointer: *const T, len: usize) -> Self {
        let pointer = if len == 0 { core::ptr::NonNull::dangling().as_ptr() } else { pointer };
        Self { pointer, len }
    }

    /// No slice: what no slice is handed over as.
    #[inline(always)]
    pub const fn none() -> Self {
        Self { pointer: core::ptr::null(), len: 0 }
    }

    /// The same, if it is a slice.
    #[inline(always)]
    pub(super) fn some(self) -> Option<Self> {
        if self.pointer.is_null() { None } else { Some(self) }
    }

    /// Pointer, never null of a slice, and length.
    #[inline(always)]
    pub(super) fn parts(self) -> (*const T, usize) {
        (self.pointer, self.len)
    }
}

impl<T, L: Mapping32> Clone for ViewAbi<T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: Mapping32> Copy for ViewAbi<T, L> {}

// SAFETY: it is an address and numbers; nothing is accessed through it before `from_abi`, whose caller answers for that.
unsafe impl<T, L: Mapping32> Send for ViewAbi<T, L> {}
// SAFETY: as above.
unsafe impl<T, L: Mapping32> Sync for ViewAbi<T, L> {}

impl<T> Clone for SliceAbi<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SliceAbi<T> {}

// SAFETY: it is an address and a number; nothing is accessed through it before `from_abi`, whose caller answers for that.
unsafe impl<T> Send for SliceAbi<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for SliceAbi<T> {}

impl<T, L: Mapping32> fmt::Debug for ViewAbi<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ViewAbi")
            .field("pointer", &self.pointer)
            .field("len", &self.len)
            .field("sizes", &self.sizes)
            .finish()
    }
}

impl<T> fmt::Debug for SliceAbi<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SliceAbi").field("pointer", &self.pointer).field("len", &self.len).finish()
    }
}
