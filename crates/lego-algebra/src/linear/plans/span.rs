//! Spans of vectors over F2, in constants: what two have in common, and what completes one.

use super::vectors::Vectors;
use lego_core::f2::{BITS, Echelon, image};

/// No limit to the length of a list.
pub(super) const ALL: usize = BITS;

/// A basis of what two lists of independent vectors both span.
pub(super) const fn common(one: &[u64], other: &[u64]) -> Vectors {
    // A sum of vectors of both that is 0 is a vector of both.
    let (mut all, mut both, mut k) = (Echelon::of(one), Vectors::EMPTY, 0);
    while k < other.len() {
        match all.express(other[k]) {
            Some(made_of) => both.push(image(one, made_of)),
            None => {
                all.add(other[k]);
            }
        }
        k += 1;
    }
    both
}

/// Adds to a span what is new of some vectors, and to a list, until that has so many.
pub(super) const fn extend(space: &mut Echelon, list: &mut Vectors, vectors: &[u64], most: usize) {
    let mut k = 0;
    while k < vectors.len() && list.count() < most {
        if space.add(vectors[k]) {
            list.push(vectors[k]);
        }
        k += 1;
    }
}
