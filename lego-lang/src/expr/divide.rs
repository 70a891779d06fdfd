//! Quotients and remainders.
//!
//! Everything comes down to finding the part of the dividend that the divisor divides and proving that the rest stays
//! below it. The laws and their conditions are in [`rule`].

use super::normal::{Form, Normalizer, Stop, gcd};
use super::polynomial::{Monomial, Polynomial};
use super::rule;

impl Normalizer<'_> {
    /// The quotient and the remainder of a natural number by a positive one.
    pub(super) fn divide(&mut self, x: &Polynomial, d: &Polynomial) -> Result<(Polynomial, Polynomial), Stop> {
        let zero = Polynomial::constant(0);
        if let (Some(a), Some(b)) = (x.number(), d.number())
            && a >= 0
            && b > 0
        {
            return Ok((Polynomial::constant(a / b), Polynomial::constant(a % b)));
        }
        if d.number() == Some(1) {
            return Ok((x.clone(), zero));
        }
        if x == d {
            let result = (Polynomial::constant(1), zero);
            self.note_division(&rule::EQUAL_PARTS, (x, d), &result, |_| Vec::new());
            return Ok(result);
        }
        let key = (x.clone(), d.clone());
        if let Some(known) = self.divisions.get(&key) {
            return Ok(known.clone());
        }
        self.step(1)?;
        let result = self.divide_anew(x, d)?;
        self.divisions.insert(key, result.clone());
        Ok(result)
    }

    fn divide_anew(&mut self, x: &Polynomial, d: &Polynomial) -> Result<(Polynomial, Polynomial), Stop> {
        if self.is_below(x, d)? {
            let result = (Polynomial::constant(0), x.clone());
            self.note_division(&rule::BELOW, (x, d), &result, |normal| normal.why_below(x, d));
            return Ok(result);
        }
        if let [divisor] = d.0.as_slice() {
            if let Some(result) = self.extract(x, d, divisor)? {
                return Ok(result);
            }
            if let Some(result) = self.by_common_part(x, d, divisor)? {
                return Ok(result);
            }
        }
        if let Some(result) = self.counted_from_the_end(x, d)? {
            return Ok(result);
        }
        if let Some(atom) = x.single_atom()
            && let Some(result) = self.nested(self.form(atom).clone(), x, d)?
        {
            return Ok(result);
        }
        let quotient = self.atom(Form::Quotient(x.clone(), d.clone()))?;
        let remainder = self.atom(Form::Remainder(x.clone(), d.clone()))?;
        Ok((quotient, remainder))
    }

    /// [`rule::MULTIPLE`] and [`rule::MULTIPLE_FROM_ABOVE`].
    fn extract(
        &mut self,
        x: &Polynomial,
        d: &Polynomial,
        divisor: &(Monomial, i128),
    ) -> Result<Option<(Polynomial, Polynomial)>, Stop> {
        let (q, r) = x.split(divisor);
        if q.is_zero() {
            return Ok(None);
        }
        if self.is_natural(&r)? {
            let (more, rest) = self.divide(&r, d)?;
            let sum = q.plus(&more)?;
            let result = (self.tidy(sum)?, rest);
            self.note_division(&rule::MULTIPLE, (x, d), &result, |normal| normal.why_natural(&r));
            return Ok(Some(result));
        }
        let lifted = r.plus(d)?;
        if self.is_below(&lifted, d)? {
            let result = (q.minus(&Polynomial::constant(1))?, lifted);
            self.note_division(&rule::MULTIPLE_FROM_ABOVE, (x, d), &result, |normal| normal.why_below(&result.1, d));
            return Ok(Some(result));
        }
        Ok(None)
    }

    /// [`rule::COMMON_PART`].
    fn by_common_part(
        &mut self,
        x: &Polynomial,
        d: &Polynomial,
        divisor: &(Monomial, i128),
    ) -> Result<Option<(Polynomial, Polynomial)>, Stop> {
        let mut parts: Vec<(Monomial, i128)> = Vec::new();
        for (monomial, coefficient) in &x.0 {
            let part = (monomial.common(&divisor.0), gcd(*coefficient, divisor.1));
            let is_one = part.0.is_one() && part.1 == 1;
            if !is_one && part != *divisor && !parts.contains(&part) {
                parts.push(part);
            }
        }
        // Large parts first: they leave the smallest division. (The order only matters for the form, not for the value.)
        parts.sort_by_key(|part| std::cmp::Reverse((part.0.0.len(), part.1)));
        for part in parts {
            let (mut u, mut s) = x.split(&part);
            let g = Polynomial::term(part.0.clone(), part.1);
            if !self.is_below(&s, &g)? {
                // s in -g..0 counts down from the next multiple.
                let lifted = s.plus(&g)?;
                if !self.is_below(&lifted, &g)? {
                    continue;
                }
                u = u.minus(&Polynomial::constant(1))?;
                s = lifted;
            }
            let Some(e) = Polynomial::term_over(divisor, &part) else { continue };
            let (quotient, rest) = self.divide(&u, &Polynomial::term(e.0, e.1))?;
            let remainder = rest.times_term(&part.0, part.1)?.plus(&s)?;
            let result = (quotient, self.tidy(remainder)?);
            self.note_division(&rule::COMMON_PART, (x, d), &result, |normal| normal.why_below(&s, &g));
            return Ok(Some(result));
        }
        Ok(None)
    }

    /// [`rule::FROM_THE_END`].
    fn counted_from_the_end(
        &mut self,
        x: &Polynomial,
        d: &Polynomial,
    ) -> Result<Option<(Polynomial, Polynomial)>, Stop> {
        let (positive, y) = x.signs()?;
        if y.is_zero() || y.number().is_some() {
            // A constant below zero belongs to the positive side: n - 1 is n's last index.
            return Ok(None);
        }
        let last = Polynomial::constant(y.constant_term());
        let (y, positive) = (y.minus(&last)?, positive.minus(&last)?);
        let [divisor] = d.0.as_slice() else { return Ok(None) };
        let (k, rest) = positive.plus(&Polynomial::constant(1))?.split(divisor);
        if !rest.is_zero() || k.is_zero() || !self.is_natural(&y)? || !self.is_natural(x)? {
            return Ok(None);
        }
        let (quotient, remainder) = self.divide(&y, d)?;
        let one = Polynomial::constant(1);
        let quotient = k.minus(&one)?.minus(&quotient)?;
        let remainder = d.minus(&one)?.minus(&remainder)?;
        let result = (self.tidy(quotient)?, self.tidy(remainder)?);
        self.note_division(&rule::FROM_THE_END, (x, d), &result, |normal| normal.why_natural(&y));
        Ok(Some(result))
    }

    /// Quotients of quotients and of remainders.
    fn nested(&mut self, form: Form, x: &Polynomial, d: &Polynomial) -> Result<Option<(Polynomial, Polynomial)>, Stop> {
        match form {
            // (y / a) % d stays, it is a digit of y.
            Form::Quotient(y, a) => {
                let both = a.times(d)?;
                let quotient = self.divide(&y, &both)?.0;
                if quotient.is_zero() {
                    let result = (quotient, x.clone());
                    self.note_division(&rule::HIGHEST_DIGIT, (x, d), &result, |normal| normal.why_below(&y, &both));
                    return Ok(Some(result));
                }
                let result = (quotient, self.atom(Form::Remainder(x.clone(), d.clone()))?);
                self.note_division(&rule::QUOTIENT_OF_QUOTIENT, (x, d), &result, |_| Vec::new());
                Ok(Some(result))
            }
            Form::Remainder(y, m) => {
                let [divisor] = d.0.as_slice() else { return Ok(None) };
                let (m, rest) = m.split(divisor);
                if !rest.is_zero() || m.is_zero() {
                    return Ok(None);
                }
                let (quotient, remainder) = self.divide(&y, d)?;
                let result = (self.divide(&quotient, &m)?.1, remainder);
                self.note_division(&rule::DIGITS_OF_REMAINDER, (x, d), &result, |_| Vec::new());
                Ok(Some(result))
            }
            Form::Binary(op, a, b) => {
                let result = self.divide_bits(op, &a, &b, d)?;
                if let Some(result) = &result {
                    self.note_division(&rule::BITS_APART, (x, d), result, |_| Vec::new());
                }
                Ok(result)
            }
            _ => Ok(None),
        }
    }
}
