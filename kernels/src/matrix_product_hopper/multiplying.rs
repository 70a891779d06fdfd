//! A warpgroup that multiplies, for a work whose sums do not stay in the tensor cores: the tiles of one step after another.

use super::blocks::{Work, next};
use super::layouts::{Barriers, LeftRing, ROW_BYTES, RightRing, Stored, WARPGROUP_ROWS, stages};
use core::marker::PhantomData;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::mbarrier::Mbarrier;
use lego_cuda::device::wgmma::{self, Matrix, Registers, Sums};
use lego_cuda::device::{Warp, lane, thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::Shared;

/// Where the tiles of all stages are, which rows of them are the warpgroup's, and which step is next.
pub(crate) struct Multiplying<'s, W, const G: usize, const S: usize> {
    left: Shared<'s, u64, LeftRing<G, S>>,
    right: Shared<'s, u64, RightRing<G, S>>,
    barriers: Shared<'s, u64, Barriers<G, S>>,
    first_row: u32,
    /// The stage of the next step.
    stage: u32,
    /// The parity of its round.
    parity: u32,
    work: PhantomData<W>,
}

impl<'s, W: Work<G, S>, const G: usize, const S: usize> Multiplying<'s, W, G, S> {
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
        Self { left, right, barriers, first_row, stage: 0, parity: 0, work: PhantomData }
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
            (
                Shared::<W::T, <W::A as Stored<G>>::Tile>::from_offset(left.offset()),
                Shared::<W::T, <W::B as Stored<S>>::Tile>::from_offset(right.offset()),
            )
        };
        wgmma::fence();
        unroll!(for part in 0..4 {
            let k = <W::T as Operand>::K * part as u32;
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
