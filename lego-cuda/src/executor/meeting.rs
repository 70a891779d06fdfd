//! Meetings of the threads of a block: at its barriers and those of the grid, and in collectives of a warp.

use super::barriers::Barrier;
use super::block::{Block, State, Wait};
use super::collective::{Call, Collective};
use super::fault::FaultKind;
use super::order::Joined;
use crate::device::host::Site;
use crate::device::operands::Vote;
use lego_machine::limits::{BARRIERS_PER_BLOCK, WARP};
use std::ops::Range;

impl Block {
    /// Counts the running thread at a barrier, and lets it wait there or not.
    pub(super) fn at_barrier(&self, id: u32, threads: Option<u32>, waits: bool, site: Site) {
        if self.is_unwinding() {
            return;
        }
        let expected = threads.unwrap_or(self.count());
        if id >= BARRIERS_PER_BLOCK || expected == 0 || expected > self.count() {
            let count = self.count();
            return self.misuse(site, format!("barrier {id} for {expected} threads, in a block of {count}"));
        }
        let me = self.current.get();
        let mut barriers = self.barriers.borrow_mut();
        let barrier = &mut barriers.0[id as usize];
        let &mut (agreed, first) = barrier.expected.get_or_insert((expected, site));
        if agreed != expected {
            drop(barriers);
            let what = format!("barrier {id} for {expected} threads, and for {agreed} at {first}");
            return self.misuse(site, what);
        }
        if threads.is_none() && first != site {
            drop(barriers);
            let what = format!("threads of one block meet at two calls of `sync_threads`; the other is {first}");
            return self.misuse(site, what);
        }
        if !barrier.count(me) {
            drop(barriers);
            let what = format!("a thread is at barrier {id} again, which the others have not reached since it arrived");
            return self.misuse(site, what);
        }
        if waits {
            barrier.waiting.push(me);
        } else {
            self.order.borrow_mut().release(&mut barrier.joined, me);
        }
        if barrier.arrived < expected {
            drop(barriers);
            if waits {
                self.suspend(State::Waits(Wait::Barrier { id, threads: expected }, site));
            }
            return;
        }
        let Barrier { waiting, mut joined, .. } = std::mem::take(barrier);
        drop(barriers);
        self.pass_barrier(&waiting, &mut joined);
        waiting.iter().filter(|&&thread| thread != me).for_each(|&thread| self.wake(thread));
    }

    /// All are there: those that waited learn what all did.
    fn pass_barrier(&self, waiting: &[u32], joined: &mut Joined) {
        self.change();
        let mut order = self.order.borrow_mut();
        if waiting.len() == self.threads.len() {
            order.meet_all();
            self.profiled(|open, counter| open.meet(counter, 0..self.count()));
        } else {
            waiting.iter().for_each(|&thread| order.release(joined, thread));
            order.learn(joined, waiting.iter().copied());
        }
    }

    /// Lets the running thread wait for all of the grid.
    pub(super) fn at_grid_barrier(&self, site: Site) {
        if self.is_unwinding() {
            return;
        }
        if !self.grid.cooperative {
            return self.misuse(site, "`sync_grid` in a launch that is not cooperative".to_owned());
        }
        self.at_grid.set(self.at_grid.get() + 1);
        if self.at_grid.get() == self.count() {
            self.grid.arrive();
            self.change();
        }
        self.suspend(State::Waits(Wait::Grid, site));
    }

    /// Lets the threads go on that waited for the grid, if all of it was there.
    pub(super) fn pass_grid_barrier(&self) -> bool {
        let passes = self.grid.has_passed(self.grid_barriers.get());
        if passes {
            self.grid_barriers.set(self.grid_barriers.get() + 1);
            self.at_grid.set(0);
            self.order.borrow_mut().meet_grid();
            self.profiled(|open, counter| open.meet(counter, 0..self.count()));
            self.change();
            (0..self.count()).for_each(|thread| self.wake(thread));
        }
        passes
    }

    /// The threads of the running thread's warp.
    fn warp(&self) -> Range<u32> {
        let first = self.current.get() / WARP * WARP;
        first..(first + WARP).min(self.count())
    }

    /// Does something together with the lanes of a mask, and gives the running thread's answer.
    pub(super) fn together(&self, collective: Collective, mask: u32, value: u32, site: Site) -> u32 {
        if self.is_unwinding() {
            return value;
        }
        let (me, warp) = (self.current.get(), self.warp());
        if mask >> (me - warp.start) & 1 == 0 {
            let (what, lane) = (collective.words(), me - warp.start);
            self.misuse(site, format!("{what} by lane {lane}, which is not of its lanes {mask:#x}"));
            return value;
        }
        let thread = self.thread();
        thread.call.set(Some(Call { collective, mask, value, site }));
        // The lanes that do not exist are not waited for. The last lane comes last, most often.
        for lane in warp.clone().rev().filter(|lane| mask >> (lane - warp.start) & 1 == 1) {
            let other = self.threads[lane as usize].call.get().filter(|call| call.mask == mask);
            let Some(other) = other else {
                self.suspend(State::Waits(Wait::Lanes { what: collective.words(), mask }, site));
                return thread.answer.get();
            };
            if !other.collective.is_like(collective) || other.site != site {
                thread.call.set(None);
                let (mine, others, place) = (collective.words(), other.collective.words(), other.site);
                self.misuse(
                    site,
                    format!("{mine} for the lanes {mask:#x} meets {others} of lane {} at {place}", lane - warp.start),
                );
                return value;
            }
        }
        self.answer(collective, mask, warp);
        thread.answer.get()
    }

    /// All lanes are there: each gets its answer.
    fn answer(&self, collective: Collective, mask: u32, warp: Range<u32>) {
        self.change();
        let lanes = || warp.clone().filter(|lane| mask >> (lane - warp.start) & 1 == 1);
        let call = |thread: u32| self.threads[thread as usize].call.get().expect("every lane of the mask called");
        let ballot = |holds: &dyn Fn(u32) -> bool| {
            lanes()
                .filter(|&thread| holds(call(thread).value))
                .fold(0, |bits, thread| bits | 1 << (thread - warp.start))
        };
        let all = lanes().fold(0, |bits, thread| bits | 1 << (thread - warp.start));
        let reduced = match collective {
            Collective::Reduce(of) => lanes().fold(of.neutral(), |sum, thread| of.of(sum, call(thread).value)),
            _ => 0,
        };
        for thread in lanes() {
            let Call { collective, value, site, .. } = call(thread);
            let answer = match collective {
                Collective::Sync => 0,
                Collective::Shuffle(shuffle) => {
                    let source = shuffle.lane(thread - warp.start);
                    if all >> source & 1 == 1 {
                        call(warp.start + source).value
                    } else {
                        let what = format!("a shuffle reads lane {source}, which is not of its lanes {all:#x}");
                        self.note_of(thread, Some(site.into()), FaultKind::Misuse { what });
                        value
                    }
                }
                Collective::Vote(Vote::All) => u32::from(ballot(&|value| value != 0) == all),
                Collective::Vote(Vote::Any) => u32::from(ballot(&|value| value != 0) != 0),
                Collective::Vote(Vote::Ballot) => ballot(&|value| value != 0),
                Collective::Match => ballot(&|other| other == value),
                Collective::Reduce(_) => reduced,
            };
            self.threads[thread as usize].answer.set(answer);
        }
        let is_whole = lanes().count() == warp.len();
        if matches!(collective, Collective::Sync) {
            let mut order = self.order.borrow_mut();
            if is_whole {
                order.meet_warp(warp.clone());
            } else {
                let mut joined = Joined::default();
                lanes().for_each(|thread| order.release(&mut joined, thread));
                order.learn(&joined, lanes());
            }
        }
        if is_whole {
            self.profiled(|open, counter| open.meet(counter, warp.clone()));
        }
        for thread in lanes() {
            self.threads[thread as usize].call.set(None);
            if thread != self.current.get() {
                self.wake(thread);
            }
        }
    }
}
