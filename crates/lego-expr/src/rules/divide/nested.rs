//! Divisions of quotients and of remainders.

use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::Polynomial;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::divisions::Division;
use crate::rules::rule::rules;

rules! {
    QUOTIENT_OF_QUOTIENT = "quotient of a quotient": "x / a / d = x / (a*d)" by [
        // The divisor is positive.
        Product("a - 1", "d - 1"),
        Equals("a", "x / a", "d*(x / a / d) + x / a % d"),
        // The remainder is below the divisor.
        Product("a", "x / a % d"),
        Product("a", "d - 1 - x / a % d"),
        Division(["x", "a*d"], "x / a / d", "a*(x / a % d) + x % a"),
    ];
    HIGHEST_DIGIT = "highest digit": "(x / a) % b = x / a" if "x < a*b"
        by [Product("a", "x / a - b"), Division(["x / a", "b"], "0", "x / a")];
    DIGITS_OF_REMAINDER = "digits of a remainder": "(x % (d*m)) / d = (x / d) % m; (x % (d*m)) % d = x % d" by [
        Product("d", "0 - m"),
        Division(["x", "d"], "m*(x / (d*m)) + (x % (d*m)) / d", "(x % (d*m)) % d"),
        // The digit is below m.
        Product("d", "(x % (d*m)) / d - m"),
        Division(["x / d", "m"], "x / (d*m)", "(x % (d*m)) / d"),
    ];
}

/// [`QUOTIENT_OF_QUOTIENT`], [`HIGHEST_DIGIT`] and [`DIGITS_OF_REMAINDER`]
pub(crate) fn divide(
    arithmetic: &mut Arithmetic<'_>,
    x: &Polynomial,
    d: &Polynomial,
) -> Result<Option<Division>, Stop> {
    let Some(atom) = x.single_atom() else { return Ok(None) };
    match arithmetic.atoms.form(atom).clone() {
        // (y / a) % d stays, it is a digit of y.
        Form::Quotient(y, a) => {
            let both = a.times(d)?;
            let quotient = arithmetic.divide(&y, &both)?.0;
            if quotient.is_zero() {
                let result = (quotient, x.clone());
                let because = |arithmetic: &mut Arithmetic<'_>| arithmetic.why_below(&y, &both);
                arithmetic.note_division(&HIGHEST_DIGIT, (x, d), &result, because);
                return Ok(Some(result));
            }
            let result = (quotient, arithmetic.atom(Form::Remainder(x.clone(), d.clone()))?);
            arithmetic.note_division(&QUOTIENT_OF_QUOTIENT, (x, d), &result, |_| Vec::new());
            Ok(Some(result))
        }
        Form::Remainder(y, m) => {
            let (m, rest) = m.divided(d)?;
            if !rest.is_zero() || m.is_zero() {
                return Ok(None);
            }
            let (quotient, remainder) = arithmetic.divide(&y, d)?;
            let result = (arithmetic.divide(&quotient, &m)?.1, remainder);
            arithmetic.note_division(&DIGITS_OF_REMAINDER, (x, d), &result, |_| Vec::new());
            Ok(Some(result))
        }
        _ => Ok(None),
    }
}
