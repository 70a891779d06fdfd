//! Divisions of what is below the divisor.

use crate::normal::budget::Stop;
use crate::normal::polynomial::Polynomial;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::divisions::Division;
use crate::rules::rule::rules;

rules! {
    BELOW = "below the divisor": "x / d = 0; x % d = x" if "x < d" by [Division(["x", "d"], "0", "x")];
}

/// [`BELOW`]
pub(crate) fn divide(
    arithmetic: &mut Arithmetic<'_>,
    x: &Polynomial,
    d: &Polynomial,
) -> Result<Option<Division>, Stop> {
    if !arithmetic.atoms.is_below(x, d)? {
        return Ok(None);
    }
    let result = (Polynomial::constant(0), x.clone());
    arithmetic.note_division(&BELOW, (x, d), &result, |arithmetic| arithmetic.why_below(x, d));
    Ok(Some(result))
}
