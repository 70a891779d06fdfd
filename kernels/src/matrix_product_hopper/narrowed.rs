//! Sums that are narrowed in registers, two in a word, and stored from there: a quarter of the shared memory's work that sums of `f32` make, and registers
//! in which they wait while the tensor cores have the next block's.

use super::layouts::{NarrowedUnits, StagedPairs, StagedRows};
use super::output::Output;
use super::target::Target;
use core::mem::MaybeUninit;
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::matrix::stmatrix;
use lego_cuda::device::wgmma::{Registers, Sums, WARPGROUP};
use lego_cuda::device::{Warp, global, lane, opaque, thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::Shared;

/// A thread's sums of a block, narrowed: word w has sums 2·w and 2·w + 1. There are R/2 words.
#[derive(Clone, Copy)]
pub(super) struct Narrowed<const R: usize>(MaybeUninit<[u32; R]>);

impl<const R: usize> Narrowed<R>
where
    [u32; R]: Registers,
{
    /// None: no register is kept for them.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// Alpha times the sums.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn of<O: Output>(sums: &Sums<R>, alpha: f32) -> Self {
        // Another alpha than that of who stores sums of `f32` instead, or the compiler would multiply all of them before either.
        let (alpha, mut words) = (opaque(alpha), MaybeUninit::<[u32; R]>::uninit());
        unroll!(for word in 0..R {
            let word: usize = word;
            if 2 * word < R {
                let two = O::two([0, 1].map(|k| alpha * sums.get(2 * word + k)));
                // SAFETY: there is such a word.
                unsafe { words.as_mut_ptr().cast::<u32>().add(word).write(two) };
            }
        });
        Self(words)
    }

    /// Stores the 64 columns with a number of the 16 rows that a warp has of a block, from row `first` of the block on. `L` says which rows of the product
    /// these are.
    ///
    /// # Safety
    /// They are [of](Self::of) sums. The whole block is inside of the product, whose elements are `O`, and its rows begin at multiples of 16 bytes. The threads are those of the warpgroups that
    /// multiply, all of a warp at the same place, and no others use elements of the block at this time.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn store<O, C, L, const G: usize, const S: usize>(
        &self,
        pass: usize,
        c: &C,
        ([block_row, block_column], first): ([u32; 2], u32),
        staged: Shared<'_, [f32; 2], StagedPairs>,
    ) where
        O: Output,
        C: Target<O>,
        L: StaticMapping + Mapping32<Index32 = [u32; 1], Position32 = u32>,
    {
        let warp = (opaque(thread_idx().x) - WARPGROUP) / 32;
        if pass == 0 {
            // The warp has read what it staged before; of the columns before, halves of the room are used in turn.
            Warp::ALL.sync();
        }
        // Places are computed anew for each 64 columns, from one of the lane's: kept from block to block they would take the registers of sums.
        let lane = opaque(lane());
        let at = |place: u32| {
            // SAFETY: the units of the layout are as many as the tile has room for.
            unsafe { staged.slice().cast::<[u32; 4]>().at_unchecked(place) }
        };
        // Of four matrices of 8×8 each lane gives a row: two are above each other, and two beside each other.
        let first_unit = NarrowedUnits::apply_u32([warp, pass as u32 % 2, lane % 16, lane / 16]);
        unroll!(for pair in 0..4 {
            let pair: usize = pair;
            // SAFETY: there are these words, which were set, as the caller promises.
            let words =
                [0, 1, 2, 3].map(|k| unsafe { self.0.as_ptr().cast::<u32>().add(16 * pass + 4 * pair + k).read() });
            // Units of a row are at an exclusive or.
            stmatrix(at(first_unit ^ (2 * pair as u32)), words);
        });
        Warp::ALL.sync();
        let [row, vector] = StagedRows::inv_u32(lane);
        let mut all = [[0; 4]; 4];
        unroll!(for round in 0..4 {
            let round: usize = round;
            let place = NarrowedUnits::apply_u32([warp, pass as u32 % 2, row + 4 * round as u32, vector]);
            all[round] = at(place).get();
        });
        unroll!(for round in 0..4 {
            let round: usize = round;
            let row = first + L::default().apply_u32([row + 4 * round as u32]);
            let index = [block_row, block_column, row, 64 * pass as u32 + 8 * vector];
            // SAFETY: all elements of the block are there, rows begin at multiples of 16 bytes, and no other thread uses them.
            unsafe { global::store(c.at_unchecked(index).cast(), all[round]) };
        });
    }
}
