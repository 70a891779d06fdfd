//! Which elements of a tile share a word of shared memory, and which a bank, so that neither of two layouts has a conflict.

use super::span::{ALL, common, extend};
use super::vectors::Vectors;
use lego_core::f2::Echelon;

/// The directions of a tile beyond those that are placed already, by whose lanes they are.
struct Directions {
    /// Of the lanes of both layouts.
    both: Vectors,
    /// Of the lanes of the one that writes alone, and of the one that reads alone.
    one: Vectors,
    other: Vectors,
    neither: Vectors,
}

impl Directions {
    const fn beyond(placed: &Echelon, write: &[u64], read: &[u64], complement: &[u64]) -> Self {
        let mut found =
            Self { both: Vectors::EMPTY, one: Vectors::EMPTY, other: Vectors::EMPTY, neither: Vectors::EMPTY };
        let mut space = *placed;
        extend(&mut space, &mut found.both, common(write, read).as_slice(), ALL);
        let mut beside = space;
        extend(&mut space, &mut found.one, write, ALL);
        extend(&mut beside, &mut found.other, read, ALL);
        let mut k = 0;
        while k < read.len() {
            space.add(read[k]);
            k += 1;
        }
        extend(&mut space, &mut found.neither, complement, ALL);
        found
    }
}

/// The order of a tile's elements in shared memory after those of an access: what tells banks apart, the parts of a word first, and
/// what tells the words of a bank apart.
///
/// After section 9.2 of *Linear Layouts*: the words of a bank are chosen outside of what the lanes of either layout span, out of
/// directions that neither has and of sums of a lane of the one with a lane of the other. What else is in a word is chosen too,
/// first of all lanes that both have; so there is always a layout without conflicts, by lemma 9.5, where the paper's has some.
pub(super) struct Banks {
    pub(super) bank: Vectors,
    pub(super) segment: Vectors,
}

impl Banks {
    /// Of the vector that an access moves, a complement that has the lanes of both, and those lanes that are served together; an
    /// access leaves so many bits of a word free, and `2^together` lanes are served at once.
    pub(super) const fn new(
        vector: &[u64],
        complement: &[u64],
        write: &[u64],
        read: &[u64],
        spare: usize,
        together: usize,
    ) -> Self {
        let (mut bank, mut segment) = (Vectors::EMPTY, Vectors::EMPTY);
        let mut placed = Echelon::of(vector);
        // A word holds neighbours that do not meet in a bank.
        let Directions { both, one, other, neither } = Directions::beyond(&placed, write, read, complement);
        extend(&mut placed, &mut bank, both.as_slice(), spare);
        extend(&mut placed, &mut bank, neither.as_slice(), spare);
        extend(&mut placed, &mut bank, one.as_slice(), spare);
        extend(&mut placed, &mut bank, other.as_slice(), spare);

        let wanted = complement.len().saturating_sub(bank.count() + together);
        let Directions { one, other, neither, .. } = Directions::beyond(&placed, write, read, complement);
        extend(&mut placed, &mut segment, neither.as_slice(), wanted);
        let (one, other, mut k) = (one.as_slice(), other.as_slice(), 0);
        while k < one.len() && k < other.len() {
            extend(&mut placed, &mut segment, &[one[k] ^ other[k]], wanted);
            k += 1;
        }
        // The banks: all that is left.
        extend(&mut placed, &mut bank, complement, ALL);
        Self { bank, segment }
    }
}
