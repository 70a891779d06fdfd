//! Rows of a matrix that a block keeps in its registers: how they are laid out among threads, and how they are read.

use lego::layout;
use lego_cuda::device::{Element, Stored};
use lego_cuda::unroll;
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};

layout! {
    /// Vector `[row, step, thread]` of m rows of n vectors, of which a thread has `STEPS`, the last of them maybe beyond the row.
    pub type Rows<const STEPS: usize, const THREADS: usize>(m, n) = Row(m, n)
        .ExpandBy([m, n] => [m, STEPS*THREADS])
        .GroupBy([m, STEPS, THREADS]);
    /// Element `[row, step, thread, element]` of m rows of n elements, of which a thread has `STEPS` vectors of `V`.
    ///
    /// A row of any length begins anywhere, mostly within a vector of memory. Rotated by where it begins, its vectors are vectors of
    /// memory again, all but the one in which it begins and ends.
    pub type RotatedRows<const V: usize, const STEPS: usize, const THREADS: usize>(m, n) = Row(m, n)
        .ExpandBy([m, n] => [m, STEPS*THREADS*V])
        .OrderBy(Rotate(m, STEPS*THREADS*V, STEPS*THREADS*V - n))
        .GroupBy([m, STEPS, THREADS, V]);
}

/// The axes of [`Rows`]: a block has a row, and a thread chooses the step.
pub type OfRow = (BlockX, Register, ThreadX);

/// The axes of [`RotatedRows`]: a block has a row, and a thread chooses the step and the element of a vector.
pub type OfRotatedRow = (BlockX, Register, ThreadX, Register);

/// What a thread has of its block's row, as `f32`; `beyond` where the row has ended.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(crate) fn read<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, [T; V], Rows<STEPS, THREADS>>,
    output: &Split<'_, [T; V], Rows<STEPS, THREADS>, OfRow>,
    beyond: f32,
) -> [[f32; V]; STEPS]
where
    [T; V]: Element,
{
    let mut row = [[beyond; V]; STEPS];
    unroll!(for step in 0..STEPS {
        if let Some(numbers) = input.try_get(output.index([step as u32])) {
            row[step] = T::widen_all(numbers);
        }
    });
    row
}

/// [`read`] of rows of any length.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(crate) fn read_rotated<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, RotatedRows<V, STEPS, THREADS>>,
    output: &Split<'_, T, RotatedRows<V, STEPS, THREADS>, OfRotatedRow>,
    beyond: f32,
) -> [[f32; V]; STEPS]
where
    [T; V]: Element,
{
    let mut row = [[beyond; V]; STEPS];
    unroll!(for step in 0..STEPS {
        row[step] = T::widen_all(input.get_vector_or(output.index([step as u32, 0]), T::narrow(beyond)));
    });
    row
}

/// The sum of what a thread has of a row.
#[inline(always)]
pub(crate) fn sum<const V: usize, const STEPS: usize>(row: &[[f32; V]; STEPS]) -> f32 {
    let mut sum = 0.0;
    unroll!(for step in 0..STEPS {
        unroll!(for k in 0..V {
            sum += row[step][k];
        });
    });
    sum
}
