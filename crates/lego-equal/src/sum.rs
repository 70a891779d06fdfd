//! The numbers that the decision calculates with: polynomials in atoms.

pub(crate) use lego_expr::polynomial::OutOfBudget;
use lego_expr::polynomial::{self, Limits, Monomial, Polynomial};

/// The number of an atom among [`Atoms`](super::atom::Atoms).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AtomId(pub(crate) u32);

/// Numbers stay below this, so that the sum of two fits.
const MOST: u128 = 1 << 120;

impl polynomial::Atom for AtomId {
    const LIMITS: Limits = Limits { coefficient: MOST - 1, terms: 1 << 12, products: 1 << 12, degree: 16 };
}

/// A product of atoms.
pub(crate) type Product = Monomial<AtomId>;

/// A sum of products of atoms.
pub(crate) type Sum = Polynomial<AtomId>;

pub(crate) fn checked(value: Option<i128>) -> Result<i128, OutOfBudget> {
    value.filter(|value| value.unsigned_abs() < MOST).ok_or(OutOfBudget)
}

/// The parts of a sum whose coefficients a number divides, divided by it, and the others; the constant is one of the
/// others up to a multiple of the number.
pub(crate) fn divided(sum: &Sum, by: i128) -> (Sum, Sum) {
    sum.split_with(|product, k| match k % by {
        _ if product.is_one() => (k.div_euclid(by), k.rem_euclid(by)),
        0 => (k / by, 0),
        _ => (0, k),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_by_divisor() {
        let [x, y] = [0, 1].map(|id| Sum::atom(AtomId(id)));
        let sum = x.scaled(6).unwrap().plus_times(&y, 4).unwrap().shifted(-5).unwrap();
        let (multiples, others) = divided(&sum, 6);
        assert_eq!(multiples, x.shifted(-1).unwrap());
        assert_eq!(others, y.scaled(4).unwrap().shifted(1).unwrap());
    }

    #[test]
    fn numbers_that_grow_too_large_are_given_up() {
        let large = Sum::constant(1 << 100);
        assert_eq!(large.scaled(1 << 30), Err(OutOfBudget));
        assert_eq!(large.times(&large), Err(OutOfBudget));
    }
}
