//! Proofs that a sum is not below zero: in numbers by intervals, with symbols by comparing polynomials of sizes.

use crate::normal::atoms::Atoms;
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};

/// The largest number of inequalities that one proof combines.
const MOST_COMBINED: usize = 2;

/// A polynomial of sizes that is at least 0, with its place in the list of inequalities if a fact states it.
type Natural = (Polynomial, Option<usize>);

impl Atoms {
    /// Whether a polynomial is proved to be at least 0.
    pub(crate) fn is_natural(&mut self, polynomial: &Polynomial) -> Result<bool, Stop> {
        self.budget.spend(1)?;
        if self.range(polynomial).low >= 0 {
            return Ok(true);
        }
        if let Some(less) = self.without_quotient(polynomial)? {
            return self.is_natural(&less);
        }
        // Where numbers bound every term, and sizes none, the range above was all that is known.
        let is_bounded = |(monomial, _): &(Monomial, i128)| self.monomial_range(monomial).is_bounded();
        if self.inequalities.is_empty() && polynomial.0.iter().all(is_bounded) && !self.has_two_ends(polynomial) {
            return Ok(false);
        }
        Ok(self.facts_for(polynomial)?.is_some())
    }

    /// A smaller polynomial, where a value x is added and a quotient of it subtracted: without x - x / d, or x - d·(x / d),
    /// which are at least 0.
    fn without_quotient(&mut self, polynomial: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        for (monomial, coefficient) in polynomial.0.iter().filter(|(_, coefficient)| *coefficient < 0) {
            let Some(atom) = monomial.single() else { continue };
            let Form::Quotient(x, d) = self.form(atom) else { continue };
            let number = d.number().unwrap_or(1);
            // A quotient by 0 has no value, and nothing follows from it.
            if number < 1 {
                continue;
            }
            let times = coefficient.unsigned_abs().div_ceil(number.unsigned_abs());
            let Ok(times) = i128::try_from(times) else { continue };
            let is_contained = |(part, c): &(Monomial, i128)| {
                *c > 0 && polynomial.0.iter().any(|(other, coefficient)| other == part && *coefficient / times >= *c)
            };
            if x.0.iter().all(is_contained) {
                let fewer = polynomial.plus_times(x, -times)?;
                let added = times.checked_mul(number).ok_or(Stop::TooLarge)?;
                return Ok(Some(fewer.plus_times(&Polynomial::atom(atom), added)?));
            }
        }
        Ok(None)
    }

    /// The inequalities that a proof of `0 <= polynomial` needs, each by its place; `None` without a proof.
    fn facts_for(&mut self, polynomial: &Polynomial) -> Result<Option<Vec<usize>>, Stop> {
        let by_numbers = self.facts_for_ends(polynomial, false)?;
        if by_numbers.is_some() || !self.has_two_ends(polynomial) {
            return Ok(by_numbers);
        }
        self.facts_for_ends(polynomial, true)
    }

    /// [`facts_for`](Self::facts_for), with ends that are numbers, or made of sizes where there are such.
    fn facts_for_ends(&mut self, polynomial: &Polynomial, by_sizes: bool) -> Result<Option<Vec<usize>>, Stop> {
        let Some(bound) = self.lower_bound(polynomial, by_sizes)? else { return Ok(None) };
        let Some(shifted) = self.shifted(&bound)? else { return Ok(None) };
        if shifted.0.iter().all(|(_, coefficient)| *coefficient >= 0) {
            return Ok(Some(Vec::new()));
        }
        let naturals = self.naturals(&bound)?;
        self.follows(&shifted, &naturals, MOST_COMBINED)
    }

    /// The inequalities stated by facts that a proof of `0 <= polynomial` needs.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn facts_used(&mut self, polynomial: &Polynomial) -> Result<Vec<Polynomial>, Stop> {
        if self.range(polynomial).low >= 0 {
            return Ok(Vec::new());
        }
        let places = self.facts_for(polynomial)?.unwrap_or_default();
        Ok(places.into_iter().map(|place| self.inequalities[place].clone()).collect())
    }

    /// A polynomial of sizes with every size s written as its least value plus a natural number, which takes the place of
    /// s; `None` where a size may be below zero.
    ///
    /// If no coefficient is below 0 then, neither is the polynomial. (Sufficient, not necessary.)
    fn shifted(&mut self, polynomial: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        let mut shifted = Polynomial::constant(0);
        for (monomial, coefficient) in &polynomial.0 {
            let mut term = Polynomial::constant(*coefficient);
            for &atom in &monomial.0 {
                let least = self.bounds(atom).range.low;
                if least < 0 {
                    return Ok(None);
                }
                self.budget.spend(term.0.len())?;
                term = term.times(&Polynomial::atom(atom).plus(&Polynomial::constant(least))?)?;
            }
            shifted = shifted.plus(&term)?;
        }
        Ok(Some(shifted))
    }

    /// Inequalities from which it follows that a polynomial of natural numbers is at least 0: multiples of them are subtracted
    /// until no negative term is left. `None` where none are found.
    ///
    /// Law: g >= 0, f >= 0 and p - f·g >= 0 give p >= 0.
    fn follows(&mut self, bound: &Polynomial, naturals: &[Natural], most: usize) -> Result<Option<Vec<usize>>, Stop> {
        // An inequality with a multiple that cancels this term is needed in any case.
        let Some((monomial, coefficient)) = bound.0.iter().find(|(_, coefficient)| *coefficient < 0) else {
            return Ok(Some(Vec::new()));
        };
        if most == 0 {
            return Ok(None);
        }
        for (inequality, fact) in naturals {
            for (part, number) in inequality.0.iter().filter(|(_, number)| *number < 0) {
                let Some(factor) = monomial.over(part) else { continue };
                let times = coefficient.unsigned_abs().div_ceil(number.unsigned_abs());
                let Ok(times) = i128::try_from(times) else { continue };
                self.budget.spend(inequality.0.len() + bound.0.len())?;
                let multiple = inequality.times(&Polynomial::term(factor, times))?;
                if let Some(mut facts) = self.follows(&bound.minus(&multiple)?, naturals, most - 1)? {
                    facts.extend(fact);
                    return Ok(Some(facts));
                }
            }
        }
        Ok(None)
    }

    /// Polynomials that are at least 0, shifted: those that facts state, and for every quotient q = a / b of sizes in a
    /// polynomial a - b·q and b·q - a + b - 1.
    fn naturals(&mut self, polynomial: &Polynomial) -> Result<Vec<Natural>, Stop> {
        let facts = self.inequalities.iter().cloned().enumerate().map(|(place, fact)| (fact, Some(place)));
        let mut naturals: Vec<Natural> = facts.collect();
        let mut atoms: Vec<AtomId> = polynomial.0.iter().flat_map(|(monomial, _)| monomial.0.iter().copied()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        for atom in atoms {
            if let Form::Quotient(a, b) = self.form(atom) {
                let rest = a.minus(&Polynomial::atom(atom).times(b)?)?;
                naturals.push((b.minus(&Polynomial::constant(1))?.minus(&rest)?, None));
                naturals.push((rest, None));
            }
        }
        let mut shifted = Vec::with_capacity(naturals.len());
        for (inequality, fact) in naturals {
            shifted.extend(self.shifted(&inequality)?.map(|inequality| (inequality, fact)));
        }
        Ok(shifted)
    }

    /// Whether `0 <= a < b` is proved.
    pub(crate) fn is_below(&mut self, a: &Polynomial, b: &Polynomial) -> Result<bool, Stop> {
        let gap = b.minus(a)?.minus(&Polynomial::constant(1))?;
        Ok(self.is_natural(&gap)? && self.is_natural(a)?)
    }
}
