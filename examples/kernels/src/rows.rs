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
}

/// The axes of [`Rows`]: a block has a row, and a thread chooses the step.
pub type OfRow = (BlockX, Register, ThreadX);

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
