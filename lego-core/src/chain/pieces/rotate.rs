//! `Rotate`: each row rotated by a multiple of its number.

use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameter, Parameters, Permutation, Scalar, Signed};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Rotate",
    parameters: Parameters::Exactly(&[Parameter::Size("r"), Parameter::Size("c"), Parameter::Whole("by")]),
    about: "row-major with row i rotated right by by·i places, by of either sign: `Skew` for any distance",
    position: "i·c + (by·i + j) mod c; by may be negative",
    condition: "",
    example: "Rotate(4, 8, 3)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(Rotate::new(a.size(0)?, a.size(1)?, a.signed(2)?)))
}

/// i·c + (by·i + j) mod c.
#[derive(Clone, Debug)]
pub struct Rotate<I> {
    dims: [I; 2],
    by: Signed<I>,
}

impl<I: Scalar> Rotate<I> {
    /// An r×c box, whose row i is rotated right by `by`·i.
    pub fn new(r: I, c: I, by: Signed<I>) -> Self {
        Self { dims: [r, c], by }
    }

    /// By how much row i is rotated to the right, in 0..=c; with `back`, to the left.
    fn turn(&self, i: I, back: bool) -> I {
        let c = self.dims[1];
        // Below r·c, which fits an index.
        let turn = i * (self.by.magnitude % c) % c;
        if self.by.negative == back { turn } else { c - turn }
    }
}

impl<I: Scalar> Permutation<I> for Rotate<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        let c = self.dims[1];
        index[0] * c + (self.turn(index[0], false) + index[1]) % c
    }

    fn inv(&self, position: I) -> Vec<I> {
        let c = self.dims[1];
        let i = position / c;
        alloc::vec![i, (self.turn(i, true) + position % c) % c]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    #[test]
    fn every_index_of_every_turn() {
        for (r, c) in [(4, 8), (8, 4), (5, 5), (1, 3), (7, 1), (3, 7)] {
            for by in -20_i64..=20 {
                let signed = Signed { negative: by < 0, magnitude: by.unsigned_abs() };
                let right = |i: &[u64]| i[0] * c + (by * i[0] as i64 + i[1] as i64).rem_euclid(c as i64) as u64;
                exhaustive(&Rotate::new(r, c, signed), right);
            }
        }
    }
}
