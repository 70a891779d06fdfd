//! The swizzles of the family, and those among them that need be tried.
//!
//! Let a tile's elements be so wide that 2^w of them fill a word (w = 0 from 4 bytes on) and 2^B the 32 banks, and let the
//! narrowest access move 2^l elements at once, or a word if that is more. Of all `Swizzle(b, m, s)` only those are tried that are
//! not one of these:
//!
//! * Source bits that no position of the tile has are zero; target bits that none has only move elements apart that were in
//!   one word. Without them it is a shorter swizzle, on no more positions.
//! * Target bits from B on, where the source is no part of a word, leave every element in its bank, and elements of one word in
//!   one word. Without them it is a shorter swizzle with the same wavefronts.
//! * Target bits below l, of an s that is positive, permute the elements of each vector and each word. The same again.
//!
//! In each case another member has the same wavefronts, no larger span and no more operations. So what is not tried is not
//! better.

use super::member::Swizzle;
use super::tile::{bank_bits, word_bits};
use crate::cute;

/// The bits of a number of positions: all are below 2 to the power of it.
pub(super) fn bits_of(count: u64) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

/// What tells which swizzles need be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needed {
    /// Bits of a position in the tile.
    positions: u32,
    /// Bits of an element in a word, in the banks, and in the narrowest vector or a word.
    word: u32,
    banks: u32,
    vector: u32,
    /// The bits of a padded row, where its length is a power of two.
    row: Option<u32>,
}

impl Needed {
    /// For so many positions in rows of a length, elements of a width, and vectors of at least so many of them.
    pub(super) fn new(positions: u64, pitch: u32, bytes: u32, vector: u32) -> Self {
        let word = word_bits(bytes);
        Self {
            positions: bits_of(positions),
            word,
            banks: bank_bits(bytes),
            vector: vector.ilog2().max(word),
            row: pitch.is_power_of_two().then(|| pitch.ilog2()),
        }
    }

    /// `SwizzleRows`.
    pub(super) fn rows(self) -> impl Iterator<Item = Swizzle> {
        (1..=self.row.unwrap_or(0)).map(|bits| Swizzle::Rows { bits })
    }

    /// `Swizzle`, those of the fewest positions first.
    pub(super) fn bits(self) -> impl Iterator<Item = Swizzle> {
        every_bits(self.positions).filter(move |swizzle| self.is_needed(*swizzle))
    }

    fn is_needed(&self, swizzle: Swizzle) -> bool {
        let Swizzle::Bits(bits) = swizzle else { return true };
        let (source, target) = (bits.source() as u32, bits.target() as u32);
        let is_in_banks = target + bits.bits() as u32 <= self.banks;
        if source > target { target >= self.vector && is_in_banks } else { source < self.word || is_in_banks }
    }
}

/// Every `Swizzle` with b at least 1 on so many bits, those of the fewest bits first.
pub(super) fn every_bits(positions: u32) -> impl Iterator<Item = Swizzle> {
    (2..=positions).flat_map(|all| {
        (1..=all / 2).flat_map(move |b| {
            (b..=all - b).flat_map(move |distance| {
                let [b, m, s] = [b, all - b - distance, distance].map(|number| number as i32);
                [s, -s].into_iter().filter_map(move |s| cute::Swizzle::new(b, m, s).ok().map(Swizzle::Bits))
            })
        })
    })
}

/// How many swizzles there are on so many positions in rows of a length: none at all, each `SwizzleRows`, each `Swizzle`.
pub(super) fn count(positions: u64, pitch: u32) -> u64 {
    let rows = if pitch.is_power_of_two() { pitch.ilog2() } else { 0 };
    // Of `all` bits there are, for each b up to half of them, all - 2b + 1 distances, of two signs.
    let of_bits = |all: u64| (1..=all / 2).map(|b| 2 * (all - 2 * b + 1)).sum::<u64>();
    1 + u64::from(rows) + (2..=u64::from(bits_of(positions))).map(of_bits).sum::<u64>()
}

/// Every swizzle, for tests.
#[cfg(test)]
pub(super) fn every(positions: u64, pitch: u32) -> impl Iterator<Item = Swizzle> {
    let rows = if pitch.is_power_of_two() { pitch.ilog2() } else { 0 };
    let rows = (1..=rows).map(|bits| Swizzle::Rows { bits });
    core::iter::once(Swizzle::None).chain(rows).chain(every_bits(bits_of(positions)))
}

#[cfg(test)]
mod tests {
    use super::super::trial::SIDE_BY_SIDE;
    use super::*;

    #[test]
    fn all_are_counted() {
        for positions in 1..200 {
            for pitch in [1, 2, 3, 8, 12] {
                assert_eq!(every(positions, pitch).count() as u64, count(positions, pitch), "{positions} {pitch}");
            }
        }
        // No tile has as many to be tried as are tried side by side: padded, it has at most 28 bits of a position.
        for bytes in [1, 2, 4, 8, 16] {
            let needed = Needed::new(1 << 28, 1 << 28, bytes, 1);
            assert!(needed.bits().count() + needed.rows().count() < SIDE_BY_SIDE, "{bytes}");
        }
        // 32 x 32 elements of 4 bytes: of 10 bits.
        let needed = Needed::new(1024, 32, 4, 1);
        assert!(needed.bits().count() < 120);
        assert!(needed.bits().any(|swizzle| swizzle == Swizzle::Bits(cute::Swizzle::new(5, 0, 5).unwrap())));
    }
}
