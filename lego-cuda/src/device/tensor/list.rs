//! Tensor maps in global memory, of which a kernel chooses one by its number.

use super::TensorMap;
use crate::device::element::Element;
#[cfg(not(target_arch = "nvptx64"))]
use crate::device::{global, host};
use crate::kernel::Parameter;
use core::marker::PhantomData;
use lego_core::check::fingerprint;
use lego_core::{Mapping32, StaticMapping};

/// The bytes of a map.
const MAP_BYTES: u64 = 128;

/// So many [tensor maps](TensorMap) in global memory: what [`Device::tensor_maps`](crate::launch::Device::tensor_maps) makes.
///
/// A host wrote them there, and the copy engine reads them past the caches of threads: who chooses one calls
/// [`acquire`](TensorMap::acquire) before its first copy.
///
/// ```
/// use lego_cuda::device::tensor::TensorMaps;
/// use lego_cuda::device::{Mbarrier, linear_thread_idx, mbarrier, sync_threads};
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
/// /// Copies the beginning of one vector after another.
/// #[lego_kernel(threads = 32)]
/// pub fn beginnings(
///     vectors: TensorMaps<'_, u32, Line>,
///     output: Split<'_, u32, Lines, (BlockX, ThreadX)>,
///     #[shared(dynamic)] line: Shared<'_, u32, Line>,
///     #[shared] barrier: Shared<'_, u64, Word>,
/// ) {
///     let arrived = Mbarrier::at(barrier.slice().at(0));
///     if linear_thread_idx() == 0 {
///         arrived.init(1);
///         mbarrier::fence_init();
///         arrived.arrive_expecting(128);
///         let vector = vectors.get(lego_cuda::device::block_idx().x);
///         vector.acquire();
///         // SAFETY: the line is a box's, and nobody uses it before the bytes have come.
///         unsafe { vector.load(line.slice().at(0), [0], arrived) };
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
/// Beginnings::launch(&device.without_program()?, Launch::grid(2), &device.tensor_maps(&views)?, lines)?;
/// // Where a vector has no elements, there are zeros.
/// assert_eq!(output.read()?, [[1; 32].as_slice(), &[2; 8], &[0; 24]].concat());
/// # Ok(())
/// # }
/// # main().unwrap();
/// ```
pub struct TensorMaps<'a, T, L> {
    address: u64,
    count: u32,
    elements: PhantomData<(&'a [T], L)>,
}

/// Tensor maps as a launch hands them over: where they are, and how many.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TensorMapsAbi {
    address: u64,
    count: u64,
}

impl TensorMapsAbi {
    /// So many maps from an address on.
    #[cfg(not(target_arch = "nvptx64"))]
    pub(crate) fn new(address: u64, count: u32) -> Self {
        Self { address, count: count.into() }
    }
}

impl<T, L> Clone for TensorMaps<'_, T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L> Copy for TensorMaps<'_, T, L> {}

impl<'a, T: Element, L: StaticMapping + Mapping32> TensorMaps<'a, T, L> {
    /// How many there are.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.count
    }

    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The map with a number, from 0.
    ///
    /// # Panics
    /// If there are not so many: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(self, number: u32) -> TensorMap<'a, T, L> {
        if number >= self.count {
            crate::device::trap();
        }
        // SAFETY: as was looked at.
        unsafe { self.get_unchecked(number) }
    }

    /// As [`get`](TensorMaps::get), of a number that is known to be one.
    ///
    /// # Safety
    /// There are more than `number`.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn get_unchecked(self, number: u32) -> TensorMap<'a, T, L> {
        let address = self.address + MAP_BYTES * u64::from(number);
        #[cfg(target_arch = "nvptx64")]
        return TensorMap { address, elements: PhantomData };
        #[cfg(not(target_arch = "nvptx64"))]
        {
            let (from, mut words) = (core::ptr::with_exposed_provenance::<[u64; 2]>(address as usize), [0; 16]);
            for (at, pair) in words.chunks_exact_mut(2).enumerate() {
                // SAFETY: the launch vouches for the maps, and the caller for the number.
                pair.copy_from_slice(&unsafe { global::load_read_only(from.add(at)) });
            }
            TensorMap { address, words, elements: PhantomData }
        }
    }

    /// Lets the map with a number come as near as the second cache, if there is one of that number. The thread does not wait.
    #[inline(always)]
    pub fn prefetch(self, number: u32) {
        #[cfg(target_arch = "nvptx64")]
        if number < self.count {
            let address = self.address + MAP_BYTES * u64::from(number);
            // SAFETY: the address is one of a map, which lives as long as the launch.
            unsafe {
                core::arch::asm!("prefetch.global.L2 [{}];", in(reg64) address, options(nostack, preserves_flags))
            }
        }
        #[cfg(not(target_arch = "nvptx64"))]
        let _ = number;
    }
}

impl<T: Element, L: StaticMapping + Mapping32> TensorMap<'_, T, L> {
    /// Lets the copy engine see the map as a host wrote it in global memory: for one of [`TensorMaps`], in each block before its first copy, by the
    /// thread that copies or by one that it meets at a barrier in between. One that is a parameter itself needs none.
    ///
    /// Kernels write no maps: what is behind the fence is a copy of the host's, and the fence is for the cache in which the engine may have what was at
    /// this address before. The executor reports a copy by a map that the block has not acquired so.
    #[inline(always)]
    pub fn acquire(self) {
        #[cfg(target_arch = "nvptx64")]
        // SAFETY: a fence changes neither registers nor memory.
        unsafe {
            core::arch::asm!(
                "fence.proxy.tensormap::generic.acquire.sys [{}], 128;",
                in(reg64) self.address,
                options(nostack, preserves_flags)
            )
        }
        #[cfg(not(target_arch = "nvptx64"))]
        if self.address != 0 {
            host::call!("TensorMap::acquire", tensor_map_acquire(self.address));
        }
    }
}

// SAFETY: the ABI is `repr(C)` of numbers; the lifetime is the only one.
unsafe impl<T: Element, L: StaticMapping + Mapping32> Parameter for TensorMaps<'_, T, L> {
    type Abi = TensorMapsAbi;
    type During<'launch> = TensorMaps<'launch, T, L>;
    const FINGERPRINT: u64 = fingerprint("TensorMaps", &[T::FINGERPRINT, L::FINGERPRINT]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(TensorMapsAbi { address, count }: TensorMapsAbi) -> TensorMaps<'launch, T, L> {
        TensorMaps { address, count: count as u32, elements: PhantomData }
    }
}
