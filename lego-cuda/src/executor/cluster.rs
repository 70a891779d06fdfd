//! What the blocks of a cluster have in common: each other, the meeting at which they wait, and who visited whose shared memory.
//!
//! It is kept here, and `neighbours` has what a block does with it.

use super::stamp::Stamp;
use crate::device::Dim3;
use crate::device::host::Site;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

/// The blocks of a cluster, in the order of their ranks, and what they have in common.
pub(super) struct Cluster<B> {
    blocks: RefCell<Vec<Weak<B>>>,
    /// For each block the epochs in which it came to the barriers of the grid.
    pub(super) grid_epochs: RefCell<Vec<Vec<u32>>>,
    /// Whether they have met: all have begun.
    pub(super) met: Cell<bool>,
    /// Whether a fault was found in one of them.
    pub(super) faulty: Cell<bool>,
    /// Whether one of them could not go on, so that none can.
    pub(super) failed: Cell<bool>,
}

impl<B> Default for Cluster<B> {
    fn default() -> Self {
        Self {
            blocks: RefCell::default(),
            grid_epochs: RefCell::default(),
            met: Cell::default(),
            faulty: Cell::default(),
            failed: Cell::default(),
        }
    }
}

impl<B> Cluster<B> {
    /// Adds the block of the next rank.
    pub(super) fn add(&self, block: &Rc<B>) {
        self.blocks.borrow_mut().push(Rc::downgrade(block));
        self.grid_epochs.borrow_mut().push(Vec::new());
    }

    /// The block of a rank has come to its next barrier of the grid.
    pub(super) fn come_to_grid(&self, rank: u32, epoch: u32) {
        self.grid_epochs.borrow_mut()[rank as usize].push(epoch);
    }

    /// The block of a rank, if it has not ended.
    pub(super) fn block(&self, rank: u32) -> Option<Rc<B>> {
        self.blocks.borrow().get(rank as usize)?.upgrade()
    }

    /// Those that have not ended.
    pub(super) fn living(&self) -> Vec<Rc<B>> {
        self.blocks.borrow().iter().filter_map(Weak::upgrade).collect()
    }
}

/// The meeting of a cluster at which threads of a block wait.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    /// Whether it orders what is in memory.
    pub(super) orders: bool,
    /// How many threads of the block are there, and where the first of them is.
    pub(super) arrived: u32,
    pub(super) first: Site,
}

/// What a thread does in the memory of another block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Visit {
    Load,
    Store,
    Arrival,
    Copy,
}

impl Visit {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Load => "a load of the shared memory",
            Self::Store => "a store to the shared memory",
            Self::Arrival => "an arrival at an `Mbarrier`",
            Self::Copy => "a copy of a box to the shared memory",
        }
    }

    /// What is said of one in a block that may have ended.
    pub(super) fn outlives(self, home: Dim3) -> String {
        format!(
            "{} of block {home}, which may have ended: nothing orders that before its end, as `cluster::sync` at the end does",
            self.words()
        )
    }
}

/// The last time that each thread of another block was in a block's memory, by block, thread and what it did.
pub(super) type Visits = BTreeMap<(u32, u32, Visit), Stamp>;

/// The name of a meeting.
pub(super) fn meeting(orders: bool) -> &'static str {
    if orders { "`cluster::sync`" } else { "`cluster::meet`" }
}
