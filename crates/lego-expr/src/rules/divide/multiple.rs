//! Divisions of a sum in which multiples of the divisor stand.

use crate::normal::budget::Stop;
use crate::normal::polynomial::Polynomial;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::divisions::Division;
use crate::rules::rule::rules;

rules! {
    MULTIPLE = "multiple taken out": "(d*q + r) / d = q + r / d; (d*q + r) % d = r % d" if "0 <= r"
        by [Division(["d*q + r", "d"], "q + r / d", "r % d")];
    MULTIPLE_FROM_ABOVE = "multiple taken out from above": "(d*q + r) / d = q - 1; (d*q + r) % d = r + d"
        if "0 - d <= r; r < 0" by [Division(["d*q + r", "d"], "q - 1", "r + d")];
}

/// [`MULTIPLE`] and [`MULTIPLE_FROM_ABOVE`]
pub(crate) fn divide(
    arithmetic: &mut Arithmetic<'_>,
    x: &Polynomial,
    d: &Polynomial,
) -> Result<Option<Division>, Stop> {
    let (q, r) = x.divided(d)?;
    if q.is_zero() {
        return Ok(None);
    }
    if arithmetic.atoms.is_natural(&r)? {
        let (more, rest) = arithmetic.divide(&r, d)?;
        let sum = q.plus(&more)?;
        let result = (arithmetic.tidy(sum)?, rest);
        arithmetic.note_division(&MULTIPLE, (x, d), &result, |arithmetic| arithmetic.why_natural(&r));
        return Ok(Some(result));
    }
    let lifted = r.plus(d)?;
    if arithmetic.atoms.is_below(&lifted, d)? {
        let result = (q.minus(&Polynomial::constant(1))?, lifted);
        let because = |arithmetic: &mut Arithmetic<'_>| arithmetic.why_below(&result.1, d);
        arithmetic.note_division(&MULTIPLE_FROM_ABOVE, (x, d), &result, because);
        return Ok(Some(result));
    }
    Ok(None)
}

/// [`MULTIPLE`] by the nearest multiples: 63·i + 63 is 64·i + (63 - i).
pub(crate) fn divide_by_nearest(
    arithmetic: &mut Arithmetic<'_>,
    x: &Polynomial,
    d: &Polynomial,
) -> Result<Option<Division>, Stop> {
    let Some(number) = d.number().filter(|&number| number > 2) else { return Ok(None) };
    let mut q = Polynomial::constant(0);
    for (monomial, coefficient) in &x.0 {
        let below = coefficient.div_euclid(number);
        let nearest = if coefficient.rem_euclid(number) > number / 2 { below + 1 } else { below };
        q = q.plus(&Polynomial::term(monomial.clone(), nearest))?;
    }
    let r = x.minus(&q.times(d)?)?;
    let range = arithmetic.atoms.range(&r);
    let below = range.low.div_euclid(number);
    if q.is_zero() || !range.is_bounded() || range.high.div_euclid(number) != below {
        return Ok(None);
    }
    let below = Polynomial::constant(below);
    let (q, r) = (q.plus(&below)?, r.minus(&below.times(d)?)?);
    let result = (arithmetic.tidy(q)?, arithmetic.tidy(r)?);
    arithmetic.note_division(&MULTIPLE, (x, d), &result, |arithmetic| arithmetic.why_below(&result.1, d));
    Ok(Some(result))
}
