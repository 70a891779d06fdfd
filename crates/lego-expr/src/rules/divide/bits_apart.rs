//! Divisions of bit operations by a power of two.

use crate::graph::node::Op;
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::Polynomial;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::divisions::Division;
use crate::rules::rule::rules;

rules! {
    BITS_APART = "bits taken apart":
        "(x ^ y) / (1 << k) = (x / (1 << k)) ^ (y / (1 << k)); (x ^ y) % (1 << k) = (x % (1 << k)) ^ (y % (1 << k)); (x & y) / (1 << k) = (x / (1 << k)) & (y / (1 << k)); (x & y) % (1 << k) = (x % (1 << k)) & (y % (1 << k)); (x | y) / (1 << k) = (x / (1 << k)) | (y / (1 << k)); (x | y) % (1 << k) = (x % (1 << k)) | (y % (1 << k))";
}

/// [`BITS_APART`], where that makes one side vanish.
pub(crate) fn divide(
    arithmetic: &mut Arithmetic<'_>,
    x: &Polynomial,
    d: &Polynomial,
) -> Result<Option<Division>, Stop> {
    let power = d.number().filter(|n| n.count_ones() == 1 && *n > 0);
    let (Some(atom), Some(_)) = (x.single_atom(), power) else { return Ok(None) };
    let Form::Binary(op @ (Op::And | Op::Or | Op::Xor), a, b) = arithmetic.atoms.form(atom).clone() else {
        return Ok(None);
    };
    let ((qa, ra), (qb, rb)) = (arithmetic.divide(&a, d)?, arithmetic.divide(&b, d)?);
    if !(qa.is_zero() || qb.is_zero() || ra.is_zero() || rb.is_zero()) {
        return Ok(None);
    }
    let result = (arithmetic.bits(op, &qa, &qb)?, arithmetic.bits(op, &ra, &rb)?);
    arithmetic.note_division(&BITS_APART, (x, d), &result, |_| Vec::new());
    Ok(Some(result))
}
