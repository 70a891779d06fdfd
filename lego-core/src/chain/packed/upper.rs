//! `Upper`: the upper triangle of a square with its diagonal.

use super::Packing;
use crate::chain::argument::Arguments;
use crate::chain::triangle::Triangle;
use crate::chain::{Named, Parameter, Parameters, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Upper",
    parameters: Parameters::Exactly(&[Parameter::Size("n")]),
    about: "the upper triangle of an n×n square with its diagonal, row after row",
    position: "i·n - i(i-1)/2 + j - i where i ≤ j; none elsewhere",
    condition: "",
    example: "Upper(5)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Packing<I> + 'a>> {
    Some(Box::new(Upper::new(a.size(0)?)))
}

/// The elements \[i, j\] of an n×n square with i ≤ j: i·(2n - i - 1)/2 + j.
///
/// Turned by 180 degrees it is the lower triangle counted from its end, and so is its inverse found.
#[derive(Clone, Debug)]
struct Upper<I> {
    dims: [I; 2],
}

impl<I: Scalar> Upper<I> {
    fn new(n: I) -> Self {
        Self { dims: [n, n] }
    }

    fn triangle(&self) -> Triangle<I> {
        Triangle::new(self.dims[0])
    }
}

impl<I: Scalar> Packing<I> for Upper<I> {
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
        Some(index[0].less(index[1] + index[1].lift(1)))
    }

    fn apply(&self, index: &[I]) -> I {
        let (i, j, [n, _]) = (index[0], index[1], self.dims);
        i * (n * n.lift(2) - n.lift(1) - i) / n.lift(2) + j
    }

    fn is_filled(&self, _: I) -> Option<I::Truth> {
        None
    }

    fn inv(&self, position: I) -> Vec<I> {
        let [n, _] = self.dims;
        let (last, last_row) = (self.triangle().elements() - n.lift(1), n - n.lift(1));
        let turned = last - position;
        let row = self.triangle().row(turned).within(n);
        let column = (turned - self.triangle().before(row)).within(n);
        alloc::vec![last_row - row, last_row - column]
    }
}
