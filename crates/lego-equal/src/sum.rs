//! Sums of products of atoms with integer coefficients: the numbers that the decision calculates with.

use num_integer::gcd;
use smallvec::SmallVec;

/// The number of an atom among [`Atoms`](super::atom::Atoms).
pub(crate) type AtomId = u32;

/// The atoms of a product, in order, each as often as it is a factor.
pub(crate) type Product = SmallVec<[AtomId; 4]>;

/// A calculation that was given up: a number left 120 bits, or the work was spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// Numbers stay below this, so that the sum of two fits.
const MOST: u128 = 1 << 120;

/// At most so many products are summed.
const LONGEST: usize = 1 << 12;

/// A product has at most so many factors.
const HIGHEST: usize = 16;

/// A sum of products, each product once and with a coefficient other than 0, in the order of the products.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sum(Vec<(Product, i128)>);

pub(crate) fn checked(value: Option<i128>) -> Result<i128, Spent> {
    value.filter(|value| value.unsigned_abs() < MOST).ok_or(Spent)
}

impl Sum {
    pub(crate) fn number(value: i128) -> Self {
        Self(if value == 0 { Vec::new() } else { vec![(Product::new(), value)] })
    }

    pub(crate) fn atom(atom: AtomId) -> Self {
        Self(vec![(Product::from_slice(&[atom]), 1)])
    }

    /// The sum of terms in any order.
    pub(crate) fn of(terms: impl IntoIterator<Item = (Product, i128)>) -> Result<Self, Spent> {
        let mut given: Vec<(Product, i128)> = terms.into_iter().collect();
        given.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut terms: Vec<(Product, i128)> = Vec::with_capacity(given.len());
        for (product, coefficient) in given {
            match terms.last_mut().filter(|(last, _)| *last == product) {
                Some((_, own)) => *own = checked(own.checked_add(coefficient))?,
                None => terms.push((product, checked(Some(coefficient))?)),
            }
        }
        terms.retain(|&(_, coefficient)| coefficient != 0);
        if terms.len() > LONGEST { Err(Spent) } else { Ok(Self(terms)) }
    }

    pub(crate) fn terms(&self) -> &[(Product, i128)] {
        &self.0
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number that it is, if it is one.
    pub(crate) fn as_number(&self) -> Option<i128> {
        match self.0.as_slice() {
            [] => Some(0),
            [(product, value)] if product.is_empty() => Some(*value),
            _ => None,
        }
    }

    /// The atom that it is, if it is one.
    pub(crate) fn as_atom(&self) -> Option<AtomId> {
        match self.0.as_slice() {
            [(product, 1)] if product.len() == 1 => Some(product[0]),
            _ => None,
        }
    }

    /// The term without atoms.
    pub(crate) fn constant(&self) -> i128 {
        self.0.first().filter(|(product, _)| product.is_empty()).map_or(0, |&(_, value)| value)
    }

    /// The terms with atoms.
    pub(crate) fn moving(&self) -> &[(Product, i128)] {
        let from = usize::from(self.0.first().is_some_and(|(product, _)| product.is_empty()));
        &self.0[from..]
    }

    pub(crate) fn plus(&self, other: &Self, times: i128) -> Result<Self, Spent> {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut sum = Vec::with_capacity(self.0.len() + other.0.len());
        loop {
            let (first, second) = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some(one), Some(two)) => (one.0 <= two.0, two.0 <= one.0),
                (one, two) => (one.is_some(), two.is_some()),
            };
            let one = if first { a.next() } else { None };
            let two = if second { b.next() } else { None };
            let added = two.map_or(Ok(0), |(_, k)| checked(k.checked_mul(times)))?;
            let coefficient = checked(one.map_or(0, |(_, k)| *k).checked_add(added))?;
            if let Some((product, _)) = one.or(two).filter(|_| coefficient != 0) {
                sum.push((product.clone(), coefficient));
            }
        }
        if sum.len() > LONGEST { Err(Spent) } else { Ok(Self(sum)) }
    }

    pub(crate) fn shifted(&self, number: i128) -> Result<Self, Spent> {
        self.plus(&Self::number(1), number)
    }

    pub(crate) fn scaled(&self, factor: i128) -> Result<Self, Spent> {
        Self::default().plus(self, factor)
    }

    pub(crate) fn times(&self, other: &Self) -> Result<Self, Spent> {
        if let Some(factor) = self.as_number() {
            return other.scaled(factor);
        }
        if let Some(factor) = other.as_number() {
            return self.scaled(factor);
        }
        if self.0.len().saturating_mul(other.0.len()) > LONGEST {
            return Err(Spent);
        }
        let mut terms = Vec::with_capacity(self.0.len() * other.0.len());
        for (one, k) in &self.0 {
            for (two, l) in &other.0 {
                let mut product = one.clone();
                product.extend_from_slice(two);
                if product.len() > HIGHEST {
                    return Err(Spent);
                }
                product.sort_unstable();
                terms.push((product, checked(k.checked_mul(*l))?));
            }
        }
        Self::of(terms)
    }

    /// The parts of the sum whose coefficients a number divides, divided by it, and the others; the constant is one of the
    /// others up to a multiple of the number.
    pub(crate) fn divided(&self, by: i128) -> (Self, Self) {
        let (mut multiples, mut others) = (Vec::new(), Vec::new());
        for (product, k) in &self.0 {
            if product.is_empty() {
                let parts = [(&mut multiples, k.div_euclid(by)), (&mut others, k.rem_euclid(by))];
                for (terms, part) in parts.into_iter().filter(|(_, part)| *part != 0) {
                    terms.push((product.clone(), part));
                }
            } else if k % by == 0 {
                multiples.push((product.clone(), k / by));
            } else {
                others.push((product.clone(), *k));
            }
        }
        (Self(multiples), Self(others))
    }

    /// The sum with a number in place of an atom.
    pub(crate) fn with(&self, atom: AtomId, value: i128) -> Result<Self, Spent> {
        let mut terms = Vec::with_capacity(self.0.len());
        for (product, k) in &self.0 {
            let mut own = *k;
            for _ in product.iter().filter(|&&id| id == atom) {
                own = checked(own.checked_mul(value))?;
            }
            terms.push((product.iter().copied().filter(|&id| id != atom).collect(), own));
        }
        Self::of(terms)
    }

    /// The largest power of an atom in a product.
    pub(crate) fn degree(&self, atom: AtomId) -> usize {
        self.0.iter().map(|(product, _)| product.iter().filter(|&&id| id == atom).count()).max().unwrap_or(0)
    }

    /// The coefficients c and k of a sum c·x + k.
    pub(crate) fn as_line(&self) -> Option<(i128, i128)> {
        match self.moving() {
            [(product, slope)] if product.len() == 1 => Some((*slope, self.constant())),
            _ => None,
        }
    }

    /// The greatest common divisor of the coefficients of the terms with atoms; 0 if there are none.
    pub(crate) fn content(&self) -> i128 {
        self.moving().iter().fold(0, |divisor, (_, k)| gcd(divisor, *k))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Sum {
        Sum::atom(0)
    }

    #[test]
    fn sums_and_products() {
        let y = Sum::atom(1);
        let sum = x().plus(&y, 3).unwrap().shifted(5).unwrap();
        assert_eq!(sum.plus(&sum, -1).unwrap(), Sum::default());
        assert_eq!((sum.constant(), sum.moving().len(), sum.content()), (5, 2, 1));
        let square = sum.times(&sum).unwrap();
        let term = |atoms: &[u32], k| (Product::from_slice(atoms), k);
        let expected =
            [term(&[], 25), term(&[0], 10), term(&[0, 0], 1), term(&[0, 1], 6), term(&[1], 30), term(&[1, 1], 9)];
        assert_eq!(square.terms(), expected);
        assert_eq!(Sum::of(expected.into_iter().rev()).unwrap(), square);
    }

    #[test]
    fn parts_by_divisor() {
        let sum = x().scaled(6).unwrap().plus(&Sum::atom(1), 4).unwrap().shifted(-5).unwrap();
        let (multiples, others) = sum.divided(6);
        assert_eq!(multiples, x().shifted(-1).unwrap());
        assert_eq!(others, Sum::atom(1).scaled(4).unwrap().shifted(1).unwrap());
    }

    #[test]
    fn numbers_that_grow_too_large_are_given_up() {
        let large = Sum::number(1 << 100);
        assert_eq!(large.scaled(1 << 30), Err(Spent));
        assert_eq!(large.times(&large), Err(Spent));
    }
}
