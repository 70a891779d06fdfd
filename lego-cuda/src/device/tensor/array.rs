//! Tensor maps that are a parameter themselves, of which a kernel chooses one by its number.

use super::TensorMap;
#[cfg(not(target_arch = "nvptx64"))]
use super::TensorWords;
use crate::device::element::Element;
use crate::kernel::Parameter;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use lego_core::check::fingerprint;
use lego_core::{Mapping32, StaticMapping};

/// Up to N [tensor maps](TensorMap) that a launch hands over with its other parameters: what
/// [`Device::tensor_map_array`](crate::launch::Device::tensor_map_array) makes.
///
/// They are there when the kernel begins, and nobody has to [acquire](TensorMap::acquire) them, as those of [`TensorMaps`](super::TensorMaps), which come
/// from memory. A map has 128 bytes, and all parameters of a kernel have at most 32,764.
///
/// ```
/// use lego_cuda::device::tensor::TensorMapArray;
/// use lego_cuda::device::{Mbarrier, block_idx, linear_thread_idx, mbarrier, sync_threads};
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error, Launch};
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{BlockX, Shared, Split, ThreadX};
///
/// lego::layout! {
///     pub type Word = Row(1);
///     pub type Line = Row(32);
///     pub type Lines(n) = Row(n, 32);
///     pub type Vector(n) = Row(n);
/// }
///
/// /// Copies the beginning of one of at most four vectors after another.
/// #[lego_kernel(threads = 32)]
/// pub fn beginnings(
///     vectors: TensorMapArray<'_, u32, Line, 4>,
///     output: Split<'_, u32, Lines, (BlockX, ThreadX)>,
///     #[shared(dynamic)] line: Shared<'_, u32, Line>,
///     #[shared] barrier: Shared<'_, u64, Word>,
/// ) {
///     let arrived = Mbarrier::at(barrier.slice().at(0));
///     if linear_thread_idx() == 0 {
///         arrived.init(1);
///         mbarrier::fence_init();
///         arrived.arrive_expecting(128);
///         // SAFETY: a launch with two blocks passes two maps; the line is a box's, and nobody uses it before the bytes have come.
///         unsafe { vectors.get_unchecked(block_idx().x).load(line.slice().at(0), [0], arrived) };
///     }
///     sync_threads();
///     arrived.wait(0);
///     output.set([], line.get([linear_thread_idx()]));
/// }
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let buffers = [device.buffer_from(&[1; 40])?, device.buffer_from(&[2; 8])?];
/// let vector = |n| Vector::new(n).map_err(Error::layout("vector"));
/// let views = [buffers[0].tensor_map(vector(40)?)?, buffers[1].tensor_map(vector(8)?)?];
/// let mut output = device.poisoned(64)?;
/// let lines = output.view_mut(Lines::new(2).map_err(Error::layout("output"))?);
/// Beginnings::launch(&device.without_program()?, Launch::grid(2), &device.tensor_map_array(&views)?, lines)?;
/// // Where a vector has no elements, there are zeros.
/// assert_eq!(output.read()?, [[1; 32].as_slice(), &[2; 8], &[0; 24]].concat());
/// # Ok(())
/// # }
/// # main().unwrap();
/// ```
pub struct TensorMapArray<'a, T, L, const N: usize> {
    /// Where the maps are.
    #[cfg(target_arch = "nvptx64")]
    address: u64,
    #[cfg(not(target_arch = "nvptx64"))]
    words: [TensorWords; N],
    elements: PhantomData<(&'a [T], L)>,
}

/// Tensor maps as a launch hands them over. A GPU keeps them where they are, and hands on their address.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TensorMapArrayAbi<const N: usize>(MaybeUninit<[[u64; 16]; N]>);

impl<const N: usize> TensorMapArrayAbi<N> {
    /// These maps.
    #[cfg(not(target_arch = "nvptx64"))]
    pub(crate) fn new(words: [TensorWords; N]) -> Self {
        Self(MaybeUninit::new(words))
    }
}

impl<T, L, const N: usize> Clone for TensorMapArray<'_, T, L, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L, const N: usize> Copy for TensorMapArray<'_, T, L, N> {}

impl<'a, T: Element, L: StaticMapping + Mapping32, const N: usize> TensorMapArray<'a, T, L, N> {
    /// The map with a number, from 0.
    ///
    /// # Safety
    /// The launch passes more than `number`.
    #[inline(always)]
    pub unsafe fn get_unchecked(&self, number: u32) -> TensorMap<'a, T, L> {
        #[cfg(target_arch = "nvptx64")]
        return TensorMap { address: self.address + 128 * u64::from(number), elements: PhantomData };
        #[cfg(not(target_arch = "nvptx64"))]
        TensorMap { address: 0, words: self.words[number as usize], elements: PhantomData }
    }
}

// SAFETY: the ABI is `repr(C)` of numbers; the lifetime is the only one.
unsafe impl<T: Element, L: StaticMapping + Mapping32, const N: usize> Parameter for TensorMapArray<'_, T, L, N> {
    type Abi = TensorMapArrayAbi<N>;
    type During<'launch> = TensorMapArray<'launch, T, L, N>;
    const FINGERPRINT: u64 = fingerprint("TensorMapArray", &[T::FINGERPRINT, L::FINGERPRINT, N as u64]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(abi: TensorMapArrayAbi<N>) -> TensorMapArray<'launch, T, L, N> {
        const { assert!(N > 0, "an array without tensor maps is no parameter") };
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: the entry put the address there.
        return TensorMapArray { address: unsafe { abi.0.as_ptr().cast::<u64>().read() }, elements: PhantomData };
        #[cfg(not(target_arch = "nvptx64"))]
        // SAFETY: a launch made it of words.
        TensorMapArray { words: unsafe { abi.0.assume_init() }, elements: PhantomData }
    }

    #[inline(always)]
    fn in_entry(_: TensorMapArrayAbi<N>, address: impl FnOnce() -> u64) -> TensorMapArrayAbi<N> {
        let mut words = MaybeUninit::<[[u64; 16]; N]>::uninit();
        // SAFETY: there is at least one map, whose first word it is.
        unsafe { words.as_mut_ptr().cast::<u64>().write(address()) };
        TensorMapArrayAbi(words)
    }
}
