//! Products of tiles in shared memory by the four warps of a warpgroup (`wgmma`), on sm_90a alone.
//!
//! A warpgroup is 128 threads from a multiple of 128 on. It adds the product of 64×K and K×N elements, whose [`Matrix`] say where they lie
//! in shared memory, to [`Sums`], of which each thread has N/2. K is [`Operand::K`]: 16 elements of `f16` and `bf16`, and 32 of `E4m3` and
//! `E5m2`, which lie side by side along k in both operands. The tensor cores work while the threads go on:
//!
//! 1. [`fence`], which lets them use the registers,
//! 2. [`Sums::multiply`], any number of times,
//! 3. [`commit`], which ends a group of products,
//! 4. [`wait`], behind which the operands of the groups are free, and [`Sums::wait`], behind which the sums may be read.
//!
//! The layout of a tile decides what the descriptor of the operand says, and whether it is turned, when the kernel is compiled: see
//! [`OperandLayout::of`]. So the text of a kernel does not depend on how its operands lie.
//!
//! The executor reports sums that are read before they were waited for, products without a fence, and operands that change before their
//! products have ended. A kernel with these instructions stands behind
//! `#[cfg(any(not(target_arch = "nvptx64"), target_feature = "sm_90a"))]`: the builds for other architectures then leave it out, and
//! a launch there is [`Error::NoKernel`](crate::launch::Error::NoKernel).
//!
//! # Convergence
//!
//! All threads of the warpgroup call each of these, at the same place, in one order, and with the same operands in shared memory. The executor
//! compares the calls of all threads, and reports a warp that has returned, skips one, takes another branch, or passes another descriptor.

mod in_flight;
mod operand;
#[cfg(not(target_arch = "nvptx64"))]
pub(super) mod product;
mod registers;

#[cfg(not(target_arch = "nvptx64"))]
use super::host;
use super::matrix::{Left, Operand};
use crate::view::Shared;
use core::marker::PhantomData;
pub use in_flight::{InFlight, LeftRegisters};
use lego_core::check::Message;
use lego_core::{Mapping32, StaticMapping};
use lego_machine::limits::REGISTER_UNIT;
pub use operand::{K_BYTES, OperandLayout};
#[cfg(not(target_arch = "nvptx64"))]
pub use product::{LeftOperand, Product, SumsUse};
pub use registers::Registers;

/// The rows of a product.
pub const M: u32 = 64;

/// The threads of a warpgroup.
pub const WARPGROUP: u32 = 128;

/// An operand: some rows of a tile in shared memory, and [`Operand::K`] elements along k.
pub struct Matrix<T, L> {
    /// Where it begins in shared memory: on the GPU in units of 16 bytes, as a descriptor has it.
    start: u32,
    tile: PhantomData<(T, L)>,
}

impl<T, L> Clone for Matrix<T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L> Copy for Matrix<T, L> {}

impl<T, L> Matrix<T, L>
where
    T: Operand<Sum = f32>,
    L: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
{
    /// The rows of a tile from a multiple of 8 on, and the elements along k from a multiple of [`Operand::K`] on.
    ///
    /// The tile begins at a multiple of the swizzle's [period](super::Swizzle::period), and has as many rows from there on as the operand.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn of(tile: Shared<'_, T, L>, [row, k]: [u32; 2]) -> Self {
        let start =
            Self::units(tile.slice().at(0).offset()) + Self::units(tile.layout().apply_u32([row, k]) * T::BYTES as u32);
        Self { start, tile: PhantomData }
    }

    /// The operand so many times [`Operand::K`] further along k, of one that begins with k = 0: for less than the whole place of it costs.
    ///
    /// Law: `Matrix::of(tile, [row, 0]).further(n)` is `Matrix::of(tile, [row, n·K])`, in a tile that has as many elements along k. It does not compile
    /// for a tile in which a row and a step along k are at no distance that is the sum of both.
    #[inline(always)]
    #[must_use]
    pub fn further(self, times: u32) -> Self {
        const { assert!(operand::is_sum::<T, L>(), "rows and steps along k of the tile are at distances that are added") };
        let start = self.start + Self::units(L::default().apply_u32([0, times * T::K]) * T::BYTES as u32);
        Self { start, ..self }
    }

    /// So many bytes, as `start` counts them. Both ends of an operand lie at multiples of 16.
    #[inline(always)]
    const fn units(bytes: u32) -> u32 {
        if cfg!(target_arch = "nvptx64") { bytes >> 4 } else { bytes }
    }

    /// The descriptor.
    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    fn descriptor(self, layout: OperandLayout) -> u64 {
        // The memory of a block has less than 2^18 bytes.
        u64::from(self.start) | layout.bits()
    }
}

/// A thread's sums of a 64×N product, N/2 of them: N is a multiple of 8 up to 256, so that `R` is a multiple of 4 up to 128.
///
/// Law: sum v of lane l of warp w of the warpgroup is the element at row `16·w + l/4 + 8·((v/2) mod 2)` and column
/// `8·(v/4) + 2·(l mod 4) + v mod 2` (PTX ISA 9.2, 9.7.15.5.1.1). Products of `f16` and `bf16` are added with the digits of `f32`; those of
/// `E4m3` and `E5m2` with fewer, which the PTX ISA does not say: what that loses of a matrix of sums of 4096 random products is 0.0013 of its
/// Frobenius norm (seen on an H100).
pub struct Sums<const R: usize> {
    bits: [u32; R],
    #[cfg(not(target_arch = "nvptx64"))]
    used: core::cell::Cell<SumsUse>,
}

/// What a product has as numbers in its text, of its sums, its elements, and the tiles of its operands.
#[cfg(target_arch = "nvptx64")]
impl<const R: usize, T, A, B> registers::Kinds for ([u32; R], T, A, B)
where
    T: Operand<Sum = f32>,
    A: StaticMapping + Mapping32,
    B: StaticMapping + Mapping32,
{
    const KIND: super::matrix::Kind = T::KIND;
    const TURNS_A: i32 = !OperandLayout::of::<T, A>(M).along_k as i32;
    const TURNS_B: i32 = !OperandLayout::of::<T, B>(2 * R as u32).along_k as i32;
}

/// The same where the left operand is in registers, which nothing turns.
#[cfg(target_arch = "nvptx64")]
impl<const R: usize, T, B> registers::Kinds for ([u32; R], T, B)
where
    T: Operand<Sum = f32>,
    B: StaticMapping + Mapping32,
{
    const KIND: super::matrix::Kind = T::KIND;
    const TURNS_A: i32 = 0;
    const TURNS_B: i32 = !OperandLayout::of::<T, B>(2 * R as u32).along_k as i32;
}

impl<const R: usize> Sums<R>
where
    [u32; R]: Registers,
{
    /// Sums that are 0.
    #[inline(always)]
    pub fn zero() -> Self {
        Self {
            bits: <[u32; R]>::ZERO,
            #[cfg(not(target_arch = "nvptx64"))]
            used: core::cell::Cell::default(),
        }
    }

    /// Begins to add a product, or to set the sums to it where `adds` is false.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn multiply<T, A, B>(&mut self, a: Matrix<T, A>, b: Matrix<T, B>, adds: bool)
    where
        T: Operand<Sum = f32>,
        A: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    {
        let (left, right) = const { (OperandLayout::of::<T, A>(M), OperandLayout::of::<T, B>(2 * R as u32)) };
        #[cfg(target_arch = "nvptx64")]
        {
            // SAFETY: the descriptors say how the tiles lie, which are in shared memory.
            self.bits = unsafe {
                registers::multiply::<_, ([u32; R], T, A, B)>(self.bits, a.descriptor(left), b.descriptor(right), adds)
            };
        }
        #[cfg(not(target_arch = "nvptx64"))]
        {
            let product = Product {
                left: LeftOperand::Shared { start: a.start, layout: left },
                right: (b.start, right),
                columns: 2 * R as u32,
                kind: T::KIND,
                value: T::value,
                adds,
            };
            host::call!("Sums::multiply", wgmma(&product, &mut self.bits, &self.used, host::site()));
        }
    }

    /// As [`multiply`](Self::multiply), where the left operand is in registers: each warp has 16 of its 64 rows, as a
    /// [`Left`] of [`mma`](super::matrix::mma).
    ///
    /// Law: warp w of the warpgroup gives the rows from 16·w on (PTX ISA 9.2, 9.7.15.5.1.1). The registers are set before the last [`fence`],
    /// and are the tensor cores' until the product has been waited for. A loop that sets them again before is right and slow:
    /// [`LeftRegisters`] says why (C7513), and [`multiply_owned`](Self::multiply_owned) excludes it. The executor
    /// [warns](crate::executor::Executor::warnings) where the same call has another operand while its last one is in flight. Where one call stands for
    /// several, as in a function that a loop calls twice, [`Left::of_set`] tells their registers apart.
    ///
    /// ```
    /// use lego_cuda::device::E4m3;
    /// use lego_cuda::device::matrix::Left;
    /// use lego_cuda::device::wgmma::{self, Matrix, Sums};
    /// use lego_cuda::view::Shared;
    /// lego::layout!(type Tile = OrderBy(Row(8), Swizzle(3, 4, 3)).GroupBy([64, 128]););
    ///
    /// /// Of 32 elements along k.
    /// fn step(sums: &mut Sums<32>, left: Left<E4m3>, right: Shared<'_, E4m3, Tile>) {
    ///     wgmma::fence();
    ///     sums.multiply_registers(left, Matrix::of(right, [0, 0]), true);
    ///     wgmma::commit();
    ///     sums.wait::<0>();
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn multiply_registers<T, B>(&mut self, a: Left<T>, b: Matrix<T, B>, adds: bool)
    where
        T: Operand<Sum = f32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    {
        let right = const { OperandLayout::of::<T, B>(2 * R as u32) };
        #[cfg(target_arch = "nvptx64")]
        {
            // SAFETY: the descriptor says how the tile lies, which is in shared memory.
            self.bits = unsafe {
                registers::multiply_registers::<_, ([u32; R], T, B)>(self.bits, a.words(), b.descriptor(right), adds)
            };
        }
        #[cfg(not(target_arch = "nvptx64"))]
        {
            let product = Product {
                left: LeftOperand::Registers { words: a.words(), set: a.set(), time: a.time() },
                right: (b.start, right),
                columns: 2 * R as u32,
                kind: T::KIND,
                value: T::value,
                adds,
            };
            host::call!("Sums::multiply_registers", wgmma(&product, &mut self.bits, &self.used, host::site()));
        }
    }

    /// Waits until at most `PENDING` of the thread's groups are under way; the sums of the others may be read.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn wait<const PENDING: u32>(&mut self) {
        #[cfg(target_arch = "nvptx64")]
        {
            self.bits = registers::wait::<_, PENDING>(self.bits);
        }
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Sums::wait", wgmma_wait(PENDING, Some(&self.used), host::site()));
    }

    /// The sums.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn get(&self, number: usize) -> f32 {
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Sums::get", wgmma_use(&self.used, host::site()));
        f32::from_bits(self.bits[number])
    }

    /// Sets a sum, which is [waited](Self::wait) for as where it is read.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn set(&mut self, number: usize, sum: f32) {
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Sums::set", wgmma_use(&self.used, host::site()));
        self.bits[number] = sum.to_bits();
    }
}

/// Lets the tensor cores use registers that the threads have used: before the first product, after each use of sums by a thread, and after a left
/// operand is set in registers.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn fence() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: a fence changes neither registers nor memory.
    unsafe {
        core::arch::asm!("wgmma.fence.sync.aligned;", options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("wgmma::fence", wgmma_fence(host::site()));
}

/// Ends a group: of the products that were begun since the last one.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn commit() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instruction names no memory.
    unsafe {
        core::arch::asm!("wgmma.commit_group.sync.aligned;", options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("wgmma::commit", wgmma_commit(host::site()));
}

/// Waits until at most `PENDING` of the thread's groups are under way: the operands of the others are free. To read sums, wait
/// [with them](Sums::wait).
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn wait<const PENDING: u32>() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instruction names no memory.
    unsafe {
        core::arch::asm!("wgmma.wait_group.sync.aligned {};", const PENDING, options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("wgmma::wait", wgmma_wait(PENDING, None, host::site()));
}

/// The registers of a thread at least, and at most.
pub(crate) const LEAST_REGISTERS: u32 = 24;
const MOST_REGISTERS: u32 = 256;

/// Gives registers back, so that each thread of the warpgroup has at most so many: a multiple of 8 from 24 to 256, and no more than it has.
///
/// A thread begins with as many as [the bounds](lego_machine::image::Bounds::registers) of the kernel say: by its threads and `min_blocks`, or by
/// `max_registers`. Without, ptxas ignores it. All warps of the warpgroup meet at a barrier between this and
/// the next call of it, or of [`more_registers`] (PTX ISA, `setmaxnreg`).
///
/// The executor counts them: see [`more_registers`].
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn fewer_registers<const COUNT: u32>() {
    const { ensure_registers(COUNT) };
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: ptxas keeps the values of all registers that are used later.
    unsafe {
        core::arch::asm!("setmaxnreg.dec.sync.aligned.u32 {};", const COUNT, options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("wgmma::fewer_registers", registers(COUNT, false, host::site()));
}

/// Waits until there are so many registers for each thread of the warpgroup, and takes them. It is as for [`fewer_registers`].
///
/// Law: all threads of a block together never have more than those with which it began. The executor reports a wait that does not end, with what is
/// free; warps of a warpgroup that do not call the same; and a call before they have met behind the one before.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn more_registers<const COUNT: u32>() {
    const { ensure_registers(COUNT) };
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: as above.
    unsafe {
        core::arch::asm!("setmaxnreg.inc.sync.aligned.u32 {};", const COUNT, options(nostack, preserves_flags))
    }
    #[cfg(not(target_arch = "nvptx64"))]
    host::call!("wgmma::more_registers", registers(COUNT, true, host::site()));
}

/// That a thread can have so many registers.
const fn ensure_registers(count: u32) {
    if !count.is_multiple_of(REGISTER_UNIT) || count < LEAST_REGISTERS || count > MOST_REGISTERS {
        let words = Message::new()
            .number(count as u128)
            .text(" registers of a thread: they are a multiple of 8 from 24 to 256");
        panic!("{}", words.as_str());
    }
}
