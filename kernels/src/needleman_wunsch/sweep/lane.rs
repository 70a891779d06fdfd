//! A lane of the warp that computes: four rows, whose scores stay in its registers.

use super::chunks::{Chunks, ROW};
use super::strip::Strip;
use lego_cuda::device::{SharedPtr, Warp, lane};

/// What a lane carries from one group of columns to the next.
pub(super) struct Lane {
    /// The last column of each row.
    pub(super) left: [i32; 4],
    /// The last column of the row above.
    pub(super) corner: i32,
    /// The last row, for the lane below.
    pub(super) bottom: [i32; 4],
    /// Twice the penalty.
    pub(super) gain: i32,
}

impl Lane {
    /// Computes a chunk; `FULL` where all lanes are inside of the table.
    #[inline(always)]
    pub(super) unsafe fn round<const FULL: bool>(&mut self, strip: &Strip<'_>, round: u32, stage: u32) {
        let lane = lane();
        let slice = strip.chunks.slice();
        // SAFETY: four columns of a group lie side by side, from a multiple of four on, in chunks and in tops.
        let wide = |at: u32| unsafe { SharedPtr::<[i32; 4]>::from_offset(slice.at_unchecked(at).offset()) };
        // SAFETY: as above, in what came from the strip above; there are eight groups.
        let top = |step: u32| unsafe {
            SharedPtr::<[i32; 4]>::from_offset(strip.tops.at_unchecked([round % 2, step, 0]).offset()).get()
        };
        let read = |step: u32| {
            let at = Chunks::apply_u32([stage, lane, 0, step, 0]);
            (at, [0, 1, 2, 3].map(|row| wide(at + row * ROW).get()), top(step))
        };
        // What a step reads is read one step before: the compiler does not move reads over writes.
        let mut ahead = read(0);
        let mut advance = |step: u32| {
            let (at, references, top) = ahead;
            if step < 7 {
                ahead = read(step + 1);
            }
            let shuffled = self.bottom.map(|cell| Warp::ALL.shuffle_up(cell, 1));
            let mut above = [0, 1, 2, 3].map(|q: usize| if lane == 0 { top[q] } else { shuffled[q] });
            let group = (round * 8 + step).wrapping_sub(lane);
            if FULL || group < strip.columns.div_ceil(4) {
                let mut corner = self.corner;
                self.corner = above[3];
                for row in 0..4 {
                    let (mut diagonal, mut left) = (corner, self.left[row]);
                    corner = left;
                    let mut cells = [0; 4];
                    for q in 0..4 {
                        let both = references[row][q] + self.gain + diagonal;
                        diagonal = above[q];
                        left = both.max(above[q]).max(left);
                        cells[q] = left;
                    }
                    self.left[row] = left;
                    wide(at + row as u32 * ROW).set(cells);
                    above = cells;
                }
                self.bottom = above;
            }
        };
        if FULL {
            // Unrolled by hand: places are then at fixed distances.
            advance(0);
            advance(1);
            advance(2);
            advance(3);
            advance(4);
            advance(5);
            advance(6);
            advance(7);
        } else {
            for step in 0..8 {
                advance(step);
            }
        }
    }
}
