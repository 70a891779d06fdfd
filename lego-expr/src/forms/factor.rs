//! Factors that terms of a sum have in common.

use crate::normal::atoms::Atoms;
use crate::normal::polynomial::{Monomial, Polynomial};
use crate::rules::rule::rules;

rules! {
    FACTORED = "common factor": "c*x + c*y = c*(x + y)";
}

/// The factor that the most terms share: an atom, or a number above 1 that stands before several terms.
pub(crate) fn common_factor(atoms: &Atoms, sum: &Polynomial) -> Option<(Monomial, i128)> {
    let mut best: Option<(usize, bool, Monomial, i128)> = None;
    let terms = sum.0.as_slice();
    for (k, (monomial, coefficient)) in terms.iter().enumerate() {
        for &atom in &monomial.0 {
            // Every factor is counted once, at its first term.
            let Some(count) = count_from(terms, k, |(other, _)| other.0.contains(&atom)) else { continue };
            let is_size = atoms.bounds(atom).is_size;
            if count >= 2 && best.as_ref().is_none_or(|best| (count, is_size) > (best.0, best.1)) {
                best = Some((count, is_size, Monomial::atom(atom), 1));
            }
        }
        if *coefficient > 1 && !monomial.is_one() {
            let Some(count) = count_from(terms, k, |(other, c)| c == coefficient && !other.is_one()) else {
                continue;
            };
            if count >= 2 && best.as_ref().is_none_or(|best| (count, false) > (best.0, best.1)) {
                best = Some((count, false, Monomial::one(), *coefficient));
            }
        }
    }
    best.map(|(_, _, monomial, number)| (monomial, number))
}

/// The number of terms for which something holds; `None` if it holds for one before `place`.
fn count_from(terms: &[(Monomial, i128)], place: usize, is_such: impl Fn(&(Monomial, i128)) -> bool) -> Option<usize> {
    let mut count = 0;
    for (k, term) in terms.iter().enumerate() {
        if is_such(term) {
            if k < place {
                return None;
            }
            count += 1;
        }
    }
    Some(count)
}
