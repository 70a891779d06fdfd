//! Atomic updates of elements, by safe code: of a tile of shared memory, and of global memory that all blocks update.

use super::abi::ViewAbi;
use super::layout::Always;
use super::linear::Linear;
use super::memory::Memory;
use super::shared::Shared;
use crate::device::atomic::{self, Integer, Number};
use crate::device::{Element, Scope};
use crate::kernel::Parameter;
use core::marker::PhantomData;
use lego_core::Mapping32;
use lego_core::check::fingerprint;

/// Global memory that all threads of a launch update atomically, as a layout sees it.
///
/// Nothing but atomics reaches its elements during the launch, so safe code may use it from every thread. A host passes
/// `&mut buffer`, or `buffer.view_mut(layout)`, of numbers that somebody wrote: [`zeroed`](crate::launch::Device::zeroed).
///
/// Law: all updates of an element happen one after the other, in some order, and each gives what the one before left. They
/// order nothing else; [`load_acquire`](Atomic::load_acquire) and [`store_release`](Atomic::store_release) do.
///
/// ```
/// use lego_cuda::device::grid_stride;
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{Atomic, Global};
///
/// /// How often each number below the number of bins occurs.
/// #[lego_kernel(threads = 64, instances(count))]
/// pub fn count(numbers: Global<'_, u32>, bins: Atomic<'_, u32>) {
///     for i in grid_stride(numbers.len()) {
///         bins.try_fetch_add([numbers.get([i])], 1);
///     }
/// }
///
/// # #[cfg(feature = "executor")] {
/// # use lego_cuda::executor::Executor;
/// # use lego_cuda::launch::{Device, Error, Launch};
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let numbers = device.buffer_from(&(0..1000).map(|i| i * i % 11).collect::<Vec<u32>>())?;
/// let mut bins = device.zeroed::<u32>(5)?;
/// Count::launch(&module, Launch::grid(3), &numbers, &mut bins)?;
/// assert_eq!(bins.read()?, [91, 181, 0, 182, 182]);
/// # Ok(())
/// # }
/// # main().unwrap();
/// # }
/// ```
pub struct Atomic<'a, T, L = Linear> {
    memory: Memory<T, L>,
    borrowed: PhantomData<&'a mut [T]>,
}

impl<T, L: Copy> Clone for Atomic<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: Copy> Copy for Atomic<'_, T, L> {}

/// The updates of a place that a function finds: where there must be one, and where there may be one.
macro_rules! updates {
    ($scope:expr, $find:ident, $bound:path: $($(#[$meta:meta])* $name:ident, $try_name:ident = $function:ident;)*) => {
        $(
            $(#[$meta])*
            /// Gives what was there before.
            ///
            /// # Panics
            /// If the index lies outside of the extents: a trap on the GPU.
            #[inline(always)]
            #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
            pub fn $name(self, index: L::Index32, value: T) -> T
            where
                T: $bound,
                L::Position32: Always,
            {
                // SAFETY: the place is that of an element, which atomics alone may use at this time.
                unsafe { atomic::$function(self.at(index), value, $scope) }
            }

            /// As the method without `try`; `None` outside of the extents or where an `ExpandBy` stores nothing.
            #[inline(always)]
            #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
            pub fn $try_name(self, index: L::Index32, value: T) -> Option<T>
            where
                T: $bound,
            {
                let place = self.$find(index)?;
                // SAFETY: as above.
                Some(unsafe { atomic::$function(place, value, $scope) })
            }
        )*
    };
}

/// All updates, with the scope of the threads among which they are one.
macro_rules! all_updates {
    ($scope:expr, $find:ident) => {
        updates! { $scope, $find, Number:
            /// Adds; integers wrap.
            fetch_add, try_fetch_add = add;
            /// Puts a value in.
            swap, try_swap = exchange;
        }
        updates! { $scope, $find, Integer:
            /// Keeps the smaller.
            fetch_min, try_fetch_min = min;
            /// Keeps the larger.
            fetch_max, try_fetch_max = max;
            /// Keeps the bits that both have.
            fetch_and, try_fetch_and = and;
            /// Keeps the bits that one has.
            fetch_or, try_fetch_or = or;
            /// Keeps the bits that just one has.
            fetch_xor, try_fetch_xor = xor;
        }

        /// Puts a value in if the expected one is there, bit for bit; gives what was there, as an error if it was another.
        ///
        /// # Errors
        /// What was there instead of the expected value.
        ///
        /// # Panics
        /// If the index lies outside of the extents: a trap on the GPU.
        #[inline(always)]
        #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
        pub fn compare_exchange(self, index: L::Index32, expected: T, value: T) -> Result<T, T>
        where
            T: Number,
            L::Position32: Always,
        {
            // SAFETY: the place is that of an element, which atomics alone may use at this time.
            let found = unsafe { atomic::compare_exchange(self.at(index), expected, value, $scope) };
            if found.to_bits64() == expected.to_bits64() { Ok(found) } else { Err(found) }
        }
    };
}

/// Atomic updates: relaxed, among the threads of the GPU.
impl<'a, T: Element, L: Mapping32> Atomic<'a, T, L> {
    all_updates!(Scope::Gpu, find);

    /// Reads an element, all of whose bits are of one update. Orders nothing else.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn load(self, index: L::Index32) -> T
    where
        T: Number,
        L::Position32: Always,
    {
        // SAFETY: the place is that of an element, which atomics alone use during the launch.
        unsafe { atomic::load_relaxed(self.at(index), Scope::Gpu) }
    }

    /// Reads an element before everything that comes after: what the thread wrote before that stored it by
    /// [`store_release`](Atomic::store_release) is seen.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn load_acquire(self, index: L::Index32) -> T
    where
        T: Number,
        L::Position32: Always,
    {
        // SAFETY: as for `load`.
        unsafe { atomic::load_acquire(self.at(index), Scope::Gpu) }
    }

    /// Writes an element. Orders nothing else.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn store(self, index: L::Index32, value: T)
    where
        T: Number,
        L::Position32: Always,
    {
        // SAFETY: as for `load`.
        unsafe { atomic::store_relaxed(self.at(index), value, Scope::Gpu) }
    }

    /// Writes an element after everything that comes before.
    ///
    /// # Panics
    /// If the index lies outside of the extents: a trap on the GPU.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn store_release(self, index: L::Index32, value: T)
    where
        T: Number,
        L::Position32: Always,
    {
        // SAFETY: as for `load`.
        unsafe { atomic::store_release(self.at(index), value, Scope::Gpu) }
    }

    /// A view of `len` elements.
    ///
    /// # Safety
    /// The elements are in global memory, begin at a multiple of 16 bytes, live for `'a`, and are used during it by atomics of
    /// the GPU's scope alone. [`check_u32`](Mapping32::check_u32) of the layout is `Ok`, and `len` is no less than its span.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub unsafe fn from_raw(pointer: *mut T, len: u32, layout: L) -> Self {
        // SAFETY: as the caller promises.
        Self { memory: unsafe { Memory::new(pointer, len, layout) }, borrowed: PhantomData }
    }

    /// The same elements by another layout.
    ///
    /// # Safety
    /// That of [`Memory::seen_by`].
    #[inline(always)]
    pub(super) unsafe fn seen_by<M: Mapping32>(self, layout: M) -> Atomic<'a, T, M> {
        // SAFETY: as the caller promises.
        Atomic { memory: unsafe { self.memory.seen_by(layout) }, borrowed: PhantomData }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(self) -> L {
        self.memory.layout()
    }

    /// The logical extents.
    #[inline(always)]
    pub fn dims(self) -> L::Index32 {
        self.memory.dims()
    }

    /// The number of positions of the layout, of which a buffer may have more.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // a layout without positions is nothing anyone makes
    pub fn len(self) -> u32 {
        self.memory.span()
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn at(self, index: L::Index32) -> *mut T
    where
        L::Position32: Always,
    {
        self.memory.at(index)
    }

    #[inline(always)]
    fn find(self, index: L::Index32) -> Option<*mut T> {
        self.memory.find(index)
    }
}

/// Atomic updates: relaxed, among the threads of the block. Other accesses to the element are kept apart by a barrier.
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::{linear_thread_idx, sync_threads};
/// use lego_cuda::view::Shared;
///
/// layout!(pub type Bins = Row(64););
///
/// /// How many threads of a block of 64 have the same number.
/// fn alike(bins: Shared<'_, u32, Bins>, number: u32) -> u32 {
///     bins.set([linear_thread_idx()], 0);
///     sync_threads();
///     bins.fetch_add([number % 64], 1);
///     sync_threads();
///     bins.get([number % 64])
/// }
/// ```
impl<T: Element, L: Mapping32> Shared<'_, T, L> {
    all_updates!(Scope::Block, find);
}

// SAFETY: the ABI is `repr(C)` of an address and numbers; the lifetime is the only one.
unsafe impl<T: Element, L: Mapping32> Parameter for Atomic<'_, T, L> {
    type Abi = ViewAbi<T, L>;
    type During<'launch> = Atomic<'launch, T, L>;
    const FINGERPRINT: u64 = fingerprint("Atomic", &[T::FINGERPRINT, L::FINGERPRINT]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(abi: ViewAbi<T, L>) -> Atomic<'launch, T, L> {
        // SAFETY: the launch vouches for memory and layout, and hands the memory to nothing else.
        Atomic { memory: unsafe { Memory::from_abi(abi) }, borrowed: PhantomData }
    }
}
