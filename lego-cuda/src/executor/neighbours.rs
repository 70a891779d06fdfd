//! Clusters: the blocks that run beside each other on one worker, meet, and reach each other's shared memory.
//!
//! What a thread does in another block's memory is compared with what all others do there, as within a block. Besides, that memory is
//! there only while its block is: a block begins before another that meets it goes on, and it ends when nobody reaches it any more,
//! *in every order that a GPU may choose*. So each block keeps who visited it, and looks at its end whether one of its threads knows
//! that the visit is over.

use super::block::{Block, State, Wait};
use super::cluster::{Meeting, Visit, meeting};
use super::fault::{Fault, FaultKind, Standing};
use super::order::Joined;
use super::stamp::Touch;
use crate::device::host::Site;

impl Block {
    /// The number of the block in its cluster.
    pub(super) fn rank(&self) -> u32 {
        self.number % self.grid.cluster
    }

    /// Calls a function with each block of the cluster that has not ended, this one first.
    fn each_block(&self, mut visit: impl FnMut(&Self)) {
        visit(self);
        let others = self.cluster.as_ref().map(|cluster| cluster.living()).unwrap_or_default();
        others.iter().filter(|other| other.number != self.number).for_each(|other| visit(other));
    }

    /// Calls a function with each other block of the cluster that has not ended.
    pub(super) fn each_other(&self, mut visit: impl FnMut(&Self)) {
        self.each_block(|block| {
            if block.number != self.number {
                visit(block);
            }
        });
    }

    /// Lets the running thread wait for all threads of the cluster.
    pub(super) fn at_cluster_barrier(&self, orders: bool, site: Site) {
        if self.is_unwinding() {
            return;
        }
        let (mut other, mut arrived) = (None, 0);
        self.each_block(|block| match block.meeting.get() {
            Some(meeting) if meeting.orders != orders => other = other.or(Some(meeting)),
            Some(meeting) => arrived += meeting.arrived,
            None => {}
        });
        if let Some(Meeting { orders: others, first, .. }) = other {
            let (mine, others) = (meeting(orders), meeting(others));
            return self
                .misuse(site, format!("threads of one cluster meet at {mine} and at {others}, which is at {first}"));
        }
        let mine = self.meeting.get().unwrap_or(Meeting { orders, arrived: 0, first: site });
        if mine.first != site {
            let (name, first) = (meeting(orders), mine.first);
            return self
                .misuse(site, format!("threads of one block meet at two calls of {name}; the other is {first}"));
        }
        self.meeting.set(Some(Meeting { arrived: mine.arrived + 1, ..mine }));
        if arrived + 1 == self.count() * self.grid.cluster {
            self.pass_cluster_barrier(orders);
        } else {
            self.suspend(State::Waits(Wait::Cluster { orders }, site));
        }
    }

    /// All are there: the others go on.
    fn pass_cluster_barrier(&self, orders: bool) {
        let mut known = Joined::default();
        self.each_block(|block| {
            block.meeting.set(None);
            if orders {
                block.order.borrow_mut().meet_cluster(&mut known);
            } else {
                block.publish_mbarriers();
            }
        });
        self.each_block(|block| {
            if orders {
                block.order.borrow_mut().know(&known);
            }
            block.profiled(|open, counter| open.meet(counter, 0..block.count()));
            let running = (block.number == self.number).then(|| self.current.get());
            (0..block.count()).filter(|thread| Some(*thread) != running).for_each(|thread| block.wake(thread));
        });
        if let Some(cluster) = &self.cluster {
            cluster.met.set(true);
        }
        self.change();
    }

    /// Behind a meeting all know the barriers that were made known before it.
    fn publish_mbarriers(&self) {
        let (barriers, mut shared) = (self.mbarriers.borrow(), self.shared.borrow_mut());
        for (&place, barrier) in barriers.0.iter().filter(|(_, barrier)| barrier.is_known) {
            shared.forget_write(place, 8, (self.number, barrier.maker));
        }
    }

    /// Calls a function with the block of a rank, in whose memory the running thread does something; what has no such block, or one
    /// that may not have begun or may have ended, is a fault.
    pub(super) fn with_peer<R>(&self, rank: u32, visit: Visit, site: Site, act: impl FnOnce(&Self) -> R) -> Option<R> {
        if rank == self.rank() {
            return Some(act(self));
        }
        if self.is_unwinding() {
            return None;
        }
        let count = self.grid.cluster;
        let Some(cluster) = self.cluster.as_ref().filter(|_| rank < count) else {
            self.misuse(site, format!("{} of the block of rank {rank}, in a cluster of {count}", visit.words()));
            return None;
        };
        let number = self.number - self.rank() + rank;
        let index = self.grid.index(number);
        if !cluster.met.get() && !self.order.borrow().has_heard_of(self.current.get(), number) {
            let what = format!(
                "{} of block {index}, which may not have begun: no `cluster::meet` or `cluster::sync` came before",
                visit.words()
            );
            self.misuse(site, what);
            return None;
        }
        match cluster.block(rank) {
            Some(home) => Some(act(&home)),
            // It is not there because of a fault, which was noted.
            None if cluster.failed.get() => {
                self.failing.set(true);
                self.stop()
            }
            None => {
                self.misuse(site, visit.outlives(index));
                None
            }
        }
    }

    /// Notes that the running thread of another block was in this one's memory.
    pub(super) fn note_visit(&self, visitor: &Self, visit: Visit, site: Site) {
        if visitor.number != self.number {
            let touch = if visit == Visit::Store { Touch::WRITE } else { Touch::READ };
            let stamp = visitor.now(touch, visitor.known_site(site).number()).stamp;
            self.visits.borrow_mut().insert((stamp.block(), stamp.thread(), visit), stamp);
        }
    }

    /// Looks, as the block ends, whether all visits of others are over.
    pub(super) fn end_visits(&self) {
        let order = self.order.borrow();
        for ((_, _, visit), stamp) in self.visits.take().into_iter().filter(|(_, stamp)| !order.is_known_to_any(*stamp))
        {
            self.fault();
            let fault = Fault {
                kernel: self.grid.kernel,
                kind: FaultKind::Misuse { what: visit.outlives(self.index) },
                block: self.grid.index(stamp.block()),
                thread: self.grid.threads[stamp.thread() as usize],
                site: Some(self.grid.sites.site(stamp.site()).into()),
                times: 1,
            };
            self.grid.note(fault, String::new);
        }
    }

    /// Where the threads of the other blocks are.
    pub(super) fn standings_of_peers(&self) -> Vec<Standing> {
        let Some(cluster) = &self.cluster else { return Vec::new() };
        let mut standings = Vec::new();
        for rank in (0..self.grid.cluster).filter(|rank| *rank != self.rank()) {
            match cluster.block(rank) {
                Some(block) => standings.extend(block.standings_of(None, true)),
                None => standings.push(Standing {
                    threads: self.count(),
                    block: Some(self.grid.index(self.number - self.rank() + rank)),
                    first: self.grid.threads[0],
                    what: "ended".to_owned(),
                    site: None,
                }),
            }
        }
        standings
    }

    /// Whether a block that cannot go on by itself waits for another of its cluster that can.
    pub(super) fn waits_for_peers(&self) -> bool {
        let mut can_go_on = false;
        self.each_other(|other| can_go_on |= other.can_go_on());
        can_go_on
    }

    /// Whether a thread has something to do.
    fn can_go_on(&self) -> bool {
        let is_at_grid = self.at_grid.get() == self.count();
        self.has_new()
            || !self.ready.is_empty()
            || !self.spinning.borrow().is_empty()
            || (is_at_grid && self.grid.has_passed(self.grid_barriers.get()))
    }

    /// What came before a barrier of the grid, which the block passes, is ordered before what its threads do now, also in the memory of the
    /// cluster, which nobody forgets. The others may have passed it, or have ended.
    pub(super) fn know_peers(&self, barrier: u32) {
        let Some(cluster) = &self.cluster else { return };
        let mut order = self.order.borrow_mut();
        for (number, epochs) in (self.number - self.rank()..).zip(cluster.grid_epochs.borrow().iter()) {
            order.know_before(number, epochs[barrier as usize] + 1);
        }
    }
}
