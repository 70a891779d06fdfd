//! `Skew`: each row rotated by its number.

use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameter, Parameters, Permutation, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Skew",
    parameters: Parameters::Exactly(&[Parameter::Size("r"), Parameter::Size("c")]),
    about: "row-major with row i rotated right by i: columns and anti-diagonals spread over the banks",
    position: "i·c + (i+j) mod c",
    condition: "",
    example: "Skew(4, 8)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(Skew::new(a.size(0)?, a.size(1)?)))
}

/// i·c + (i+j) mod c.
#[derive(Clone, Debug)]
pub struct Skew<I> {
    dims: [I; 2],
}

impl<I: Scalar> Skew<I> {
    /// An r×c box.
    pub fn new(r: I, c: I) -> Self {
        Self { dims: [r, c] }
    }
}

impl<I: Scalar> Permutation<I> for Skew<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        let c = self.dims[1];
        index[0] * c + (index[0] + index[1]) % c
    }

    fn inv(&self, position: I) -> Vec<I> {
        let c = self.dims[1];
        let i = position / c;
        // Turn back by i mod c; c is added first so that nothing falls below zero.
        alloc::vec![i, (position % c + c - i % c) % c]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    #[test]
    fn every_index_wide_and_tall() {
        for (r, c) in [(4, 8), (8, 4), (5, 5), (1, 3), (7, 1)] {
            exhaustive(&Skew::new(r, c), |i| i[0] * c + (i[0] + i[1]) % c);
        }
    }
}
