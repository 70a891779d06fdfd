//! The barriers of a block: which threads have arrived at each, and for how many it waits.

use super::order::Joined;
use crate::device::host::Site;
use lego_machine::limits::{BARRIERS_PER_BLOCK, THREADS_PER_BLOCK};

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
    bits: [u64; THREADS_PER_BLOCK as usize / 64],
}

impl Barrier {
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
