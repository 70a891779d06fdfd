//! Registers of a left operand, which the tensor cores read until their product has been waited for.

use super::{Matrix, Registers, Sums};
#[cfg(not(target_arch = "nvptx64"))]
use crate::device::host;
use crate::device::matrix::{Left, Operand};
use lego_core::{Mapping32, StaticMapping};

/// Registers of a left operand that no product reads, so that a thread may set them.
///
/// Law: [`Sums::multiply_owned`] takes them, and [`Sums::wait_for`] gives them back. In between nothing can set them.
///
/// # C7513
///
/// A product reads its left operand while the threads go on. Where a program sets the same registers before it has waited, ptxas makes
/// every product of the kernel wait for the one before: "(C7513) Potential Performance Loss: wgmma.mma_async instructions are
/// serialized due to non wgmma instructions defining input registers of a wgmma between start and end of the pipeline stage". The
/// results stay right, and the kernel takes several times as long. A build prints it, and `Report::refuse_losses` of `lego-cuda-build` fails on it.
///
/// It comes from a loop that carries the operand from one turn to the next: `multiply_registers(now, …)`, and `now = next` before the
/// wait. The variable `now` is one set of registers. There are two cures:
///
/// - Wait before the registers are set again, as these types make sure.
/// - Have two sets, each with a copy of the loop's body: one is set while the other is multiplied. The loop takes two steps a turn, so
///   that no operand is carried over ([`Left::of_set`] lets the executor know).
///
/// An operand is also set before the [fence](super::fence) in front of its product, which makes the registers known to the tensor cores. The
/// executor [warns](crate::executor::Executor::warnings) of both. Its neighbours C7514 and C7515 say the same of sums that are read or set while they
/// are in flight; [`Sums::wait`] and [`Sums::scale`] keep the compiler from moving such code there.
///
/// ```
/// use lego_cuda::device::E4m3;
/// use lego_cuda::device::matrix::Left;
/// use lego_cuda::device::wgmma::{self, LeftRegisters, Matrix, Sums};
/// use lego_cuda::view::Shared;
/// lego::layout!(type Tile = OrderBy(Row(8), Swizzle(3, 4, 3)).GroupBy([64, 128]););
///
/// /// Four steps along k, whose left operands a function gives.
/// fn steps(sums: &mut Sums<32>, left: impl Fn(u32) -> Left<E4m3>, right: Shared<'_, E4m3, Tile>) {
///     let mut registers = LeftRegisters::new(left(0));
///     let mut step = 0;
///     while step < 4 {
///         wgmma::fence();
///         let flight = sums.multiply_owned(registers, Matrix::of(right, [0, 32 * step]), step > 0);
///         wgmma::commit();
///         // The next operand is read while this one is multiplied, and set when it has been.
///         let next = left((step + 1) % 4);
///         [registers] = sums.wait_for::<0, 1, _>([flight]);
///         registers.set(next);
///         step += 1;
///     }
/// }
/// ```
#[derive(Debug)]
pub struct LeftRegisters<T> {
    left: Left<T>,
}

impl<T: Operand> LeftRegisters<T> {
    /// Registers of their own, with an operand.
    #[inline(always)]
    pub fn new(left: Left<T>) -> Self {
        #[cfg(not(target_arch = "nvptx64"))]
        let left = Left::from_words(left.words()).of_set(host::new_register_set());
        Self { left }
    }

    /// Sets the registers to another operand.
    #[inline(always)]
    pub fn set(&mut self, left: Left<T>) {
        // The registers are set now, whenever the operand was read.
        #[cfg(not(target_arch = "nvptx64"))]
        let left = Left::from_words(left.words()).of_set(self.left.set());
        self.left = left;
    }

    /// The operand.
    #[inline(always)]
    pub fn get(&self) -> Left<T> {
        self.left
    }
}

/// Registers of a left operand that a product in flight reads.
///
/// The executor warns where they are dropped before [`Sums::wait_for`] gave them back: the compiler may then use them for something else.
#[derive(Debug)]
#[must_use = "the tensor cores read these registers until `Sums::wait_for` gives them back"]
pub struct InFlight<T> {
    left: Left<T>,
    /// The number of the group of the last product that reads them, and where it was called.
    #[cfg(not(target_arch = "nvptx64"))]
    product: (u64, host::Site),
}

#[cfg(not(target_arch = "nvptx64"))]
impl<T> Drop for InFlight<T> {
    fn drop(&mut self) {
        if let Some(machine) = host::told_machine() {
            machine.wgmma_drop(self.product.0, self.product.1);
        }
    }
}

impl<const R: usize> Sums<R>
where
    [u32; R]: Registers,
{
    /// As [`multiply_registers`](Self::multiply_registers), of registers that the product owns until [`wait_for`](Self::wait_for) gives them back.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn multiply_owned<T, B>(&mut self, a: LeftRegisters<T>, b: Matrix<T, B>, adds: bool) -> InFlight<T>
    where
        T: Operand<Sum = f32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    {
        self.multiply_registers(a.left, b, adds);
        InFlight {
            left: a.left,
            #[cfg(not(target_arch = "nvptx64"))]
            product: (self.used.get().group, host::site()),
        }
    }

    /// As [`multiply_owned`](Self::multiply_owned), of registers that another product in flight reads too.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn multiply_shared<T, B>(&mut self, a: &mut InFlight<T>, b: Matrix<T, B>, adds: bool)
    where
        T: Operand<Sum = f32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    {
        self.multiply_registers(a.left, b, adds);
        #[cfg(not(target_arch = "nvptx64"))]
        {
            a.product = (self.used.get().group, host::site());
        }
    }

    /// [Waits](Self::wait) until at most `PENDING` of the thread's groups are in flight, and gives back the registers of others.
    ///
    /// Law: the products that read the registers are in none of the last `PENDING` groups. The executor reports registers that are given
    /// back too early.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn wait_for<const PENDING: u32, const N: usize, T: Operand>(
        &mut self,
        flights: [InFlight<T>; N],
    ) -> [LeftRegisters<T>; N] {
        self.wait::<PENDING>();
        #[cfg(not(target_arch = "nvptx64"))]
        let site = host::site();
        flights.map(|flight| {
            let left = flight.left;
            #[cfg(not(target_arch = "nvptx64"))]
            host::call!("Sums::wait_for", wgmma_give_back(flight.product.0, site));
            core::mem::forget(flight);
            #[cfg(target_arch = "nvptx64")]
            {
                let [a, b, c, d] = left.words();
                // SAFETY: a comment. It stands behind the wait and names the registers, which hold the operand until there.
                unsafe {
                    core::arch::asm!(
                        "//{{{}}} {{{}}} {{{}}} {{{}}}",
                        in(reg32) a, in(reg32) b, in(reg32) c, in(reg32) d,
                        options(nostack, preserves_flags)
                    );
                }
            }
            LeftRegisters { left }
        })
    }

    /// Begins to set the sums to a product, whatever they were.
    ///
    /// It is [`multiply`](Self::multiply) with `adds` false, known when the kernel is compiled: the instruction has the sums as results alone, so
    /// that a thread need not set them to 0 before, and no older value is kept in registers up to here.
    ///
    /// ```
    /// use lego_cuda::device::E4m3;
    /// use lego_cuda::device::wgmma::{self, Matrix, Sums};
    /// use lego_cuda::view::Shared;
    /// lego::layout!(type Tile = OrderBy(Row(8), Swizzle(3, 4, 3)).GroupBy([64, 128]););
    ///
    /// fn tile(sums: &mut Sums<32>, left: Shared<'_, E4m3, Tile>, right: Shared<'_, E4m3, Tile>) {
    ///     wgmma::fence();
    ///     sums.overwrite(Matrix::of(left, [0, 0]), Matrix::of(right, [0, 0]));
    ///     sums.multiply(Matrix::of(left, [0, 32]), Matrix::of(right, [0, 32]), true);
    ///     wgmma::commit();
    ///     sums.wait::<0>();
    ///     // Twice the sums of rows l/4, and half of those 8 rows on.
    ///     sums.scale([2.0, 0.5]);
    /// }
    /// ```
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn overwrite<T, A, B>(&mut self, a: Matrix<T, A>, b: Matrix<T, B>)
    where
        T: Operand<Sum = f32>,
        A: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    {
        #[cfg(target_arch = "nvptx64")]
        {
            use super::operand::OperandLayout;
            let (left, right) =
                const { (OperandLayout::of::<T, A>(super::M), OperandLayout::of::<T, B>(2 * R as u32)) };
            // SAFETY: the descriptors say how the tiles lie, which are in shared memory.
            self.bits = unsafe {
                super::registers::overwrite::<_, ([u32; R], T, A, B)>(a.descriptor(left), b.descriptor(right))
            };
        }
        #[cfg(not(target_arch = "nvptx64"))]
        self.multiply(a, b, false);
    }

    /// As [`overwrite`](Self::overwrite), with the left operand in registers as for [`multiply_registers`](Self::multiply_registers).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn overwrite_registers<T, B>(&mut self, a: Left<T>, b: Matrix<T, B>)
    where
        T: Operand<Sum = f32>,
        B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    {
        #[cfg(target_arch = "nvptx64")]
        {
            use super::operand::OperandLayout;
            let right = const { OperandLayout::of::<T, B>(2 * R as u32) };
            // SAFETY: the descriptor says how the tile lies, which is in shared memory.
            self.bits =
                unsafe { super::registers::overwrite_registers::<_, ([u32; R], T, B)>(a.words(), b.descriptor(right)) };
        }
        #[cfg(not(target_arch = "nvptx64"))]
        self.multiply_registers(a, b, false);
    }

    /// Multiplies the sums of the thread's rows by a factor each: those of row l/4, and those 8 rows on.
    ///
    /// Law: what is multiplied is what the thread has [waited](Self::wait) for, and it is done before the thread's next [`fence`](super::fence). The
    /// compiler moves it past neither, as it may do with a [`set`](Self::set) of each sum: a multiplication between the fence and the
    /// product would make ptxas serialize the products, or wait in front of it.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub fn scale(&mut self, rows: [f32; 2]) {
        #[cfg(not(target_arch = "nvptx64"))]
        host::call!("Sums::scale", wgmma_use(&self.used, host::site()));
        // A loop would have the sums in memory.
        crate::unroll!(for number in 0..R {
            let number: usize = number;
            let sum = f32::from_bits(self.bits[number]) * rows[number / 2 % 2];
            self.bits[number] = sum.to_bits();
        });
        #[cfg(target_arch = "nvptx64")]
        {
            self.bits = super::registers::pin(self.bits);
        }
    }
}
