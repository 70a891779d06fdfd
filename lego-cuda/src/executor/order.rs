//! The order of accesses, as a block knows it: which barriers, meetings, and atomics put one before another.
//!
//! Each thread has a clock, which moves on whenever others may learn of what the thread did. A barrier of the whole
//! block orders everything; it ends an *epoch*. Within an epoch a barrier of a whole warp is noted for the warp, and any
//! other meeting makes a thread know the clocks of others one by one. Of other blocks threads learn by atomics and fences
//! ([`releases`](super::releases)).
//!
//! In a cluster all threads of all blocks meet. A thread that arrives at a barrier in the memory of another block releases less: what it read
//! is over for who waits there, and what it wrote is not seen.
//!
//! What a fence released, and what atomics read that no fence has acquired, passes from thread to thread at barriers: of
//! all threads that fence before a barrier one may write the flag after it, and of all that fence after a barrier one may
//! have read it before.

use super::knowledge::{Knowledge, Known};
use super::releases::Scoped;
use super::runs::Runs;
use super::stamp::Stamp;
use lego_machine::limits::{THREADS_PER_BLOCK, WARP};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// What a thread, or all threads of a block, carry of atomics and fences.
#[derive(Clone, Debug, Default)]
struct Carried {
    /// What was acquired.
    known: Knowledge,
    /// What is known to be over, of which the reads alone are ordered.
    over: Knowledge,
    /// What fences have released to who reads an atomic write after them.
    fenced: Scoped,
    /// What atomics have read, and a fence after them acquires.
    read: Scoped,
}

impl Carried {
    fn join(&mut self, other: &Self) {
        self.known.join(&other.known);
        self.over.join(&other.over);
        self.fenced.join(&other.fenced);
        self.read.join(&other.read);
    }
}

/// The order among the threads of one block, and what they know of others.
pub(super) struct Order {
    block: u32,
    epoch: u32,
    /// A boxed slice: asked at each access, and found without a call even where nothing is optimized.
    clocks: Box<[u32]>,
    /// For each thread its clock at the last barrier of its whole warp.
    warp_clocks: Vec<u32>,
    /// For each warp the epoch of that barrier.
    warp_epochs: Vec<u32>,
    /// What a thread learned in other meetings of this epoch: for each thread a clock up to which all is ordered. Empty if none
    /// learned anything so.
    learned: Vec<Option<Rc<[u32]>>>,
    /// What all threads carry.
    all: Carried,
    /// What each thread carries since the last barrier of the block; empty if none carries anything.
    each: Vec<Carried>,
}

/// The clocks of threads that begin: copied at once, where a loop would not be optimized.
static FIRST: [u32; THREADS_PER_BLOCK as usize] = [1; THREADS_PER_BLOCK as usize];

impl Order {
    pub(super) fn new(block: u32, threads: u32) -> Self {
        let threads = threads as usize;
        Self {
            block,
            epoch: 1,
            clocks: FIRST[..threads].into(),
            warp_clocks: vec![0; threads],
            warp_epochs: vec![0; threads.div_ceil(WARP as usize)],
            learned: Vec::new(),
            all: Carried::default(),
            each: Vec::new(),
        }
    }

    #[inline(always)]
    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    #[inline(always)]
    pub(super) fn clock(&self, thread: u32) -> u32 {
        self.clocks[thread as usize]
    }

    /// Whether an access is ordered before what a thread does now.
    #[inline]
    pub(super) fn is_before(&self, earlier: Stamp, thread: u32) -> bool {
        let is_before = if earlier.block() == self.block {
            earlier.epoch < self.epoch || self.in_epoch(earlier, thread)
        } else {
            self.is_known(earlier, thread)
        };
        is_before || (!earlier.touch().writes() && self.is_over(earlier, thread))
    }

    /// Whether a thread of the block knows of an access of another block that it is over.
    pub(super) fn is_known_to_any(&self, earlier: Stamp) -> bool {
        (0..self.clocks.len() as u32).any(|thread| self.is_before(earlier, thread))
    }

    /// Whether a thread knows of anything that another block did.
    pub(super) fn has_heard_of(&self, thread: u32, block: u32) -> bool {
        let hears = |carried: &Carried| carried.known.block(block).is_some() || carried.over.block(block).is_some();
        hears(&self.all) || self.each.get(thread as usize).is_some_and(hears)
    }

    /// Whether accesses of a block before the epoch of this one, or in another block, are certainly before what a thread
    /// does now, whichever thread's they are.
    #[inline(always)]
    pub(super) fn ends_epoch(&self, earlier: Stamp) -> bool {
        earlier.block() == self.block && earlier.epoch < self.epoch
    }

    /// As [`is_before`](Self::is_before), in the running epoch.
    fn in_epoch(&self, earlier: Stamp, thread: u32) -> bool {
        let (me, other) = (thread as usize, earlier.thread() as usize);
        me == other
            || (me / WARP as usize == other / WARP as usize && self.warp_clocks[other] >= earlier.clock)
            || self.learned(me).is_some_and(|clocks| clocks[other] >= earlier.clock)
    }

    fn is_known(&self, earlier: Stamp, thread: u32) -> bool {
        self.all.known.has(earlier) || self.each.get(thread as usize).is_some_and(|mine| mine.known.has(earlier))
    }

    #[cold]
    fn is_over(&self, earlier: Stamp, thread: u32) -> bool {
        self.all.over.has(earlier) || self.each.get(thread as usize).is_some_and(|mine| mine.over.has(earlier))
    }

    /// What a thread learned in this epoch.
    fn learned(&self, thread: usize) -> Option<&Rc<[u32]>> {
        self.learned.get(thread)?.as_ref()
    }

    /// As [`learned`](Self::learned), to be changed.
    fn learns(&mut self, thread: usize) -> &mut Option<Rc<[u32]>> {
        if self.learned.is_empty() {
            self.learned = vec![None; self.clocks.len()];
        }
        &mut self.learned[thread]
    }

    /// What a thread carries.
    fn each(&mut self, thread: u32) -> &mut Carried {
        if self.each.is_empty() {
            self.each = vec![Carried::default(); self.clocks.len()];
        }
        &mut self.each[thread as usize]
    }

    /// Everything up to what a thread does now, to be learned by others. When that is done, the thread
    /// [ticks](Self::tick).
    pub(super) fn snapshot(&self, thread: u32) -> Knowledge {
        let mut known = self.all.known.clone();
        if let Some(mine) = self.each.get(thread as usize) {
            known.join(&mine.known);
        }
        known.join(&Knowledge::of(self.block, Known { epoch: self.epoch, clocks: Arc::new(self.clocks_of(thread)) }));
        known
    }

    /// What a thread does from now on is not known to those who know what it did.
    pub(super) fn tick(&mut self, thread: u32) {
        self.clocks[thread as usize] += 1;
    }

    /// The clocks of this epoch that a thread knows.
    fn clocks_of(&self, thread: u32) -> Runs<u32> {
        let me = thread as usize;
        let mine = Runs::of(thread..thread + 1, self.clocks[me]);
        let mut clocks = Runs::default();
        if let Some(learned) = self.learned(me) {
            for (other, &clock) in (0..).zip(learned.iter()).filter(|(_, clock)| **clock > 0) {
                clocks.push(other..other + 1, clock);
            }
        }
        let warp = thread / WARP;
        if self.warp_epochs[warp as usize] == self.epoch {
            let mut lanes = Runs::default();
            for lane in warp * WARP..((warp + 1) * WARP).min(self.clocks.len() as u32) {
                lanes.push(lane..lane + 1, self.warp_clocks[lane as usize]);
            }
            clocks = clocks.joined(&lanes, |a, b| *a.max(b));
        }
        clocks.joined(&mine, |a, b| *a.max(b))
    }

    /// A thread learns what was released.
    pub(super) fn acquire(&mut self, thread: u32, released: &Knowledge) {
        let me = thread as usize;
        if let Some(known) = released.block(self.block)
            && known.epoch == self.epoch
        {
            let threads = self.clocks.len();
            let clocks = self.learns(me).get_or_insert_with(|| vec![0; threads].into());
            let learned = Rc::make_mut(clocks);
            for (threads, &clock) in known.clocks.iter() {
                let threads = threads.start as usize..threads.end as usize;
                learned[threads].iter_mut().for_each(|learned| *learned = clock.max(*learned));
            }
        }
        if !released.is_none() {
            self.each(thread).known.join(released);
        }
    }

    /// A thread has read by an atomic what was released.
    pub(super) fn read(&mut self, thread: u32, released: &Scoped) {
        if !released.is_none() {
            self.each(thread).read.join(released);
        }
    }

    /// A fence of a thread, for the device or its block alone: acquires what atomics read before, and releases what is
    /// known to those who read what atomics write after.
    pub(super) fn fence(&mut self, thread: u32, wide: bool) {
        let mut read = self.all.read.clone();
        if let Some(mine) = self.each.get(thread as usize) {
            read.join(&mine.read);
        }
        self.acquire(thread, if wide { &read.wide } else { &read.narrow });
        let known = self.snapshot(thread);
        self.tick(thread);
        let fenced = &mut self.each(thread).fenced;
        fenced.narrow = known.clone();
        if wide {
            fenced.wide = known;
        }
    }

    /// What fences released to those who read an atomic write that a thread does now.
    pub(super) fn fenced(&self, thread: u32) -> Scoped {
        match self.each.get(thread as usize) {
            // A thread's own fence knows what all had released before.
            Some(Carried { fenced, .. }) => Scoped {
                narrow: fenced.narrow.or(&self.all.fenced.narrow),
                wide: fenced.wide.or(&self.all.fenced.wide),
            },
            None => self.all.fenced.clone(),
        }
    }

    /// All threads of the block met.
    pub(super) fn meet_all(&mut self) {
        self.epoch += 1;
        self.each.drain(..).for_each(|each| self.all.join(&each));
        self.learned.clear();
    }

    /// All threads of the block met those of other blocks, who learn what all of them know.
    pub(super) fn meet_cluster(&mut self, joined: &mut Joined) {
        self.meet_all();
        joined.carried.join(&self.all);
        joined.carried.known.join(&Knowledge::before(self.block, self.epoch));
    }

    /// All threads learn what others released.
    pub(super) fn know(&mut self, joined: &Joined) {
        self.all.join(&joined.carried);
    }

    /// All threads know what another block did before an epoch.
    pub(super) fn know_before(&mut self, block: u32, epoch: u32) {
        self.all.known.join(&Knowledge::before(block, epoch));
    }

    /// All threads of the grid met: what came before is forgotten by all who remember accesses.
    pub(super) fn meet_grid(&mut self) {
        self.meet_all();
        self.all = Carried::default();
    }

    /// All threads of a warp met.
    pub(super) fn meet_warp(&mut self, lanes: Range<u32>) {
        if !self.learned.is_empty() || !self.each.is_empty() {
            let mut joined = Joined::default();
            lanes.clone().for_each(|thread| self.release(&mut joined, thread));
            self.learn(&joined, lanes.clone());
        }
        self.warp_epochs[(lanes.start / WARP) as usize] = self.epoch;
        for thread in lanes.start as usize..lanes.end as usize {
            self.warp_clocks[thread] = self.clocks[thread];
            self.clocks[thread] += 1;
        }
    }

    /// A thread lets others learn what it knows.
    pub(super) fn release(&mut self, joined: &mut Joined, thread: u32) {
        let me = thread as usize;
        if let Some(mine) = self.each.get(me) {
            joined.carried.join(mine);
        }
        joined.clocks.resize(self.clocks.len(), 0);
        if let Some(learned) = self.learned(me)
            && !joined.last.as_ref().is_some_and(|last| Rc::ptr_eq(last, learned))
        {
            joined.clocks.iter_mut().zip(learned.iter()).for_each(|(joined, &clock)| *joined = clock.max(*joined));
            joined.last = Some(Rc::clone(learned));
        }
        let warp = me / WARP as usize * WARP as usize;
        for lane in warp..(warp + WARP as usize).min(self.clocks.len()) {
            joined.clocks[lane] = joined.clocks[lane].max(self.warp_clocks[lane]);
        }
        joined.clocks[me] = joined.clocks[me].max(self.clocks[me]);
        self.clocks[me] += 1;
    }

    /// A thread lets others, of another block too, know that what it did is over.
    pub(super) fn release_reads(&mut self, joined: &mut Joined, thread: u32) {
        let over = &mut joined.carried.over;
        over.join(&self.snapshot(thread));
        over.join(&self.all.over);
        if let Some(mine) = self.each.get(thread as usize) {
            over.join(&mine.over);
        }
        self.tick(thread);
    }

    /// Lets others learn of a copy that a thread of another block began, and of what came before the epoch in which it did.
    pub(super) fn release_copy_of(&self, joined: &mut Joined, block: u32, thread: u32, (epoch, clock): (u32, u32)) {
        let clocks = Arc::new(Runs::of(thread..thread + 1, clock));
        joined.carried.known.join(&Knowledge::of(block, Known { epoch, clocks }));
    }

    /// Lets others learn of a copy that a thread began at a time.
    pub(super) fn release_copy(&self, joined: &mut Joined, thread: u32, clock: u32) {
        joined.clocks.resize(self.clocks.len(), 0);
        let known = &mut joined.clocks[thread as usize];
        *known = clock.max(*known);
    }

    /// A thread learns what others released, besides what it knows.
    pub(super) fn learn_more(&mut self, thread: u32, joined: &Joined) {
        let threads = self.clocks.len();
        let learned = Rc::make_mut(self.learns(thread as usize).get_or_insert_with(|| vec![0; threads].into()));
        learned.iter_mut().zip(&joined.clocks).for_each(|(learned, &clock)| *learned = clock.max(*learned));
        self.each(thread).join(&joined.carried);
    }

    /// Threads learn what others released to them, and to which they released themselves.
    pub(super) fn learn(&mut self, joined: &Joined, threads: impl IntoIterator<Item = u32>) {
        let clocks: Rc<[u32]> = joined.clocks.as_slice().into();
        for thread in threads {
            *self.learns(thread as usize) = Some(Rc::clone(&clocks));
            if !self.each.is_empty() {
                self.each[thread as usize].join(&joined.carried);
            }
        }
    }
}

/// What several threads know together.
#[derive(Clone, Default)]
pub(super) struct Joined {
    clocks: Vec<u32>,
    carried: Carried,
    /// What was joined last: threads that met before share it.
    last: Option<Rc<[u32]>>,
}

#[cfg(test)]
mod tests {
    use super::super::stamp::Touch;
    use super::*;

    /// An access of a thread now.
    fn access(order: &Order, thread: u32) -> Stamp {
        Stamp::new(0, thread, order.epoch(), order.clock(thread), Touch::WRITE, 0)
    }

    #[test]
    fn a_barrier_of_the_block_orders_all() {
        let mut order = Order::new(0, 70);
        let before = access(&order, 3);
        assert!(order.is_before(before, 3) && !order.is_before(before, 4) && !order.is_before(before, 69));
        order.meet_all();
        assert!((0..70).all(|thread| order.is_before(before, thread)));
        assert!(!order.is_before(access(&order, 3), 4));
    }

    #[test]
    fn a_barrier_of_a_warp_orders_the_warp() {
        let mut order = Order::new(0, 64);
        let before = access(&order, 3);
        order.meet_warp(0..32);
        let after = access(&order, 3);
        assert!((0..32).all(|thread| order.is_before(before, thread)));
        assert!(!order.is_before(before, 32) && !order.is_before(after, 4));
    }

    #[test]
    fn what_is_learned_is_passed_on() {
        let mut order = Order::new(0, 96);
        let before = access(&order, 3);
        order.meet_warp(0..32);
        let meet = |order: &mut Order, threads: [u32; 2]| {
            let mut joined = Joined::default();
            threads.into_iter().for_each(|thread| order.release(&mut joined, thread));
            order.learn(&joined, threads);
        };
        meet(&mut order, [7, 40]);
        assert!(order.is_before(before, 40) && !order.is_before(before, 41));
        order.meet_warp(32..64);
        assert!(order.is_before(before, 41));
        let late = access(&order, 40);
        meet(&mut order, [41, 80]);
        assert!(order.is_before(before, 80) && !order.is_before(before, 81) && !order.is_before(late, 80));
    }

    #[test]
    fn what_a_thread_acquires_is_what_was_released() {
        let (mut one, mut two) = (Order::new(1, 64), Order::new(2, 64));
        let of_one =
            |order: &Order, thread: u32| Stamp::new(1, thread, order.epoch(), order.clock(thread), Touch::WRITE, 0);
        let (first, other) = (of_one(&one, 3), of_one(&one, 4));
        one.meet_all();
        let (mine, neighbour) = (of_one(&one, 3), of_one(&one, 4));
        one.fence(3, true);
        let late = of_one(&one, 3);
        let released = one.fenced(3);
        two.read(40, &released);
        assert!(!two.is_before(mine, 40));
        two.fence(40, true);
        assert!([first, other, mine].into_iter().all(|stamp| two.is_before(stamp, 40)));
        assert!(!two.is_before(neighbour, 40) && !two.is_before(late, 40) && !two.is_before(first, 41));
        two.meet_warp(32..64);
        assert!(two.is_before(mine, 41) && !two.is_before(mine, 3));
        two.meet_all();
        assert!(two.is_before(mine, 3) && !two.is_before(late, 3));
        two.meet_grid();
        assert!(!two.is_before(mine, 3));
    }

    #[test]
    fn fences_and_reads_pass_from_thread_to_thread_at_barriers() {
        let (mut one, mut two) = (Order::new(1, 64), Order::new(2, 64));
        let mine = Stamp::new(1, 5, one.epoch(), one.clock(5), Touch::WRITE, 0);
        (0..64).for_each(|thread| one.fence(thread, true));
        one.meet_all();
        two.read(0, &Scoped { wide: one.fenced(0).wide, ..Scoped::default() });
        two.meet_all();
        two.fence(9, false);
        assert!(!two.is_before(mine, 9));
        two.fence(9, true);
        assert!(two.is_before(mine, 9) && !two.is_before(mine, 8));
    }

    #[test]
    fn threads_of_a_block_acquire_from_each_other() {
        let mut order = Order::new(0, 64);
        let before = access(&order, 3);
        order.fence(3, false);
        let after = access(&order, 3);
        let released = order.fenced(3);
        assert!(!order.is_before(before, 50));
        order.acquire(50, &released.narrow);
        assert!(order.is_before(before, 50) && !order.is_before(after, 50) && !order.is_before(before, 51));
        // What is acquired is released again.
        let released = order.snapshot(50);
        order.acquire(51, &released);
        assert!(order.is_before(before, 51));
    }
}
