//! The order of accesses among the threads of a block: which barriers and meetings put one before another.
//!
//! Each thread has a clock, which moves on whenever others may learn of what the thread did. A barrier of the whole
//! block orders everything; it ends an *epoch*. Within an epoch a barrier of a whole warp is noted for the warp, and any
//! other meeting makes a thread know the clocks of others one by one.
//!
//! Fences with atomics order too, and are not followed in detail: a thread that acquired anything is taken to know all
//! that happened, until the next barrier of the block. So races may be missed there, and none is invented.

use super::shadow::Stamp;
use lego_machine::limits::WARP;
use std::ops::Range;
use std::rc::Rc;

/// The order among the threads of one block.
pub(super) struct Order {
    epoch: u32,
    clocks: Vec<u32>,
    /// For each thread its clock at the last barrier of its whole warp.
    warp_clocks: Vec<u32>,
    /// What a thread learned in other meetings of this epoch: for each thread a clock up to which all is ordered.
    learned: Vec<Option<Rc<[u32]>>>,
    /// Whether any thread learned something so.
    any_learned: bool,
    /// The epoch in which a thread acquired last.
    acquired: Vec<u32>,
    /// Whether any thread acquired in this epoch.
    any_acquired: bool,
    /// Whether the whole block may know what other blocks did.
    block_acquired: bool,
}

impl Order {
    pub(super) fn new(threads: u32) -> Self {
        let threads = threads as usize;
        Self {
            epoch: 1,
            clocks: vec![1; threads],
            warp_clocks: vec![0; threads],
            learned: vec![None; threads],
            any_learned: false,
            acquired: vec![0; threads],
            any_acquired: false,
            block_acquired: false,
        }
    }

    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    pub(super) fn clock(&self, thread: u32) -> u32 {
        self.clocks[thread as usize]
    }

    /// Whether an access of the same block is ordered before what a thread does now.
    pub(super) fn in_block(&self, earlier: Stamp, thread: u32) -> bool {
        let (me, other) = (thread as usize, earlier.thread() as usize);
        earlier.epoch < self.epoch
            || me == other
            || (me / WARP as usize == other / WARP as usize && self.warp_clocks[other] >= earlier.clock)
            || self.acquired[me] == self.epoch
            || self.learned[me].as_ref().is_some_and(|clocks| clocks[other] >= earlier.clock)
    }

    /// Whether accesses of other blocks may be ordered before what a thread does now.
    pub(super) fn across_blocks(&self, thread: u32) -> bool {
        self.block_acquired || self.acquired[thread as usize] == self.epoch
    }

    /// A thread acquired what others released.
    pub(super) fn acquire(&mut self, thread: u32) {
        self.acquired[thread as usize] = self.epoch;
        self.any_acquired = true;
    }

    /// All threads of the block met.
    pub(super) fn meet_all(&mut self) {
        self.epoch += 1;
        self.block_acquired |= std::mem::take(&mut self.any_acquired);
        if std::mem::take(&mut self.any_learned) {
            self.learned.fill(None);
        }
    }

    /// All threads of the grid met.
    pub(super) fn meet_grid(&mut self) {
        self.meet_all();
        self.block_acquired = false;
    }

    /// All threads of a warp met.
    pub(super) fn meet_warp(&mut self, lanes: Range<u32>) {
        if self.any_learned || self.any_acquired {
            let mut joined = Joined::default();
            lanes.clone().for_each(|thread| self.release(&mut joined, thread));
            self.learn(&joined, lanes.clone());
        }
        for thread in lanes.start as usize..lanes.end as usize {
            self.warp_clocks[thread] = self.clocks[thread];
            self.clocks[thread] += 1;
        }
    }

    /// A thread lets others learn what it knows.
    pub(super) fn release(&mut self, joined: &mut Joined, thread: u32) {
        let me = thread as usize;
        joined.acquired |= self.acquired[me] == self.epoch;
        joined.clocks.resize(self.clocks.len(), 0);
        if let Some(learned) = &self.learned[me]
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

    /// Threads learn what others released to them, and to which they released themselves.
    pub(super) fn learn(&mut self, joined: &Joined, threads: impl IntoIterator<Item = u32>) {
        let clocks: Rc<[u32]> = joined.clocks.as_slice().into();
        for thread in threads {
            self.learned[thread as usize] = Some(Rc::clone(&clocks));
            if joined.acquired {
                self.acquire(thread);
            }
        }
        self.any_learned = true;
    }
}

/// What several threads know together.
#[derive(Default)]
pub(super) struct Joined {
    clocks: Vec<u32>,
    acquired: bool,
    /// What was joined last: threads that met before share it.
    last: Option<Rc<[u32]>>,
}

#[cfg(test)]
mod tests {
    use super::super::shadow::Touch;
    use super::*;

    /// An access of a thread now.
    fn access(order: &Order, thread: u32) -> Stamp {
        Stamp::new(0, thread, order.epoch(), order.clock(thread), Touch::Write, 0)
    }

    #[test]
    fn a_barrier_of_the_block_orders_all() {
        let mut order = Order::new(70);
        let before = access(&order, 3);
        assert!(order.in_block(before, 3) && !order.in_block(before, 4) && !order.in_block(before, 69));
        order.meet_all();
        assert!((0..70).all(|thread| order.in_block(before, thread)));
        assert!(!order.in_block(access(&order, 3), 4));
    }

    #[test]
    fn a_barrier_of_a_warp_orders_the_warp() {
        let mut order = Order::new(64);
        let before = access(&order, 3);
        order.meet_warp(0..32);
        let after = access(&order, 3);
        assert!((0..32).all(|thread| order.in_block(before, thread)));
        assert!(!order.in_block(before, 32) && !order.in_block(after, 4));
    }

    #[test]
    fn what_is_learned_is_passed_on() {
        let mut order = Order::new(96);
        let before = access(&order, 3);
        order.meet_warp(0..32);
        let meet = |order: &mut Order, threads: [u32; 2]| {
            let mut joined = Joined::default();
            threads.into_iter().for_each(|thread| order.release(&mut joined, thread));
            order.learn(&joined, threads);
        };
        meet(&mut order, [7, 40]);
        assert!(order.in_block(before, 40) && !order.in_block(before, 41));
        order.meet_warp(32..64);
        assert!(order.in_block(before, 41));
        let late = access(&order, 40);
        meet(&mut order, [41, 80]);
        assert!(order.in_block(before, 80) && !order.in_block(before, 81) && !order.in_block(late, 80));
    }

    #[test]
    fn acquiring_excuses_until_the_barrier_and_then_the_whole_block_for_other_blocks() {
        let mut order = Order::new(64);
        let before = access(&order, 3);
        order.acquire(40);
        assert!(order.in_block(before, 40) && order.across_blocks(40));
        assert!(!order.in_block(before, 41) && !order.across_blocks(41));
        order.meet_warp(32..64);
        assert!(order.across_blocks(41) && !order.across_blocks(3));
        order.meet_all();
        assert!(order.across_blocks(3) && !order.in_block(access(&order, 40), 3));
        order.meet_grid();
        assert!(!order.across_blocks(3) && !order.across_blocks(40));
    }
}
