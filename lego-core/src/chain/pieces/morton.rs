//! `Morton`: the Z order, by interleaving the bits of the index.
//!
//! Of numbers, and of more than two axes, each bit is a digit of its own: the simplifier finds which of them move together.
//! Of a rectangle with sides that are symbols, which may have any number of bits, that would be some hundred digits. So its
//! bits move in steps: with m the shorter side, the bits below m of both indices are spread out, and what is above m, which
//! only the longer side has, stands above them.

use crate::chain::argument::Arguments;
use crate::chain::pieces::interleaved::{gathered, spread};
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

    /// The rectangle that it is, if it is one with sides that are symbols.
    fn rectangle(&self) -> Option<Rectangle<I>> {
        match self.dims.as_slice() {
            &[m, n] if m.number().is_none() || n.number().is_none() => Some(Rectangle::new([m, n])),
            _ => None,
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

/// A rectangle whose sides are powers of two, and not both numbers.
struct Rectangle<I> {
    sides: [I; 2],
    /// The shorter side.
    short: I,
    /// The square of the shorter side.
    square: I,
}

impl<I: Scalar> Rectangle<I> {
    fn new([m, n]: [I; 2]) -> Self {
        let short = m.smaller(n);
        // Not more than the area; and an area of 2^64 fits no index.
        let square = (short * short).within(m * n + m.lift(1));
        Self { sides: [m, n], short, square }
    }

    fn apply(&self, index: [I; 2]) -> I {
        let [i, j] = index.map(|i| spread((i % self.short).within(i.lift(1 << 32)), 32));
        self.square * (index[0] / self.short + index[1] / self.short) + i * i.lift(2) + j
    }

    fn inv(&self, position: I) -> [I; 2] {
        let zero = position.lift(0);
        let (low, high) = (position % self.square, position / self.square);
        let [m, n] = self.sides;
        // What is above the shorter side is the longer one's.
        let above = |longer, shorter: I| I::choose(shorter.less(longer), || self.short * high, || zero);
        [above(m, n) + gathered(low >> position.lift(1), 32), above(n, m) + gathered(low, 32)]
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
        if let (Some(rectangle), &[i, j]) = (self.rectangle(), index) {
            return rectangle.apply([i, j]);
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
        if let Some(rectangle) = self.rectangle() {
            return rectangle.inv(position).into();
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
    fn a_rectangle_is_the_same_curve() {
        for (m, n) in [(1, 1), (1, 8), (8, 1), (4, 4), (16, 2), (2, 16), (8, 32)] {
            let rectangle = Rectangle::new([m, n]);
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let position = interleaved(&[m, n], &[i, j]);
                assert_eq!(rectangle.apply([i, j]), position);
                assert_eq!(rectangle.inv(position), [i, j]);
            }
        }
        let large = Rectangle::new([1_u64 << 31, 1 << 32]);
        for (i, j) in [(0x7fff_ffff, 0xffff_ffff), (0x1234_5678, 0x9abc_def0), (1, 0x8000_0000)] {
            let position = interleaved(&[1 << 31, 1 << 32], &[i, j]);
            assert_eq!((large.apply([i, j]), large.inv(position)), (position, [i, j]));
        }
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
