//! The warps that move: references into shared memory and scores out of it, by vectors of 16 bytes, a whole line of 128 bytes
//! of memory at a time.
//!
//! Line k of a row is the eight vectors of the one to eight steps before round k and of the first ones of that round: as many
//! as make it a line of memory. Stages follow each other in a ring, so a line has its place in shared memory as any eight
//! steps do, at the end of a stage and the beginning of the next. No sector of memory is written in two parts, but where a row
//! ends and the next begins.

use super::chunks::{CHUNK, Chunks, GROUPS, MOVED, Moved, STAGE, STRIP, previous, shift};
use super::strip::Strip;
use lego_cuda::device::{SharedPtr, copy_async, global, lane};

/// What a thread moves of each line: a vector of a row of each of four lanes.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    strip: Strip<'a>,
    vectors: [Vector; MOVED as usize],
}

/// A thread's vector of each line, in one lane. What differs between lines is as far from one to the next in all lanes.
#[derive(Clone, Copy)]
struct Vector {
    y: u32,
    /// The column of line 0; before the table, by wrapping below zero, it is more than the number of columns.
    x: u32,
    /// Whether it lies in the stage before that of its line.
    is_early: bool,
    /// Where it is in the first stage.
    at: u32,
}

/// Where the first element of a vector of a line is: in the table, and in shared memory.
#[derive(Clone, Copy)]
struct Place {
    y: u32,
    x: u32,
    at: u32,
}

impl Vector {
    /// The vector of a thread in a lane.
    #[inline(always)]
    fn new(strip: &Strip<'_>, lane: u32, [row, vector]: [u32; 2]) -> Self {
        let y = strip.above() + 1 + 4 * lane + row;
        // The number of the vector of step 0, from the beginning of the table on, less one.
        let origin = (y.wrapping_mul(strip.pitch()).wrapping_add(shift(strip.pitch(), row)) / 4).wrapping_sub(2 + lane);
        let early = origin % GROUPS + 1;
        let step = vector.wrapping_sub(early);
        let x = strip.first_column(step, lane).wrapping_add(shift(strip.pitch(), row));
        Self { y, x, is_early: vector < early, at: Chunks::apply_u32([0, lane, row, step % GROUPS, 0]) }
    }

    /// Where it is in a line. Beyond the table its columns are none that the kernel fills.
    #[inline(always)]
    fn place(&self, line: u32, stage: u32) -> Place {
        let stage = if self.is_early { previous(stage) } else { stage };
        Place { y: self.y, x: self.x.wrapping_add(line * CHUNK), at: self.at + stage * STAGE }
    }
}

impl<'a> Mover<'a> {
    /// The thread, in one of the warps that move, which are numbered from 0.
    #[inline(always)]
    pub(super) fn new(strip: Strip<'a>, mover: u32) -> Self {
        let place = Moved::inv_u32(lane());
        let vectors = [0, 1, 2, 3].map(|i| Vector::new(&strip, mover * MOVED + i, place));
        Self { strip, vectors }
    }

    /// Whether all of a line is in the table, in all lanes.
    #[inline(always)]
    fn is_full(&self, line: u32) -> bool {
        line >= 6 && (line + 1) * CHUNK <= self.strip.columns && self.strip.above() + STRIP <= self.strip.rows
    }

    /// Whether a cell is one that the kernel fills.
    #[inline(always)]
    fn fills(&self, y: u32, x: u32) -> bool {
        y <= self.strip.rows && self.strip.fills(x)
    }

    /// Whether the kernel fills all cells of a vector.
    #[inline(always)]
    fn fills_all(&self, y: u32, x: u32) -> bool {
        self.fills(y, x) && self.strip.fills(x.wrapping_add(3))
    }

    /// A vector in shared memory.
    ///
    /// # Safety
    /// Its first element is in the chunks, and has the first column of a group.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn shared(&self, at: u32) -> SharedPtr<[i32; 4]> {
        // SAFETY: four columns of a group lie side by side, from a multiple of four on.
        unsafe { SharedPtr::from_offset(self.strip.chunks.slice().at_unchecked(at).offset()) }
    }

    /// Begins to copy a line. Where it reaches over the table there are zeros, and in column 0 what is given there.
    #[inline(always)]
    pub(super) unsafe fn load(&self, line: u32, stage: u32) {
        let places = self.vectors.map(|vector| vector.place(line, stage));
        // SAFETY: the vectors are in the chunks; those of a full line are in the table.
        unsafe {
            if self.is_full(line) {
                self.copy(places[0]);
                self.copy(places[1]);
                self.copy(places[2]);
                self.copy(places[3]);
            } else {
                self.copy_some(places[0]);
                self.copy_some(places[1]);
                self.copy_some(places[2]);
                self.copy_some(places[3]);
            }
        }
    }

    /// Begins to copy a vector that is in the table.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn copy(&self, Place { y, x, at }: Place) {
        // SAFETY: as the caller promises; the vector begins at a multiple of four elements.
        unsafe { copy_async::copy_ahead(self.shared(at), self.strip.reference.at_unchecked([y, x]).cast()) };
    }

    /// Begins to copy what a vector has of the table.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn copy_some(&self, place: Place) {
        let (strip, Place { y, x, at }) = (&self.strip, place);
        // SAFETY: the vector is in the chunks, and only cells of the table are read.
        unsafe {
            if self.fills_all(y, x) {
                self.copy(place);
                return;
            }
            // A table with fewer columns can lie between the first and the last.
            if y > strip.rows || (0..4).all(|q| x.wrapping_add(q) > strip.columns) {
                self.shared(at).set([0; 4]);
                return;
            }
            for q in 0..4 {
                let x = x.wrapping_add(q);
                let to = strip.chunks.slice().at_unchecked(at + q);
                if strip.fills(x) {
                    copy_async::copy(to, strip.reference.at_unchecked([y, x]));
                } else {
                    to.set(if x == 0 { strip.given(y, 0) } else { 0 });
                }
            }
        }
    }

    /// Writes what a line has of the table.
    #[inline(always)]
    pub(super) unsafe fn store(&self, line: u32, stage: u32) {
        let places = self.vectors.map(|vector| vector.place(line, stage));
        let gaps = places.map(|place| self.strip.penalty.wrapping_mul(place.y.wrapping_add(place.x) as i32));
        // SAFETY: the vectors are in the chunks; those of a full line are in the table, and are this thread's.
        unsafe {
            // All reads before the first write: the compiler keeps their order.
            let scores = places.map(|place| self.shared(place.at).get());
            if self.is_full(line) {
                self.write(places[0], self.scores(scores[0], gaps[0]));
                self.write(places[1], self.scores(scores[1], gaps[1]));
                self.write(places[2], self.scores(scores[2], gaps[2]));
                self.write(places[3], self.scores(scores[3], gaps[3]));
            } else {
                self.write_some(places[0], self.scores(scores[0], gaps[0]));
                self.write_some(places[1], self.scores(scores[1], gaps[1]));
                self.write_some(places[2], self.scores(scores[2], gaps[2]));
                self.write_some(places[3], self.scores(scores[3], gaps[3]));
            }
        }
    }

    /// The scores of a vector, by what it was computed with and what the gaps up to it cost.
    #[inline(always)]
    fn scores(&self, cells: [i32; 4], gaps: i32) -> [i32; 4] {
        let score =
            |q: u32| cells[q as usize].wrapping_sub(gaps).wrapping_sub(self.strip.penalty.wrapping_mul(q as i32));
        [score(0), score(1), score(2), score(3)]
    }

    /// Writes a vector that is in the table.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn write(&self, Place { y, x, .. }: Place, scores: [i32; 4]) {
        // SAFETY: as the caller promises; the vector begins at a multiple of four elements.
        unsafe { global::store(self.strip.score.at_unchecked([y, x]).cast::<[i32; 4]>(), scores) };
    }

    /// Writes what a vector has of the table.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn write_some(&self, place: Place, scores: [i32; 4]) {
        let Place { y, x, .. } = place;
        // SAFETY: only cells of the table are written, and these are this thread's.
        unsafe {
            if self.fills_all(y, x) {
                self.write(place, scores);
            } else {
                for q in 0..4 {
                    let x = x.wrapping_add(q);
                    if self.fills(y, x) {
                        self.strip.score.set_unchecked([y, x], scores[q as usize]);
                    }
                }
            }
        }
    }
}
