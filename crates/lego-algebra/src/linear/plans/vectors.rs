//! A few vectors over F2, in an order, held in place.

use core::fmt;
use core::ops::Deref;
use lego_core::f2::BITS;

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
    pub(super) const fn push(&mut self, vector: u64) {
        if self.count < BITS {
            self.vectors[self.count] = vector;
            self.count += 1;
        }
    }

    /// As a slice; [`Deref`] is none in constants.
    pub(super) const fn as_slice(&self) -> &[u64] {
        self.vectors.split_at(self.count).0
    }

    /// How many there are.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// Those of a sequence.
    pub(super) fn of(vectors: impl IntoIterator<Item = u64>) -> Self {
        let mut all = Self::EMPTY;
        vectors.into_iter().for_each(|vector| all.push(vector));
        all
    }
}

impl Deref for Vectors {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        self.as_slice()
    }
}

impl fmt::Debug for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
