//! Polynomials with integer coefficients in numbered variables, as which the structure of affine closures is read.

use std::collections::BTreeMap;

/// A product of variables: their numbers in order, each as often as its power.
type Monomial = Vec<u16>;

/// A polynomial. Operations give `None` where the result is too large to be worth it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Polynomial {
    /// No coefficient is 0.
    terms: BTreeMap<Monomial, i128>,
}

impl Polynomial {
    /// More terms than any layout's closure needs.
    const TERMS: usize = 128;
    /// A degree above any rank.
    const DEGREE: usize = 40;

    pub(crate) fn constant(value: i128) -> Self {
        let mut terms = BTreeMap::new();
        if value != 0 {
            terms.insert(Vec::new(), value);
        }
        Self { terms }
    }

    pub(crate) fn variable(number: u16) -> Self {
        Self { terms: BTreeMap::from([(vec![number], 1)]) }
    }

    /// A product of variables and a number.
    pub(crate) fn term(variables: &[u16], coefficient: i128) -> Self {
        let terms =
            if coefficient == 0 { BTreeMap::new() } else { BTreeMap::from([(variables.to_vec(), coefficient)]) };
        Self { terms }
    }

    /// The products of variables that it is a sum of, with their coefficients.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (&[u16], i128)> {
        self.terms.iter().map(|(variables, &coefficient)| (variables.as_slice(), coefficient))
    }

    /// The number, if it is one.
    pub(crate) fn as_constant(&self) -> Option<i128> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: i128) -> Option<()> {
        let sum = self.terms.get(&monomial).copied().unwrap_or(0).checked_add(coefficient)?;
        if sum == 0 {
            self.terms.remove(&monomial);
        } else {
            self.terms.insert(monomial, sum);
        }
        (self.terms.len() <= Self::TERMS).then_some(())
    }

    pub(crate) fn add(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        for (monomial, &coefficient) in &other.terms {
            sum.add_term(monomial.clone(), coefficient)?;
        }
        Some(sum)
    }

    pub(crate) fn sub(&self, other: &Self) -> Option<Self> {
        self.add(&other.negated()?)
    }

    pub(crate) fn negated(&self) -> Option<Self> {
        self.mul(&Self::constant(-1))
    }

    pub(crate) fn mul(&self, other: &Self) -> Option<Self> {
        let mut product = Self::default();
        for (one, &a) in &self.terms {
            for (two, &b) in &other.terms {
                let mut monomial = [one.as_slice(), two.as_slice()].concat();
                if monomial.len() > Self::DEGREE {
                    return None;
                }
                monomial.sort_unstable();
                product.add_term(monomial, a.checked_mul(b)?)?;
            }
        }
        Some(product)
    }

    /// The quotient, if the division is exact.
    pub(crate) fn exact_quotient(&self, divisor: &Self) -> Option<Self> {
        let (lead, &factor) = divisor.terms.last_key_value()?;
        let mut rest = self.clone();
        let mut quotient = Self::default();
        // Each turn removes the leading term, and what it adds is smaller; the bound is for orders where it is not.
        for _ in 0..Self::TERMS {
            let Some((monomial, &coefficient)) = rest.terms.last_key_value() else {
                return Some(quotient);
            };
            if coefficient % factor != 0 {
                return None;
            }
            let term = Self { terms: BTreeMap::from([(without(monomial, lead)?, coefficient / factor)]) };
            rest = rest.sub(&term.mul(divisor)?)?;
            quotient = quotient.add(&term)?;
        }
        None
    }

    /// Quotient and remainder by a number, coefficient by coefficient, remainders not below zero.
    pub(crate) fn split(&self, divisor: i128) -> (Self, Self) {
        let mut parts = (Self::default(), Self::default());
        for (monomial, &coefficient) in &self.terms {
            let (q, r) = (coefficient.div_euclid(divisor), coefficient.rem_euclid(divisor));
            if q != 0 {
                parts.0.terms.insert(monomial.clone(), q);
            }
            if r != 0 {
                parts.1.terms.insert(monomial.clone(), r);
            }
        }
        parts
    }

    /// The coefficients of the variables below `count`, and what is left; `None` if one has a power or two meet in a
    /// product.
    pub(crate) fn affine(&self, count: u16) -> Option<(Vec<Self>, Self)> {
        let mut coefficients = vec![Self::default(); count.into()];
        let mut rest = Self::default();
        for (monomial, &coefficient) in &self.terms {
            // Variables are in order, so those below `count` come first.
            match monomial.split_first() {
                Some((&first, others)) if first < count => {
                    if others.first().is_some_and(|&second| second < count) {
                        return None;
                    }
                    coefficients[usize::from(first)].terms.insert(others.to_vec(), coefficient);
                }
                _ => {
                    rest.terms.insert(monomial.clone(), coefficient);
                }
            }
        }
        Some((coefficients, rest))
    }

    /// How much work [`Polynomial::is_natural`] is.
    pub(crate) fn weight(&self) -> usize {
        self.terms.keys().map(|variables| 1 << variables.len().min(7)).sum()
    }

    /// The variables, if there is one term only.
    pub(crate) fn single_term(&self) -> Option<&[u16]> {
        match self.terms.len() {
            1 => self.terms.keys().next().map(Vec::as_slice),
            _ => None,
        }
    }

    /// Whether it is at least 0 wherever all variables are at least 0, and those in `positive` at least 1, as far as
    /// its coefficients show it.
    pub(crate) fn is_natural(&self, positive: &[u16]) -> bool {
        // With x = 1 + y for each positive x, no coefficient is negative.
        let mut shifted = Self::default();
        for (monomial, &coefficient) in &self.terms {
            let mut term = Self::constant(coefficient);
            for &variable in monomial {
                let mut factor = Self::variable(variable);
                if positive.contains(&variable) && factor.add_term(Vec::new(), 1).is_none() {
                    return false;
                }
                match term.mul(&factor) {
                    Some(product) => term = product,
                    None => return false,
                }
            }
            match shifted.add(&term) {
                Some(sum) => shifted = sum,
                None => return false,
            }
        }
        shifted.terms.values().all(|&coefficient| coefficient >= 0)
    }
}

/// A monomial divided by another one that divides it.
fn without(monomial: &[u16], divisor: &[u16]) -> Option<Monomial> {
    let mut rest = monomial.to_vec();
    for variable in divisor {
        let at = rest.iter().position(|found| found == variable)?;
        rest.remove(at);
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Polynomial {
        Polynomial::variable(0)
    }

    fn y() -> Polynomial {
        Polynomial::variable(1)
    }

    #[test]
    fn arithmetic() {
        let sum = x().add(&y()).unwrap();
        let difference = x().sub(&y()).unwrap();
        let product = sum.mul(&difference).unwrap();
        assert_eq!(product, x().mul(&x()).unwrap().sub(&y().mul(&y()).unwrap()).unwrap());
        assert_eq!(product.exact_quotient(&sum), Some(difference));
        assert_eq!(sum.exact_quotient(&y()), None);
        assert_eq!(sum.sub(&sum).unwrap().as_constant(), Some(0));
        assert_eq!(Polynomial::constant(7).split(4), (Polynomial::constant(1), Polynomial::constant(3)));
        assert_eq!(Polynomial::constant(i128::MAX).add(&Polynomial::constant(1)), None);
    }

    #[test]
    fn affine_parts() {
        let form = y().mul(&x()).unwrap().add(&y()).unwrap().sub(&Polynomial::constant(1)).unwrap();
        let (coefficients, rest) = form.affine(1).unwrap();
        assert_eq!(coefficients, [y()]);
        assert_eq!(rest, y().sub(&Polynomial::constant(1)).unwrap());
        assert_eq!(form.affine(2), None);
    }

    #[test]
    fn signs_that_coefficients_show() {
        let less = y().sub(&Polynomial::constant(1)).unwrap();
        assert!(!less.is_natural(&[]) && less.is_natural(&[1]));
        let product = y().mul(&x()).unwrap().sub(&x()).unwrap();
        assert!(product.is_natural(&[1]) && !product.is_natural(&[0]));
    }
}
