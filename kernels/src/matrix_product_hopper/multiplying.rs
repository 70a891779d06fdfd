//! A warpgroup that multiplies, for a work whose sums do not stay in the tensor cores: the tiles of one step after another.

use super::layouts::{Barriers, LeftRing, ROW_BYTES, RightRing, WARPGROUP_ROWS, next, stages};
use core::marker::PhantomData;
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::mbarrier::Mbarrier;
use lego_cuda::device::wgmma::{self, Matrix, Registers, Sums};
use lego_cuda::device::{Warp, lane, thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::Shared;

/// Where the tiles of all stages are, which lie as `A` and `B`, which rows of them are the warpgroup's, and which step is next.
pub(crate) struct Multiplying<'s, T, A, B, const G: usize, const S: usize> {
    left: Shared<'s, u64, LeftRing<G, S>>,
    right: Shared<'s, u64, RightRing<G, S>>,
    barriers: Shared<'s, u64, Barriers<G, S>>,
    first_row: u32,
    /// The stage of the next step.
    stage: u32,
    /// The parity of its round.
    parity: u32,
    tiles: PhantomData<(T, A, B)>,
}

impl<'s, T, A, B, const G: usize, const S: usize> Multiplying<'s, T, A, B, G, S>
where
    T: Operand<Sum = f32>,
    A: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
{
    /// The warpgroup of 64 rows from one on, before the first step.
    ///
    /// # Safety
    /// The memory is that of the launch's tiles and of its barriers, which all threads know to be ready.
    #[inline(always)]
    pub(super) unsafe fn new(
        left: Shared<'s, u64, LeftRing<G, S>>,
        right: Shared<'s, u64, RightRing<G, S>>,
        barriers: Shared<'s, u64, Barriers<G, S>>,
        first_row: u32,
    ) -> Self {
        Self { left, right, barriers, first_row, stage: 0, parity: 0, tiles: PhantomData }
    }

    /// Waits until the tiles of the next step are there.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn wait(&self) {
        // SAFETY: it is a stage.
        Mbarrier::at(unsafe { self.barriers.slice().at_unchecked(self.stage) }).wait(self.parity);
    }

    /// Begins to set sums to the products of the next step: of as many columns as there are sums for, from a multiple of 8 on. They are a group of
    /// their own, which is waited for.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn begin<const R: usize>(&self, sums: &mut Sums<R>, column: u32)
    where
        [u32; R]: Registers,
    {
        let at = |rows: u32| self.stage * rows * ROW_BYTES / 8;
        // SAFETY: a ring has the tiles of all stages, each of which begins at a multiple of 1024 bytes.
        let (x, y) = unsafe {
            let left = self.left.slice().at_unchecked(at(WARPGROUP_ROWS * G as u32));
            let right = self.right.slice().at_unchecked(at(64 * S as u32));
            (Shared::<T, A>::from_offset(left.offset()), Shared::<T, B>::from_offset(right.offset()))
        };
        wgmma::fence();
        unroll!(for part in 0..4 {
            let k = T::K * part as u32;
            sums.multiply(Matrix::of(x, [self.first_row, k]), Matrix::of(y, [column, k]), part > 0);
        });
        wgmma::commit();
    }

    /// Goes on to the step behind the next; the stage of the one that was next.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> u32 {
        let before = self.stage;
        (self.stage, self.parity) = next::<G, S>(self.stage, self.parity);
        before
    }

    /// Frees a stage whose products the warp has waited for.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn release(&self, stage: u32) {
        Warp::ALL.sync();
        if lane() == 0 {
            // SAFETY: behind the barriers that say when stages are full there is one of each that says when it is empty.
            Mbarrier::at(unsafe { self.barriers.slice().at_unchecked(stages::<G, S>() + stage) }).arrive();
        }
    }

    /// Whether it is the warpgroup of the first rows.
    #[inline(always)]
    pub(crate) fn is_first(&self) -> bool {
        self.first_row == 0
    }

    /// The first of the 16 rows of the block that the warp has.
    #[inline(always)]
    pub(crate) fn warp_row(&self) -> u32 {
        self.first_row + 16 * (thread_idx().x / 32 % 4)
    }
}
