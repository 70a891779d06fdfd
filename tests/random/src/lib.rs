//! The generator of random numbers that every test of the workspace draws from.
//!
//! It is SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): from one seed come the same numbers on every machine and with every
//! version of every library, so that a test that failed fails again, and files made from random layouts stay what they are.
#![forbid(unsafe_code)]

use std::hash::{BuildHasher, RandomState};

/// A seed that is another one in each run.
#[must_use]
pub fn seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// A sequence of numbers without a pattern.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence that belongs to a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Another sequence in each run; its seed is printed, which shows where the test fails.
    #[must_use]
    pub fn fresh() -> Self {
        let seed = seed();
        println!("seed {seed}");
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below a bound.
    ///
    /// # Panics
    /// If the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound
    }

    /// The number of an element of something that long.
    ///
    /// # Panics
    /// If the length is 0.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number from -1 to 1, of 2^24 that are equally likely and that `f32` has exactly.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// Yes once in so many times.
    ///
    /// # Panics
    /// If that is 0 times.
    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of some items.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// Puts items in another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for k in (1..items.len()).rev() {
            items.swap(k, self.index(k + 1));
        }
    }

    /// The items in another order.
    #[must_use]
    pub fn shuffled<T>(&mut self, mut items: Vec<T>) -> Vec<T> {
        self.shuffle(&mut items);
        items
    }

    /// So many numbers with a product.
    ///
    /// # Panics
    /// If the product is 0 and there are several.
    pub fn factors(&mut self, product: u64, count: usize) -> Vec<u64> {
        let mut rest = product;
        let mut factors = Vec::with_capacity(count);
        for _ in 1..count {
            let factor = self.divisor(rest);
            rest /= factor;
            factors.push(factor);
        }
        factors.push(rest);
        self.shuffled(factors)
    }

    /// A number that divides another one, each with the same chance.
    ///
    /// # Panics
    /// If the other one is 0, which every number divides.
    pub fn divisor(&mut self, n: u64) -> u64 {
        let divisors: Vec<u64> = (1..=n).filter(|d| n.is_multiple_of(*d)).collect();
        *self.pick(&divisors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_numbers_of_the_reference_implementation() {
        let mut random = Random::new(1234567);
        let numbers = [(); 3].map(|()| random.bits());
        assert_eq!(numbers, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn what_is_drawn_keeps_its_bounds() {
        let mut random = Random::new(1);
        let mut items = [0, 1, 2, 3, 4];
        for n in 1..200 {
            assert!(random.below(n) < n && n % random.divisor(n) == 0);
            random.shuffle(&mut items);
            assert_eq!(random.factors(n, 3).iter().product::<u64>(), n);
        }
        items.sort_unstable();
        assert_eq!(items, [0, 1, 2, 3, 4]);
        assert!(random.one_in(1) && items.contains(random.pick(&items)));
    }
}
