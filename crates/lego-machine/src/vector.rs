//! The elements that a thread moves at once: neighbours in memory, from a multiple of their number on.

/// A vector whose elements are added by their positions, in any order, since a thread has its registers in any order.
///
/// ```
/// use lego_machine::Vector;
/// let mut vector = Vector::new(4);
/// assert!([6, 4, 7, 5].into_iter().all(|position| vector.add(position)));
/// assert_eq!(vector.start(), Some(4));
/// // Position 8 is not in the aligned vector of position 6, and no two elements share a position.
/// assert!(!vector.add(8) && !vector.add(6));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vector {
    /// One less than the number of elements.
    mask: u64,
    first: u64,
    /// The elements that were added, a bit for each.
    seen: u32,
}

impl Vector {
    /// Creates a vector without elements yet, for 1, 2, 4, 8 or 16 of them.
    #[inline(always)]
    pub const fn new(len: u32) -> Self {
        debug_assert!(len.is_power_of_two() && len <= crate::limits::WIDEST_ACCESS);
        Self { mask: len as u64 - 1, first: 0, seen: 0 }
    }

    /// Adds an element; returns whether it and those before it are different elements of one aligned vector.
    #[inline(always)]
    pub const fn add(&mut self, position: u64) -> bool {
        let bit = 1 << (position & self.mask);
        if self.seen == 0 {
            self.first = position;
        }
        let fits = (position ^ self.first) & !self.mask == 0 && self.seen & bit == 0;
        self.seen |= bit;
        fits
    }

    /// Position of the element that was added first; 0 before.
    pub const fn first(&self) -> u64 {
        self.first
    }

    /// Position where the vector starts, if every [`add`](Vector::add) returned `true` and all its elements were added.
    #[inline(always)]
    pub const fn start(&self) -> Option<u64> {
        if self.seen.count_ones() as u64 == self.mask + 1 { Some(self.first & !self.mask) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_aligned_neighbours_in_any_order() {
        let start = |positions: &[u64]| {
            let mut vector = Vector::new(positions.len() as u32);
            positions.iter().all(|position| vector.add(*position)).then(|| vector.start()).flatten()
        };
        assert_eq!(start(&[7]), Some(7));
        assert_eq!(start(&[4, 5, 6, 7]), Some(4));
        assert_eq!(start(&[6, 4, 7, 5]), Some(4));
        for positions in [[2, 3, 4, 5], [4, 5, 6, 6], [0, 32, 64, 96]] {
            assert_eq!(start(&positions), None, "{positions:?}");
        }
        let mut half = Vector::new(2);
        assert!(half.add(u64::MAX));
        assert_eq!((half.start(), half.first()), (None, u64::MAX));
    }
}
