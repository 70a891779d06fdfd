//! How a row lies in the vectors of memory.
//!
//! Memory is moved fastest by vectors of 16 bytes that begin at multiples of 16. A row whose length no such vector divides begins
//! anywhere in one. It is taken as the whole vectors of memory that are in it, and fewer than two vectors of single elements, its edge:
//!
//! ```text
//! vectors of memory   |. . . .|. . . .|. . . .|. . . .|
//! a row of 11             . .|. . . .|. . . .|.          two whole vectors, two elements before them and one behind
//! ```
//!
//! A thread has some of the vectors, and one element of the edge or none. The second cache is asked for sectors of two vectors: threads
//! that are neighbours take both vectors of a sector, so that none is asked for twice. Rows that are `V` rows apart begin alike. So a block
//! whose rows are a multiple of `V` apart has each column at the same place of the same thread in all of them, and reads what belongs
//! to the columns once.

use super::{Columns, Rows};
use core::mem::transmute_copy;
use lego::Mapping32;
use lego_cuda::device::{Element, Stored, global, opaque};
use lego_cuda::unroll;
use lego_cuda::view::{Global, GlobalMut};

/// How rows lie in vectors of `V` elements.
#[derive(Clone, Copy)]
pub(crate) struct Frame<const V: usize> {
    /// The elements of a row.
    length: u32,
    /// How many of them stand before the first whole vector.
    head: u32,
    /// How many whole vectors there are.
    pub(crate) vectors: u32,
    /// How many places of vectors stand before the first.
    skipped: u32,
}

impl<const V: usize> Frame<V> {
    /// That of a row, and of all that are a multiple of `V` rows from it.
    #[inline(always)]
    pub(crate) fn of(row: u32, length: u32) -> Self {
        let shift = Self::shift(row, length);
        let head = length.min((V as u32 - shift) % V as u32);
        Self { length, head, vectors: (length - head) / V as u32, skipped: 0 }
    }

    /// The same with places of vectors of which every other one, from the first on, begins a sector of memory: those of a row, where so
    /// many places are enough for its vectors and one more.
    #[inline(always)]
    pub(crate) fn in_sectors(self, row: u32, places: u32) -> Self {
        const { assert!(V.is_power_of_two(), "what is left of a position by 2 V is left of it modulo 2^32 too") };
        let first = row.wrapping_mul(self.length).wrapping_add(self.head) / V as u32;
        Self { skipped: if self.vectors < places { first % 2 } else { 0 }, ..self }
    }

    /// The number of the vector at a place, not below [`vectors`](Frame::vectors) where there is none.
    #[inline(always)]
    pub(crate) fn at_place(self, place: u32) -> u32 {
        place.wrapping_sub(self.skipped)
    }

    /// How many elements behind the beginning of a vector a row begins.
    #[inline(always)]
    pub(crate) fn shift(row: u32, length: u32) -> u32 {
        const { assert!(V.is_power_of_two(), "what is left of a position by V is left of it modulo 2^32 too") };
        row.wrapping_mul(length) % V as u32
    }

    /// How many rows lie from one of a block to its next one, where so many blocks share the rows: as many as there are blocks, or
    /// more, so that they begin alike.
    #[inline(always)]
    pub(crate) fn rows_apart(blocks: u32, length: u32) -> u32 {
        if length.is_multiple_of(V as u32) { blocks } else { blocks.next_multiple_of(V as u32) }
    }

    /// The column of the first element of a whole vector.
    #[inline(always)]
    pub(crate) fn column(self, vector: u32) -> u32 {
        self.head + vector * V as u32
    }

    /// The column of a thread's element of the edge, beyond the row where it has none: the first `V` threads have those before the
    /// whole vectors, the next `V` those behind.
    #[inline(always)]
    pub(crate) fn edge(self, thread: u32) -> u32 {
        let v = V as u32;
        let column = if thread < v { thread } else { self.column(self.vectors) + thread - v };
        let has_one = if thread < v { thread < self.head } else { thread < 2 * v };
        if has_one { column } else { self.length }
    }

    /// A whole vector of a row.
    ///
    /// # Safety
    /// The frame is that of the row, which is one of the input's; the vector is below [`vectors`](Frame::vectors).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn read<T: Stored>(self, input: Global<'_, T, Rows>, row: u32, vector: u32) -> Packed<V> {
        // SAFETY: the elements are the row's, and begin where a vector of memory does.
        Packed::of(unsafe { input.get_vector_unchecked([row, self.column(vector)]) })
    }

    /// Sets a whole vector of a row.
    ///
    /// # Safety
    /// That of [`read`](Frame::read), and no other thread uses the vector at this time.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn write<T: Stored>(
        self,
        output: &GlobalMut<'_, T, Rows>,
        row: u32,
        vector: u32,
        values: [f32; V],
    ) where
        [T; V]: Element,
    {
        // SAFETY: the caller's.
        unsafe { self.write_bits(output, row, vector, Packed::of(T::narrow_all(values))) };
    }

    /// Whether rows begin where vectors do.
    #[inline(always)]
    pub(crate) fn is_aligned(self) -> bool {
        self.head == 0
    }

    /// Sets a whole vector of a row to one that is there already.
    ///
    /// # Safety
    /// That of [`write`](Frame::write).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn write_bits<T: Stored>(
        self,
        output: &GlobalMut<'_, T, Rows>,
        row: u32,
        vector: u32,
        bits: Packed<V>,
    ) {
        // SAFETY: the elements are the row's, and begin where a vector of memory does; the caller has the rest.
        unsafe { global::store(output.at_unchecked([row, self.column(vector)]).cast(), bits.0) };
    }

    /// What all rows share, of the columns of a whole vector: a vector of memory where rows begin where vectors do, else parts of two.
    ///
    /// # Safety
    /// There are as many columns as a row has elements, and the vector is below [`vectors`](Frame::vectors).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn shared<T: Stored>(self, columns: Global<'_, T, Columns>, vector: u32) -> Packed<V> {
        // SAFETY: the caller's.
        unsafe {
            if self.is_aligned() {
                Self::shared_aligned(columns, vector)
            } else {
                self.shared_unaligned(columns, vector)
            }
        }
    }

    /// The same where rows do not begin where vectors do: in a frame that is not [aligned](Frame::is_aligned).
    ///
    /// # Safety
    /// That of [`shared`](Frame::shared).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn shared_unaligned<T: Stored>(self, columns: Global<'_, T, Columns>, vector: u32) -> Packed<V> {
        // SAFETY: the caller's.
        self.joined(columns, vector, unsafe { self.parts(columns, vector) })
    }

    /// The two vectors of memory in which the columns of a whole vector lie, the second one where it is whole: what is
    /// [joined](Frame::joined) when all that a thread needs is under way.
    ///
    /// # Safety
    /// That of [`shared`](Frame::shared).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn parts<T: Stored>(self, columns: Global<'_, T, Columns>, vector: u32) -> [Packed<V>; 2] {
        // SAFETY: the columns end behind the end of the first vector, and not before that of the second one if it is whole.
        unsafe {
            let low = Self::shared_aligned(columns, vector);
            let is_whole = Self::is_next_whole(columns, vector);
            [low, if is_whole { Self::shared_aligned(columns, vector + 1) } else { Packed::ZERO }]
        }
    }

    /// The columns of a whole vector, of their [parts](Frame::parts).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn joined<T: Stored>(
        self,
        columns: Global<'_, T, Columns>,
        vector: u32,
        [low, mut next]: [Packed<V>; 2],
    ) -> Packed<V> {
        if !Self::is_next_whole(columns, vector) {
            next = Self::last(columns, V as u32 * (vector + 1));
        }
        low.behind(next, self.head)
    }

    /// The vector of memory that begins with the last columns, fewer than `V`, the first of which is given, by words and half of one. Element
    /// by element it would take as many registers as it has elements.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn last<T: Stored>(columns: Global<'_, T, Columns>, first: u32) -> Packed<V> {
        let ([length], mut words) = (columns.dims(), [0_u32; 4]);
        let (left, of_word) = (length - first, V as u32 / 4);
        unroll!(for k in 0..4 {
            if (k as u32 + 1) * of_word <= left {
                // SAFETY: the columns have the elements of the word, which begins where a word of memory does.
                words[k] = unsafe { global::load(columns.at_unchecked([first + k as u32 * of_word]).cast()) };
            }
        });
        if of_word == 2 && left % 2 == 1 {
            // SAFETY: the columns have the element, which has two bytes.
            let half: u16 = unsafe { global::load(columns.at_unchecked([length - 1]).cast()) };
            unroll!(for k in 0..4 {
                if k as u32 == left / 2 {
                    words[k] = u32::from(half);
                }
            });
        }
        Packed(words)
    }

    /// Whether the columns have all of the vector of memory behind one in which a whole vector begins.
    #[inline(always)]
    fn is_next_whole<T: Stored>(columns: Global<'_, T, Columns>, vector: u32) -> bool {
        let [length] = columns.dims();
        length - V as u32 * (vector + 1) >= V as u32
    }

    /// The same where rows begin where vectors do.
    ///
    /// # Safety
    /// That of [`shared`](Frame::shared), in a frame that is [aligned](Frame::is_aligned).
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn shared_aligned<T: Stored>(columns: Global<'_, T, Columns>, vector: u32) -> Packed<V> {
        // SAFETY: the columns of the vector are there, and begin at a multiple of `V`.
        Packed::of(unsafe { columns.get_vector_unchecked::<V>([V as u32 * vector]) })
    }
}

/// The element of an index as `f32`, 0 where there is none.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(crate) fn or_zero<T: Stored, L: Mapping32>(input: Global<'_, T, L>, index: L::Index32) -> f32 {
    match input.try_get(index) {
        Some(value) => value.widen(),
        None => 0.0,
    }
}

/// A vector of `V` elements in four registers. As an array of elements of two bytes it would take eight.
#[derive(Clone, Copy)]
pub(crate) struct Packed<const V: usize>([u32; 4]);

impl<const V: usize> Packed<V> {
    /// A vector of zeros.
    pub(crate) const ZERO: Self = Self([0; 4]);

    #[inline(always)]
    pub(crate) fn of<T: Stored>(values: [T; V]) -> Self {
        const { assert!(size_of::<[T; V]>() == 16, "a vector has 16 bytes") };
        // SAFETY: both have 16 bytes, without padding, and every pattern of bits is a number.
        Self(unsafe { transmute_copy(&values) })
    }

    /// The elements as `f32`.
    #[inline(always)]
    pub(crate) fn widen<T: Stored>(self) -> [f32; V] {
        const { assert!(size_of::<[T; V]>() == 16, "a vector has 16 bytes") };
        // SAFETY: both have 16 bytes, and every pattern of bits is an element.
        T::widen_all(unsafe { transmute_copy::<[u32; 4], [T; V]>(&self.0) })
    }

    /// The vector that begins at any position: a vector of memory, or made of two.
    ///
    /// # Safety
    /// All of its elements are there.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(crate) unsafe fn at<T: Stored>(elements: Global<'_, T>, position: u32) -> Self {
        let (v, behind) = (V as u32, position % V as u32);
        let first = position - behind;
        // SAFETY: the vector ends before the one that is asked for does, or with it, and begins at a multiple of `V`.
        let low = Self::of(unsafe { elements.get_vector_unchecked::<V>([first]) });
        if behind == 0 {
            low
        } else {
            low.behind(Self::of(elements.get_vector_or([first + v], T::narrow(0.0))), behind)
        }
    }

    /// The vector that begins so many elements behind this one, fewer than `V`, of this one and the next.
    ///
    /// The words of both are shifted by two, by one and by parts of a word, each if it takes that: elements of registers have no
    /// numbers that are known at run time.
    #[inline(always)]
    fn behind(self, next: Self, elements: u32) -> Self {
        let bytes = elements * (16 / V as u32);
        let word = |i: usize| if i < 4 { self.0[i] } else { next.0[i - 4] };
        let (mut six, mut five, mut four) = ([0; 6], [0; 5], [0; 4]);
        unroll!(for i in 0..6 {
            six[i] = if bytes & 8 != 0 { word(i + 2) } else { word(i) };
        });
        unroll!(for i in 0..5 {
            five[i] = if bytes & 4 != 0 { six[i + 1] } else { six[i] };
        });
        unroll!(for i in 0..4 {
            let both = u64::from(five[i + 1]) << 32 | u64::from(five[i]);
            four[i] = if V == 4 { five[i] } else { (both >> (8 * (bytes & 3))) as u32 };
        });
        Self(four)
    }

    /// The same vector, to be widened anew: what was widened before is not kept for it, in twice the registers.
    #[inline(always)]
    pub(crate) fn again(self) -> Self {
        Self(opaque(self.0))
    }

    /// The bits.
    #[inline(always)]
    pub(crate) fn bits(self) -> [u32; 4] {
        self.0
    }

    /// The vector of these bits.
    #[inline(always)]
    pub(crate) fn of_bits(bits: [u32; 4]) -> Self {
        Self(bits)
    }
}
