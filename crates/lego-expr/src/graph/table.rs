//! A hash table of places in a list: the keys stand in the list, which belongs to somebody else.
//!
//! A map of the standard library consists of many small functions, and macros run without optimisation, where each of them is
//! a call. This table has two loops, and no key is stored twice.

use crate::graph::hash::MultiplyHasher;
use std::hash::{Hash, Hasher};

/// Places in a list, each found by the hash of the key that stands there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// A hash and a place with one added; 0 in an empty slot. As many as a power of two, at most half of them taken.
    slots: Vec<(u32, u32)>,
    taken: usize,
}

/// How many slots a table begins with.
const FIRST: usize = 64;

impl Table {
    /// The hash of a key.
    pub(crate) fn hash<K: Hash + ?Sized>(key: &K) -> u32 {
        let mut hasher = MultiplyHasher::default();
        key.hash(&mut hasher);
        Self::shortened(hasher.finish())
    }

    /// The part of a hash that a table stores.
    pub(crate) fn shortened(hash: u64) -> u32 {
        (hash ^ (hash >> 32)) as u32
    }

    /// The place with this hash for which `is_it` holds.
    pub(crate) fn find(&self, hash: u32, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let (stored, place) = self.slots[slot];
            if place == 0 {
                return None;
            }
            if stored == hash && is_it(place as usize - 1) {
                return Some(place as usize - 1);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds a place, which must not be there yet.
    pub(crate) fn insert(&mut self, hash: u32, place: usize) {
        if self.slots.len() <= 2 * self.taken {
            self.grow();
        }
        self.taken += 1;
        self.put(hash, place as u32 + 1);
    }

    /// Forgets every place.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.taken = 0;
    }

    fn put(&mut self, hash: u32, place: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot].1 != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = (hash, place);
    }

    fn grow(&mut self) {
        let count = (2 * self.slots.len()).max(FIRST);
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); count]);
        for (hash, place) in old {
            if place != 0 {
                self.put(hash, place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_inserted_is_found_and_nothing_else() {
        let keys: Vec<u64> = (0..1000).map(|k: u64| k * k * 7919).collect();
        let mut table = Table::default();
        for (place, key) in keys.iter().enumerate() {
            assert_eq!(table.find(Table::hash(key), |at| keys[at] == *key), None);
            table.insert(Table::hash(key), place);
        }
        for (place, key) in keys.iter().enumerate() {
            assert_eq!(table.find(Table::hash(key), |at| keys[at] == *key), Some(place));
            assert_eq!(table.find(Table::hash(&(key + 1)), |at| keys[at] == key + 1), None);
        }
        table.clear();
        assert_eq!(table.find(Table::hash(&keys[0]), |_| true), None);
    }

    #[test]
    fn keys_of_one_hash_are_told_apart() {
        let mut table = Table::default();
        for place in 0..100 {
            table.insert(7, place);
        }
        for place in 0..100 {
            assert_eq!(table.find(7, |at| at == place), Some(place));
        }
    }
}
