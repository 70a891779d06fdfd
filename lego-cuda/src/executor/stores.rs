//! The stores of one thread by TMA: which are still to be read from shared memory, and which are still to be written.
//!
//! A store is in flight twice. TMA reads the box in shared memory, which `wait_read` waits for, and writes it to global
//! memory, which only `wait` waits for. A thread waits for whole groups, the oldest first.

use super::pieces::Piece;
use crate::device::host::Site;
use std::collections::VecDeque;
use std::ops::Range;

/// A box that TMA is still to read.
pub(super) struct StoredBox {
    pub(super) pieces: Vec<Piece>,
    /// Where the thread began the store.
    pub(super) site: Site,
}

/// The addresses that TMA is still to write, of a box that it has read.
pub(super) struct Written {
    pub(super) addresses: Vec<Range<usize>>,
    /// The number of the store's place in the source.
    pub(super) site: u32,
}

/// The stores of one thread.
#[derive(Default)]
pub(super) struct Stores {
    /// The boxes of the group that is not committed.
    open: Vec<StoredBox>,
    /// The groups that are not read, the oldest first.
    unread: VecDeque<Vec<StoredBox>>,
    /// The groups before those, which are read and not waited for.
    unwritten: VecDeque<Vec<Written>>,
}

impl Stores {
    pub(super) fn begin(&mut self, stored: StoredBox) {
        self.open.push(stored);
    }

    pub(super) fn commit(&mut self) {
        self.unread.push_back(std::mem::take(&mut self.open));
    }

    /// The oldest group that must be read so that at most `pending` groups are not.
    pub(super) fn next_read(&mut self, pending: u32) -> Option<Vec<StoredBox>> {
        if self.unread.len() > pending as usize { self.unread.pop_front() } else { None }
    }

    /// A group has been read, the oldest that was not.
    pub(super) fn note_read(&mut self, group: Vec<Written>) {
        self.unwritten.push_back(group);
    }

    /// What must be written so that at most `pending` groups are not, once [`next_read`](Self::next_read) gave all of them.
    pub(super) fn take_written(&mut self, pending: u32) -> Vec<Written> {
        let in_flight = self.unread.len() + self.unwritten.len();
        let ending = in_flight.saturating_sub(pending as usize).min(self.unwritten.len());
        self.unwritten.drain(..ending).flatten().collect()
    }

    /// The boxes that TMA is still to read: those of committed groups, and those of none.
    pub(super) fn take_unread(&mut self) -> (Vec<StoredBox>, Vec<StoredBox>) {
        (self.unread.drain(..).flatten().collect(), std::mem::take(&mut self.open))
    }
}

/// Addresses as ranges, of which neighbours are one.
pub(super) fn ranges(pieces: &[Piece]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for piece in pieces {
        let Some(start) = piece.global else { continue };
        match ranges.last_mut() {
            Some(last) if last.end == start => last.end += piece.bytes,
            _ => ranges.push(start..start + piece.bytes),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::Location;

    fn stored(number: usize) -> StoredBox {
        let piece = |at: usize| Piece { global: Some(1000 * number + at), shared: at, bytes: 16, site: 1 };
        StoredBox { pieces: vec![piece(0), piece(16), piece(64)], site: Location::caller() }
    }

    /// Reads what a wait for reads reads, and gives the numbers of the boxes.
    fn read(stores: &mut Stores, pending: u32) -> Vec<usize> {
        let mut numbers = Vec::new();
        while let Some(group) = stores.next_read(pending) {
            numbers.extend(group.iter().map(|stored| stored.pieces[0].global.unwrap() / 1000));
            let written = |stored: &StoredBox| Written { addresses: ranges(&stored.pieces), site: 1 };
            stores.note_read(group.iter().map(written).collect());
        }
        numbers
    }

    fn written(stores: &mut Stores, pending: u32) -> Vec<usize> {
        stores.take_written(pending).iter().map(|written| written.addresses[0].start / 1000).collect()
    }

    #[test]
    fn groups_are_read_and_written_in_their_order() {
        let mut stores = Stores::default();
        for number in 1..=4 {
            stores.begin(stored(number));
            stores.commit();
        }
        stores.begin(stored(5));
        assert_eq!(read(&mut stores, 2), [1, 2]);
        assert_eq!(written(&mut stores, 3), [1]);
        assert_eq!(written(&mut stores, 3), [0; 0]);
        assert_eq!(read(&mut stores, 1), [3]);
        assert_eq!(written(&mut stores, 1), [2, 3]);
        let (committed, open) = stores.take_unread();
        assert_eq!((committed.len(), open.len()), (1, 1));
        assert_eq!(read(&mut stores, 0), [0; 0]);
    }

    #[test]
    fn neighbours_are_one_range() {
        assert_eq!(ranges(&stored(1).pieces), [1000..1032, 1064..1080]);
    }
}
