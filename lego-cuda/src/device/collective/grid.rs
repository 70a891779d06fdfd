//! Reductions and scans over all blocks of a grid, in one launch.
//!
//! A reduction is finished by the block that comes last. Scans are in a file of their own; both have the words that a launch hands
//! over.

use super::block::BlockWide;
use super::numbers::Combined;
use super::operator::{By, Operator, Sum};
use crate::device::barrier::fence;
use crate::device::element::Element;
use crate::device::index::{block_dim, block_idx, grid_dim, linear_thread_idx};
use crate::device::operands::Scope;
use crate::kernel::Parameter;
use crate::view::{Atomic, Linear, ViewAbi};
use core::fmt;
use core::marker::PhantomData;
use lego_core::check::fingerprint;

/// Reductions and scans over all blocks of a grid, of values of up to 8 bytes.
///
/// A host passes `&mut words`, a buffer of `u64` that is [`zeroed`](crate::launch::Device::zeroed) once and has
/// [`words`](GridWide::words) elements or more. It may be passed to launch after launch, to those of one kernel, up to 2^31
/// times; after a launch that failed it is zeroed again.
///
/// Law of the methods: all threads of all blocks call one of them, once in a launch.
///
/// ```
/// use lego_cuda::device::{BlockWide, GridWide, grid_stride};
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{Global, GlobalMut};
///
/// /// The sum of all elements.
/// #[lego_kernel(threads = 96, instances(total))]
/// pub fn total(
///     input: Global<'_, f32>,
///     output: GlobalMut<'_, f32>,
///     grid: GridWide<'_, f32>,
///     #[shared] all: BlockWide<'_, f32>,
/// ) {
///     let mine = grid_stride(input.len()).map(|i| input.get([i])).sum();
///     if let Some(sum) = grid.sum(&all, mine) {
///         if lego_cuda::device::linear_thread_idx() == 0 {
///             // SAFETY: one thread of one block.
///             unsafe { output.set([0], sum) };
///         }
///     }
/// }
///
/// # #[cfg(feature = "executor")] {
/// # use lego_cuda::executor::Executor;
/// # use lego_cuda::launch::{Device, Error, Launch};
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let input = device.buffer_from(&[0.5_f32; 1001])?;
/// let (mut output, mut words) = (device.poisoned(1)?, device.zeroed(GridWide::<f32>::words(5))?);
/// for _ in 0..3 {
///     Total::launch(&module, Launch::grid(5), &input, &mut output, &mut words)?;
///     assert_eq!(output.read()?, [500.5]);
/// }
/// # Ok(())
/// # }
/// # main().unwrap();
/// # }
/// ```
pub struct GridWide<'a, T> {
    /// First the tickets that were taken, and in the upper half how many launches there were; then what each tile left.
    pub(super) words: Atomic<'a, u64>,
    element: PhantomData<fn(T) -> T>,
}

/// The value of the words that are there, or of none.
#[derive(Clone, Copy)]
pub(super) struct IfAny<O>(pub(super) O);

impl<T: Element, O: Operator<T>> Operator<(u32, T)> for IfAny<O> {
    const COMMUTES: bool = false;

    #[inline(always)]
    fn combine(self, left: (u32, T), right: (u32, T)) -> (u32, T) {
        match (left.0, right.0) {
            (_, 0) => left,
            (0, _) => right,
            _ => (1, self.0.combine(left.1, right.1)),
        }
    }
}

impl<T: Element> GridWide<'_, T> {
    /// The words of a tile: each has 32 bits of the value, and beside them the state.
    pub(super) const OF_TILE: u32 = {
        assert!(T::BYTES <= 8, "a value of a reduction or scan over the grid has at most 8 bytes");
        if T::BYTES <= 4 { 1 } else { 2 }
    };

    /// How many words a launch of so many blocks needs; the largest `usize` where there are more, which no memory has.
    pub const fn words(blocks: usize) -> usize {
        (Self::OF_TILE as usize).saturating_mul(blocks).saturating_add(1)
    }

    /// What an associative function makes of the values of all threads, in all threads of one block; `None` in those of the
    /// others.
    ///
    /// Law: the threads of a block combine as by [`BlockWide::reduce`], and then the blocks in their order, with brackets that are
    /// the same for all grids of so many blocks and threads.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn reduce(&self, all: &BlockWide<'_, T>, value: T, combine: impl Fn(T, T) -> T + Copy) -> Option<T> {
        self.reduce_by(all, value, By(combine))
    }

    /// The sum of the values of all threads, in all threads of one block; `None` in those of the others.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn sum(&self, all: &BlockWide<'_, T>, value: T) -> Option<T>
    where
        T: Combined<Wide = T>,
    {
        self.reduce_by(all, value, Sum)
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn reduce_by<O: Operator<T>>(&self, all: &BlockWide<'_, T>, value: T, op: O) -> Option<T> {
        let of_block = all.over_threads(op, value);
        let blocks = grid_dim().count();
        let is_first = linear_thread_idx() == 0;
        let mut ticket = 0;
        if is_first {
            self.words.store([1 + grid_dim().linear(block_idx())], to_bits(of_block));
            fence(Scope::Gpu);
            ticket = self.words.fetch_add([0], 1);
            fence(Scope::Gpu);
            if ticket as u32 == blocks - 1 {
                // Nobody else comes: the next launch begins at 0 again.
                self.words.store([0], 0);
            }
        }
        if all.spread(is_first, ticket as u32) != blocks - 1 {
            return None;
        }
        // Each thread combines blocks that follow each other.
        let share = (blocks - 1) / block_dim().count() + 1;
        let first = linear_thread_idx() * share;
        let mut mine = (0, of_block);
        let mut i = 0;
        while i < share && first + i < blocks {
            let part = from_bits(self.words.load([1 + first + i]));
            mine = (1, if i == 0 { part } else { op.combine(mine.1, part) });
            i += 1;
        }
        Some(all.over_threads(IfAny(op), mine).1)
    }
}

/// The bits of an element, 0 above them.
#[inline(always)]
pub(super) fn to_bits<T: Element>(value: T) -> u64 {
    let mut bits = 0u64;
    // SAFETY: an element has at most the 8 bytes of the number, which it does not overlap; the first of them are its lowest.
    unsafe { core::ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), (&raw mut bits).cast(), T::BYTES) };
    bits
}

#[inline(always)]
pub(super) fn from_bits<T: Element>(bits: u64) -> T {
    // SAFETY: the number has at least T's bytes, and every pattern of bits is a T.
    unsafe { core::mem::transmute_copy(&bits) }
}

impl<T> Clone for GridWide<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for GridWide<'_, T> {}

impl<T> fmt::Debug for GridWide<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GridWide").finish_non_exhaustive()
    }
}

// SAFETY: the ABI is that of a view; the lifetime is the only one.
unsafe impl<T: Element> Parameter for GridWide<'_, T> {
    type Abi = ViewAbi<u64, Linear>;
    type During<'launch> = GridWide<'launch, T>;
    const FINGERPRINT: u64 = fingerprint("GridWide", &[T::FINGERPRINT]);

    #[inline(always)]
    unsafe fn from_abi<'launch>(abi: ViewAbi<u64, Linear>) -> GridWide<'launch, T> {
        // SAFETY: as the caller promises.
        GridWide { words: unsafe { Atomic::from_abi(abi) }, element: PhantomData }
    }
}
