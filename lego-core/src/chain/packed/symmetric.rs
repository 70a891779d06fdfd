//! `Symmetric`: a square whose two triangles are stored once.

use super::Packing;
use super::lower::Lower;
use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameter, Parameters, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Symmetric",
    parameters: Parameters::Exactly(&[Parameter::Size("n")]),
    about: "an n×n square whose elements [i, j] and [j, i] are one: the lower triangle, for reading only",
    position: "that of `Lower(n)` at [max(i, j), min(i, j)]",
    condition: "for reading only: no bijection",
    example: "Symmetric(5)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Packing<I> + 'a>> {
    Some(Box::new(Symmetric { lower: Lower::new(a.size(0)?) }))
}

/// The lower triangle, read at \[max(i, j), min(i, j)\]. The index at a position is the one in that triangle.
#[derive(Clone, Debug)]
struct Symmetric<I> {
    lower: Lower<I>,
}

impl<I: Scalar> Packing<I> for Symmetric<I> {
    fn name(&self) -> &'static str {
        NAMED.name
    }

    fn dims(&self) -> &[I] {
        self.lower.dims()
    }

    fn stored(&self) -> Vec<I> {
        self.lower.stored()
    }

    fn is_partial(&self) -> bool {
        false
    }

    fn has_holes(&self) -> bool {
        false
    }

    fn contains(&self, _: &[I]) -> Option<I::Truth> {
        None
    }

    fn apply(&self, index: &[I]) -> I {
        let smaller = index[0].smaller(index[1]);
        let larger = (index[0] + index[1] - smaller).within(self.dims()[0]);
        self.lower.apply(&[larger, smaller])
    }

    fn is_filled(&self, _: I) -> Option<I::Truth> {
        None
    }

    fn inv(&self, position: I) -> Vec<I> {
        self.lower.inv(position)
    }

    fn is_injective(&self) -> bool {
        false
    }
}
