//! `Fan`: a walk with a step that is coprime to the size.

use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameter, Parameters, Permutation, Requirement, Scalar, Signed};
use alloc::boxed::Box;
use alloc::vec::Vec;
use num_integer::Integer;

pub(super) const NAMED: Named = Named {
    name: "Fan",
    parameters: Parameters::Exactly(&[Parameter::Size("n"), Parameter::Whole("a"), Parameter::Whole("b")]),
    about: "(a·i + b) mod n with a coprime to n; a and b may be negative",
    position: "(a·i + b) mod n; a and b may be negative",
    condition: "a and n coprime",
    example: "Fan(16, -3, 2)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(Fan::new(a.size(0)?, a.signed(1)?, a.signed(2)?)))
}

/// (a·i + b) mod n.
#[derive(Clone, Debug)]
pub struct Fan<I> {
    dims: [I; 1],
    a: Signed<I>,
    b: Signed<I>,
}

impl<I: Scalar> Fan<I> {
    /// The walk over 0..n with step a from b.
    pub fn new(n: I, a: Signed<I>, b: Signed<I>) -> Self {
        Self { dims: [n], a, b }
    }

    /// A signed number as its residue in 0..n.
    fn residue(&self, number: Signed<I>) -> I {
        let n = self.dims[0];
        let residue = number.magnitude % n;
        if number.negative { (n - residue) % n } else { residue }
    }

    /// The residue a' with a·a' ≡ 1 (mod n).
    fn inverse_step(&self) -> I {
        let [n] = self.dims;
        let a = self.residue(self.a);
        match (a.number(), n.number()) {
            (Some(a), Some(n)) => self.dims[0].lift(inverse_modulo(a, n)),
            // For symbols, Euler: the order of a modulo n divides the Carmichael number of n, but that is no expression
            // of n. Euclid's algorithm, unrolled, is one: at most 92 steps for numbers of 64 bits, each step guarded.
            _ => euclid(a, n),
        }
    }
}

/// The inverse of `a` modulo `n`; 0 for n = 1 (and some number where a is not coprime to n, which the requirements refuse).
fn inverse_modulo(a: u64, n: u64) -> u64 {
    let (a, n) = (i128::from(a), i128::from(n.max(1)));
    a.extended_gcd(&n).x.mod_floor(&n) as u64
}

/// Euclid's algorithm on symbols: the steps that numbers of 64 bits can need, each leaving its values once r1 is 0.
fn euclid<I: Scalar>(a: I, n: I) -> I {
    let k = |value| n.lift(value);
    let (mut r0, mut r1) = (n, a);
    let (mut t0, mut t1) = (k(0), k(1) % n);
    for _ in 0..92 {
        let done = r1.less(k(1));
        let divisor = I::choose(done, || k(1), || r1);
        let q = r0 / divisor;
        let step = r0 % divisor;
        // t0 - q·t1 modulo n, without falling below zero.
        let turn = (t0 + (n - (q % n) * t1 % n)) % n;
        (r0, r1) = (I::choose(done, || r0, || r1), I::choose(done, || k(0), || step));
        (t0, t1) = (I::choose(done, || t0, || t1), I::choose(done, || k(0), || turn));
    }
    t0
}

impl<I: Scalar> Permutation<I> for Fan<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        let [n] = self.dims;
        (self.residue(self.a).mul_mod(index[0], n) + self.residue(self.b)) % n
    }

    fn inv(&self, position: I) -> Vec<I> {
        let [n] = self.dims;
        let back = (position + (n - self.residue(self.b))) % n;
        alloc::vec![self.inverse_step().mul_mod(back, n)]
    }

    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        alloc::vec![(
            1,
            None,
            Requirement::Coprime { negative: self.a.negative, factor: self.a.magnitude, size: self.dims[0] }
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    fn signed(value: i64) -> Signed<u64> {
        Signed { negative: value < 0, magnitude: value.unsigned_abs() }
    }

    #[test]
    fn every_index_for_positive_and_negative_steps() {
        for (n, a, b) in [(16, -3, 0), (16, 5, 7), (17, -1, -2), (1, 0, 0), (1, 4, 9), (9, 100, -100)] {
            exhaustive(&Fan::new(n, signed(a), signed(b)), |i| {
                (a as i128 * i[0] as i128 + b as i128).rem_euclid(n as i128) as u64
            });
        }
    }

    #[test]
    fn large_sizes_do_not_overflow() {
        let n = u64::MAX / 2;
        let piece = Fan::new(n, signed(-2), signed(5));
        for i in [0, 1, n / 3, n - 1] {
            assert_eq!(piece.inv(piece.apply(&[i])), [i]);
        }
    }

    #[test]
    fn unrolled_euclid_agrees() {
        for n in 1..60_u64 {
            for a in (0..n).filter(|&a| crate::check::coprime(a.into(), n.into()).is_ok()) {
                assert_eq!(euclid(a, n) % n, inverse_modulo(a, n), "{a} mod {n}");
            }
        }
    }
}
