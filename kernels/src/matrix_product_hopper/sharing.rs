//! Whether the sums of a block of the product are one block of threads', or are added from the sums of several that share them, as a type.

use super::epilogue::Passed;
use lego::layout;
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::{self, NamedBarrier};
use lego_cuda::device::wgmma::{Registers, Sums, WARPGROUP};
use lego_cuda::device::{SharedPtr, thread_idx};
use lego_cuda::kernel::Parameter;
use lego_cuda::unroll;
use lego_cuda::view::GlobalMut;

layout! {
    /// Vector `[row, thread]` of four sums of 256 threads: 16 rows of each of p parts of each of b blocks of 128 columns, behind a row in which
    /// the parts of a block that have come are counted, wherever the sums of other sizes are.
    pub type Parts(b, p) = Row(1 + 16*b*p, 256) where b >= 1, p >= 1;
}

/// The blocks of the product at most whose sums are shared.
#[cfg(not(target_arch = "nvptx64"))]
pub(super) const MOST_SHARED: u32 = 256;

/// How many blocks of threads add to the sums of a block of the product: one, or several of which each has a part of the sums along k.
pub trait Sharing: 'static {
    /// Where they put their sums: a parameter of the kernel.
    type Given<'a>: Passed + for<'b> Parameter<During<'b> = Self::Given<'b>>;

    /// Whether blocks may be shared.
    const IS_SHARED: bool;

    /// How many blocks are shared, the last ones, and in how many parts each.
    fn shared(given: &Self::Given<'_>) -> [u32; 2];

    /// Adds up the sums of all parts, part after part, if this is the last of them; whether it is. `has_rows` says of a warp whether its
    /// rows are some of the product.
    ///
    /// # Safety
    /// All threads of both warpgroups call it, at the same place, with the same block and part, `[block, part]`, once with each of all that are
    /// shared, of which the blocks are at most 256; `flag` is a word of shared memory that nothing else uses.
    unsafe fn add_up<const R: usize>(
        given: &Self::Given<'_>,
        sums: &mut Sums<R>,
        index: [u32; 2],
        has_rows: bool,
        flag: SharedPtr<u32>,
    ) -> bool
    where
        [u32; R]: Registers;
}

/// One block of threads has all sums.
pub struct Whole;

impl Sharing for Whole {
    type Given<'a> = u32;
    const IS_SHARED: bool = false;

    #[inline(always)]
    fn shared(_: &u32) -> [u32; 2] {
        [0, 1]
    }

    #[inline(always)]
    unsafe fn add_up<const R: usize>(_: &u32, _: &mut Sums<R>, _: [u32; 2], _: bool, _: SharedPtr<u32>) -> bool
    where
        [u32; R]: Registers,
    {
        true
    }
}

/// Of the last blocks, of 128 columns, several have a part each, if there is more than one. Who comes last adds them all in their order, so that sums do
/// not depend on who that is.
pub struct Shares;

impl Sharing for Shares {
    type Given<'a> = GlobalMut<'a, [f32; 4], Parts>;
    const IS_SHARED: bool = true;

    #[inline(always)]
    fn shared(given: &GlobalMut<'_, [f32; 4], Parts>) -> [u32; 2] {
        let [blocks, parts] = [given.layout().b(), given.layout().p()].map(|extent| extent as u32);
        if parts > 1 { [blocks, parts] } else { [0, 1] }
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn add_up<const R: usize>(
        given: &GlobalMut<'_, [f32; 4], Parts>,
        sums: &mut Sums<R>,
        [block, part]: [u32; 2],
        has_rows: bool,
        flag: SharedPtr<u32>,
    ) -> bool
    where
        [u32; R]: Registers,
    {
        const { assert!(R == 64, "a part has the sums of a block of 128 columns") };
        let ([_, parts], thread) = (Self::shared(given), thread_idx().x - WARPGROUP);
        let all = NamedBarrier::new(1, 2 * WARPGROUP);
        let place = |part: u32, vector: u32| [1 + 16 * (block * parts + part) + vector, thread];
        if has_rows {
            unroll!(for vector in 0..16 {
                let vector: usize = vector;
                let four = [0, 1, 2, 3].map(|k| sums.get(4 * vector + k));
                // SAFETY: block and part are some of the layout's, as the caller promises, and the vector is this thread's alone.
                unsafe { given.set_unchecked(place(part, vector as u32), four) };
            });
        }
        barrier::fence(Scope::Gpu);
        all.sync();
        if thread == 0 {
            // SAFETY: the counter is the first word of a vector of the block's of its own, of which there are 256.
            let before = unsafe {
                let counter = given.at_unchecked([0, block]).cast::<u32>();
                let before = atomic::add(counter, 1_u32, Scope::Gpu);
                if before + 1 == parts {
                    // For the next launch: no other part of the block comes in this one.
                    atomic::store_relaxed(counter, 0_u32, Scope::Gpu);
                }
                before
            };
            barrier::fence(Scope::Gpu);
            flag.set(before);
        }
        all.sync();
        if flag.get() + 1 != parts {
            return false;
        }
        if has_rows {
            let mut other = 0;
            while other < parts {
                // All of a part are on their way at once.
                unroll!(for vector in 0..16 {
                    let vector: usize = vector;
                    // SAFETY: as above; the threads that wrote it came before, and nobody writes it again in this launch.
                    let more: [f32; 4] = unsafe { given.get_unchecked(place(other, vector as u32)) };
                    unroll!(for k in 0..4 {
                        let number: usize = 4 * vector + k;
                        let k: usize = k;
                        sums.set(number, if other == 0 { more[k] } else { sums.get(number) + more[k] });
                    });
                });
                other += 1;
            }
        }
        true
    }
}
