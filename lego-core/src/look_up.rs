//! Tables in which a look-up checks nothing: their length is a power of two, and the place wraps around it.

// One block: a read that the remainder proves to be inside.
#![allow(unsafe_code)]

use alloc::sync::Arc;
use alloc::vec::Vec;

/// Entries whose number is a power of two. A copy shares them.
///
/// Even a check that there are entries at all costs: in a loop it is what the optimiser takes out first, and then it leaves the
/// choice of a layout's form inside.
#[derive(Clone, Debug)]
pub(crate) struct LookUp<T> {
    /// As many as a power of two, so never none.
    entries: Arc<[T]>,
}

impl<T: Copy + Default> LookUp<T> {
    /// A table with so many entries more that their number is a power of two.
    pub(crate) fn new(mut entries: Vec<T>) -> Self {
        entries.resize(entries.len().next_power_of_two(), T::default());
        Self { entries: entries.into() }
    }
}

impl<T: Copy> LookUp<T> {
    /// The entry at a place; beyond the table some entry.
    #[inline(always)]
    pub(crate) fn at(&self, place: usize) -> T {
        let entries: &[T] = &self.entries;
        // SAFETY: the length is a power of two, which `new` made so and nothing changes; what the bits below it leave of a
        // number is less.
        unsafe { *entries.get_unchecked(place & entries.len().wrapping_sub(1)) }
    }

    /// All entries, those that fill it up too.
    pub(crate) fn entries(&self) -> &[T] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_found_and_nothing_beyond_is_read() {
        for len in 0..20 {
            let table = LookUp::new((1..=len).collect::<Vec<usize>>());
            let entries = table.entries().len();
            assert!(entries.is_power_of_two() && entries < 2 * len.max(1));
            assert!((0..len).all(|at| table.at(at) == at + 1));
            assert!([len, 64, usize::MAX].into_iter().all(|at| table.at(at) <= len));
        }
    }
}
