//! `Lower`: the lower triangle of a square with its diagonal.

use super::Packing;
use crate::chain::argument::Arguments;
use crate::chain::triangle::Triangle;
use crate::chain::{Named, Parameter, Parameters, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Lower",
    parameters: Parameters::Exactly(&[Parameter::Size("n")]),
    about: "the lower triangle of an n×n square with its diagonal, row after row",
    position: "i(i+1)/2 + j where i ≥ j; none elsewhere",
    condition: "",
    example: "Lower(5)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Packing<I> + 'a>> {
    Some(Box::new(Lower::new(a.size(0)?)))
}

/// The elements \[i, j\] of an n×n square with i ≥ j: i·(i+1)/2 + j.
#[derive(Clone, Debug)]
pub(super) struct Lower<I> {
    dims: [I; 2],
}

impl<I: Scalar> Lower<I> {
    pub(super) fn new(n: I) -> Self {
        Self { dims: [n, n] }
    }

    fn triangle(&self) -> Triangle<I> {
        Triangle::new(self.dims[0])
    }
}

impl<I: Scalar> Packing<I> for Lower<I> {
    fn name(&self) -> &'static str {
        NAMED.name
    }

    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn stored(&self) -> Vec<I> {
        self.triangle().stored()
    }

    fn is_partial(&self) -> bool {
        true
    }

    fn has_holes(&self) -> bool {
        false
    }

    fn contains(&self, index: &[I]) -> Option<I::Truth> {
        Some(index[1].less(index[0] + index[0].lift(1)))
    }

    fn apply(&self, index: &[I]) -> I {
        self.triangle().before(index[0]) + index[1]
    }

    fn is_filled(&self, _: I) -> Option<I::Truth> {
        None
    }

    fn inv(&self, position: I) -> Vec<I> {
        let i = self.triangle().row(position).within(self.dims[0]);
        alloc::vec![i, position - self.triangle().before(i)]
    }
}
