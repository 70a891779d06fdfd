//! Factors that terms of a sum have in common.

use crate::normal::atoms::Atoms;
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};
use crate::rules::arithmetic::Arithmetic;
use crate::rules::rule::rules;

rules! {
    FACTORED = "common factor": "c*x + c*y = c*(x + y)";
    FACTORED_DIFFERENCE = "common factor of a difference": "c*x - c*y = c*(x - y)";
    IN_ORDER = "quotients in order": "max(x / d, y / e) = x / d" if "y <= x; d <= e" by [
        Product("e - d", "y / e"),
        Product("d", "y / e - x / d - 1"),
    ];
}

impl Arithmetic<'_> {
    /// Of a sum with terms c·x and -c·y, where x is not below y, the difference x - y and the number c.
    ///
    /// The law asks for no such proof; but a target may have no numbers below zero.
    pub(super) fn factored_difference(&mut self, sum: &Polynomial) -> Result<Option<(Polynomial, i128)>, Stop> {
        for (one, number) in sum.0.iter().filter(|(one, number)| *number > 1 && !one.is_one()) {
            // A number taken off is one operation as it is.
            let taken = sum.0.iter().filter(|(other, taken)| !other.is_one() && number.checked_neg() == Some(*taken));
            for (other, _) in taken {
                if self.is_in_order(one, other)? {
                    let [one, other] = [one, other].map(|part| Polynomial::term(part.clone(), 1));
                    return Ok(Some((one.minus(&other)?, *number)));
                }
            }
        }
        Ok(None)
    }

    /// Whether a product is not below another one.
    fn is_in_order(&mut self, one: &Monomial, other: &Monomial) -> Result<bool, Stop> {
        let form = |monomial: &Monomial| monomial.single().map(|atom| self.atoms.form(atom).clone());
        if let (Some(Form::Quotient(x, d)), Some(Form::Quotient(y, e))) = (form(one), form(other)) {
            let (dividends, divisors) = (x.minus(&y)?, e.minus(&d)?);
            if self.atoms.is_natural(&divisors)? && self.atoms.is_natural(&dividends)? {
                return Ok(true);
            }
        }
        let difference = Polynomial::term(one.clone(), 1).minus(&Polynomial::term(other.clone(), 1))?;
        self.atoms.is_natural(&difference)
    }
}

/// What terms may have in common: an atom, or a number above 1 that stands before several terms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Factor {
    AtomId(AtomId),
    Number(i128),
}

/// The factor that the most terms share; of several, a size, and of those the one that comes first.
pub(crate) fn common_factor(atoms: &Atoms, sum: &Polynomial) -> Option<(Monomial, i128)> {
    let mut factors: Vec<(Factor, usize)> = Vec::with_capacity(2 * sum.0.len());
    for (monomial, coefficient) in &sum.0 {
        for (at, &atom) in monomial.0.iter().enumerate() {
            // A power counts once in its term.
            if !monomial.0[..at].contains(&atom) {
                factors.push((Factor::AtomId(atom), factors.len()));
            }
        }
        if *coefficient > 1 && !monomial.is_one() {
            factors.push((Factor::Number(*coefficient), factors.len()));
        }
    }
    factors.sort_unstable();
    let mut best: Option<(usize, bool, usize, Factor)> = None;
    let mut start = 0;
    while start < factors.len() {
        let (factor, place) = factors[start];
        let count = factors[start..].iter().take_while(|other| other.0 == factor).count();
        start += count;
        let is_size = matches!(factor, Factor::AtomId(atom) if atoms.bounds(atom).is_size);
        let is_better = |best: &(usize, bool, usize, Factor)| (count, is_size, best.2) > (best.0, best.1, place);
        if count >= 2 && best.as_ref().is_none_or(is_better) {
            best = Some((count, is_size, place, factor));
        }
    }
    best.map(|(_, _, _, factor)| match factor {
        Factor::AtomId(atom) => (Monomial::atom(atom), 1),
        Factor::Number(number) => (Monomial::one(), number),
    })
}
