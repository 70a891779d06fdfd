//! The rounds of a block: what each of its warps does in one, and for whom it waits.

use super::chunks::{STAGES, next};
use super::lane::{Lane, Row};
use super::meetings::{LEAD, computed, finished, loaded, tops};
use super::movers::Mover;
use super::strip::Strip;
use lego_cuda::device::{Warp, copy_async};

/// The rounds in which some lane comes to column 0.
const BEGIN: u32 = 5;

impl Strip<'_> {
    /// The part of the warp that computes.
    #[inline(always)]
    pub(super) unsafe fn compute(&self) {
        // SAFETY: as the caller promises.
        unsafe {
            match self.pitch() % 4 {
                0 => self.compute_rows::<0>(),
                1 => self.compute_rows::<1>(),
                2 => self.compute_rows::<2>(),
                _ => self.compute_rows::<3>(),
            }
        }
    }

    /// The part of the warp that computes, where rows are `PITCH` elements apart, but for a multiple of four.
    #[inline(always)]
    unsafe fn compute_rows<const PITCH: u32>(&self) {
        let mut lane = Lane {
            rows: [Row::default(); 4],
            corner: 0,
            // By a shuffle, so that the compiler does not compute it anew for each cell.
            gain: Warp::ALL.shuffle_idx(2 * self.penalty, 0),
        };
        let mut stage = 0;
        for round in 0..self.rounds() {
            tops(round).sync();
            loaded(round).sync();
            // SAFETY: references and tops of the round are there, and no other warp uses them before it is finished.
            unsafe {
                if round < BEGIN {
                    lane.round::<PITCH, true>(self, round, stage);
                } else {
                    lane.round::<PITCH, false>(self, round, stage);
                }
            }
            finished(round).arrive();
            computed(round).arrive();
            stage = next(stage);
        }
    }

    /// The part of the warp that takes what comes from the strip above, a round ahead.
    #[inline(always)]
    pub(super) unsafe fn listen(&self) {
        // SAFETY: the links of a strip are written by the block above, and read by the one below, as whole words. Tops are
        // written anew two rounds later, when the computing warp has met this one once more.
        unsafe {
            let mut word = self.peek(0);
            for round in 0..self.rounds() {
                self.take_top(round, word);
                word = self.peek(round + 1);
                tops(round).sync();
            }
        }
    }

    /// The part of the warp that tells the strip below what the last row is.
    #[inline(always)]
    pub(super) unsafe fn tell(&self) {
        let (mut stage, rounds) = (0, self.rounds());
        tops(0).arrive();
        tops(1).arrive();
        for round in 0..rounds {
            finished(round).sync();
            // Before the words are on their way: the computing warp may wait for it.
            if round + 2 < rounds {
                tops(round + 2).arrive();
            }
            // SAFETY: the round is finished, and its last row stays until movers are told that it was read.
            unsafe {
                let cell = self.last_row(stage);
                computed(round).arrive();
                self.hand_down(round, cell);
            }
            stage = next(stage);
        }
    }

    /// The part of the warps that move.
    #[inline(always)]
    pub(super) unsafe fn move_lines(&self, mover: u32) {
        let (mover, rounds) = (Mover::new(*self, mover), self.rounds());
        // SAFETY: a line is written out and loaded anew by the same thread, vector by vector, after the round in which the
        // last of it was computed. What is computed in a round is in the line of its number and the one after, whose copies
        // were waited for before the round was said to be loaded.
        unsafe {
            for line in 0..STAGES {
                mover.load(line, line);
                copy_async::commit();
            }
            copy_async::wait::<{ STAGES - 1 - LEAD }>();
            for round in 0..LEAD {
                loaded(round).arrive();
            }
            let mut stage = 0;
            for round in 0..rounds {
                computed(round).sync();
                // Before the stores, which take long: the computing warp waits for it.
                if round + LEAD < rounds {
                    copy_async::wait::<{ STAGES - 2 - LEAD }>();
                    loaded(round + LEAD).arrive();
                }
                mover.store(round, stage);
                if round + STAGES < rounds {
                    mover.load(round + STAGES, stage);
                }
                copy_async::commit();
                stage = next(stage);
            }
        }
    }
}
