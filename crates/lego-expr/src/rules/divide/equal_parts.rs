//! Divisions of a number by itself.

use crate::normal::polynomial::Polynomial;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::divisions::Division;
use crate::rules::rule::rules;

rules! {
    EQUAL_PARTS = "number by itself": "x / x = 1; x % x = 0" by [Division(["x", "x"], "1", "0")];
}

/// [`EQUAL_PARTS`]
pub(crate) fn divide(arithmetic: &mut Arithmetic<'_>, x: &Polynomial, d: &Polynomial) -> Option<Division> {
    if x != d {
        return None;
    }
    let result = (Polynomial::constant(1), Polynomial::constant(0));
    arithmetic.note_division(&EQUAL_PARTS, (x, d), &result, |_| Vec::new());
    Some(result)
}
