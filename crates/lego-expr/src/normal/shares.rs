//! Sizes that stand for a product, because a fact says that a divisor divides them.
//!
//! Where BM divides M, M stands for BM·q with a *share* q of its own: M / BM. Then divisibility needs no rules, it is the same
//! cancellation as for numbers. What is written is folded back: BM·q to M.

use crate::graph::hash::FastHash;
use crate::normal::budget::{Budget, Stop};
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// For each such size the divisor, and the product of divisor and share.
#[derive(Debug, Default)]
pub(crate) struct Shares(HashMap<AtomId, (Polynomial, Polynomial), FastHash>);

impl Shares {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a size is a factor of a product, or of what its factors stand for: then it cannot stand for that itself.
    ///
    /// As when C divides M, so that M stands for C·q, and M divides C.
    pub(crate) fn leads_to(&self, product: &Polynomial, size: AtomId) -> bool {
        let (mut open, mut seen) = (vec![product], HashSet::new());
        while let Some(product) = open.pop() {
            for &factor in product.0.iter().flat_map(|(monomial, _)| &monomial.0) {
                if factor == size {
                    return true;
                }
                open.extend(self.0.get(&factor).filter(|_| seen.insert(factor)).map(|(_, product)| product));
            }
        }
        false
    }

    /// Lets a size stand for a product with a divisor, which does not [lead to](Shares::leads_to) the size.
    pub(crate) fn insert(&mut self, size: AtomId, divisor: Polynomial, product: Polynomial) {
        self.0.insert(size, (divisor, product));
    }

    /// The divisor of a size that stands for a product.
    pub(crate) fn divisor(&self, size: AtomId) -> Option<&Polynomial> {
        self.0.get(&size).map(|(divisor, _)| divisor)
    }

    /// A size as the product that it stands for, or as itself.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn unfold(&self, size: AtomId, budget: &mut Budget) -> Result<Polynomial, Stop> {
        let Some((_, product)) = self.0.get(&size) else { return Ok(Polynomial::atom(size)) };
        let mut result = Polynomial::constant(0);
        for (monomial, coefficient) in &product.0 {
            let mut term = Polynomial::constant(*coefficient);
            for &factor in &monomial.0 {
                budget.spend(1)?;
                term = term.times(&self.unfold(factor, budget)?)?;
            }
            result = result.plus(&term)?;
        }
        Ok(result)
    }

    /// Writes every product that a size stands for as that size.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn fold<'p>(&self, polynomial: &'p Polynomial) -> Result<Cow<'p, Polynomial>, Stop> {
        if self.is_empty() {
            return Ok(Cow::Borrowed(polynomial));
        }
        let mut current = polynomial.clone();
        loop {
            let mut changed = false;
            let mut terms: Vec<(Monomial, i128)> = Vec::with_capacity(current.0.len());
            for term in &current.0 {
                let mut term = term.clone();
                while let Some(folded) = self.fold_term(&term) {
                    (term, changed) = (folded, true);
                }
                terms.push(term);
            }
            if !changed {
                return Ok(Cow::Owned(current));
            }
            let before = terms.len();
            current = Polynomial::of(terms)?;
            // Terms that have become one may be the product that a size stands for.
            if current.0.len() == before {
                return Ok(Cow::Owned(current));
            }
        }
    }

    fn fold_term(&self, term: &(Monomial, i128)) -> Option<(Monomial, i128)> {
        self.0.iter().find_map(|(size, (_, product))| {
            let [part] = product.0.as_slice() else { return None };
            let (rest, coefficient) = Polynomial::term_over(term, part)?;
            Some((rest.times(&Monomial::atom(*size)), coefficient))
        })
    }
}
