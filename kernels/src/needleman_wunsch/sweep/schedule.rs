//! The rounds of a block: what each of its warps does between two meetings. All meet equally often.

use super::chunks::{MEETING, STAGES, next};
use super::lane::Lane;
use super::strip::Strip;
use lego_cuda::device::{Warp, copy_async, lane};

impl Strip<'_> {
    /// The part of the warp that computes: all rounds of the strip.
    #[inline(always)]
    pub(super) unsafe fn compute(&self, rounds: u32) {
        let y = self.above() + 4 * lane();
        // SAFETY: the cells are in the first column of the table, which is given.
        let given = |y: u32| unsafe { self.given(y.min(self.rows), 0) };
        let mut lane = Lane {
            left: [given(y + 1), given(y + 2), given(y + 3), given(y + 4)],
            corner: given(y),
            bottom: [0; 4],
            // By a shuffle, so that the compiler does not compute it anew for each cell.
            gain: Warp::ALL.shuffle_idx(2 * self.penalty, 0),
        };
        MEETING.sync();
        let mut stage = 0;
        for round in 0..rounds {
            // SAFETY: chunks and tops of the round are there, and no other warp uses them before the barrier.
            unsafe {
                if self.is_full(round) {
                    lane.round::<true>(self, round, stage);
                } else {
                    lane.round::<false>(self, round, stage);
                }
            }
            stage = next(stage);
            MEETING.sync();
        }
    }

    /// The part of the warp that takes what comes from the strip above.
    #[inline(always)]
    pub(super) unsafe fn listen(&self, rounds: u32) {
        // SAFETY: the links of a strip are written by the block above, and read by the one below, as whole words.
        unsafe {
            self.take_top(0, self.peek(0));
            let mut word = self.peek(1);
            MEETING.sync();
            for round in 0..rounds {
                if round + 1 < rounds {
                    self.take_top(round + 1, word);
                    word = self.peek(round + 2);
                }
                MEETING.sync();
            }
        }
    }

    /// The part of the warps that move.
    #[inline(always)]
    pub(super) unsafe fn move_chunks(&self, mover: u32, rounds: u32) {
        // SAFETY: a stage is written out and loaded anew by the same thread, cell by cell, after the barrier that ends
        // the round in which it was computed; and is computed after the barrier before which its copy was waited for.
        unsafe {
            for chunk in 0..STAGES {
                self.load(mover, chunk, chunk, rounds);
                copy_async::commit();
            }
            copy_async::wait::<{ STAGES - 1 }>();
            MEETING.sync();
            let mut done = STAGES - 1;
            for round in 0..rounds {
                if round > 0 {
                    // First of all: the strip below waits for it.
                    self.hand_down(mover, round - 1, done);
                    self.store(mover, round - 1, done);
                    self.load(mover, round - 1 + STAGES, done, rounds);
                    copy_async::commit();
                }
                copy_async::wait::<{ STAGES - 2 }>();
                done = next(done);
                MEETING.sync();
            }
            self.hand_down(mover, rounds - 1, done);
            self.store(mover, rounds - 1, done);
        }
    }
}
