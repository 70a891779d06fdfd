//! A warpgroup that multiplies: the tiles of one step after another, which it waits for and frees.

use super::layouts::{
    Barriers, LeftRing, ROW_BYTES, RightRing, TurnedLanes, WARPGROUP_ROWS, before, behind, next, stages,
};
use core::marker::PhantomData;
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::math::permute_bytes;
use lego_cuda::device::matrix::{Left, Operand, ldmatrix_trans};
use lego_cuda::device::mbarrier::Mbarrier;
use lego_cuda::device::wgmma::{self, Matrix, Registers, Sums};
use lego_cuda::device::{SharedPtr, Warp, lane, thread_idx, trap};
use lego_cuda::unroll;
use lego_cuda::view::Shared;

/// Where the tiles of all stages are, which lie as `A` and `B`, which rows of them are the warpgroup's, and which step is next.
pub struct Multiplying<'s, T, A, B, const G: usize, const S: usize> {
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

    /// A number that all lanes of a warp have alike, of which the compiler then knows it: descriptors are computed once for all lanes.
    #[inline(always)]
    fn alike(number: u32) -> u32 {
        if cfg!(target_arch = "nvptx64") { Warp::ALL.shuffle_idx(number, 0) } else { number }
    }

    /// The left tile of the next step.
    #[inline(always)]
    fn left(&self) -> Shared<'s, T, A> {
        let first = Self::alike(self.stage) * WARPGROUP_ROWS * G as u32 * ROW_BYTES / 8;
        // SAFETY: a ring has the tiles of all stages, each of which begins at a multiple of 1024 bytes.
        unsafe { Shared::from_offset(self.left.slice().at_unchecked(first).offset()) }
    }

    /// The right one.
    #[inline(always)]
    fn right(&self) -> Shared<'s, T, B> {
        let first = Self::alike(self.stage) * 64 * S as u32 * ROW_BYTES / 8;
        // SAFETY: as above.
        unsafe { Shared::from_offset(self.right.slice().at_unchecked(first).offset()) }
    }

    /// Begins to add the products of the next step to sums, or to set them where `adds` is false: of as many columns as there are sums for, from a
    /// multiple of 8 on. They are a group of their own, which is waited for.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn begin<const R: usize>(&self, sums: &mut Sums<R>, column: u32, adds: bool)
    where
        [u32; R]: Registers,
    {
        let (left, right) = (Matrix::of(self.left(), [self.first_row, 0]), Matrix::of(self.right(), [column, 0]));
        wgmma::fence();
        unroll!(for part in 0..4 {
            sums.multiply(left.further(part as u32), right.further(part as u32), adds || part > 0);
        });
        wgmma::commit();
    }

    /// Begins to add the products of the next step, or to set sums to them where `adds` is false, waits for those of the step before, and frees its stage.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn add_step<const R: usize>(&mut self, sums: &mut Sums<R>, adds: bool)
    where
        [u32; R]: Registers,
    {
        self.wait();
        self.begin(sums, 0, adds);
        wgmma::wait::<1>();
        if adds {
            self.release(before::<G, S>(self.stage));
        }
        self.next();
    }

    /// [Adds](Self::add_step) so many steps.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn add_steps<const R: usize>(&mut self, sums: &mut Sums<R>, count: u32, adds: bool)
    where
        [u32; R]: Registers,
    {
        let mut step = 0;
        while step < count {
            self.add_step(sums, adds || step > 0);
            step += 1;
        }
    }

    /// As [`add_step`](Self::add_step), of left tiles that are turned.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn turn_step<const R: usize>(&mut self, sums: &mut Sums<R>, adds: bool)
    where
        [u32; R]: Registers,
    {
        self.turn(sums, adds, before::<G, S>(self.stage));
        self.next();
    }

    /// As [`add_steps`](Self::add_steps), of left tiles that are turned.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn turn_steps<const R: usize>(&mut self, sums: &mut Sums<R>, count: u32, adds: bool)
    where
        [u32; R]: Registers,
    {
        let mut step = 0;
        // Each turn has registers of its own: those of the step before are the tensor cores' still.
        while step < count {
            self.turn_step(sums, adds || step > 0);
            step += 1;
            if step == count {
                break;
            }
            self.turn_step(sums, true);
            step += 1;
        }
    }

    /// Waits for the products of the last step, and frees its stage.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn end_steps<const R: usize>(&mut self, sums: &mut Sums<R>)
    where
        [u32; R]: Registers,
    {
        sums.wait::<0>();
        self.release(before::<G, S>(self.stage));
    }

    /// Sets sums to those of the steps from one to before another, and frees their stages.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn add_up<const R: usize>(&mut self, [begin, end]: [u32; 2], sums: &mut Sums<R>)
    where
        [u32; R]: Registers,
    {
        let (mut step, mut before) = (begin, 0);
        while step < end {
            self.wait();
            self.begin(sums, 0, step > begin);
            // The step before has been multiplied.
            wgmma::wait::<1>();
            if step > begin {
                self.release(before);
            }
            before = self.next();
            step += 1;
        }
        sums.wait::<0>();
        self.release(before);
    }

    /// As [`add_up`](Self::add_up), of all 128 rows of a block, whose halves have sums of their own; behind the last step's products `other` is told
    /// that the tensor cores are its next.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn add_up_whole<const R: usize>(
        &mut self,
        [begin, end]: [u32; 2],
        (upper, lower): (&mut Sums<R>, &mut Sums<R>),
        other: NamedBarrier,
    ) where
        [u32; R]: Registers,
    {
        let (mut step, mut before) = (begin, 0);
        while step < end {
            self.wait();
            let [up, down] = [0, WARPGROUP_ROWS].map(|row| Matrix::of(self.left(), [row, 0]));
            let right = Matrix::of(self.right(), [0, 0]);
            wgmma::fence();
            unroll!(for part in 0..4 {
                let part = part as u32;
                let (right, adds) = (right.further(part), step > begin || part > 0);
                upper.multiply(up.further(part), right, adds);
                lower.multiply(down.further(part), right, adds);
            });
            wgmma::commit();
            // The step before has been multiplied.
            wgmma::wait::<1>();
            if step > begin {
                self.release(before);
            }
            before = self.next();
            step += 1;
        }
        other.arrive();
        upper.wait::<0>();
        lower.wait::<0>();
        self.release(before);
    }

    /// In its place where tiles cannot be multiplied as they lie.
    pub(super) fn never_whole<const R: usize>(&mut self, _: [u32; 2], _: (&mut Sums<R>, &mut Sums<R>), _: NamedBarrier)
    where
        [u32; R]: Registers,
    {
        trap()
    }

    /// Passes over the steps from one to before another, which another warpgroup multiplies.
    #[inline(always)]
    pub(super) fn pass_over(&mut self, [begin, end]: [u32; 2]) {
        (self.stage, self.parity) = behind::<G, S>((self.stage, self.parity), end - begin);
    }

    /// As [`add_up`](Self::add_up), of left tiles of bytes whose rows lie side by side: each warp turns its rows on the way into registers, while
    /// the step before is multiplied.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn add_up_turned<const R: usize>(&mut self, [begin, end]: [u32; 2], sums: &mut Sums<R>)
    where
        [u32; R]: Registers,
    {
        let (mut step, mut before) = (begin, 0);
        // Each turn has registers of its own: those of the step before are the tensor cores' still.
        loop {
            self.turn(sums, step > begin, before);
            before = self.next();
            step += 1;
            if step == end {
                break;
            }
            self.turn(sums, true, before);
            before = self.next();
            step += 1;
            if step == end {
                break;
            }
        }
        sums.wait::<0>();
        self.release(before);
    }

    /// A step of it: the next is begun, and behind the first the stage before is freed.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn turn<const R: usize>(&self, sums: &mut Sums<R>, adds: bool, before: u32)
    where
        [u32; R]: Registers,
    {
        self.wait();
        let left = [self.turned(0), self.turned(1), self.turned(2), self.turned(3)];
        // The executor takes both copies of this for one: two steps in a row have registers of their own.
        #[cfg(not(target_arch = "nvptx64"))]
        let left = left.map(|left| left.of_set(self.stage.into()));
        let right = Matrix::of(self.right(), [0, 0]);
        wgmma::fence();
        unroll!(for part in 0..4 {
            let part: usize = part;
            sums.multiply_registers(left[part], right.further(part as u32), adds || part > 0);
        });
        wgmma::commit();
        wgmma::wait::<1>();
        if adds {
            self.release(before);
        }
    }

    /// The warp's rows of 32 elements along k of a left tile that lies across, in the order of [`RowsTurned`](super::layouts::RowsTurned).
    ///
    /// In shared memory 16 rows lie side by side, as eight pairs of bytes. A turned matrix of eight pairs and eight elements along k gives each
    /// lane a pair of two neighbours along k, so that two matrices have four of two rows.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn turned(&self, part: u32) -> Left<T> {
        const { assert!(T::BYTES == 1, "elements of two bytes are turned by the tensor cores") };
        let k = T::K * part + TurnedLanes::apply_u32([lane()]);
        // SAFETY: the rows and elements are in the tile, and 16 rows from a multiple of 16 on lie side by side.
        let row =
            unsafe { SharedPtr::<[u16; 8]>::from_offset(self.left().at_unchecked([self.warp_row(), k]).offset()) };
        let [a, b, c, d] = ldmatrix_trans(row);
        // The first matrix has the first pairs along k of lanes 0 and 1 of four, and the last ones of the others.
        let even = if lane() % 4 < 2 { 0x6420 } else { 0x2064 };
        let odd = even + 0x1111;
        let word = permute_bytes;
        Left::from_words([word(a, b, even), word(a, b, odd), word(c, d, even), word(c, d, odd)])
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
