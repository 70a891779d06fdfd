//! A row that the threads of a block, or of a warp, hold in their registers.

use super::frame::{Frame, Packed};
use super::{Rows, Slots};
use lego_cuda::device::{Element, Stored, thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::{Global, GlobalMut};

/// What a thread has of a row: some of its whole vectors, as far apart as there are threads, and an element of its edge.
pub(crate) struct Held<const V: usize, const STEPS: usize, const THREADS: usize> {
    pub(crate) frame: Frame<V>,
    /// The row.
    pub(crate) row: u32,
    /// The column of the element of the edge, beyond the row where the thread has none.
    pub(crate) edge: u32,
    /// The vectors.
    pub(crate) vectors: [Packed<V>; STEPS],
    /// The element of the edge.
    pub(crate) at_edge: f32,
}

impl<const V: usize, const STEPS: usize, const THREADS: usize> Held<V, STEPS, THREADS> {
    /// Reads what this thread has of a row; `other` stands for what there is none of. A row has at most `STEPS * THREADS` whole
    /// vectors, and a block at least `2 * V` threads.
    ///
    /// # Safety
    /// The row is one of the input's.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn read<T: Stored>(input: Global<'_, T, Rows>, row: u32, other: f32) -> Self {
        let [_, length] = input.dims();
        // SAFETY: the caller's, and the frame is that of the row.
        unsafe { Self::read_in(Self::frame(row, length), input, row, other) }
    }

    /// The same in the frame of the row, which others may share. Of a row that is not there the thread has nothing.
    ///
    /// # Safety
    /// The frame is that of the row, if the row is one of the input's.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn read_in<T: Stored>(frame: Frame<V>, input: Global<'_, T, Rows>, row: u32, other: f32) -> Self {
        const { assert!(THREADS >= 2 * V, "each element of an edge has a thread") };
        let [rows, _] = input.dims();
        let mut vectors = [Packed::of([T::narrow(other); V]); STEPS];
        unroll!(for step in 0..STEPS {
            let vector = Self::vector(frame, step);
            if vector < frame.vectors && row < rows {
                // SAFETY: the row is there, and the frame is its.
                vectors[step] = unsafe { frame.read(input, row, vector) };
            }
        });
        let edge = frame.edge(thread_idx().x);
        let at_edge = input.try_get([row, edge]).unwrap_or(T::narrow(other)).widen();
        Self { frame, row, edge, vectors, at_edge }
    }

    /// How a row lies in vectors, each of which has a thread.
    #[inline(always)]
    pub(crate) fn frame(row: u32, length: u32) -> Frame<V> {
        Frame::of(row, length).in_sectors(row, (STEPS * THREADS) as u32)
    }

    /// The number of the thread's vector of a step.
    #[inline(always)]
    pub(crate) fn vector(frame: Frame<V>, step: usize) -> u32 {
        frame.at_place(Slots::<STEPS, THREADS>::apply_u32([step as u32, thread_idx().x]))
    }

    /// Whether the row has the thread's vector of a step.
    #[inline(always)]
    pub(crate) fn has(&self, step: usize) -> bool {
        Self::vector(self.frame, step) < self.frame.vectors
    }

    /// The elements of the vector of a step, not kept from when they were asked for before.
    #[inline(always)]
    pub(crate) fn again<T: Stored>(&self, step: usize) -> [f32; V] {
        self.vectors[step].again().widen::<T>()
    }

    /// Combines a value with each element that the thread has, and with what stands for those that it has not.
    #[inline(always)]
    pub(crate) fn fold<T: Stored>(&self, first: f32, combine: impl Fn(f32, f32) -> f32) -> f32 {
        let mut value = combine(first, self.at_edge);
        unroll!(for step in 0..STEPS {
            let elements = self.vectors[step].widen::<T>();
            unroll!(for k in 0..V {
                value = combine(value, elements[k]);
            });
        });
        value
    }

    /// The same of the elements that the thread has, vector by vector: no more are widened at once than those of one, whose condition keeps
    /// the compiler from it. Where a thread has many, more rows find room so.
    #[inline(always)]
    pub(crate) fn fold_by_vectors<T: Stored>(&self, first: f32, combine: impl Fn(f32, f32) -> f32) -> f32 {
        let mut value = combine(first, self.at_edge);
        unroll!(for step in 0..STEPS {
            if self.has(step) {
                let elements = self.again::<T>(step);
                unroll!(for k in 0..V {
                    value = combine(value, elements[k]);
                });
            }
        });
        value
    }

    /// Sets the row of the output: a vector of each step, and the element of the edge.
    ///
    /// # Safety
    /// The output has as many rows of as many elements as the input had, and no other thread sets what this one has of the row.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn write<T: Stored>(
        &self,
        output: &GlobalMut<'_, T, Rows>,
        vector: impl Fn(usize) -> [f32; V],
        at_edge: f32,
    ) where
        [T; V]: Element,
    {
        unroll!(for step in 0..STEPS {
            if self.has(step) {
                // SAFETY: the caller's.
                unsafe { self.write_vector(output, step, vector(step)) };
            }
        });
        // SAFETY: the caller's.
        unsafe { self.write_edge(output, at_edge) };
    }

    /// Sets the vector of a step, which the thread [has](Held::has).
    ///
    /// # Safety
    /// That of [`write`](Held::write), and the row is there.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn write_vector<T: Stored>(&self, output: &GlobalMut<'_, T, Rows>, step: usize, vector: [f32; V])
    where
        [T; V]: Element,
    {
        // SAFETY: the frame is that of the row, which is one of the output's too; the caller has the rest.
        unsafe { self.frame.write(output, self.row, Self::vector(self.frame, step), vector) };
    }

    /// Sets the element of the edge, if there is one, and the row.
    ///
    /// # Safety
    /// That of [`write`](Held::write).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn write_edge<T: Stored>(&self, output: &GlobalMut<'_, T, Rows>, at_edge: f32) {
        // SAFETY: the caller's.
        unsafe { output.try_set([self.row, self.edge], T::narrow(at_edge)) };
    }
}
