//! Sums in which the digits of one value stand side by side: they are put together again.

use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};
use crate::rules::arithmetic::Arithmetic;
use crate::rules::derivation::Reason;
use crate::rules::rule::{Rule, rules};

rules! {
    DIGITS_JOINED = "digits joined": "c*(x % d) + c*d*(x / d) = c*x" by [Equals("c", "x", "d*(x / d) + x % d")];
    HIGHER_DIGIT_JOINED = "digits joined below a higher one": "c*(x % d) + c*d*((x / d) % b) = c*(x % (d*b))" by [
        Product("d - 1", "b - 1"),
        Equals("d", "x / d", "b*(x / d / b) + x / d % b"),
        Product("d", "x / d % b"),
        Product("d", "b - 1 - x / d % b"),
        Division(["x", "d*b"], "x / d / b", "d*(x / d % b) + x % d"),
        Equals("c", "x % (d*b)", "d*(x / d % b) + x % d"),
    ];
    DIGIT_FOUND = "remainder found": "c*x - c*d*(x / d) = c*(x % d)" by [Equals("c", "x", "d*(x / d) + x % d")];
}

impl Arithmetic<'_> {
    /// A sum with digits of one value put together until none are left that stand side by side.
    pub(crate) fn tidy(&mut self, sum: Polynomial) -> Result<Polynomial, Stop> {
        self.put_together(sum, true)
    }

    /// A sum with digits of one value put together, and no remainder found: what was written out stays so.
    pub(crate) fn join_digits(&mut self, sum: Polynomial) -> Result<Polynomial, Stop> {
        self.put_together(sum, false)
    }

    fn put_together(&mut self, mut sum: Polynomial, finds_remainders: bool) -> Result<Polynomial, Stop> {
        while sum.0.len() > 1 {
            self.atoms.budget.spend(sum.0.len())?;
            let Some(better) = self.shorter(&sum, finds_remainders)? else { break };
            sum = better;
        }
        Ok(sum)
    }

    /// A sum with the first two digits put together that stand side by side.
    fn shorter(&mut self, sum: &Polynomial, finds_remainders: bool) -> Result<Option<Polynomial>, Stop> {
        for (monomial, coefficient) in &sum.0 {
            for (at, &atom) in monomial.0.iter().enumerate() {
                let better = match self.atoms.form(atom) {
                    Form::Remainder(x, d) => {
                        let (x, d) = (x.clone(), d.clone());
                        self.joined(sum, (&monomial.without(at), *coefficient), atom, &x, &d)?
                    }
                    Form::Quotient(x, d) if finds_remainders => {
                        let (x, d) = (x.clone(), d.clone());
                        self.remainder_found(sum, (&monomial.without(at), *coefficient), atom, &x, &d)?
                    }
                    _ => None,
                };
                if better.is_some() {
                    return Ok(better);
                }
            }
        }
        Ok(None)
    }

    /// [`DIGITS_JOINED`] and [`HIGHER_DIGIT_JOINED`].
    fn joined(
        &mut self,
        sum: &Polynomial,
        (factor, coefficient): (&Monomial, i128),
        low: AtomId,
        x: &Polynomial,
        d: &Polynomial,
    ) -> Result<Option<Polynomial>, Stop> {
        let higher = self.divide(x, d)?.0;
        let digit = Polynomial::atom(low).times_term(factor, coefficient)?;
        let rest_of_x = higher.times(d)?.times_term(factor, coefficient)?;
        if contains(sum, &rest_of_x) {
            let rest = sum.minus(&digit)?.minus(&rest_of_x)?;
            let multiple = x.times_term(factor, coefficient)?;
            self.note_sum(&DIGITS_JOINED, (&digit, &rest_of_x), &multiple);
            return Ok(Some(rest.plus(&multiple)?));
        }
        // A higher digit than this one is a remainder of the quotient, with the coefficient c·d.
        let Some((weight, scale)) = d.longest_term() else { return Ok(None) };
        let wanted = factor.times(weight);
        let scaled = coefficient.checked_mul(*scale).ok_or(Stop::TooLarge)?;
        for (monomial, c) in &sum.0 {
            if *c != scaled {
                continue;
            }
            let Some(rest) = monomial.over(&wanted) else { continue };
            let Some(higher_digit) = rest.single() else { continue };
            let b = match self.atoms.form(higher_digit) {
                Form::Remainder(y, b) if *y == higher => b.clone(),
                _ => continue,
            };
            let upper = d.times(&Polynomial::atom(higher_digit))?.times_term(factor, coefficient)?;
            if !contains(sum, &upper) {
                continue;
            }
            let both = d.times(&b)?;
            let joined = self.divide(x, &both)?.1.times_term(factor, coefficient)?;
            let without = sum.minus(&digit)?.minus(&upper)?;
            self.note_sum(&HIGHER_DIGIT_JOINED, (&digit, &upper), &joined);
            return Ok(Some(without.plus(&joined)?));
        }
        Ok(None)
    }

    /// [`DIGIT_FOUND`].
    fn remainder_found(
        &mut self,
        sum: &Polynomial,
        (factor, coefficient): (&Monomial, i128),
        quotient: AtomId,
        x: &Polynomial,
        d: &Polynomial,
    ) -> Result<Option<Polynomial>, Stop> {
        let Some((weight, scale)) = d.longest_term() else { return Ok(None) };
        // The term is the longest of -c·d·(x / d): its coefficient tells c.
        let Some(c) = factor.over(weight) else { return Ok(None) };
        if coefficient % scale != 0 {
            return Ok(None);
        }
        let number = -(coefficient / scale);
        let multiple = x.times_term(&c, number)?;
        if !contains(sum, &multiple) {
            return Ok(None);
        }
        let part = d.times(&Polynomial::atom(quotient))?.times_term(&c, -number)?;
        if !contains(sum, &part) {
            return Ok(None);
        }
        let remainder = self.divide(x, d)?.1;
        let rest = sum.minus(&part)?.minus(&multiple)?;
        let found = remainder.times_term(&c, number)?;
        self.note_sum(&DIGIT_FOUND, (&multiple, &part), &found);
        Ok(Some(rest.plus(&found)?))
    }

    fn note_sum(&mut self, rule: &'static Rule, before: (&Polynomial, &Polynomial), after: &Polynomial) {
        self.note(rule, |arithmetic| {
            let before = before.0.plus(before.1).unwrap_or_default();
            Reason::equation(arithmetic.text(&before), arithmetic.text(after))
        });
    }
}

/// Whether every term of `part` stands in `sum` with the same coefficient.
fn contains(sum: &Polynomial, part: &Polynomial) -> bool {
    !part.is_zero()
        && part
            .0
            .iter()
            .all(|term| sum.0.binary_search_by(|probe| probe.0.cmp(&term.0)).is_ok_and(|k| sum.0[k].1 == term.1))
}
