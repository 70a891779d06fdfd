//! A row of any length that several blocks share.
//!
//! A block keeps in its registers what fits there; the rest of its part it reads again, the newest first, as that is still in a cache.

use super::frame::{Frame, Packed};
use super::{Columns, Rows, Slots};
use lego_cuda::device::{Element, Stored, thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::{Global, GlobalMut};

/// The vectors of a row that a block has, in rounds in which each thread has one a step. The first part of a row has its edge too.
pub(crate) struct Part<const V: usize, const STEPS: usize, const THREADS: usize> {
    frame: Frame<V>,
    pub(crate) row: u32,
    /// Which part of the row it is, of so many.
    pub(crate) number: u32,
    parts: u32,
    begin: u32,
    end: u32,
    rounds: u32,
    /// The column of the thread's element of the edge, beyond the row where it has none.
    pub(crate) edge: u32,
    length: u32,
}

impl<const V: usize, const STEPS: usize, const THREADS: usize> Part<V, STEPS, THREADS> {
    /// That of a block, where so many have a row; an empty one where there is no such row.
    #[inline(always)]
    pub(crate) fn of(block: u32, parts: u32, [rows, length]: [u32; 2]) -> Self {
        let (row, number) = (block / parts, block % parts);
        let frame = Frame::<V>::of(row, length);
        let in_round = (STEPS * THREADS) as u32;
        let share = frame.vectors.div_ceil(parts);
        let begin = frame.vectors.min(number * share);
        let end = begin + share.min(frame.vectors - begin);
        let rounds = if row < rows { (end - begin).div_ceil(in_round) } else { 0 };
        let edge = if number == 0 && row < rows { frame.edge(thread_idx().x) } else { length };
        Self { frame, row, number, parts, begin, end: if row < rows { end } else { begin }, rounds, edge, length }
    }

    /// The round that stays in registers.
    #[inline(always)]
    pub(crate) fn last(&self) -> u32 {
        self.rounds.saturating_sub(1)
    }

    /// Whether the thread has an element of the edge.
    #[inline(always)]
    pub(crate) fn has_edge(&self) -> bool {
        self.edge < self.length
    }

    /// The tiles of the blocks that have the row.
    #[inline(always)]
    pub(crate) fn group(&self) -> core::ops::Range<u32> {
        let first = self.row * self.parts;
        first..first + self.parts
    }

    #[inline(always)]
    fn vector(&self, round: u32, step: usize) -> u32 {
        let in_round = Slots::<STEPS, THREADS>::apply_u32([step as u32, thread_idx().x]);
        self.begin + round * (STEPS * THREADS) as u32 + in_round
    }

    /// The thread's vectors of a round, zeros where it has none.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn read<T: Stored>(&self, input: Global<'_, T, Rows>, round: u32) -> [Packed<V>; STEPS] {
        let mut values = [Packed::ZERO; STEPS];
        unroll!(for step in 0..STEPS {
            let vector = self.vector(round, step);
            if vector < self.end {
                // SAFETY: the vector is one of the row, which is one of the input's: a part of no row has no vectors.
                values[step] = unsafe { self.frame.read(input, self.row, vector) };
            }
        });
        values
    }

    /// What all rows share, of the columns of a vector that the thread has.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn shared_vector<T: Stored>(
        &self,
        columns: Global<'_, T, Columns>,
        round: u32,
        step: usize,
    ) -> Packed<V> {
        let vector = self.vector(round, step);
        if vector < self.end {
            // SAFETY: there are as many columns as a row has elements, which the launch looks at.
            unsafe { self.frame.shared(columns, vector) }
        } else {
            Packed::ZERO
        }
    }

    /// What all rows share, of the columns of the thread's vectors of a round.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn shared<T: Stored>(&self, columns: Global<'_, T, Columns>, round: u32) -> [Packed<V>; STEPS] {
        let mut shared = [Packed::ZERO; STEPS];
        unroll!(for step in 0..STEPS {
            shared[step] = self.shared_vector(columns, round, step);
        });
        shared
    }

    /// Combines a value with each vector of the thread, those of the last round as given.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn fold<T: Stored, A: Copy>(
        &self,
        input: Global<'_, T, Rows>,
        last: [Packed<V>; STEPS],
        mut value: A,
        combine: impl Fn(A, [f32; V]) -> A,
    ) -> A {
        let mut round = 0;
        while round < self.last() {
            value = self.fold_round::<T, A>(round, self.read(input, round), value, &combine);
            round += 1;
        }
        self.fold_round::<T, A>(self.last(), last, value, &combine)
    }

    #[inline(always)]
    fn fold_round<T: Stored, A: Copy>(
        &self,
        round: u32,
        values: [Packed<V>; STEPS],
        mut value: A,
        combine: &impl Fn(A, [f32; V]) -> A,
    ) -> A {
        unroll!(for step in 0..STEPS {
            if self.vector(round, step) < self.end {
                value = combine(value, values[step].widen::<T>());
            }
        });
        value
    }

    /// Sets the vectors of the thread to what a function of their round, their step and their elements makes of them, those of the last
    /// round as given.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) fn write<T: Stored>(
        &self,
        input: Global<'_, T, Rows>,
        output: &GlobalMut<'_, T, Rows>,
        last: [Packed<V>; STEPS],
        result: impl Fn(u32, usize, [f32; V]) -> [f32; V],
    ) where
        [T; V]: Element,
    {
        let mut round = self.last();
        self.write_round(round, last, output, &result);
        while round > 0 {
            round -= 1;
            self.write_round(round, self.read(input, round), output, &result);
        }
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn write_round<T: Stored>(
        &self,
        round: u32,
        values: [Packed<V>; STEPS],
        output: &GlobalMut<'_, T, Rows>,
        result: &impl Fn(u32, usize, [f32; V]) -> [f32; V],
    ) where
        [T; V]: Element,
    {
        unroll!(for step in 0..STEPS {
            let vector = self.vector(round, step);
            if vector < self.end {
                let elements = result(round, step, values[step].widen::<T>());
                // SAFETY: as for the reads, the output having the rows of the input; a part of a row belongs to one block, and each of
                // its vectors to one thread.
                unsafe { self.frame.write(output, self.row, vector, elements) };
            }
        });
    }
}
