//! `Swizzle`: CuTe's `Swizzle<b, m, s>`.

use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameter, Parameters, Permutation, Requirement, Scalar, Signed};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Swizzle",
    parameters: Parameters::Exactly(&[Parameter::Natural("b"), Parameter::Natural("m"), Parameter::Whole("s")]),
    about: "CuTe's Swizzle<b, m, s> on 0..2^(b+m+|s|): b bits XORed into those |s| places lower (higher for s < 0)",
    position: "CuTe's `Swizzle<b,m,s>` on 0..2^(b+m+|s|); s may be negative",
    condition: "b ≤ |s|, at most 63 bits",
    example: "Swizzle(3, 4, 3)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(Swizzle::new(a.size(0)?, a.size(1)?, a.signed(2)?)))
}

/// p xor ((p & Y) >> s), Y = (2^b - 1) << (m + max(s, 0)): CuTe's `Swizzle<b, m, s>`, its own inverse where |s| ≥ b.
#[derive(Clone, Debug)]
pub struct Swizzle<I> {
    dims: [I; 1],
    b: I,
    m: I,
    s: Signed<I>,
}

impl<I: Scalar> Swizzle<I> {
    /// The swizzle of b bits above base m, shifted by s.
    pub fn new(b: I, m: I, s: Signed<I>) -> Self {
        // The requirements refuse more than 63 bits; until they are asked, do not compute a size that does not fit.
        let too_many = [b, m, s.magnitude].iter().filter_map(|x| x.number()).fold(0, u64::saturating_add) > 63;
        let size = if too_many { b.lift(1) } else { b.lift(1) << (b + m + s.magnitude) };
        Self { dims: [size], b, m, s }
    }

    fn swizzle(&self, p: I) -> I {
        let one = self.b.lift(1);
        let shift = self.s.magnitude;
        let mask = (one << self.b) - one;
        // The b bits that are read stand at m + max(s, 0).
        if self.s.negative {
            p ^ ((p & (mask << self.m)) << shift)
        } else {
            p ^ ((p & (mask << (self.m + shift))) >> shift)
        }
    }
}

impl<I: Scalar> Permutation<I> for Swizzle<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        self.swizzle(index[0])
    }

    fn inv(&self, position: I) -> Vec<I> {
        alloc::vec![self.swizzle(position)]
    }

    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        let lift = |value| self.b.lift(value);
        let known = [self.b, self.m, self.s.magnitude].map(Scalar::number);
        let sum = match known {
            // Numbers may add up to more than an index holds.
            [Some(b), Some(m), Some(s)] => lift(b.saturating_add(m).saturating_add(s)),
            _ => self.b + self.m + self.s.magnitude,
        };
        alloc::vec![
            (2, None, Requirement::AtMost { what: "b of Swizzle".into(), value: self.b, most: self.s.magnitude }),
            (0, None, Requirement::AtMost { what: "b + m + |s| of Swizzle".into(), value: sum, most: lift(63) }),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    #[test]
    fn every_position_both_signs() {
        for (b, m, s) in [(3, 0, 3), (2, 1, 3), (1, 2, 1), (0, 3, 0), (2, 2, -2), (3, 1, -4)] {
            let signed = Signed { negative: s < 0, magnitude: i64::unsigned_abs(s) };
            exhaustive(&Swizzle::new(b, m, signed), |p| {
                let y = ((1_u64 << b) - 1) << (m as i64 + s.max(0));
                let moved = if s < 0 { (p[0] & y) << -s } else { (p[0] & y) >> s };
                p[0] ^ moved
            });
        }
    }
}
