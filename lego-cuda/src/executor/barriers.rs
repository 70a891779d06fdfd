//! The barriers of a block: which threads have arrived at each, for how many it waits, and who met there last.

use super::order::Joined;
use crate::device::host::Site;
use lego_machine::limits::{BARRIERS_PER_BLOCK, THREADS_PER_BLOCK, WARP};
use std::collections::BTreeSet;

/// The barriers of a block, by their numbers.
#[derive(Default)]
pub(super) struct Barriers(pub(super) [Barrier; BARRIERS_PER_BLOCK as usize]);

/// A barrier, since threads met at it last.
#[derive(Default)]
pub(super) struct Barrier {
    /// For how many threads, and where the first of them is.
    pub(super) expected: Option<(u32, Site)>,
    /// The threads that wait.
    pub(super) waiting: Vec<u32>,
    /// How many threads have arrived, those that wait included.
    pub(super) arrived: u32,
    /// What those have done that arrived and went on.
    pub(super) joined: Joined,
    /// A bit for each thread that has arrived.
    bits: Threads,
    /// Of a named barrier, each thread that has arrived, and epoch and clock when it did.
    arrivals: Vec<(u32, u32, u32)>,
    /// Who met there last.
    last: Option<Box<Meeting>>,
}

/// A bit for each thread of a block.
type Threads = [u64; THREADS_PER_BLOCK as usize / 64];

/// The threads that met at a named barrier.
struct Meeting {
    /// A bit for each that waited, and so knows that the barrier opened.
    waited: Threads,
    /// Each thread, and epoch and clock when it arrived.
    arrivals: Vec<(u32, u32, u32)>,
    site: Site,
}

impl Barrier {
    /// Notes the arrival of a thread at a named barrier, which [`count`](Self::count) has counted.
    pub(super) fn note(&mut self, thread: u32, epoch: u32, clock: u32) {
        self.arrivals.push((thread, epoch, clock));
    }

    /// What is left when all are there: the threads that wait, and what those did that did not.
    pub(super) fn open(&mut self, site: Site) -> (Vec<u32>, Joined) {
        let Self { waiting, joined, arrivals, .. } = std::mem::take(self);
        if !arrivals.is_empty() {
            let mut waited = Threads::default();
            waiting.iter().for_each(|thread| waited[*thread as usize / 64] |= 1 << (thread % 64));
            self.last = Some(Box::new(Meeting { waited, arrivals, site }));
        }
        (waiting, joined)
    }

    /// The warps that met at the named barrier last and where, if nothing orders what a thread does now after that: `is_before` says
    /// so of the arrival of a thread at an epoch and a clock.
    pub(super) fn unordered(
        &self,
        thread: u32,
        is_before: impl Fn((u32, u32, u32)) -> bool,
    ) -> Option<(BTreeSet<u32>, Site)> {
        let Meeting { waited, arrivals, site } = self.last.as_deref()?;
        if waited[thread as usize / 64] >> (thread % 64) & 1 == 1 || arrivals.iter().all(|&arrival| is_before(arrival))
        {
            return None;
        }
        Some((arrivals.iter().map(|(thread, ..)| thread / WARP).collect(), *site))
    }

    /// Counts a thread; false if it was counted before.
    pub(super) fn count(&mut self, thread: u32) -> bool {
        let (bits, bit) = (&mut self.bits[thread as usize / 64], 1 << (thread % 64));
        // A comparison that is added and branched on is compiled wrongly by optimizing Rust 1.95 (rust-lang/rust#158206).
        if *bits & bit != 0 {
            return false;
        }
        *bits |= bit;
        self.arrived += 1;
        true
    }
}
