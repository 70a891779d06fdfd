//! A part of global memory while a launch runs: who accessed its words, and what was released by them.

use super::releases::Places;
use super::shadow::{Cells, Now};
use super::stamp::Stamp;

/// What is known of the accesses to a part of global memory.
#[derive(Default)]
pub(super) struct Page {
    /// How many barriers of the whole grid came before what is known.
    generation: u32,
    cells: Cells,
    releases: Places,
}

impl Page {
    pub(super) const BYTES: usize = 1024;

    /// A page that was not touched before.
    #[cold]
    pub(super) fn open(page: &mut Option<Box<Self>>) -> &mut Box<Self> {
        page.insert(Box::default())
    }

    /// Forgets what a barrier of the whole grid orders before everything after it.
    #[inline(always)]
    pub(super) fn begin(&mut self, generation: u32) {
        if self.generation < generation {
            self.forget(generation);
        }
    }

    #[cold]
    fn forget(&mut self, generation: u32) {
        self.generation = generation;
        self.cells.forget();
        self.releases.clear();
    }

    /// Notes an access; gives one that it races with.
    #[inline(always)]
    pub(super) fn touch(&mut self, offset: usize, bytes: usize, now: &Now<'_>) -> Option<Stamp> {
        self.cells.reach(Self::BYTES);
        self.cells.touch::<false>(offset % Self::BYTES, bytes, now)
    }

    /// The copies of a thread from here have ended.
    pub(super) fn end(&mut self, offset: usize, bytes: usize, now: &Now<'_>) {
        self.cells.reach(Self::BYTES);
        self.cells.end(offset % Self::BYTES, bytes, now, false);
    }

    /// What was released here.
    #[inline]
    pub(super) fn releases(&mut self) -> &mut Places {
        &mut self.releases
    }
}
