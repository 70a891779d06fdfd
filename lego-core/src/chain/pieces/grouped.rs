//! `Grouped`: Triton's grouped program ids.

use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameter, Parameters, Permutation, Requirement, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Grouped",
    parameters: Parameters::Exactly(&[Parameter::Size("m"), Parameter::Size("n"), Parameter::Size("g")]),
    about: "Triton's grouped program ids: g rows at a time, column by column; g need not divide m",
    position: "Triton's grouped program ids: with q = i/g and h = min(m - q·g, g): q·g·n + j·h + i - q·g",
    condition: "",
    example: "Grouped(8, 4, 2)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(Grouped::new(a.size(0)?, a.size(1)?, a.size(2)?)))
}

/// An m×n grid, g rows at a time, each group column by column; the last group may have fewer rows.
///
/// With q = i / g and h = min(m - q·g, g) rows in the group: q·g·n + j·h + i - q·g.
#[derive(Clone, Debug)]
pub struct Grouped<I> {
    dims: [I; 2],
    g: I,
}

impl<I: Scalar> Grouped<I> {
    /// Groups of g rows on an m×n grid.
    pub fn new(m: I, n: I, g: I) -> Self {
        Self { dims: [m, n], g }
    }

    /// The first row of the group that `q` numbers, and its height.
    fn group(&self, q: I) -> (I, I) {
        let first = q * self.g;
        (first, (self.dims[0] - first).smaller(self.g))
    }
}

impl<I: Scalar> Permutation<I> for Grouped<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        let (i, j) = (index[0], index[1]);
        let (first, height) = self.group(i / self.g);
        first * self.dims[1] + j * height + (i - first)
    }

    fn inv(&self, position: I) -> Vec<I> {
        // A group larger than the grid is the grid: also keeps g·n in range.
        let group = match (self.g.number(), self.dims[0].number()) {
            (Some(g), Some(m)) => self.g.lift(g.min(m)),
            _ => self.g,
        };
        let whole = group * self.dims[1];
        let (first, height) = self.group(position / whole);
        let rest = position % whole;
        alloc::vec![first + rest % height, rest / height]
    }

    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        alloc::vec![(2, None, Requirement::Positive { what: "the group of Grouped".into(), value: self.g })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    #[test]
    fn every_index_also_where_the_group_does_not_divide() {
        for (m, n, g) in [(8, 4, 2), (7, 3, 2), (5, 5, 8), (9, 1, 4), (1, 6, 3), (3, 2, u64::MAX)] {
            exhaustive(&Grouped::new(m, n, g), |index| {
                let (i, j) = (index[0], index[1]);
                let q = i / g;
                let h = (m - q * g).min(g);
                q * g * n + j * h + i - q * g
            });
        }
    }
}
