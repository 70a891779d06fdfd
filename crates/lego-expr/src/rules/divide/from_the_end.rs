//! Divisions of a value that is counted from the last index down.

use crate::normal::budget::Stop;
use crate::normal::polynomial::Polynomial;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::divisions::Division;
use crate::rules::rule::rules;

rules! {
    FROM_THE_END = "counted from the end":
        "(d*k - 1 - y) / d = k - 1 - y / d; (d*k - 1 - y) % d = d - 1 - y % d" if "0 <= y"
        by [Division(["d*k - 1 - y", "d"], "k - 1 - y / d", "d - 1 - y % d")];
}

/// [`FROM_THE_END`]
pub(crate) fn divide(
    arithmetic: &mut Arithmetic<'_>,
    x: &Polynomial,
    d: &Polynomial,
) -> Result<Option<Division>, Stop> {
    let (positive, y) = x.signs()?;
    if y.is_zero() || y.number().is_some() {
        // A constant below zero belongs to the positive side: n - 1 is n's last index.
        return Ok(None);
    }
    let last = Polynomial::constant(y.constant_term());
    let (y, positive) = (y.minus(&last)?, positive.minus(&last)?);
    let (k, rest) = positive.plus(&Polynomial::constant(1))?.divided(d)?;
    if !rest.is_zero() || k.is_zero() || !arithmetic.atoms.is_natural(&y)? || !arithmetic.atoms.is_natural(x)? {
        return Ok(None);
    }
    let (quotient, remainder) = arithmetic.divide(&y, d)?;
    let one = Polynomial::constant(1);
    let quotient = k.minus(&one)?.minus(&quotient)?;
    let remainder = d.minus(&one)?.minus(&remainder)?;
    let result = (arithmetic.tidy(quotient)?, arithmetic.tidy(remainder)?);
    arithmetic.note_division(&FROM_THE_END, (x, d), &result, |arithmetic| arithmetic.why_natural(&y));
    Ok(Some(result))
}
