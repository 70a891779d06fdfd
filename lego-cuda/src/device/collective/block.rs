//! What the threads of a block do together, and the shared memory that it takes.

use super::exchange::Exchange;
use crate::device::index::{block_dim, linear_thread_idx};
use crate::kernel::SharedTile;
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use lego_core::check::fingerprint;
use lego_machine::limits::WARP;

/// Reductions and scans over all threads of a block, of values of a type: a `#[shared]` parameter of a kernel.
///
/// Law of every method: all threads of the block call it, at the same place; each gets its result. Threads are in the order of
/// [`linear_thread_idx`](crate::device::linear_thread_idx); blocks have any extents. In a block of whole warps it takes one barrier,
/// in one of up to 32 threads none, in any other two. Calls may follow each other without a barrier in between, and order no
/// other accesses to memory.
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::{BlockWide, block_idx, linear_thread_idx};
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{BlockX, Global, Split, ThreadX};
///
/// layout! {
///     /// Row `[block]` of a matrix of 200 columns.
///     pub type Rows(m) = Row(m, 200);
/// }
///
/// /// Each row less its mean.
/// #[lego_kernel(threads = 200, instances(centre))]
/// pub fn centre(
///     input: Global<'_, f32, Rows>,
///     output: Split<'_, f32, Rows, (BlockX, ThreadX)>,
///     #[shared] all: BlockWide<'_, f32>,
/// ) {
///     let x = input.get([block_idx().x, linear_thread_idx()]);
///     output.set([], x - all.sum(x) / 200.0);
/// }
///
/// # #[cfg(feature = "executor")] {
/// # use lego_cuda::executor::Executor;
/// # use lego_cuda::launch::{Device, Error, Launch};
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let rows = Rows::new(3).expect("there are rows");
/// let input = device.buffer_from(&(0..600).map(|i| i as f32).collect::<Vec<_>>())?;
/// let mut output = device.poisoned(600)?;
/// Centre::launch(&module, Launch::covering(), input.view(rows), output.view_mut(rows))?;
/// assert_eq!(output.read()?[..2], [-99.5, -98.5]);
/// # Ok(())
/// # }
/// # main().unwrap();
/// # }
/// ```
///
/// The memory is twice 36 values and as many words, so that one call does not disturb what the one before still reads.
pub struct BlockWide<'a, T> {
    offset: u32,
    /// The half that the next call uses.
    half: Cell<u32>,
    memory: PhantomData<&'a [T]>,
}

impl<T: Exchange> BlockWide<'_, T> {
    /// The bytes of a half: a value and an index from each warp, and those of all.
    const HALF: u32 = <(T, u32)>::COLUMN;

    /// The half that the last call did not use.
    ///
    /// Who writes it is past the barrier of the last call, where all had read what the one before left there.
    #[inline(always)]
    pub(super) fn turn(&self) -> u32 {
        let half = self.half.get();
        self.half.set(half ^ 1);
        self.offset + half * Self::HALF
    }

    /// That values of a type have room.
    pub(super) const fn holds<V: Exchange>() {
        assert!(V::COLUMN <= Self::HALF, "the values have no room in the memory of this type");
    }
}

// SAFETY: every access is to a column of a half, which has room for its values.
unsafe impl<T: Exchange> SharedTile for BlockWide<'_, T> {
    const BYTES: u32 = 2 * Self::HALF;
    const FINGERPRINT: u64 = fingerprint("BlockWide", &[Self::HALF as u64]);

    #[inline(always)]
    unsafe fn from_offset(offset: u32) -> Self {
        Self { offset, half: Cell::new(0), memory: PhantomData }
    }
}

impl<T> fmt::Debug for BlockWide<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockWide").field("offset", &self.offset).finish_non_exhaustive()
    }
}

/// Where a thread is among the warps of its block.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The number of warps.
    pub(super) warps: u32,
    /// This thread's.
    pub(super) warp: u32,
    /// Whether all warps have 32 threads.
    pub(super) is_whole: bool,
}

impl Place {
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn here() -> Self {
        let threads = block_dim().count();
        Self { warps: threads.div_ceil(WARP), warp: linear_thread_idx() / WARP, is_whole: threads.is_multiple_of(WARP) }
    }
}
