//! Quotients and remainders.
//!
//! Everything comes down to finding the part of the dividend that the divisor divides and proving that the rest stays
//! below it. With all values natural numbers and d > 0:
//!
//! ```text
//! x / d = 0                    x % d = x                      if 0 <= x < d
//! (d·q + r) / d = q + r / d    (d·q + r) % d = r % d          if r >= 0
//! (d·q + r) / d = q - 1        (d·q + r) % d = r + d          if -d <= r < 0
//! (g·u + s) / (g·e) = u / e    (g·u + s) % (g·e) = g·(u % e) + s     if 0 <= s < g
//! (d·k - 1 - y) / d = k - 1 - y / d      … % d = d - 1 - y % d       if y >= 0
//! (x / a) / d = x / (a·d)
//! (x % (d·m)) / d = (x / d) % m          (x % (d·m)) % d = x % d
//! (x / a) % b = x / a                                                if x < a·b
//! ```

use super::normal::{Form, Normalizer, Stop, gcd};
use super::polynomial::{Monomial, Polynomial};

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
            return Ok((Polynomial::constant(1), zero));
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
        // x / d = 0, x % d = x if 0 <= x < d
        if self.is_below(x, d)? {
            return Ok((Polynomial::constant(0), x.clone()));
        }
        if let [divisor] = d.0.as_slice() {
            if let Some(result) = self.extract(x, d, divisor)? {
                return Ok(result);
            }
            if let Some(result) = self.by_common_part(x, divisor)? {
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

    /// (d·q + r) / d = q + r / d and (d·q + r) % d = r % d if r >= 0; q - 1 and r + d if -d <= r < 0.
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
            return Ok(Some((self.tidy(sum)?, rest)));
        }
        let lifted = r.plus(d)?;
        if self.is_below(&lifted, d)? {
            return Ok(Some((q.minus(&Polynomial::constant(1))?, lifted)));
        }
        Ok(None)
    }

    /// (g·u + s) / (g·e) = u / e and (g·u + s) % (g·e) = g·(u % e) + s if 0 <= s < g.
    fn by_common_part(
        &mut self,
        x: &Polynomial,
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
            return Ok(Some((quotient, self.tidy(remainder)?)));
        }
        Ok(None)
    }

    /// (d·k - 1 - y) / d = k - 1 - y / d and (d·k - 1 - y) % d = d - 1 - y % d if y >= 0.
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
        Ok(Some((self.tidy(quotient)?, self.tidy(remainder)?)))
    }

    /// Quotients of quotients and of remainders.
    fn nested(&mut self, form: Form, x: &Polynomial, d: &Polynomial) -> Result<Option<(Polynomial, Polynomial)>, Stop> {
        match form {
            // (y / a) / d = y / (a·d); (y / a) % d stays, it is a digit of y.
            Form::Quotient(y, a) => {
                let both = a.times(d)?;
                let quotient = self.divide(&y, &both)?.0;
                let remainder =
                    if quotient.is_zero() { x.clone() } else { self.atom(Form::Remainder(x.clone(), d.clone()))? };
                Ok(Some((quotient, remainder)))
            }
            // (y % (d·m)) / d = (y / d) % m; (y % (d·m)) % d = y % d
            Form::Remainder(y, m) => {
                let [divisor] = d.0.as_slice() else { return Ok(None) };
                let (m, rest) = m.split(divisor);
                if !rest.is_zero() || m.is_zero() {
                    return Ok(None);
                }
                let (quotient, remainder) = self.divide(&y, d)?;
                Ok(Some((self.divide(&quotient, &m)?.1, remainder)))
            }
            Form::Binary(op, a, b) => self.divide_bits(op, &a, &b, d),
            _ => Ok(None),
        }
    }
}
