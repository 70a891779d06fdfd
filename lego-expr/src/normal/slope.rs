//! Slopes: by how much a value grows when a variable grows by one, where that is the same everywhere.

use crate::normal::atoms::Atoms;
use crate::normal::form::{Form, Predicate};
use crate::normal::polynomial::{Atom, Polynomial};

impl Atoms {
    /// By how much a value grows when a variable grows by one; `None` where that is not known, or not the same everywhere.
    pub(crate) fn slope(&self, value: &Polynomial, variable: Atom) -> Option<Polynomial> {
        let mut slope = Polynomial::constant(0);
        for (monomial, coefficient) in &value.0 {
            let moving: Vec<usize> = (0..monomial.0.len()).filter(|&k| self.depends(monomial.0[k], variable)).collect();
            let [at] = moving.as_slice() else {
                if moving.is_empty() {
                    continue;
                }
                return None;
            };
            let (atom, rest) = (monomial.0[*at], monomial.without(*at));
            let growth = if atom == variable { Polynomial::constant(1) } else { self.slope_of_choice(atom, variable)? };
            slope = slope.plus(&growth.times_term(&rest, *coefficient).ok()?).ok()?;
        }
        Some(slope)
    }

    /// A choice grows as its branches do, if they grow alike and the condition does not change.
    fn slope_of_choice(&self, atom: Atom, variable: Atom) -> Option<Polynomial> {
        if let Form::Within(a, _) = self.form(atom) {
            return self.slope(a, variable);
        }
        let Form::Choice(truth, a, b) = self.form(atom) else { return None };
        if self.truth_depends(truth, variable) {
            return None;
        }
        let (a, b) = (self.slope(a, variable)?, self.slope(b, variable)?);
        (a == b).then_some(a)
    }

    fn depends(&self, atom: Atom, variable: Atom) -> bool {
        // An atom is made after its parts, so that its number is larger than theirs.
        if atom.0 <= variable.0 {
            return atom == variable;
        }
        let any = |polynomials: &[&Polynomial]| polynomials.iter().any(|p| self.polynomial_depends(p, variable));
        match self.form(atom) {
            Form::Variable(_) | Form::Share { .. } => false,
            Form::Quotient(a, b) | Form::Remainder(a, b) | Form::Product(a, b) | Form::Binary(_, a, b) => any(&[a, b]),
            Form::Choice(truth, a, b) => self.truth_depends(truth, variable) || any(&[a, b]),
            Form::Within(a, _) => any(&[a]),
            Form::Isqrt(a) => any(&[a]),
            Form::Call { arguments, .. } => arguments.iter().any(|a| self.polynomial_depends(a, variable)),
        }
    }

    fn polynomial_depends(&self, polynomial: &Polynomial, variable: Atom) -> bool {
        polynomial.0.iter().any(|(monomial, _)| monomial.0.iter().any(|&atom| self.depends(atom, variable)))
    }

    fn truth_depends(&self, truth: &Predicate, variable: Atom) -> bool {
        match truth {
            Predicate::Settled(_) => false,
            Predicate::Compare(_, a, b) => self.polynomial_depends(a, variable) || self.polynomial_depends(b, variable),
            Predicate::And(a, b) | Predicate::Or(a, b) => {
                self.truth_depends(a, variable) || self.truth_depends(b, variable)
            }
        }
    }
}
