//! An array that stays among the parameters of a kernel, so that an element is read by an index that is known when the kernel runs.

use crate::device::Element;
#[cfg(target_arch = "nvptx64")]
use crate::device::parameter;
use crate::kernel::Parameter;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use lego_core::check::fingerprint;

/// N elements that a launch hands over, and that stay where it put them: each is read when it is asked for.
///
/// Of an array by value, `[T; N]`, a kernel has all elements in registers, and an index that is not known when it is compiled would move them to memory
/// first. A GPU has parameters in a memory of constants, where an index costs nothing.
///
/// ```
/// use lego_cuda::device::{block_idx, linear_thread_idx};
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error, Launch};
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{BlockX, InPlace, Split, ThreadX};
///
/// lego::layout!(pub type Lines(n) = Row(n, 32););
///
/// /// Sets a line to its number of the table.
/// #[lego_kernel(threads = 32)]
/// pub fn fill(table: InPlace<'_, u32, 4>, output: Split<'_, u32, Lines, (BlockX, ThreadX)>) {
///     output.set([], table.get(block_idx().x));
/// }
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let mut output = device.poisoned(64)?;
/// let lines = output.view_mut(Lines::new(2).map_err(Error::layout("output"))?);
/// Fill::launch(&device.without_program()?, Launch::covering(), [7, 8, 9, 10], lines)?;
/// assert_eq!(output.read()?, [[7; 32], [8; 32]].concat());
/// # Ok(())
/// # }
/// # main().unwrap();
/// ```
pub struct InPlace<'a, T, const N: usize> {
    /// Where the elements are, in the memory of parameters.
    #[cfg(target_arch = "nvptx64")]
    place: u64,
    #[cfg(not(target_arch = "nvptx64"))]
    elements: [T; N],
    lifetime: PhantomData<&'a [T; N]>,
}

/// Elements as a launch hands them over. A GPU keeps them where they are, and hands on their address.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct InPlaceAbi<T: Copy, const N: usize>(MaybeUninit<[T; N]>);

impl<T: Copy, const N: usize> InPlaceAbi<T, N> {
    /// These elements.
    #[cfg(not(target_arch = "nvptx64"))]
    pub(crate) fn new(elements: [T; N]) -> Self {
        Self(MaybeUninit::new(elements))
    }
}

impl<T: Copy, const N: usize> Clone for InPlace<'_, T, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, const N: usize> Copy for InPlace<'_, T, N> {}

impl<T: Element, const N: usize> InPlace<'_, T, N> {
    /// The element with a number, from 0.
    ///
    /// # Panics
    /// If there are not so many: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(&self, number: u32) -> T {
        if number >= const { N as u32 } {
            crate::device::trap();
        }
        // SAFETY: as was looked at.
        unsafe { self.get_unchecked(number) }
    }

    /// As [`get`](InPlace::get), of a number that is known to be one.
    ///
    /// # Safety
    /// `number` is less than N.
    #[inline(always)]
    pub unsafe fn get_unchecked(&self, number: u32) -> T {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the parameter has the element, and nothing writes parameters.
        return unsafe { parameter::load(self.place + const { T::BYTES as u64 } * u64::from(number)) };
        #[cfg(not(target_arch = "nvptx64"))]
        // SAFETY: as the caller promises.
        unsafe {
            *self.elements.get_unchecked(number as usize)
        }
    }
}

// SAFETY: the ABI is `repr(C)` of the elements, which are the same on both sides; the lifetime is the only one.
unsafe impl<T: Element + Send + Sync, const N: usize> Parameter for InPlace<'_, T, N> {
    type Abi = InPlaceAbi<T, N>;
    type During<'launch> = InPlace<'launch, T, N>;
    const FINGERPRINT: u64 = fingerprint("an array in place", &[T::FINGERPRINT, N as u64]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(abi: InPlaceAbi<T, N>) -> InPlace<'launch, T, N> {
        const {
            assert!(N > 0 && N <= u32::MAX as usize, "an array without elements, or of 2^32, is no parameter");
            assert!(N * T::BYTES >= 8, "an array in place has 8 bytes or more");
        }
        #[cfg(target_arch = "nvptx64")]
        {
            // SAFETY: the entry put the address there.
            let address = unsafe { abi.0.as_ptr().cast::<u64>().read_unaligned() };
            InPlace { place: parameter::place(address), lifetime: PhantomData }
        }
        #[cfg(not(target_arch = "nvptx64"))]
        // SAFETY: a launch made it of elements.
        InPlace { elements: unsafe { abi.0.assume_init() }, lifetime: PhantomData }
    }

    #[inline(always)]
    fn in_entry(_: InPlaceAbi<T, N>, address: impl FnOnce() -> u64) -> InPlaceAbi<T, N> {
        let mut elements = MaybeUninit::<[T; N]>::uninit();
        // SAFETY: there are 8 bytes or more.
        unsafe { elements.as_mut_ptr().cast::<u64>().write_unaligned(address()) };
        InPlaceAbi(elements)
    }
}
