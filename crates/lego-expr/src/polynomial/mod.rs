//! Polynomials with integer coefficients over any ordered atoms: arithmetic alone, no rules.
//!
//! ```text
//! Polynomial<A> = Sum<Monomial<A>>     sums of products of atoms
//! Sum<K>                               sums of anything ordered, each with a coefficient: linear sums
//! ```
//!
//! The engine's normal form, the equality decision, the facts about sizes and the relations calculate with these sums.
//! Each of them defines what its atoms are and which rules hold for them. Every operation stays within the [`Limits`]
//! of its atoms, or is [`OutOfBudget`].
//!
//! ```
//! use lego_expr::polynomial::{Atom, Polynomial};
//!
//! #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
//! struct Name(char);
//! impl Atom for Name {}
//!
//! let (x, y) = (Polynomial::atom(Name('x')), Polynomial::atom(Name('y')));
//! let (sum, difference) = (x.plus(&y)?, x.minus(&y)?);
//! let product = sum.times(&difference)?;
//! assert_eq!(product, x.times(&x)?.minus(&y.times(&y)?)?);
//! assert_eq!(product.exact_quotient(&sum), Some(difference));
//! # Ok::<(), lego_expr::polynomial::OutOfBudget>(())
//! ```

mod monomial;
mod sum;

pub use monomial::Monomial;
pub use sum::Sum;

use num_integer::Integer;
use std::fmt;
use std::hash::Hash;

/// The largest sums that may come about; what exceeds them is [`OutOfBudget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest absolute value of a coefficient.
    pub coefficient: u128,
    /// The largest number of terms of a sum.
    pub terms: usize,
    /// The largest number of products of terms that one multiplication forms, before equal ones are added.
    pub products: usize,
    /// The largest number of factors of a monomial.
    pub degree: usize,
}

impl Limits {
    /// Coefficients of 128 bits, and no other limit: for callers that count the work themselves.
    pub const NONE: Self = Self { coefficient: u128::MAX, terms: usize::MAX, products: usize::MAX, degree: usize::MAX };
}

/// A factor of monomials: a variable, or the number of anything that no polynomial expresses.
pub trait Atom: Copy + Default + Hash + Ord {
    /// The limits of polynomials over these atoms.
    const LIMITS: Limits = Limits::NONE;
}

/// What a sum adds up: an atom of a linear sum, or a monomial.
pub trait Summand: Clone + Ord {
    /// The limits of sums of these.
    const LIMITS: Limits = Limits::NONE;
}

impl<A: Atom> Summand for Monomial<A> {
    const LIMITS: Limits = A::LIMITS;
}

/// `None` is the summand 1, so that such a sum has a constant.
impl<K: Summand> Summand for Option<K> {
    const LIMITS: Limits = K::LIMITS;
}

/// A calculation was given up: a sum would have exceeded its [`Limits`], or the caller's steps were used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl fmt::Display for OutOfBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the calculation exceeds its limits on coefficients, terms, factors or steps")
    }
}

impl std::error::Error for OutOfBudget {}

/// A sum of products of atoms, each product once, in order, and with a coefficient that is not 0.
///
/// Equal polynomials are equal values of this type. See the [module](self) for an example.
pub type Polynomial<A> = Sum<Monomial<A>>;

/// A monomial with its coefficient.
pub type Term<A> = (Monomial<A>, i128);

impl<A: Atom> Polynomial<A> {
    /// Returns a number as a polynomial.
    #[must_use]
    pub fn constant(value: i128) -> Self {
        Self::term(Monomial::one(), value)
    }

    /// Returns an atom as a polynomial.
    #[must_use]
    pub fn atom(atom: A) -> Self {
        Self::term(Monomial::atom(atom), 1)
    }

    /// Returns the number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<i128> {
        match self.terms() {
            [] => Some(0),
            [(monomial, value)] if monomial.is_one() => Some(*value),
            _ => None,
        }
    }

    /// Returns the atom, if it is one.
    #[must_use]
    pub fn single_atom(&self) -> Option<A> {
        match self.terms() {
            [(monomial, 1)] => monomial.single(),
            _ => None,
        }
    }

    /// Returns the coefficients c and k, not 0 and any, of a polynomial c·x + k in one atom x.
    #[must_use]
    pub fn as_line(&self) -> Option<(i128, i128)> {
        match self.moving() {
            [(monomial, slope)] if monomial.single().is_some() => Some((*slope, self.constant_term())),
            _ => None,
        }
    }

    /// Returns the coefficients of some atoms, and the rest; `None` if one has a power or two meet in a product.
    ///
    /// `self == Σ coefficient·atom + rest`, and none of the atoms is in a coefficient or in the rest.
    #[must_use]
    pub fn as_linear(&self, atoms: &[A]) -> Option<(Vec<Self>, Self)> {
        let mut parts = vec![Vec::new(); atoms.len() + 1];
        for (monomial, coefficient) in self.terms() {
            let mut found = None;
            for (at, factor) in monomial.iter().enumerate() {
                if let Some(place) = atoms.iter().position(|atom| atom == factor) {
                    if found.replace((at, place)).is_some() {
                        return None;
                    }
                }
            }
            match found {
                Some((at, place)) => parts[place].push((monomial.without(at), *coefficient)),
                None => parts[atoms.len()].push((monomial.clone(), *coefficient)),
            }
        }
        let mut parts: Vec<Self> = parts.into_iter().map(Self::of).collect::<Result<_, _>>().ok()?;
        let rest = parts.pop()?;
        Some((parts, rest))
    }

    /// Returns the term without atoms.
    #[must_use]
    pub fn constant_term(&self) -> i128 {
        self.terms().first().filter(|(monomial, _)| monomial.is_one()).map_or(0, |(_, value)| *value)
    }

    /// Returns the terms with atoms.
    #[must_use]
    pub fn moving(&self) -> &[Term<A>] {
        match self.terms() {
            [(monomial, _), moving @ ..] if monomial.is_one() => moving,
            all => all,
        }
    }

    /// Returns the largest power of an atom in a monomial.
    #[must_use]
    pub fn degree(&self, atom: A) -> usize {
        let power = |monomial: &Monomial<A>| monomial.iter().filter(|&&factor| factor == atom).count();
        self.terms().iter().map(|(monomial, _)| power(monomial)).max().unwrap_or(0)
    }

    /// Returns the sum with a number.
    ///
    /// # Errors
    /// [`OutOfBudget`] if the constant exceeds its limit.
    pub fn shifted(&self, number: i128) -> Result<Self, OutOfBudget> {
        self.plus(&Self::constant(number))
    }

    /// Returns the product with one term.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a coefficient or a monomial exceeds its limit.
    pub fn times_term(&self, monomial: &Monomial<A>, coefficient: i128) -> Result<Self, OutOfBudget> {
        if coefficient == 0 || self.is_zero() {
            return Ok(Self::default());
        }
        if coefficient == 1 && monomial.is_one() {
            return Ok(self.clone());
        }
        let mut terms = Vec::with_capacity(self.terms().len());
        for term in self.terms() {
            terms.push(product(term, monomial, coefficient)?);
        }
        // Multiplying by one product can change the order of sorted products.
        if terms.len() > 1 && !monomial.is_one() {
            terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        }
        Ok(Self::sorted(terms))
    }

    /// Returns the product.
    ///
    /// # Errors
    /// [`OutOfBudget`] if it exceeds a limit.
    pub fn times(&self, other: &Self) -> Result<Self, OutOfBudget> {
        if let [(monomial, coefficient)] = other.terms() {
            return self.times_term(monomial, *coefficient);
        }
        if let [(monomial, coefficient)] = self.terms() {
            return other.times_term(monomial, *coefficient);
        }
        let count = self.terms().len().saturating_mul(other.terms().len());
        if count > A::LIMITS.products {
            return Err(OutOfBudget);
        }
        let mut terms = Vec::with_capacity(count);
        for (monomial, coefficient) in other.terms() {
            for term in self.terms() {
                terms.push(product(term, monomial, *coefficient)?);
            }
        }
        Self::of(terms)
    }

    /// Returns the polynomial with a number in place of an atom.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a coefficient exceeds its limit.
    pub fn with(&self, atom: A, value: i128) -> Result<Self, OutOfBudget> {
        let mut terms = Vec::with_capacity(self.terms().len());
        for (monomial, coefficient) in self.terms() {
            let mut own = *coefficient;
            for _ in monomial.iter().filter(|&&factor| factor == atom) {
                own = own.checked_mul(value).ok_or(OutOfBudget)?;
            }
            terms.push((monomial.iter().copied().filter(|&factor| factor != atom).collect(), own));
        }
        Self::of(terms)
    }

    /// Returns the terms with positive and those with negative coefficients, the latter negated:
    /// `self == positive - negative`.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a coefficient has no opposite.
    pub(crate) fn signs(&self) -> Result<(Self, Self), OutOfBudget> {
        let (positive, negative): (Vec<_>, Vec<_>) = self.terms().iter().cloned().partition(|(_, c)| *c > 0);
        Ok((Self::sorted(positive), Self::sorted(negative).negated()?))
    }

    /// Returns the quotient of a term by a term, if that divides it and the quotient's coefficient fits.
    pub(crate) fn term_over(term: &Term<A>, divisor: &Term<A>) -> Option<Term<A>> {
        if term.1.checked_rem(divisor.1)? != 0 {
            return None;
        }
        Some((term.0.over(&divisor.0)?, term.1.checked_div(divisor.1)?))
    }

    /// Splits into the multiples of a term, divided by it, and the rest: `self == divisor · first + second`.
    pub(crate) fn split(&self, divisor: &Term<A>) -> (Self, Self) {
        let (mut quotient, mut rest) = (Vec::new(), Vec::new());
        for term in self.terms() {
            match Self::term_over(term, divisor) {
                Some(exact) => quotient.push(exact),
                None => rest.push(term.clone()),
            }
        }
        if quotient.len() > 1 && !divisor.0.is_one() {
            quotient.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        }
        (Self::sorted(quotient), Self::sorted(rest))
    }

    /// Returns a part that is a multiple of a divisor, divided by it, and the rest:
    /// `self == divisor · first + second`.
    ///
    /// By a divisor of one term these are all its multiples. By one of several, they are those of its longest term, if
    /// the rest then has fewer terms than there were.
    ///
    /// # Errors
    /// [`OutOfBudget`] if the rest exceeds a limit.
    pub(crate) fn divided(&self, divisor: &Self) -> Result<(Self, Self), OutOfBudget> {
        if let [term] = divisor.terms() {
            return Ok(self.split(term));
        }
        if self.terms().len() < 2 {
            return Ok((Self::default(), self.clone()));
        }
        if let Some(longest) = divisor.longest_term() {
            let quotient = self.split(longest).0;
            let rest = self.minus(&quotient.times(divisor)?)?;
            if rest.terms().len() < self.terms().len() {
                return Ok((quotient, rest));
            }
        }
        Ok((Self::default(), self.clone()))
    }

    /// Returns the quotient, if the division is exact and no limit is exceeded.
    #[must_use]
    pub fn exact_quotient(&self, divisor: &Self) -> Option<Self> {
        let lead = divisor.terms().last()?;
        let mut rest = self.clone();
        let mut quotient = Vec::new();
        while let Some(last) = rest.terms().last() {
            let term = Self::term_over(last, lead)?;
            rest = rest.minus(&divisor.times_term(&term.0, term.1).ok()?).ok()?;
            quotient.push(term);
            // Each round removes the leading term, and what it adds is smaller. The bound is for orders where it is
            // not.
            if quotient.len() > A::LIMITS.terms.min(1 << 12) {
                return None;
            }
        }
        Self::of(quotient).ok()
    }

    /// Returns the term with the most factors.
    pub(crate) fn longest_term(&self) -> Option<&Term<A>> {
        self.terms().iter().max_by_key(|(monomial, _)| monomial.len())
    }

    /// Returns the largest term that divides every term; 1 for no terms.
    pub(crate) fn common_term(&self) -> Term<A> {
        let monomials = self.terms().iter().map(|(monomial, _)| monomial.clone());
        let monomial = monomials.reduce(|common, monomial| common.common(&monomial)).unwrap_or_else(Monomial::one);
        (monomial, self.content().max(1))
    }
}

fn product<A: Atom>(term: &Term<A>, monomial: &Monomial<A>, coefficient: i128) -> Result<Term<A>, OutOfBudget> {
    if term.0.len() + monomial.len() > A::LIMITS.degree {
        return Err(OutOfBudget);
    }
    Ok((term.0.times(monomial), sum::checked::<Monomial<A>>(term.1.checked_mul(coefficient))?))
}

/// Returns the greatest common divisor; 1 where it is no number of 128 bits with a sign.
pub(crate) fn common_divisor(a: i128, b: i128) -> i128 {
    i128::try_from(a.unsigned_abs().gcd(&b.unsigned_abs())).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Variable(u32);

    impl Atom for Variable {
        const LIMITS: Limits = Limits { coefficient: i128::MAX as u128, terms: 8, products: 12, degree: 4 };
    }

    fn variables() -> [Polynomial<Variable>; 2] {
        [0, 1].map(|number| Polynomial::atom(Variable(number)))
    }

    #[test]
    fn arithmetic() {
        let [x, y] = variables();
        let (sum, difference) = (x.plus(&y).unwrap(), x.minus(&y).unwrap());
        let product = sum.times(&difference).unwrap();
        assert_eq!(product, x.times(&x).unwrap().minus(&y.times(&y).unwrap()).unwrap());
        assert_eq!(product.exact_quotient(&sum), Some(difference));
        assert_eq!(sum.exact_quotient(&y), None);
        // The least number has no opposite, and nothing divides by zero.
        let term = |coefficient| (x.terms()[0].0.clone(), coefficient);
        assert_eq!(Polynomial::term_over(&term(i128::MIN), &term(-1)), None);
        assert_eq!(Polynomial::term_over(&term(i128::MIN), &term(0)), None);
        assert_eq!(Polynomial::term_over(&term(i128::MIN + 1), &term(-1)).map(|term| term.1), Some(i128::MAX));
        assert_eq!(sum.minus(&sum).unwrap().number(), Some(0));
        assert_eq!(Polynomial::<Variable>::constant(7).div_rem(4), (Polynomial::constant(1), Polynomial::constant(3)));
    }

    #[test]
    fn terms_in_order() {
        let [x, y] = variables();
        let sum = x.plus_times(&y, 3).unwrap().shifted(5).unwrap();
        assert_eq!((sum.constant_term(), sum.moving().len(), sum.content()), (5, 2, 1));
        let square = sum.times(&sum).unwrap();
        let term = |atoms: &[u32], k| (atoms.iter().map(|&number| Variable(number)).collect::<Monomial<_>>(), k);
        let expected =
            [term(&[], 25), term(&[0], 10), term(&[0, 0], 1), term(&[1, 0], 6), term(&[1], 30), term(&[1, 1], 9)];
        assert_eq!(square.terms(), expected);
        assert_eq!(Sum::of(expected.into_iter().rev().collect()), Ok(square));
    }

    #[test]
    fn linear_parts() {
        let [x, y] = variables();
        let form = y.times(&x).unwrap().plus(&y).unwrap().shifted(-1).unwrap();
        let (coefficients, rest) = form.as_linear(&[Variable(0)]).unwrap();
        assert_eq!((coefficients, rest), (vec![y.clone()], y.shifted(-1).unwrap()));
        assert_eq!(form.as_linear(&[Variable(0), Variable(1)]), None);
        assert_eq!(x.times(&x).unwrap().as_linear(&[Variable(0)]), None);
    }

    #[test]
    fn what_exceeds_a_limit_is_given_up() {
        let [x, y] = variables();
        assert_eq!(x.scaled(i128::MAX).unwrap().plus(&x), Err(OutOfBudget));
        let square = x.times(&x).unwrap();
        assert_eq!(square.times(&square).unwrap().times(&x), Err(OutOfBudget));
        let four = x.plus(&square).unwrap().plus(&y).unwrap().shifted(1).unwrap();
        assert_eq!(four.times(&four), Err(OutOfBudget));
    }
}
