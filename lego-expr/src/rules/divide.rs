//! Quotients and remainders.
//!
//! Everything comes down to finding the part of the dividend that the divisor divides and proving that the rest stays
//! below it. The laws and their conditions are in [`rule`].

use crate::graph::table::Table;
use crate::normal::form::Form;
use crate::normal::polynomial::{Monomial, Polynomial};
use crate::ranges::range::Range;
use crate::rules::normalizer::{Normalizer, Stop, gcd};
use crate::rules::rule;
use crate::rules::trace::Noted;

/// Divisions done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Divisions {
    places: Table,
    done: Vec<Division>,
}

/// The dividend and the divisor, and what came of them.
type Division = ((Polynomial, Polynomial), (Polynomial, Polynomial));

impl Divisions {
    fn hash(x: &Polynomial, d: &Polynomial) -> u32 {
        Table::hash(x).rotate_left(7) ^ Table::hash(d)
    }

    fn find(&self, hash: u32, x: &Polynomial, d: &Polynomial) -> Option<&(Polynomial, Polynomial)> {
        let is_it = |place: usize| {
            let (known, _) = &self.done[place];
            known.0 == *x && known.1 == *d
        };
        self.places.find(hash, is_it).map(|place| &self.done[place].1)
    }

    fn insert(&mut self, hash: u32, x: &Polynomial, d: &Polynomial, result: &(Polynomial, Polynomial)) {
        // The same division may have been done on the way: then it is there, with the same result.
        if self.find(hash, x, d).is_none() {
            self.places.insert(hash, self.done.len());
            self.done.push(((x.clone(), d.clone()), result.clone()));
        }
    }

    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.done.clear();
    }
}

impl Normalizer<'_> {
    /// The quotient and the remainder of a natural number by a positive one.
    pub(crate) fn divide(&mut self, x: &Polynomial, d: &Polynomial) -> Result<(Polynomial, Polynomial), Stop> {
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
        let hash = Divisions::hash(x, d);
        if let Some(known) = self.divisions.find(hash, x, d) {
            return Ok(known.clone());
        }
        self.step(1)?;
        let result = self.divide_anew(x, d)?;
        self.divisions.insert(hash, x, d, &result);
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
        if let Some(result) = self.extract_nearest(x, d)? {
            return Ok(result);
        }
        let quotient = self.atom(Form::Quotient(x.clone(), d.clone()))?;
        let same = |(monomial, coefficient): &(Monomial, i128)| {
            let inside = monomial.single().map(|atom| self.form(atom));
            coefficient.abs() == 1 && matches!(inside, Some(Form::Remainder(_, m)) if m == d)
        };
        let flat = if x.0.iter().any(same) { self.flat_remainder(x, d)? } else { None };
        let remainder = match flat {
            Some(flat) => flat,
            None => self.atom(Form::Remainder(x.clone(), d.clone()))?,
        };
        Ok((quotient, remainder))
    }

    /// [`rule::MULTIPLE`] by the nearest multiples: 63·i + 63 is 64·i + (63 - i).
    fn extract_nearest(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Option<(Polynomial, Polynomial)>, Stop> {
        let Some(number) = d.number().filter(|&number| number > 2) else { return Ok(None) };
        let mut q = Polynomial::constant(0);
        for (monomial, coefficient) in &x.0 {
            let below = coefficient.div_euclid(number);
            let nearest = if coefficient.rem_euclid(number) > number / 2 { below + 1 } else { below };
            q = q.plus(&Polynomial::term(monomial.clone(), nearest))?;
        }
        let r = x.minus(&q.times(d)?)?;
        let range = self.range(&r);
        let below = range.low.div_euclid(number);
        if q.is_zero() || !range.is_bounded() || range.high.div_euclid(number) != below {
            return Ok(None);
        }
        let below = Polynomial::constant(below);
        let (q, r) = (q.plus(&below)?, r.minus(&below.times(d)?)?);
        let result = (self.tidy(q)?, self.tidy(r)?);
        self.note_division(&rule::MULTIPLE, (x, d), &result, |normal| normal.why_below(&result.1, d));
        Ok(Some(result))
    }

    /// [`rule::REMAINDER_INSIDE`]: a value with the same remainder, where there is one no wider.
    fn without_remainders_inside(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        let [divisor] = d.0.as_slice() else { return Ok(None) };
        let mut whole = x.clone();
        // What is subtracted last: it may need what is added to stay above zero.
        let (added, subtracted): (Vec<_>, Vec<_>) = x.0.iter().partition(|(_, coefficient)| *coefficient > 0);
        for (monomial, coefficient) in added.into_iter().chain(subtracted) {
            for (at, &atom) in monomial.0.iter().enumerate() {
                let Form::Remainder(y, m) = self.form(atom).clone() else { continue };
                if !m.split(divisor).1.is_zero() {
                    continue;
                }
                let factor = monomial.without(at);
                let own = Polynomial::term(monomial.clone(), *coefficient);
                let trial = whole.minus(&own)?.plus(&y.times_term(&factor, *coefficient)?)?;
                let is_one = factor.is_one() && coefficient.abs() == 1;
                if (is_one || self.is_as_narrow(&trial, &[x, &y])) && self.is_natural(&trial)? {
                    whole = trial;
                    break;
                }
            }
        }
        Ok((whole != *x).then_some(whole))
    }

    /// Whether a value is known to fit the type, of 32, 64 or 128 bits, that other values need.
    fn is_as_narrow(&self, value: &Polynomial, others: &[&Polynomial]) -> bool {
        let width = |range: Range| {
            let bits = [32, 64, 127];
            bits.into_iter().find(|bits| range.is_bounded() && range.high >> bits == 0)
        };
        let widest = others.iter().map(|other| width(self.range(other))).max_by_key(|width| width.unwrap_or(u32::MAX));
        width(self.range(value)).is_some_and(|width| widest.flatten().is_some_and(|widest| width <= widest))
    }

    /// The remainder of such a value, which may be none any more.
    pub(crate) fn flat_remainder(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        let Some(whole) = self.without_remainders_inside(x, d)? else { return Ok(None) };
        self.note(&rule::REMAINDER_INSIDE, |normal| {
            let (before, after, d) = (normal.operand(x), normal.operand(&whole), normal.operand(d));
            Noted {
                equations: vec![(format!("{before} % {d}"), format!("{after} % {d}"))],
                because: normal.why_natural(&whole),
            }
        });
        Ok(Some(self.divide(&whole, d)?.1))
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
