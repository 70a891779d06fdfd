//! The warps that move: references into shared memory and scores out of it, by vectors of 16 bytes, a whole line of 128 bytes
//! of memory at a time.
//!
//! Line k of a row is the eight vectors of the one to eight steps before round k and of the first ones of that round: as many
//! as make it a line of memory. Stages follow each other in a ring, so a line has its place in shared memory as any eight
//! steps do, at the end of a stage and the beginning of the next. No sector of memory is written in two parts, but where a row
//! ends and the next begins.

use super::chunks::{CHUNK, Chunks, GROUPS, MOVED, Moved, STRIP, previous, shift};
use super::strip::Strip;
use lego_cuda::device::{SharedPtr, copy_async, global, lane};

/// What a thread moves of each line: a vector of a row of each of four lanes.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    strip: Strip<'a>,
    /// The first of the four lanes.
    lane: u32,
    row: u32,
    /// Which vector of a line.
    vector: u32,
    /// The number of the vector of the first lane's row and step 0, from the beginning of the table on.
    origin: u32,
}

/// Where the first element of a vector is: in the table, and in shared memory.
#[derive(Clone, Copy)]
struct Place {
    y: u32,
    x: u32,
    at: u32,
}

impl<'a> Mover<'a> {
    /// The thread, in one of the warps that move, which are numbered from 0.
    #[inline(always)]
    pub(super) fn new(strip: Strip<'a>, mover: u32) -> Self {
        let [row, vector] = Moved::inv_u32(lane());
        let lane = mover * MOVED;
        let y = strip.above() + 1 + 4 * lane + row;
        let origin = (y.wrapping_mul(strip.pitch()).wrapping_add(shift(strip.pitch(), row)) / 4).wrapping_sub(1 + lane);
        Self { strip, lane, row, vector, origin }
    }

    /// The vector of a line, in the i-th lane. Beyond the table, also by wrapping below zero, its columns are none that the
    /// kernel fills.
    #[inline(always)]
    fn place(&self, line: u32, stage: u32, i: u32) -> Place {
        let strip = &self.strip;
        let lane = self.lane + i;
        // A lane further are four rows down and a step back, which is four columns.
        let origin = self.origin.wrapping_add(i * strip.columns);
        let early = origin.wrapping_sub(1) % GROUPS + 1;
        let step = self.vector.wrapping_sub(early);
        let stage = if self.vector < early { previous(stage) } else { stage };
        let x = strip.first_column((line * GROUPS).wrapping_add(step), lane);
        Place {
            y: strip.above() + 1 + 4 * lane + self.row,
            x: x.wrapping_add(shift(strip.pitch(), self.row)),
            at: Chunks::apply_u32([stage, lane, self.row, step % GROUPS, 0]),
        }
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
        let strip = &self.strip;
        if self.is_full(line) {
            let copy = |i: u32| {
                let Place { y, x, at } = self.place(line, stage, i);
                // SAFETY: all of the line is in the table, and the vector begins at a multiple of four elements.
                unsafe { copy_async::copy_ahead(self.shared(at), strip.reference.at_unchecked([y, x]).cast()) };
            };
            copy(0);
            copy(1);
            copy(2);
            copy(3);
            return;
        }
        for i in 0..MOVED {
            let Place { y, x, at } = self.place(line, stage, i);
            for q in 0..4 {
                // SAFETY: the cell is in the chunks, and only cells of the table are read.
                unsafe {
                    let to = strip.chunks.slice().at_unchecked(at + q);
                    let x = x.wrapping_add(q);
                    if self.fills(y, x) {
                        copy_async::copy(to, strip.reference.at_unchecked([y, x]));
                    } else {
                        to.set(if x == 0 && y <= strip.rows { strip.given(y, 0) } else { 0 });
                    }
                }
            }
        }
    }

    /// Writes what a line has of the table.
    #[inline(always)]
    pub(super) unsafe fn store(&self, line: u32, stage: u32) {
        // SAFETY: the vectors are in the chunks; a full line is in the table, and these vectors of it are this thread's.
        unsafe {
            if self.is_full(line) {
                let places = [0, 1, 2, 3].map(|i| self.place(line, stage, i));
                // All reads before the first write: the compiler keeps their order.
                let scores = places.map(|place| self.shared(place.at).get());
                self.write(true, places[0], scores[0]);
                self.write(true, places[1], scores[1]);
                self.write(true, places[2], scores[2]);
                self.write(true, places[3], scores[3]);
            } else {
                for i in 0..MOVED {
                    let place = self.place(line, stage, i);
                    self.write(false, place, self.shared(place.at).get());
                }
            }
        }
    }

    /// Writes what a vector has of the table, all if it is full.
    #[inline(always)]
    unsafe fn write(&self, is_full: bool, Place { y, x, .. }: Place, scores: [i32; 4]) {
        let strip = &self.strip;
        let score = |q: u32| {
            let gaps = y.wrapping_add(x).wrapping_add(q);
            scores[q as usize].wrapping_sub(strip.penalty.wrapping_mul(gaps as i32))
        };
        // SAFETY: only cells of the table are written, and these are this thread's; a vector of four begins at a multiple of
        // four elements.
        unsafe {
            if is_full || self.fills(y, x) && strip.fills(x.wrapping_add(3)) {
                let scores = [score(0), score(1), score(2), score(3)];
                global::store(strip.score.at_unchecked([y, x]).cast::<[i32; 4]>(), scores);
            } else {
                for q in 0..4 {
                    let x = x.wrapping_add(q);
                    if self.fills(y, x) {
                        strip.score.set_unchecked([y, x], score(q));
                    }
                }
            }
        }
    }
}
