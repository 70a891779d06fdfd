//! `Reverse`: a box in row-major order from its end.

use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameters, Permutation, Scalar, flatten, unflatten};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Reverse",
    parameters: Parameters::Sizes,
    about: "row-major order from the last element to the first",
    position: "B(n; n-1-i)",
    condition: "",
    example: "Reverse(3, 2)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(Reverse::new(a.sizes()?)))
}

/// B(n; n-1-i): every axis runs backwards.
#[derive(Clone, Debug)]
pub struct Reverse<I> {
    dims: Vec<I>,
}

impl<I: Scalar> Reverse<I> {
    /// A reversed box of any rank.
    pub fn new(dims: Vec<I>) -> Self {
        Self { dims }
    }

    fn turn(&self, index: &[I]) -> Vec<I> {
        self.dims.iter().zip(index).map(|(&n, &i)| n - n.lift(1) - i).collect()
    }
}

impl<I: Scalar> Permutation<I> for Reverse<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        flatten(&self.dims, &self.turn(index))
    }

    fn inv(&self, position: I) -> Vec<I> {
        self.turn(&unflatten(&self.dims, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;
    use alloc::vec;

    #[test]
    fn position_counts_from_the_end() {
        exhaustive(&Reverse::new(vec![3, 2]), |i| 5 - (i[0] * 2 + i[1]));
        exhaustive(&Reverse::new(vec![7]), |i| 6 - i[0]);
    }
}
