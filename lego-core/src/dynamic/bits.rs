//! Values that are sums of bits of the inputs, each with a weight.
//!
//! Curves and tiles whose sizes are powers of two move the bits of an index by sums, masks and shifts of all of them at once.
//! No mask of a whole value shows what becomes of one input; the weight of each bit does.

use alloc::vec;
use alloc::vec::Vec;

/// A number plus weights of bits, in two's complement.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// For each input, the weight of each of its bits, from the lowest on.
    of_inputs: Vec<Vec<u64>>,
    number: u64,
}

impl Weights {
    pub(super) fn of_number(number: u64, rank: usize) -> Self {
        Self { of_inputs: vec![Vec::new(); rank], number }
    }

    /// An input up to a number.
    pub(super) fn of_input(input: usize, largest: u64, rank: usize) -> Self {
        let mut weights = Self::of_number(0, rank);
        weights.of_inputs[input] = (0..u64::BITS - largest.leading_zeros()).map(|place| 1 << place).collect();
        weights
    }

    fn map(&self, f: impl Fn(u64) -> u64) -> Self {
        let of_input = |weights: &Vec<u64>| weights.iter().map(|&weight| f(weight)).collect();
        Self { of_inputs: self.of_inputs.iter().map(of_input).collect(), number: f(self.number) }
    }

    pub(super) fn added(&self, other: &Self) -> Self {
        let at = |weights: &[u64], place: usize| weights.get(place).copied().unwrap_or(0);
        let of_input = |(a, b): (&Vec<u64>, &Vec<u64>)| {
            (0..a.len().max(b.len())).map(|place| at(a, place).wrapping_add(at(b, place))).collect()
        };
        let of_inputs = self.of_inputs.iter().zip(&other.of_inputs).map(of_input).collect();
        Self { of_inputs, number: self.number.wrapping_add(other.number) }
    }

    pub(super) fn multiplied(&self, factor: u64) -> Self {
        self.map(|weight| weight.wrapping_mul(factor))
    }

    /// With some bits kept, where no bit is carried.
    pub(super) fn masked(&self, mask: u64) -> Option<Self> {
        self.are_apart().then(|| self.map(|weight| weight & mask))
    }

    /// Divided by a power of two likewise.
    pub(super) fn shifted(&self, places: u32) -> Option<Self> {
        self.are_apart().then(|| self.map(|weight| weight.checked_shr(places).unwrap_or(0)))
    }

    /// Whether no two weights share a bit, nor one with the number: no bit is carried then.
    fn are_apart(&self) -> bool {
        let mut taken = self.number;
        self.of_inputs.iter().flatten().all(|&weight| {
            let is_free = taken & weight == 0;
            taken |= weight;
            is_free
        })
    }

    /// All bits that the value may have, where none is carried.
    pub(super) fn bits(&self) -> Option<u64> {
        let all = || self.of_inputs.iter().flatten().fold(self.number, |all, weight| all | weight);
        self.are_apart().then(all)
    }
}
