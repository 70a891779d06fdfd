//! Bounds of sums: in numbers by intervals, and made of sizes where numbers give none.

use crate::normal::atoms::Atoms;
use crate::normal::budget::Stop;
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};
use crate::ranges::range::Range;

impl Atoms {
    /// The range of a product of atoms.
    pub(crate) fn monomial_range(&self, monomial: &Monomial) -> Range {
        if let Some(atom) = monomial.single() {
            return self.bounds(atom).range;
        }
        monomial.0.iter().fold(Range::exactly(1), |range, &atom| range.times(self.bounds(atom).range))
    }

    /// The range of a polynomial, term by term.
    pub(crate) fn range(&self, polynomial: &Polynomial) -> Range {
        let mut sum = Range::exactly(0);
        for (monomial, coefficient) in &polynomial.0 {
            let term = if monomial.is_one() {
                Range::exactly(*coefficient)
            } else if *coefficient == 1 {
                self.monomial_range(monomial)
            } else {
                self.monomial_range(monomial).times(Range::exactly(*coefficient))
            };
            sum = sum.plus(term);
        }
        sum
    }

    /// An upper bound of a polynomial that is made of sizes, with ends made of sizes rather than numbers: what numbers say, the
    /// [range](Self::range) says.
    pub(crate) fn upper_bound(&mut self, polynomial: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        let negated = polynomial.negated()?;
        Ok(match self.lower_bound(&negated, true)? {
            Some(lower) => Some(lower.negated()?),
            None => None,
        })
    }

    /// A lower bound of a polynomial that is made of sizes: every other atom is replaced by the end of its range that makes
    /// its term smallest. `None` where an atom has no such end. Of an end that is known as a number and made of sizes, the number
    /// is taken, or with `by_sizes` the other.
    pub(super) fn lower_bound(&mut self, polynomial: &Polynomial, by_sizes: bool) -> Result<Option<Polynomial>, Stop> {
        self.budget.spend(polynomial.0.len())?;
        let mut bound = Polynomial::constant(0);
        for (monomial, coefficient) in &polynomial.0 {
            let mut term = Polynomial::constant(*coefficient);
            for &atom in &monomial.0 {
                let end = self.end(atom, *coefficient < 0, monomial.0.len() > 1, by_sizes);
                let Some(end) = end else { return Ok(None) };
                term = term.times(&end)?;
            }
            bound = bound.plus(&term)?;
        }
        Ok(Some(bound))
    }

    /// The upper or lower end of an atom's range, made of sizes; both ends of a size are the size itself.
    fn end(&self, atom: AtomId, upper: bool, in_product: bool, by_sizes: bool) -> Option<Polynomial> {
        let bounds = self.bounds(atom);
        if bounds.is_size {
            return Some(Polynomial::atom(atom));
        }
        // The end of a product is the product of the ends only where no factor can be below zero.
        if in_product && bounds.range.low < 0 {
            return None;
        }
        if !upper {
            return (bounds.range.low > Range::ANY.low).then(|| Polynomial::constant(bounds.range.low));
        }
        match &bounds.upper {
            Some(upper) if by_sizes || !bounds.range.is_bounded() => Some(upper.clone()),
            _ => bounds.range.is_bounded().then(|| Polynomial::constant(bounds.range.high)),
        }
    }

    /// Whether a summand that is subtracted has an upper end that is known as a number and made of sizes.
    pub(super) fn has_two_ends(&self, polynomial: &Polynomial) -> bool {
        let has_two = |&atom: &AtomId| {
            let bounds = self.bounds(atom);
            !bounds.is_size
                && bounds.range.is_bounded()
                && bounds.upper.as_ref().is_some_and(|upper| upper.number().is_none())
        };
        polynomial.0.iter().any(|(monomial, coefficient)| *coefficient < 0 && monomial.0.iter().any(has_two))
    }
}
