//! Meetings of the threads of a block: at its barriers and those of the grid, and in collectives of a warp.

use super::block::{Block, State, Wait};
use super::collective::{Call, Collective};
use super::fault::FaultKind;
use super::order::Joined;
use super::stamp::{Stamp, Touch};
use crate::device::host::Site;
use crate::device::operands::{LaneWords, Reduction, Shuffle, Vote, WarpWords};
use lego_machine::limits::{BARRIERS_PER_BLOCK, WARP};
use std::ops::Range;
use std::rc::Rc;

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
        if let Some(what) = threads.and_then(|threads| self.left_to_chance(id, threads)) {
            return self.misuse(site, what);
        }
        let mut barriers = self.barriers.borrow_mut();
        let barrier = &mut barriers.0[id as usize];
        let &mut (agreed, first) = barrier.expected.get_or_insert((expected, site));
        if agreed != expected {
            drop(barriers);
            let what = format!("barrier {id} for {expected} threads, and for {agreed} at {first}");
            return self.misuse(site, what);
        }
        if threads.is_none() && !is_one(first, site) {
            drop(barriers);
            let what = format!("threads of one block meet at two calls of `sync_threads`; the other is {first}");
            return self.misuse(site, what);
        }
        if !barrier.count(me) {
            drop(barriers);
            let what = format!("a thread is at barrier {id} again, which the others have not reached since it arrived");
            return self.misuse(site, what);
        }
        if threads.is_some() {
            let order = self.order.borrow();
            barrier.note(me, order.epoch(), order.clock(me));
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
        let (waiting, mut joined) = barrier.open(site);
        drop(barriers);
        self.pass_barrier(&waiting, &mut joined);
        let (waiting, mut at) = (waiting.as_slice(), 0);
        while at < waiting.len() {
            if waiting[at] != me {
                self.wake(waiting[at]);
            }
            at += 1;
        }
    }

    /// What is wrong where the running thread may come to a named barrier before the threads that met there last: then it may meet
    /// some of these instead, and which warps meet depends on which come first.
    fn left_to_chance(&self, id: u32, threads: u32) -> Option<String> {
        let (barriers, order, me) = (self.barriers.borrow(), self.order.borrow(), self.current.get());
        let is_before = |(thread, epoch, clock): (u32, u32, u32)| {
            order.is_before(Stamp::new(self.number, thread, epoch, clock, Touch::WRITE, 0), me)
        };
        let (warps, last) = barriers.0[id as usize].unordered(me, is_before)?;
        let warps: Vec<String> = warps.iter().map(u32::to_string).collect();
        Some(format!(
            "warp {} comes to barrier {id} for {threads} threads, and nothing orders that after the last meeting there, of {} {} at \
             {last}: which warps meet is left to chance",
            me / WARP,
            if warps.len() == 1 { "warp" } else { "warps" },
            warps.join(", ")
        ))
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
            if let Some(cluster) = &self.cluster {
                cluster.come_to_grid(self.rank(), self.order.borrow().epoch());
            }
            self.grid.arrive();
            self.change();
        }
        self.suspend(State::Waits(Wait::Grid, site));
    }

    /// Lets the threads go on that waited for the grid, if all of it was there.
    pub(super) fn pass_grid_barrier(&self) -> bool {
        let passes = self.grid.has_passed(self.grid_barriers.get());
        if passes {
            let barrier = self.grid_barriers.get();
            self.grid_barriers.set(barrier + 1);
            self.at_grid.set(0);
            self.order.borrow_mut().meet_grid();
            self.know_peers(barrier);
            self.profiled(|open, counter| open.meet(counter, 0..self.count()));
            self.change();
            (0..self.count()).for_each(|thread| self.wake(thread));
        }
        passes
    }

    /// Does something together with the lanes of a mask, and gives the running thread's answer.
    pub(super) fn together(&self, collective: Collective, mask: u32, value: u32, site: Site) -> u32 {
        if self.is_unwinding() {
            return value;
        }
        let me = self.current.get();
        let warp = Lanes::of(me, self.count(), mask);
        if mask >> (me - warp.first) & 1 == 0 {
            let (what, lane) = (collective.words(), me - warp.first);
            self.misuse(site, format!("{what} by lane {lane}, which is not of its lanes {mask:#x}"));
            return value;
        }
        let thread = self.thread();
        thread.call.set(Some(Call { collective, mask, value, site }));
        // The lanes that do not exist are not waited for. The last lane comes last, most often.
        let mut lane = warp.count;
        while lane > 0 {
            lane -= 1;
            if !warp.has(lane) {
                continue;
            }
            let other = match self.call(warp, lane) {
                Some(call) if call.mask == mask => call,
                _ => {
                    self.suspend(State::Waits(Wait::Lanes { what: collective.words(), mask }, site));
                    return thread.answer.get();
                }
            };
            if !other.collective.is_like(collective) || !is_one(other.site, site) {
                thread.call.set(None);
                let (mine, others, place) = (collective.words(), other.collective.words(), other.site);
                self.misuse(site, format!("{mine} for the lanes {mask:#x} meets {others} of lane {lane} at {place}"));
                return value;
            }
        }
        self.answer(collective, warp);
        thread.answer.get()
    }

    /// What all lanes of the warp give to an instruction that they call together.
    pub(super) fn gather_words(&self, instruction: &'static str, words: LaneWords, site: Site) -> Rc<WarpWords> {
        let me = self.current.get();
        let Lanes { count, .. } = Lanes::of(me, self.count(), !0);
        if count < WARP && !self.is_unwinding() {
            self.misuse(site, format!("{instruction} by a warp of {count} threads: its {WARP} lanes act together"));
        }
        self.thread().words.set(words);
        self.together(Collective::Gather(instruction), !0, 0, site);
        // A thread that unwinds meets no others.
        self.thread().gathered.take().unwrap_or_else(|| Rc::new([words; WARP as usize]))
    }

    /// What a lane of a warp calls, if it does.
    #[inline(always)]
    fn call(&self, warp: Lanes, lane: u32) -> Option<Call> {
        self.threads[(warp.first + lane) as usize].call.get()
    }

    /// All lanes are there: each gets its answer.
    fn answer(&self, collective: Collective, warp: Lanes) {
        self.change();
        let common = match collective {
            Collective::Vote(Vote::All) => u32::from(self.ballot(warp, 0) == 0),
            Collective::Vote(Vote::Any) => u32::from(self.ballot(warp, 0) != warp.all),
            Collective::Vote(Vote::Ballot) => warp.all & !self.ballot(warp, 0),
            Collective::Reduce(of) => self.reduced(warp, of),
            Collective::Sync | Collective::Shuffle(_) | Collective::Match | Collective::Gather(_) => 0,
        };
        // Each lane gets a copy: the first may be at its next instruction before the last has looked at it.
        if let Collective::Gather(_) = collective {
            let words: WarpWords = std::array::from_fn(|lane| self.threads[warp.first as usize + lane].words.get());
            let words = Rc::new(words);
            warp.threads().for_each(|thread| self.threads[thread as usize].gathered.set(Some(Rc::clone(&words))));
        }
        let mut lane = 0;
        while lane < warp.count {
            if warp.has(lane)
                && let Some(Call { collective, value, site, .. }) = self.call(warp, lane)
            {
                let answer = match collective {
                    Collective::Shuffle(shuffle) => self.shuffled(warp, lane, shuffle, value, site),
                    Collective::Match => self.ballot(warp, value),
                    _ => common,
                };
                self.threads[(warp.first + lane) as usize].answer.set(answer);
            }
            lane += 1;
        }
        if let Collective::Sync = collective {
            self.order_lanes(warp);
        }
        if warp.is_whole() {
            self.profiled(|open, counter| open.meet(counter, warp.threads()));
        }
        lane = 0;
        while lane < warp.count {
            if warp.has(lane) {
                let thread = warp.first + lane;
                self.threads[thread as usize].call.set(None);
                if thread != self.current.get() {
                    self.wake(thread);
                }
            }
            lane += 1;
        }
    }

    /// What lanes did before they meet is known to all of them.
    fn order_lanes(&self, warp: Lanes) {
        let mut order = self.order.borrow_mut();
        if warp.is_whole() {
            return order.meet_warp(warp.threads());
        }
        let mut joined = Joined::default();
        let lanes = || warp.threads().filter(|thread| warp.has(thread - warp.first));
        lanes().for_each(|thread| order.release(&mut joined, thread));
        order.learn(&joined, lanes());
    }

    /// The lanes that called with a value, a bit each.
    fn ballot(&self, warp: Lanes, value: u32) -> u32 {
        let (mut bits, mut lane) = (0, 0);
        while lane < warp.count {
            if warp.has(lane)
                && let Some(call) = self.call(warp, lane)
                && call.value == value
            {
                bits |= 1 << lane;
            }
            lane += 1;
        }
        bits
    }

    /// What a reduction makes of the values of all lanes.
    fn reduced(&self, warp: Lanes, of: Reduction) -> u32 {
        let (mut reduced, mut lane) = (of.neutral(), 0);
        while lane < warp.count {
            if warp.has(lane)
                && let Some(call) = self.call(warp, lane)
            {
                reduced = of.of(reduced, call.value);
            }
            lane += 1;
        }
        reduced
    }

    /// The value that a lane reads, which has one itself.
    fn shuffled(&self, warp: Lanes, lane: u32, shuffle: Shuffle, value: u32, site: Site) -> u32 {
        let source = shuffle.lane(lane);
        if warp.has(source)
            && let Some(call) = self.call(warp, source)
        {
            return call.value;
        }
        let what = format!("a shuffle reads lane {source}, which is not of its lanes {:#x}", warp.all);
        self.note_of(warp.first + lane, Some(site.into()), FaultKind::Misuse { what });
        value
    }
}

/// Whether two calls are at one place of the source; mostly they are at one address too.
#[inline(always)]
fn is_one(a: Site, b: Site) -> bool {
    std::ptr::eq(a, b) || a == b
}

/// Some lanes of a warp.
#[derive(Clone, Copy)]
struct Lanes {
    /// The thread that is the warp's first lane.
    first: u32,
    /// How many lanes the warp has.
    count: u32,
    /// A bit for each of these lanes that it has.
    all: u32,
}

impl Lanes {
    /// Those of a mask that the warp of a thread has, in a block of so many threads.
    fn of(thread: u32, threads: u32, mask: u32) -> Self {
        let first = thread / WARP * WARP;
        let count = if threads - first < WARP { threads - first } else { WARP };
        Self { first, count, all: mask & (!0 >> (WARP - count)) }
    }

    #[inline(always)]
    fn has(self, lane: u32) -> bool {
        self.all >> lane & 1 == 1
    }

    /// Whether they are all lanes of the warp.
    fn is_whole(self) -> bool {
        self.all == !0 >> (WARP - self.count)
    }

    /// The threads of the warp.
    fn threads(self) -> Range<u32> {
        self.first..self.first + self.count
    }
}
