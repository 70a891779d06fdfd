//! What atomics carry from thread to thread: for a place that somebody released something by, what a thread learns that
//! reads it.
//!
//! A thread releases by `store_release`, or by a fence and an atomic write after it. Another acquires by `load_acquire`, or
//! by an atomic read and a fence after it, if what it reads was released, or is what updates made of that. The scopes of all
//! that takes part are to reach both threads; so what is released to a block alone is kept apart.

use super::knowledge::Knowledge;
use std::collections::HashMap;

/// Knowledge in two scopes: what is for the threads of one block, and what is for all of the device.
#[derive(Clone, Debug, Default)]
pub(super) struct Scoped {
    pub(super) narrow: Knowledge,
    pub(super) wide: Knowledge,
}

impl Scoped {
    /// The same in both scopes.
    pub(super) fn all(knowledge: Knowledge) -> Self {
        Self { narrow: knowledge.clone(), wide: knowledge }
    }

    pub(super) fn is_none(&self) -> bool {
        self.narrow.is_none() && self.wide.is_none()
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.narrow.join(&other.narrow);
        self.wide.join(&other.wide);
    }
}

/// An atomic: whose it is, how far it reaches, and what its thread has released by the fences before.
pub(super) struct By<'a> {
    pub(super) block: u32,
    pub(super) thread: u32,
    pub(super) wide: bool,
    pub(super) released: &'a Scoped,
}

/// What an atomic does to a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Reads,
    /// Reads and writes.
    Updates,
    Stores,
}

/// What was released by the values that some places have.
#[derive(Default)]
pub(super) struct Places(HashMap<usize, Releases>);

impl Places {
    /// An atomic happens at a place; gives what it reads of what was released.
    #[inline]
    pub(super) fn atomic(&mut self, place: usize, effect: Effect, by: &By<'_>) -> Scoped {
        // Most kernels count by atomics and release nothing.
        if self.0.is_empty() && (effect == Effect::Reads || by.released.is_none()) {
            return Scoped::default();
        }
        self.known(place, effect, by)
    }

    fn known(&mut self, place: usize, effect: Effect, by: &By<'_>) -> Scoped {
        let read = match self.0.get(&place) {
            Some(releases) if effect != Effect::Stores => releases.read(by.block, by.wide),
            _ => Scoped::default(),
        };
        match effect {
            Effect::Reads => {}
            _ if by.released.is_none() && !self.0.contains_key(&place) => {}
            Effect::Updates => self.0.entry(place).or_default().update(by),
            Effect::Stores => self.0.entry(place).or_default().store(by),
        }
        read
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// What was released by the value that a place has.
#[derive(Default)]
struct Releases {
    /// To all threads of the device.
    wide: Knowledge,
    /// To the threads of a block, besides.
    narrow: Vec<(u32, Knowledge)>,
    /// Block and thread that stored last.
    stored: Option<(u32, u32)>,
}

impl Releases {
    /// What a thread of a block reads, by an atomic that reaches the device or not.
    fn read(&self, block: u32, wide: bool) -> Scoped {
        let mut narrow = Knowledge::default();
        self.narrow.iter().filter(|(of, _)| *of == block).for_each(|(_, released)| narrow.join(released));
        let mut all = narrow.clone();
        all.join(&self.wide);
        // What a thread of the block has released to all, it has released to the block.
        if self.wide.block(block).is_some() {
            narrow = all.clone();
        }
        if wide { Scoped { narrow, wide: all } } else { Scoped::all(narrow) }
    }

    /// An update: what was released before stays so.
    fn update(&mut self, by: &By<'_>) {
        let By { block, wide, released, .. } = *by;
        if wide {
            self.wide.join(&released.wide);
        }
        if !wide || released.narrow != released.wide {
            match self.narrow.iter_mut().find(|(of, _)| *of == block) {
                Some((_, before)) => before.join(&released.narrow),
                None if released.narrow.is_none() => {}
                None => self.narrow.push((block, released.narrow.clone())),
            }
        }
    }

    /// A store: what others released before is gone.
    fn store(&mut self, by: &By<'_>) {
        let writer = Some((by.block, by.thread));
        if self.stored != writer {
            *self = Self { stored: writer, ..Self::default() };
        }
        self.update(by);
    }
}

#[cfg(test)]
mod tests {
    use super::super::knowledge::Known;
    use super::super::runs::Runs;
    use super::*;
    use std::sync::Arc;

    /// That everything of a block before an epoch is known.
    fn before(block: u32, epoch: u32) -> Knowledge {
        Knowledge::of(block, Known { epoch, clocks: Arc::new(Runs::default()) })
    }

    fn by(block: u32, wide: bool, released: &Scoped) -> By<'_> {
        By { block, thread: 0, wide, released }
    }

    #[test]
    fn updates_keep_what_was_released_and_stores_of_others_do_not() {
        let mut place = Releases::default();
        let (one, two) = (Scoped::all(before(1, 5)), Scoped::all(before(2, 6)));
        place.update(&by(1, true, &one));
        place.update(&by(2, true, &two));
        place.update(&by(3, true, &Scoped::default()));
        let read = place.read(4, true);
        assert_eq!(read.wide.block(1).unwrap().epoch, 5);
        assert_eq!(read.wide.block(2).unwrap().epoch, 6);
        assert!(read.narrow.is_none());
        place.store(&by(2, true, &Scoped::default()));
        assert!(place.read(4, true).is_none());
        place.store(&by(2, true, &two));
        place.store(&by(2, true, &Scoped::default()));
        assert!(!place.read(4, true).is_none());
    }

    #[test]
    fn what_is_released_to_a_block_is_for_that_block() {
        let mut place = Releases::default();
        place.update(&by(1, false, &Scoped::all(before(1, 5))));
        assert!(place.read(2, true).is_none());
        assert!(!place.read(1, true).is_none() && !place.read(1, false).narrow.is_none());
        // A fence of the block's scope, and an atomic of the device's.
        let fenced = Scoped { narrow: before(1, 7), wide: Knowledge::default() };
        place.update(&by(1, true, &fenced));
        assert!(place.read(2, true).is_none());
        assert_eq!(place.read(1, true).wide.block(1).unwrap().epoch, 7);
    }

    #[test]
    fn an_atomic_of_a_blocks_scope_reads_what_its_block_released() {
        let mut place = Releases::default();
        place.update(&by(1, true, &Scoped::all(before(1, 5))));
        assert!(place.read(2, false).is_none());
        assert_eq!(place.read(1, false).wide.block(1).unwrap().epoch, 5);
    }
}
