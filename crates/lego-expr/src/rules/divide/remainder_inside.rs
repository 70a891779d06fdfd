//! Remainders of a sum in which a remainder by a multiple of the divisor stands.

use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::Polynomial;
use crate::ranges::range::Range;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::derivation::Reason;
use crate::rules::rule::rules;

rules! {
    REMAINDER_INSIDE = "remainder inside a remainder": "(c*(x % (d*m)) + y) % d = (c*x + y) % d" if "0 <= c*x + y" by [
        Equals("c", "x", "d*m*(x / (d*m)) + x % (d*m)"),
        Division(["c*x + y", "d"], "c*m*(x / (d*m)) + (c*(x % (d*m)) + y) / d", "(c*(x % (d*m)) + y) % d"),
    ];
}

impl Arithmetic<'_> {
    /// [`REMAINDER_INSIDE`]: the remainder of a value without remainders inside, where there is one no wider. It may be none
    /// any more.
    pub(crate) fn flat_remainder(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        let Some(flat) = self.without_remainders_inside(x, d)? else { return Ok(None) };
        self.note(&REMAINDER_INSIDE, |arithmetic| {
            let (before, after, d) = (arithmetic.operand(x), arithmetic.operand(&flat), arithmetic.operand(d));
            Reason {
                equations: vec![(format!("{before} % {d}"), format!("{after} % {d}"))],
                because: arithmetic.why_natural(&flat),
            }
        });
        Ok(Some(self.divide(&flat, d)?.1))
    }

    /// A value with the same remainder, where there is one no wider.
    fn without_remainders_inside(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        let mut flat = x.clone();
        // What is subtracted last: it may need what is added to stay above zero.
        let (added, subtracted): (Vec<_>, Vec<_>) = x.0.iter().partition(|(_, coefficient)| *coefficient > 0);
        for (monomial, coefficient) in added.into_iter().chain(subtracted) {
            for (at, &atom) in monomial.0.iter().enumerate() {
                let Form::Remainder(y, m) = self.atoms.form(atom).clone() else { continue };
                if !m.divided(d)?.1.is_zero() {
                    continue;
                }
                let factor = monomial.without(at);
                let term = Polynomial::term(monomial.clone(), *coefficient);
                let trial = flat.minus(&term)?.plus(&y.times_term(&factor, *coefficient)?)?;
                let is_one = factor.is_one() && coefficient.abs() == 1;
                if (is_one || self.is_as_narrow(&trial, &[x, &y])) && self.atoms.is_natural(&trial)? {
                    flat = trial;
                    break;
                }
            }
        }
        Ok((flat != *x).then_some(flat))
    }

    /// Whether a value is known to fit the type, of 32, 64 or 128 bits, that other values need.
    fn is_as_narrow(&self, value: &Polynomial, others: &[&Polynomial]) -> bool {
        let width = |range: Range| {
            let bits = [32, 64, 127];
            bits.into_iter().find(|bits| range.is_bounded() && range.high >> bits == 0)
        };
        let widths = others.iter().map(|other| width(self.atoms.range(other)));
        let widest = widths.max_by_key(|width| width.unwrap_or(u32::MAX));
        width(self.atoms.range(value)).is_some_and(|width| widest.flatten().is_some_and(|widest| width <= widest))
    }
}
