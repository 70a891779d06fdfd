//! A lane of the warp that computes: four rows, whose scores stay in its registers.
//!
//! A step computes a group, four columns of each row, a step after the lane above. Shared memory has vectors, which lie at
//! multiples of 16 bytes as they do in the table, and begin up to three columns behind groups ([`shift`]). So a row keeps
//! its last vector of references, whose end is the beginning of this group, and writes a vector of scores once its end is
//! computed. How far behind is known where the kernel is compiled: it costs registers, but no instruction.

use super::chunks::{Chunks, GROUP, ROW, previous, shift};
use super::strip::Strip;
use lego_cuda::device::{SharedPtr, Warp, lane};

/// What a lane carries from one group of columns to the next.
pub(super) struct Lane {
    pub(super) rows: [Row; 4],
    /// The last column of the row above.
    pub(super) corner: i32,
    /// Twice the penalty.
    pub(super) gain: i32,
}

/// What a row carries.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    /// The scores of the last group.
    scores: [i32; 4],
    /// The last vector of references.
    references: [i32; 4],
}

/// The four of eight numbers that begin at one.
#[inline(always)]
fn window(low: [i32; 4], high: [i32; 4], first: u32) -> [i32; 4] {
    match first {
        0 => low,
        1 => [low[1], low[2], low[3], high[0]],
        2 => [low[2], low[3], high[0], high[1]],
        3 => [low[3], high[0], high[1], high[2]],
        _ => high,
    }
}

impl Row {
    /// Computes a group, and returns the vector of scores that ends in it. Where the row begins, its first column is given
    /// instead of a reference. What is above and in the corner is what the row below needs after it.
    #[inline(always)]
    fn advance(
        &mut self,
        references: [i32; 4],
        shift: u32,
        begins: bool,
        gain: i32,
        above: &mut [i32; 4],
        corner: &mut i32,
    ) -> [i32; 4] {
        // What lies before the table is computed too, and may be any number.
        let cell = |reference: i32, diagonal: i32, above: i32, left: i32| {
            reference.wrapping_add(gain).wrapping_add(diagonal).max(above).max(left)
        };
        let last = self.scores;
        let reference = window(self.references, references, 4 - shift);
        let a = if begins { reference[0] } else { cell(reference[0], *corner, above[0], last[3]) };
        let b = cell(reference[1], above[0], above[1], a);
        let c = cell(reference[2], above[1], above[2], b);
        let d = cell(reference[3], above[2], above[3], c);
        *self = Self { scores: [a, b, c, d], references };
        (*above, *corner) = (self.scores, last[3]);
        window(last, self.scores, if shift == 0 { 4 } else { shift })
    }
}

impl Lane {
    /// Computes a round of a table whose rows are `PITCH` elements apart, but for a multiple of four; `BEGINS` where the lane
    /// may come to column 0.
    #[inline(always)]
    pub(super) unsafe fn round<const PITCH: u32, const BEGINS: bool>(
        &mut self,
        strip: &Strip<'_>,
        round: u32,
        stage: u32,
    ) {
        let lane = lane();
        let slice = strip.chunks.slice();
        // SAFETY: four columns of a group lie side by side, from a multiple of four on, in chunks and in tops.
        let wide = |at: u32| unsafe { SharedPtr::<[i32; 4]>::from_offset(slice.at_unchecked(at).offset()) };
        // SAFETY: as above, in what came from the strip above; there are eight groups.
        let top = |step: u32| unsafe {
            SharedPtr::<[i32; 4]>::from_offset(strip.tops.at_unchecked([round % 2, step, 0]).offset()).get()
        };
        let first = Chunks::apply_u32([stage, lane, 0, 0, 0]);
        let before = Chunks::apply_u32([previous(stage), lane, 0, 7, 0]);
        let read = |step: u32| ([0, 1, 2, 3].map(|row| wide(first + step * GROUP + row * ROW).get()), top(step));
        // What a step reads is read one step before: the compiler does not move reads over writes.
        let mut ahead = read(0);
        let mut advance = |step: u32| {
            let (references, top) = ahead;
            if step < 7 {
                ahead = read(step + 1);
            }
            let shuffled = self.rows[3].scores.map(|cell| Warp::ALL.shuffle_up(cell, 1));
            let mut above = [0, 1, 2, 3].map(|q: usize| if lane == 0 { top[q] } else { shuffled[q] });
            let begins = BEGINS && strip.first_column(round * 8 + step, lane) == 0;
            let mut corner = self.corner;
            self.corner = above[3];
            let mut row = |y: u32| {
                let shift = shift(PITCH, y);
                let row = &mut self.rows[y as usize];
                let vector = row.advance(references[y as usize], shift, begins, self.gain, &mut above, &mut corner);
                // Without a shift the vector is that of this step, else that of the step before.
                let group = match (shift, step) {
                    (0, _) => first + step * GROUP,
                    (_, 0) => before,
                    _ => first + (step - 1) * GROUP,
                };
                wide(group + y * ROW).set(vector);
            };
            row(0);
            row(1);
            row(2);
            row(3);
        };
        // Unrolled by hand: places are then at fixed distances.
        advance(0);
        advance(1);
        advance(2);
        advance(3);
        advance(4);
        advance(5);
        advance(6);
        advance(7);
    }
}
