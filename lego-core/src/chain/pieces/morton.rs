//! `Morton`: the Z order, by interleaving the bits of the index.

use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameters, Permutation, Requirement, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Morton",
    parameters: Parameters::Sizes,
    about: "Z order: the bits of the indices interleaved, those of the last index lowest; powers of two",
    position: "the bits of the indices interleaved, those of the last index lowest; an index without bits left drops out",
    condition: "powers of two",
    example: "Morton(8, 8)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(Morton::new(a.sizes()?)))
}

/// Bit interleaving, the last axis lowest; an axis that runs out of bits drops out of the interleaving.
#[derive(Clone, Debug)]
pub struct Morton<I> {
    dims: Vec<I>,
}

impl<I: Scalar> Morton<I> {
    /// The Z order of a box whose extents are powers of two.
    pub fn new(dims: Vec<I>) -> Self {
        Self { dims }
    }

    /// Calls `visit(axis, bit, weight)` for every bit of every axis, lowest weight first, where `weight` is the value
    /// of that bit in the position.
    fn bits(&self, mut visit: impl FnMut(usize, u64, I)) {
        // Sizes that are symbols may have up to 63 bits; those they do not have get the weight of an empty bit range and
        // meet a zero digit. One axis alone is the identity.
        let known: Option<Vec<u64>> = self.dims.iter().map(|n| n.number()).collect();
        let one = self.dims[0].lift(1);
        let most = known.as_ref().map_or(32, |sizes| sizes.iter().map(|n| n.max(&1).ilog2()).max().unwrap_or(0));
        let mut weight = one;
        for bit in 0..u64::from(most) {
            for axis in (0..self.dims.len()).rev() {
                match &known {
                    Some(sizes) if sizes[axis] >> (bit + 1) == 0 => {}
                    Some(_) => {
                        visit(axis, bit, weight);
                        weight = weight * one.lift(2);
                    }
                    None => visit(axis, bit, self.symbolic_weight(axis, bit)),
                }
            }
        }
    }

    /// The weight of a bit when sizes are symbols: every axis below it has contributed min(its size, 2^(bit+1)), every
    /// axis above it min(its size, 2^bit).
    fn symbolic_weight(&self, axis: usize, bit: u64) -> I {
        let mut weight = self.dims[0].lift(1 << bit).smaller(self.dims[axis]);
        for (k, &n) in self.dims.iter().enumerate() {
            if k != axis {
                let passed = if k > axis { bit + 1 } else { bit };
                weight = weight * n.lift(1 << passed).smaller(n);
            }
        }
        weight
    }
}

impl<I: Scalar> Permutation<I> for Morton<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        if let [i] = index {
            return *i;
        }
        let two = self.dims[0].lift(2);
        let mut position = self.dims[0].lift(0);
        self.bits(|axis, bit, weight| {
            let digit = index[axis] / weight.lift(1 << bit) % two;
            position = position + digit * weight;
        });
        position
    }

    fn inv(&self, position: I) -> Vec<I> {
        if self.dims.len() == 1 {
            return alloc::vec![position];
        }
        let two = self.dims[0].lift(2);
        let mut index: Vec<I> = self.dims.iter().map(|n| n.lift(0)).collect();
        let known = self.dims.iter().all(|n| n.number().is_some());
        self.bits(|axis, bit, weight| {
            let digit = position / weight % two;
            // A bit that a symbolic axis does not have must not read another axis's bit.
            let digit = if known {
                digit
            } else {
                I::choose(two.lift(1 << bit).less(self.dims[axis]), || digit, || two.lift(0))
            };
            index[axis] = index[axis] + digit * weight.lift(1 << bit);
        });
        index
    }

    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        let requirement = |&value: &I| Requirement::PowerOfTwo { what: "a size of Morton".into(), value };
        self.dims.iter().enumerate().map(|(k, n)| (k, None, requirement(n))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;
    use alloc::vec;

    /// Bit by bit: from each axis in turn, last axis first, while it has bits.
    fn interleaved(dims: &[u64], index: &[u64]) -> u64 {
        let (mut position, mut place) = (0, 0);
        for bit in 0..64 {
            for axis in (0..dims.len()).rev() {
                if bit < dims[axis].ilog2() {
                    position |= (index[axis] >> bit & 1) << place;
                    place += 1;
                }
            }
        }
        position
    }

    #[test]
    fn equal_and_unequal_powers_of_two() {
        for dims in [vec![8, 8], vec![2, 16], vec![16, 2], vec![4, 1, 8], vec![4, 4, 4], vec![1, 1], vec![32]] {
            exhaustive(&Morton::new(dims.clone()), |index| interleaved(&dims, index));
        }
        assert_eq!(Morton::new(vec![4, 4]).apply(&[0, 1]), 1);
        assert_eq!(Morton::new(vec![4, 4]).apply(&[1, 0]), 2);
    }
}
