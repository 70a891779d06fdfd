//! `SwizzleRows`: rows whose columns are XORed with the row number.

use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameter, Parameters, Permutation, Requirement, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "SwizzleRows",
    parameters: Parameters::Exactly(&[Parameter::Pair("[r, c]"), Parameter::Natural("bits")]),
    about: "row-major, with column j of row i at j xor (i mod 2^bits): no bank conflicts along columns",
    position: "i·c + (j xor (i mod 2^bits))",
    condition: "c a power of two, 2^bits ≤ c",
    example: "SwizzleRows([8, 8], 3)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(SwizzleRows::new(a.list(0)?, a.size(1)?)))
}

/// i·c + (j xor (i mod 2^bits)).
#[derive(Clone, Debug)]
pub struct SwizzleRows<I> {
    dims: [I; 2],
    bits: I,
}

impl<I: Scalar> SwizzleRows<I> {
    /// An r×c box with `bits` bits of the row in the column; 2^bits ≤ c, c a power of two.
    pub fn new(dims: [I; 2], bits: I) -> Self {
        Self { dims, bits }
    }

    fn column(&self, i: I, j: I) -> I {
        j ^ (i % (self.bits.lift(1) << self.bits))
    }
}

impl<I: Scalar> Permutation<I> for SwizzleRows<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        let (i, j) = (index[0], index[1]);
        i * self.dims[1] + self.column(i, j)
    }

    fn inv(&self, position: I) -> Vec<I> {
        let c = self.dims[1];
        let i = position / c;
        alloc::vec![i, self.column(i, position % c)]
    }

    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        let c = self.dims[1];
        // Beyond 63 the power does not fit; say that before computing it.
        let few =
            Requirement::AtMost { what: "bits of SwizzleRows".into(), value: self.bits, most: self.bits.lift(63) };
        let mut requirements = alloc::vec![(
            0,
            Some(1),
            Requirement::PowerOfTwo { what: "the row length of SwizzleRows".into(), value: c }
        )];
        if self.bits.number().is_some_and(|bits| bits > 63) {
            requirements.push((1, None, few));
        } else {
            let reach = self.bits.lift(1) << self.bits;
            // Of a size that may be 0, where no index asks for more: a power of two divides another that is no smaller, and 0.
            requirements.extend(match c.number() {
                Some(0) => None,
                Some(_) => {
                    Some((1, None, Requirement::AtMost { what: "2^bits of SwizzleRows".into(), value: reach, most: c }))
                }
                None => {
                    let what = "the row length of SwizzleRows".into();
                    Some((1, None, Requirement::Divides { what, value: c, divisor: reach }))
                }
            });
        }
        requirements
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    #[test]
    fn every_index() {
        for (r, c, bits) in [(8, 8, 3), (8, 8, 0), (12, 16, 2), (5, 4, 1), (32, 32, 5)] {
            exhaustive(&SwizzleRows::new([r, c], bits), |i| i[0] * c + (i[1] ^ (i[0] % (1 << bits))));
        }
    }
}
