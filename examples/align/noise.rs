//! Random sequences for tests.

use std::hash::{BuildHasher as _, RandomState};

/// A source of numbers that look random.
pub(crate) struct Noise(u64);

impl Noise {
    /// A source of the same numbers for the same seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A source of other numbers in each run; the seed is shown where the test fails.
    pub(crate) fn fresh() -> Self {
        let seed = RandomState::new().hash_one(0);
        println!("seed {seed}");
        Self(seed)
    }

    /// The next number, below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    /// A sequence of `n` letters, some of them ambiguous.
    pub(crate) fn letters(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| b"ACGTACGTACGTNRU"[self.below(15)]).collect()
    }

    /// A copy with letters changed, left out and put in.
    pub(crate) fn relative(&mut self, of: &[u8]) -> Vec<u8> {
        let mut copy = Vec::new();
        for &letter in of {
            match self.below(20) {
                0 => {}
                1 => copy.extend([letter, b'C']),
                2 => copy.push(b'G'),
                _ => copy.push(letter),
            }
        }
        if copy.is_empty() { vec![b'A'] } else { copy }
    }
}
