//! Asynchronous copies of one thread that were begun and not waited for yet.

use std::collections::VecDeque;

/// A copy from global to shared memory that was begun.
#[derive(Clone, Copy)]
pub(super) struct Copy {
    /// The address that it reads.
    pub(super) from: usize,
    /// Where in the block's memory it writes.
    pub(super) to: usize,
    pub(super) bytes: usize,
    /// The number of its place in the source.
    pub(super) site: u32,
}

/// The copies under way, by groups.
///
/// The bytes arrive when the group is waited for: the latest moment that the hardware may choose, so that a missing
/// wait shows.
pub(super) struct Copies<C = Copy> {
    open: Vec<C>,
    groups: VecDeque<Vec<C>>,
}

impl<C> Default for Copies<C> {
    fn default() -> Self {
        Self { open: Vec::new(), groups: VecDeque::new() }
    }
}

impl<C> Copies<C> {
    pub(super) fn begin(&mut self, copy: C) {
        self.open.push(copy);
    }

    pub(super) fn commit(&mut self) {
        self.groups.push_back(std::mem::take(&mut self.open));
    }

    /// The copies that end so that at most so many groups stay under way.
    pub(super) fn wait(&mut self, pending: usize) -> Vec<C> {
        let ending = self.groups.len().saturating_sub(pending);
        self.groups.drain(..ending).flatten().collect()
    }

    /// All copies, as the thread ends.
    pub(super) fn end(&mut self) -> Vec<C> {
        self.commit();
        self.wait(0)
    }
}
