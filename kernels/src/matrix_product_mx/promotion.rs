//! How the sums of a block come about: the tensor cores multiply 32 elements along k, and the threads add what comes out, times the scales of
//! its row and of its column, to a total in registers. While that of one block of 32 is added, the next is multiplied.

use super::layouts::{BLOCKS, SCALED};
use super::ring::{Ring, next};
use super::scales::{factors, products};
use crate::matrix_product_hopper::Pairs;
use core::marker::PhantomData;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::wgmma::{self, Matrix, Sums, WARPGROUP};
use lego_cuda::device::{Warp, lane, math, thread_idx};
use lego_cuda::unroll;

/// The sums of a thread, of 64 rows and 128 columns.
pub(super) const SUMS: usize = 64;

/// A warpgroup that multiplies 64 rows, and which step is next.
pub(super) struct Multiplying<'s, T> {
    ring: Ring<'s>,
    warpgroup: u32,
    stage: u32,
    /// The parity of the stage's round.
    parity: u32,
    element: PhantomData<T>,
}

impl<'s, T: Operand<Sum = f32>> Multiplying<'s, T> {
    /// The warpgroup with a number, before the first step.
    #[inline(always)]
    pub(super) fn new(ring: Ring<'s>, warpgroup: u32) -> Self {
        Self { ring, warpgroup, stage: 0, parity: 0, element: PhantomData }
    }

    /// Sets the sums to those of so many blocks of 32, at least one, and frees the stages of their steps.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn sums(&mut self, sums: &mut Sums<SUMS>, blocks: u32) {
        const { assert!(BLOCKS.is_multiple_of(2), "blocks of a step are taken by twos") };
        let [mut even, mut odd] = [Sums::<SUMS>::zero(), Sums::<SUMS>::zero()];
        *sums = Sums::zero();
        let mut is_moderate = self.wait();
        self.begin(&mut even, 0);
        let (mut left, mut block) = (blocks, 0);
        // Each turn has registers of its own, and its own end: what is under way is not to change places.
        loop {
            left -= 1;
            if left == 0 {
                even.wait::<0>();
                // An odd number of blocks is seldom: one way for all scales is enough. With both, ptxas put registers into memory.
                self.promote(sums, &even, [self.stage, block], false);
                break;
            }
            self.begin(&mut odd, block + 1);
            even.wait::<1>();
            self.promote(sums, &even, [self.stage, block], is_moderate);
            left -= 1;
            if left == 0 {
                odd.wait::<0>();
                self.promote(sums, &odd, [self.stage, block + 1], is_moderate);
                break;
            }
            let (stage, before, was_moderate) = (self.stage, block + 1, is_moderate);
            block = (block + 2) % BLOCKS;
            if block == 0 {
                (self.stage, self.parity) = next(self.stage, self.parity);
                is_moderate = self.wait();
            }
            self.begin(&mut even, block);
            odd.wait::<1>();
            self.promote(sums, &odd, [stage, before], was_moderate);
            if block == 0 {
                self.release(stage);
            }
        }
        self.release(self.stage);
        (self.stage, self.parity) = next(self.stage, self.parity);
    }

    /// Waits until the next step is there; whether its scales are moderate.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn wait(&self) -> bool {
        self.ring.full(self.stage).wait(self.parity);
        self.ring.is_moderate(self.stage)
    }

    /// Begins to set sums to the products of a block of the next step.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn begin(&self, sums: &mut Sums<SUMS>, block: u32) {
        const { assert!(T::K == SCALED, "an instruction multiplies what a scale is for") };
        let ((left, right), k) = (self.ring.multiplied::<T>(self.stage, self.warpgroup), SCALED * block);
        wgmma::fence();
        sums.multiply(Matrix::of(left, [0, k]), Matrix::of(right, [0, k]), false);
        wgmma::commit();
    }

    /// Adds the products of a block, times their scales, to the sums.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn promote(&self, sums: &mut Sums<SUMS>, made: &Sums<SUMS>, block: [u32; 2], is_moderate: bool) {
        let [row, pair] = Pairs::inv_u32(lane());
        let warp = (thread_idx().x - WARPGROUP) / 32;
        let rows = self.ring.row_pair(block, [warp, row]);
        if is_moderate {
            unroll!(for sixteen in 0..8 {
                let columns = self.ring.columns(block, [sixteen as u32, pair]);
                unroll!(for column in 0..4 {
                    let (sixteen, column): (usize, usize) = (sixteen, column);
                    let scales = products(rows, columns[column]);
                    unroll!(for half in 0..2 {
                        let half: usize = half;
                        let number = number([sixteen, column, half]);
                        sums.set(number, math::mul_add(scales[half], made.get(number), sums.get(number)));
                    });
                });
            });
        } else {
            unroll!(for sixteen in 0..8 {
                let columns = self.ring.columns(block, [sixteen as u32, pair]);
                unroll!(for column in 0..4 {
                    unroll!(for half in 0..2 {
                        let (sixteen, column, half): (usize, usize, usize) = (sixteen, column, half);
                        let number = number([sixteen, column, half]);
                        let factors = factors(rows[half], columns[column]);
                        sums.set(number, math::mul_add(made.get(number) * factors[0], factors[1], sums.get(number)));
                    });
                });
            });
        }
    }

    /// Frees a stage that the warp has read.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn release(&self, stage: u32) {
        Warp::ALL.sync();
        if lane() == 0 {
            self.ring.empty(stage).arrive();
        }
    }
}

/// The number of a sum: of 16 columns one of four that a lane has, of the first or the second of its rows.
const fn number([sixteen, column, half]: [usize; 3]) -> usize {
    8 * sixteen + 4 * (column / 2) + 2 * half + column % 2
}
