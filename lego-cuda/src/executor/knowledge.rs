//! What is ordered before a point of a thread's program, of all blocks of a launch.
//!
//! A vector clock over all threads, as in FastTrack (Flanagan, Freund, PLDI 2009), would be too large for a launch. Of a
//! block it is one number, the epoch before which everything is ordered, and clocks of those threads of which more is; and
//! blocks of which the same is known are one run, mostly all.

use super::runs::Runs;
use super::stamp::Stamp;
use std::sync::Arc;

/// What is known of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// All before this epoch is ordered before,
    pub(super) epoch: u32,
    /// and of the epoch what some threads did up to a clock.
    pub(super) clocks: Arc<Runs<u32>>,
}

impl Known {
    fn joined(&self, other: &Self) -> Self {
        match self.epoch.cmp(&other.epoch) {
            std::cmp::Ordering::Less => other.clone(),
            std::cmp::Ordering::Greater => self.clone(),
            std::cmp::Ordering::Equal if Arc::ptr_eq(&self.clocks, &other.clocks) => self.clone(),
            std::cmp::Ordering::Equal => {
                let clocks = self.clocks.joined(&other.clocks, |a, b| *a.max(b));
                Self { epoch: self.epoch, clocks: Arc::new(clocks) }
            }
        }
    }

    fn has(&self, stamp: Stamp) -> bool {
        let clock = || self.clocks.get(stamp.thread()).copied().unwrap_or(0);
        self.epoch > stamp.epoch || (self.epoch == stamp.epoch && clock() >= stamp.clock)
    }
}

/// What is known of blocks; cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Knowledge(Option<Arc<Runs<Known>>>);

impl Knowledge {
    /// Of one block.
    pub(super) fn of(block: u32, known: Known) -> Self {
        Self(Some(Arc::new(Runs::of(block..block + 1, known))))
    }

    /// Everything of a block before an epoch.
    pub(super) fn before(block: u32, epoch: u32) -> Self {
        Self::of(block, Known { epoch, clocks: Arc::default() })
    }

    pub(super) fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// This, or something else where this is nothing.
    pub(super) fn or(&self, other: &Self) -> Self {
        if self.is_none() { other.clone() } else { self.clone() }
    }

    /// What is known of a block.
    pub(super) fn block(&self, block: u32) -> Option<&Known> {
        self.0.as_ref()?.get(block)
    }

    /// Whether an access is ordered before.
    pub(super) fn has(&self, stamp: Stamp) -> bool {
        self.block(stamp.block()).is_some_and(|known| known.has(stamp))
    }

    /// Learns what other knowledge has.
    pub(super) fn join(&mut self, other: &Self) {
        match (&self.0, &other.0) {
            (_, None) => {}
            (None, Some(_)) => *self = other.clone(),
            (Some(mine), Some(others)) if Arc::ptr_eq(mine, others) => {}
            (Some(mine), Some(others)) => {
                let joined = mine.joined(others, Known::joined);
                // What is equal stays the same memory, so that the next comparison is one of addresses.
                if joined == **others {
                    *self = other.clone();
                } else if joined != **mine {
                    self.0 = Some(Arc::new(joined));
                }
            }
        }
    }
}
