//! A few vectors over F2, in an order, held in place.

use super::super::space::BITS;
use core::fmt;
use core::ops::Deref;

/// Up to 64 vectors, as a slice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Vectors {
    vectors: [u64; BITS],
    count: usize,
}

impl Vectors {
    /// None.
    pub(super) const EMPTY: Self = Self { vectors: [0; BITS], count: 0 };

    /// One more; of more than 64 nothing is kept, which independent vectors never are.
    pub(super) fn push(&mut self, vector: u64) {
        if let Some(slot) = self.vectors.get_mut(self.count) {
            *slot = vector;
            self.count += 1;
        }
    }

    /// Those of a sequence.
    pub(super) fn of(vectors: impl IntoIterator<Item = u64>) -> Self {
        let mut all = Self::EMPTY;
        vectors.into_iter().for_each(|vector| all.push(vector));
        all
    }
}

/// The sum of those vectors whose bit is set in a number.
pub(super) fn sum(vectors: &[u64], bits: u64) -> u64 {
    vectors.iter().enumerate().filter(|(k, _)| bits >> k & 1 == 1).fold(0, |sum, (_, &vector)| sum ^ vector)
}

impl Deref for Vectors {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.vectors[..self.count]
    }
}

impl fmt::Debug for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
