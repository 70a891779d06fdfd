//! Operands of a product as the registers of a warp.

use super::Operand;
#[cfg(all(not(target_arch = "nvptx64"), feature = "half"))]
use crate::device::host;
use core::marker::PhantomData;

/// Bytes of a lane's neighbours along the summed axis: one register.
const RUN: u32 = 4;

/// A 16×K tile of the left matrix, of which a lane has four registers.
#[derive(Debug)]
pub struct Left<T> {
    words: [u32; 4],
    element: PhantomData<T>,
    /// The number of the set of registers, and when they were set: what the executor compares of products in flight.
    #[cfg(all(not(target_arch = "nvptx64"), feature = "half"))]
    set: u64,
    #[cfg(all(not(target_arch = "nvptx64"), feature = "half"))]
    time: u64,
}

/// A K×8 tile of the right matrix, of which a lane has two registers.
#[derive(Debug)]
pub struct Right<T> {
    words: [u32; 2],
    element: PhantomData<T>,
}

macro_rules! operands {
    ($($operand:ident, $words:literal, $(#[$example:meta])*;)*) => {
        $(
            impl<T> Clone for $operand<T> {
                #[inline(always)]
                fn clone(&self) -> Self {
                    *self
                }
            }

            impl<T> Copy for $operand<T> {}

            impl<T: Operand> $operand<T> {
                /// How many elements a lane has.
                pub const VALUES: u32 = $words * RUN / T::BYTES as u32;

                /// The registers of this lane.
                #[inline(always)]
                pub const fn words(self) -> [u32; $words] {
                    self.words
                }

                /// The tile of which this lane's elements are what a function gives of row and column, element by element.
                ///
                $(#[$example])*
                #[inline(always)]
                pub fn from_fn(lane: u32, mut element: impl FnMut([u32; 2]) -> T) -> Self {
                    let mut words = [0_u32; $words];
                    let first = (&raw mut words).cast::<T>();
                    let mut value = 0;
                    while value < Self::VALUES {
                        // SAFETY: so many elements fill the registers, whose alignment is no less than that of an element of at
                        // most four bytes.
                        unsafe { first.add(value as usize).write(element(Self::place(lane, value))) };
                        value += 1;
                    }
                    Self::from_words(words)
                }
            }
        )*
    };
}
operands! {
    Left, 4,
        /// ```
        /// use lego_cuda::device::matrix::Left;
        /// // The unit matrix: lane 0 has the element of row 0, column 0, first.
        /// let unit = Left::<i8>::from_fn(0, |[row, column]| i8::from(row == column));
        /// assert_eq!(unit.words(), [1, 0, 0, 0]);
        /// ```
        ;
    Right, 2,
        /// ```
        /// use lego_cuda::device::matrix::Right;
        /// let rows = Right::<i8>::from_fn(1, |[row, _]| row as i8);
        /// assert_eq!(rows.words(), [0x07060504, 0x17161514]);
        /// ```
        ;
}

impl<T: Operand> Left<T> {
    /// The tile whose registers in this lane are these; in each the first elements are the low bits.
    #[inline(always)]
    pub fn from_words(words: [u32; 4]) -> Self {
        Self {
            words,
            element: PhantomData,
            #[cfg(all(not(target_arch = "nvptx64"), feature = "half"))]
            set: 0,
            #[cfg(all(not(target_arch = "nvptx64"), feature = "half"))]
            time: host::register_time(),
        }
    }

    /// The same tile in a set of registers with a number.
    ///
    /// It does nothing on a GPU. The executor takes one call of
    /// [`Sums::multiply_registers`](crate::device::wgmma::Sums::multiply_registers) for one instruction, whose registers are the same each time. A function
    /// that is inlined into a loop twice, so that each copy has registers of its own, says so by two numbers.
    #[inline(always)]
    #[must_use]
    pub fn of_set(self, number: u64) -> Self {
        let _ = number;
        Self {
            #[cfg(all(not(target_arch = "nvptx64"), feature = "half"))]
            set: number,
            ..self
        }
    }

    /// The number of the set.
    #[cfg(all(not(target_arch = "nvptx64"), feature = "half"))]
    pub(in crate::device) fn set(self) -> u64 {
        self.set
    }

    /// When the registers were set.
    #[cfg(all(not(target_arch = "nvptx64"), feature = "half"))]
    pub(in crate::device) fn time(self) -> u64 {
        self.time
    }

    /// Row and column of a lane's element, in the order of its registers and from the low bits of each: with t = lane mod 4 and W the
    /// elements of a register, runs of W elements at row lane / 4, column W·t, and then 8 rows on, 4·W columns on, and both
    /// (PTX ISA 9.2, 9.7.14.5).
    ///
    /// Law: each element of the tile is in one place.
    ///
    /// ```
    /// use lego_cuda::device::matrix::Left;
    /// assert_eq!(Left::<i8>::place(6, 5), [9, 9]);
    /// assert_eq!(Left::<i8>::place(6, 10), [1, 26]);
    /// ```
    #[inline(always)]
    pub const fn place(lane: u32, value: u32) -> [u32; 2] {
        let width = RUN / T::BYTES as u32;
        let run = value / width;
        [lane / 4 + 8 * (run % 2), width * (lane % 4) + value % width + 4 * width * (run / 2)]
    }
}

impl<T: Operand> Right<T> {
    /// The tile whose registers in this lane are these; in each the first elements are the low bits.
    #[inline(always)]
    pub const fn from_words(words: [u32; 2]) -> Self {
        Self { words, element: PhantomData }
    }

    /// Row and column of a lane's element: with t = lane mod 4 and W the elements of a register, a run of W at column lane / 4, row W·t,
    /// and one 4·W rows on.
    ///
    /// Law: each element of the tile is in one place.
    ///
    /// ```
    /// use lego_cuda::device::matrix::Right;
    /// assert_eq!(Right::<i8>::place(6, 5), [25, 1]);
    /// ```
    #[inline(always)]
    pub const fn place(lane: u32, value: u32) -> [u32; 2] {
        let width = RUN / T::BYTES as u32;
        [width * (lane % 4) + value % width + 4 * width * (value / width), lane / 4]
    }
}

/// Row and column of a lane's sum in the 16×8 tile: two neighbours of a row, and two 8 rows on.
///
/// Law: each sum is in one place.
///
/// ```
/// use lego_cuda::device::matrix::sum_place;
/// assert_eq!([0, 1, 2, 3].map(|value| sum_place(6, value)), [[1, 4], [1, 5], [9, 4], [9, 5]]);
/// ```
#[inline(always)]
pub const fn sum_place(lane: u32, value: u32) -> [u32; 2] {
    [lane / 4 + 8 * (value / 2), 2 * (lane % 4) + value % 2]
}
