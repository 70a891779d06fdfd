//! Polynomials in numbered variables, as which sizes and the structure of affine closures are read.

use lego_expr::polynomial::{self, Atom, Limits};

/// The number of a variable: of a size, an index, or what is no polynomial of others. Its reader knows which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct VariableId(pub(crate) u16);

impl Atom for VariableId {
    /// More terms than any layout's closure needs, and a degree above any rank.
    const LIMITS: Limits = Limits { terms: 128, products: 128 * 128, degree: 40, ..Limits::NONE };
}

/// A polynomial. What exceeds its limits is too large to be worth it.
pub(crate) type Polynomial = polynomial::Polynomial<VariableId>;

pub(crate) fn variable(number: u16) -> Polynomial {
    Polynomial::atom(VariableId(number))
}

/// The variables, if there is one term only.
pub(crate) fn single_term(polynomial: &Polynomial) -> Option<&[VariableId]> {
    match polynomial.terms() {
        [(variables, _)] => Some(variables),
        _ => None,
    }
}

/// The coefficients of the variables below `count`, and what is left; `None` if one has a power or two meet in a
/// product.
pub(crate) fn linear(polynomial: &Polynomial, count: u16) -> Option<(Vec<Polynomial>, Polynomial)> {
    polynomial.as_linear(&(0..count).map(VariableId).collect::<Vec<_>>())
}

/// How much work [`is_natural`] is.
pub(crate) fn weight(polynomial: &Polynomial) -> usize {
    polynomial.terms().iter().map(|(variables, _)| 1 << variables.len().min(7)).sum()
}

/// Whether it is at least 0 wherever all variables are at least 0, and those in `positive` at least 1, as far as its
/// coefficients show it.
pub(crate) fn is_natural(polynomial: &Polynomial, positive: &[VariableId]) -> bool {
    // With x = 1 + y for each positive x, no coefficient is negative.
    let mut shifted = Polynomial::default();
    for (variables, coefficient) in polynomial.terms() {
        let mut term = Ok(Polynomial::constant(*coefficient));
        for &own in variables {
            let factor = Polynomial::atom(own).shifted(positive.contains(&own).into());
            term = term.and_then(|term| term.times(&factor?));
        }
        match term.and_then(|term| shifted.plus(&term)) {
            Ok(sum) => shifted = sum,
            Err(_) => return false,
        }
    }
    shifted.terms().iter().all(|(_, coefficient)| *coefficient >= 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_coefficients_show() {
        let (x, y) = (variable(0), variable(1));
        let less = y.shifted(-1).unwrap();
        assert!(!is_natural(&less, &[]) && is_natural(&less, &[VariableId(1)]));
        let product = y.times(&x).unwrap().minus(&x).unwrap();
        assert!(is_natural(&product, &[VariableId(1)]) && !is_natural(&product, &[VariableId(0)]));
    }
}
