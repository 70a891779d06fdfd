//! The elimination over F2 that every rank, inverse, kernel and solution is computed with.

use super::{BITS, ones};

/// The space that some vectors span, by vectors whose highest bits all differ, each with the vectors that it is the sum
/// of.
///
/// Vectors are numbered in the order in which they come. One that is a sum of those before it adds nothing: those that
/// add are the *leftmost independent* ones.
///
/// Law: `express(v)` is the one set of leftmost independent vectors whose sum is v.
///
/// ```
/// use lego_core::f2::Echelon;
/// let mut span = Echelon::EMPTY;
/// assert_eq!([0b011, 0b110, 0b101].map(|vector| span.add(vector)), [true, true, false]);
/// assert_eq!((span.rank(), span.pivots()), (2, 0b011));
/// assert_eq!((span.express(0b101), span.express(0b001)), (Some(0b011), None));
/// ```
#[derive(Clone, Copy)]
pub struct Echelon {
    /// By the highest bit.
    vectors: [u64; BITS],
    combinations: [u64; BITS],
    pivots: u64,
    count: u32,
}

impl Echelon {
    /// The span of no vectors: only 0.
    pub const EMPTY: Self = Self { vectors: [0; BITS], combinations: [0; BITS], pivots: 0, count: 0 };

    /// Returns the span of some vectors.
    #[must_use]
    pub const fn of(vectors: &[u64]) -> Self {
        let mut echelon = Self::EMPTY;
        let mut k = 0;
        while k < vectors.len() {
            echelon.add(vectors[k]);
            k += 1;
        }
        echelon
    }

    /// Adds a vector and returns whether it is independent of those before it.
    ///
    /// Only the first 64 vectors have a number in [`express`](Self::express). If those that are not independent are
    /// left out, all have one.
    pub const fn add(&mut self, vector: u64) -> bool {
        let number = self.count;
        self.count += 1;
        let (rest, combination) = self.reduced(vector);
        if rest == 0 {
            return false;
        }
        let bit = if number < 64 { 1 << number } else { 0 };
        let top = rest.ilog2() as usize;
        self.vectors[top] = rest;
        self.combinations[top] = combination | bit;
        self.pivots |= bit;
        true
    }

    const fn reduced(&self, mut vector: u64) -> (u64, u64) {
        let mut combination = 0;
        let mut left = vector;
        while left != 0 {
            let top = left.ilog2() as usize;
            if self.vectors[top] != 0 {
                vector ^= self.vectors[top];
                combination ^= self.combinations[top];
            }
            left = vector & ones(top as u32);
        }
        (vector, combination)
    }

    /// Returns the leftmost independent vectors whose sum a vector is, as bits; `None` if it is not in the span.
    #[must_use]
    pub const fn express(&self, vector: u64) -> Option<u64> {
        let (rest, combination) = self.reduced(vector);
        if rest == 0 { Some(combination) } else { None }
    }

    /// Returns whether a vector is in the span.
    #[must_use]
    pub const fn contains(&self, vector: u64) -> bool {
        self.reduced(vector).0 == 0
    }

    /// Returns the dimension of the span.
    #[must_use]
    pub const fn rank(&self) -> usize {
        let mut rank = 0;
        let mut k = 0;
        while k < BITS {
            rank += (self.vectors[k] != 0) as usize;
            k += 1;
        }
        rank
    }

    /// Returns the leftmost independent vectors, as bits.
    #[must_use]
    pub const fn pivots(&self) -> u64 {
        self.pivots
    }

    /// Returns the vector of the span whose highest bit is `top` and that has no bit which is the highest of a smaller
    /// one; `None` if no vector of the span has this highest bit.
    ///
    /// These vectors are a basis that depends on the span alone: the reduced echelon form.
    ///
    /// ```
    /// use lego_core::f2::Echelon;
    /// let span = Echelon::of(&[0b111, 0b010]);
    /// assert_eq!([2, 1, 0].map(|top| span.vector(top)), [Some(0b101), Some(0b010), None]);
    /// ```
    ///
    /// # Panics
    /// If `top` is 64 or more.
    #[must_use]
    pub const fn vector(&self, top: u32) -> Option<u64> {
        match self.vectors[top as usize] {
            0 => None,
            vector => Some(1 << top | self.reduced(vector & ones(top)).0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::f2::image;
    use random::Random;
    use std::vec::Vec;

    #[test]
    fn a_span_has_the_sums_of_its_vectors_and_no_others() {
        let mut random = Random::fresh();
        for _ in 0..300 {
            let (height, count) = (random.index(7) as u32, random.index(9));
            let vectors: Vec<u64> = (0..count).map(|_| random.bits() & ones(height)).collect();
            let span = Echelon::of(&vectors);
            let mut sums: Vec<u64> = (0..1 << count).map(|set| image(&vectors, set)).collect();
            sums.sort_unstable();
            sums.dedup();
            assert_eq!(sums.len(), 1 << span.rank());
            assert_eq!(span.pivots().count_ones() as usize, span.rank());
            for vector in 0..1 << height {
                let made_of = span.express(vector);
                assert_eq!((made_of.is_some(), span.contains(vector)), (sums.contains(&vector), made_of.is_some()));
                if let Some(set) = made_of {
                    assert_eq!((image(&vectors, set), set & !span.pivots()), (vector, 0));
                }
            }
            // The reduced vectors: in the span, and one alone has each highest bit.
            let reduced: Vec<u64> = (0..64).filter_map(|top| span.vector(top)).collect();
            assert_eq!((reduced.len(), Echelon::of(&reduced).rank()), (span.rank(), span.rank()));
            for vector in &reduced {
                assert!(span.contains(*vector));
                assert_eq!(reduced.iter().filter(|other| *other >> vector.ilog2() & 1 != 0).count(), 1);
            }
        }
    }

    #[test]
    fn more_than_64_vectors_have_numbers_where_dependent_ones_are_left_out() {
        let mut span = Echelon::EMPTY;
        for k in 0..200_u32 {
            let unit = 1 << (k / 4 + 10);
            match span.express(unit) {
                Some(made_of) => assert_eq!(made_of, 1 << (k / 4)),
                None => assert!(span.add(unit)),
            }
        }
        assert_eq!((span.rank(), span.express(1 << 59), span.express(1 << 60)), (50, Some(1 << 49), None));
        let all = Echelon::of(&core::array::from_fn::<u64, 64, _>(|k| 3 << k));
        assert_eq!((all.rank(), all.vector(63), all.express(u64::MAX).is_some()), (64, Some(1 << 63), true));
    }
}
