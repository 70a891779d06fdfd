//! Putting digits back together: [`rule::DIGITS_JOINED`], [`rule::HIGHER_DIGIT_JOINED`] and [`rule::DIGIT_FOUND`].

use crate::normal::form::Form;
use crate::normal::polynomial::{Atom, Monomial, Polynomial};
use crate::rules::normalizer::{Normalizer, Stop};
use crate::rules::rule::{self, Rule};
use crate::rules::trace::Noted;

impl Normalizer<'_> {
    /// Applies the laws, each times any common factor, until none fits.
    pub(crate) fn tidy(&mut self, mut sum: Polynomial) -> Result<Polynomial, Stop> {
        while sum.0.len() > 1 {
            self.step(sum.0.len())?;
            let Some(better) = self.tidied(&sum)? else { break };
            sum = better;
        }
        Ok(sum)
    }

    fn tidied(&mut self, sum: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        for (monomial, coefficient) in &sum.0 {
            for (at, &atom) in monomial.0.iter().enumerate() {
                if !matches!(self.form(atom), Form::Remainder(..) | Form::Quotient(..)) {
                    continue;
                }
                let factor = monomial.without(at);
                let better = match self.form(atom).clone() {
                    Form::Remainder(x, d) => self.with_higher_digit(sum, (&factor, *coefficient), atom, &x, &d)?,
                    Form::Quotient(x, d) => self.as_remainder(sum, (&factor, *coefficient), atom, &x, &d)?,
                    _ => None,
                };
                if better.is_some() {
                    return Ok(better);
                }
            }
        }
        Ok(None)
    }

    /// [`rule::DIGITS_JOINED`] and [`rule::HIGHER_DIGIT_JOINED`].
    fn with_higher_digit(
        &mut self,
        sum: &Polynomial,
        (factor, coefficient): (&Monomial, i128),
        low: Atom,
        x: &Polynomial,
        d: &Polynomial,
    ) -> Result<Option<Polynomial>, Stop> {
        let higher = self.divide(x, d)?.0;
        let own = Polynomial::atom(low).times_term(factor, coefficient)?;
        let all = higher.times(d)?.times_term(factor, coefficient)?;
        if contains(sum, &all) {
            let rest = sum.minus(&own)?.minus(&all)?;
            let whole = x.times_term(factor, coefficient)?;
            self.note_sum(&rule::DIGITS_JOINED, (&own, &all), &whole);
            return Ok(Some(rest.plus(&whole)?));
        }
        // A digit above this one: a remainder of the quotient, with the weight c·d.
        let [(weight, scale)] = d.0.as_slice() else { return Ok(None) };
        let wanted = factor.times(weight);
        let scaled = coefficient.checked_mul(*scale).ok_or(Stop::TooLarge)?;
        for (monomial, c) in &sum.0 {
            if *c != scaled {
                continue;
            }
            let Some(rest) = monomial.over(&wanted) else { continue };
            let Some(digit) = rest.single() else { continue };
            if let Form::Remainder(y, b) = self.form(digit).clone()
                && y == higher
            {
                let wide = d.times(&b)?;
                let joined = self.divide(x, &wide)?.1.times_term(factor, coefficient)?;
                let upper = Polynomial::term(monomial.clone(), *c);
                let without = sum.minus(&own)?.minus(&upper)?;
                self.note_sum(&rule::HIGHER_DIGIT_JOINED, (&own, &upper), &joined);
                return Ok(Some(without.plus(&joined)?));
            }
        }
        Ok(None)
    }

    /// [`rule::DIGIT_FOUND`].
    fn as_remainder(
        &mut self,
        sum: &Polynomial,
        (factor, coefficient): (&Monomial, i128),
        quotient: Atom,
        x: &Polynomial,
        d: &Polynomial,
    ) -> Result<Option<Polynomial>, Stop> {
        let [(weight, scale)] = d.0.as_slice() else { return Ok(None) };
        // factor·coefficient = -c·d
        let Some(c) = factor.over(weight) else { return Ok(None) };
        if coefficient % scale != 0 {
            return Ok(None);
        }
        let number = -(coefficient / scale);
        let whole = x.times_term(&c, number)?;
        if !contains(sum, &whole) {
            return Ok(None);
        }
        let own = Polynomial::atom(quotient).times_term(factor, coefficient)?;
        let remainder = self.divide(x, d)?.1;
        let rest = sum.minus(&own)?.minus(&whole)?;
        let found = remainder.times_term(&c, number)?;
        self.note_sum(&rule::DIGIT_FOUND, (&whole, &own), &found);
        Ok(Some(rest.plus(&found)?))
    }

    fn note_sum(&mut self, rule: &'static Rule, before: (&Polynomial, &Polynomial), after: &Polynomial) {
        self.note(rule, |normal| {
            let before = before.0.plus(before.1).unwrap_or_default();
            Noted::equation(normal.text(&before), normal.text(after))
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
