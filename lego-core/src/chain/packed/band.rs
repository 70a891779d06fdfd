//! `Band`: the diagonals of a square around the main one.

use super::Packing;
use crate::chain::argument::Arguments;
use crate::chain::triangle::too_many;
use crate::chain::{Named, Parameter, Parameters, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Band",
    parameters: Parameters::Exactly(&[
        Parameter::Size("n"),
        Parameter::Natural("below"),
        Parameter::Natural("above"),
    ]),
    about: "the main diagonal of an n×n square with `below` diagonals below it and `above` above it, row after row",
    position: "i·(below+above+1) + j - i + below where -below ≤ j - i ≤ above; none elsewhere",
    condition: "",
    example: "Band(6, 1, 2)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Packing<I> + 'a>> {
    Some(Box::new(Band::new(a.size(0)?, a.size(1)?, a.size(2)?)))
}

/// The elements \[i, j\] of an n×n square with j - i from -below to above: i·(below + above) + j + below.
///
/// Each row has as many positions; those that lie outside of the square are holes.
#[derive(Clone, Debug)]
struct Band<I> {
    dims: [I; 2],
    below: I,
    above: I,
}

impl<I: Scalar> Band<I> {
    fn new(n: I, below: I, above: I) -> Self {
        Self { dims: [n, n], below, above }
    }

    /// The number of positions of a row.
    fn width(&self) -> I {
        self.below + self.above + self.above.lift(1)
    }
}

impl<I: Scalar> Packing<I> for Band<I> {
    fn name(&self) -> &'static str {
        NAMED.name
    }

    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn stored(&self) -> Vec<I> {
        let (n, below, above) = (self.dims[0], self.below, self.above);
        let width = |below: u64, above: u64| below.checked_add(above)?.checked_add(1);
        match (below.number(), above.number()) {
            (Some(x), Some(y)) if width(x, y).is_none() => too_many(n),
            _ => alloc::vec![n, self.width()],
        }
    }

    fn is_partial(&self) -> bool {
        true
    }

    fn has_holes(&self) -> bool {
        true
    }

    fn contains(&self, index: &[I]) -> Option<I::Truth> {
        let (i, j, one) = (index[0], index[1], self.above.lift(1));
        Some(I::both(i.less(j + self.below + one), j.less(i + self.above + one)))
    }

    fn apply(&self, index: &[I]) -> I {
        index[0] * (self.below + self.above) + index[1] + self.below
    }

    fn is_filled(&self, position: I) -> Option<I::Truth> {
        let [n, _] = self.dims;
        let shifted = position / self.width() + position % self.width();
        let one = self.above.lift(1);
        Some(I::both(self.below.less(shifted + one), shifted.less(n + self.below)))
    }

    fn inv(&self, position: I) -> Vec<I> {
        let i = position / self.width();
        alloc::vec![i, i + position % self.width() - self.below]
    }
}
