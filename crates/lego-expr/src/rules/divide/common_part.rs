//! Divisions by a product of which a factor divides part of the dividend.

use crate::normal::budget::Stop;
use crate::normal::polynomial::{Monomial, Polynomial, common_divisor};
use crate::rules::arithmetic::Arithmetic;
use crate::rules::divisions::Division;
use crate::rules::rule::rules;

rules! {
    COMMON_PART = "common part": "(g*u + s) / (g*e) = u / e; (g*u + s) % (g*e) = g*(u % e) + s" if "0 <= s; s < g" by [
        // The right side has a value: 0 < e and 0 <= u.
        Product("g", "0 - e"),
        Product("g", "0 - 1 - u"),
        Equals("g", "u", "e*(u / e) + u % e"),
        Product("g", "u % e"),
        Product("g", "e - 1 - u % e"),
        Division(["g*u + s", "g*e"], "u / e", "g*(u % e) + s"),
    ];
}

/// [`COMMON_PART`]
pub(crate) fn divide(
    arithmetic: &mut Arithmetic<'_>,
    x: &Polynomial,
    d: &Polynomial,
) -> Result<Option<Division>, Stop> {
    let whole = d.common_term();
    let is_whole = |part: &(Monomial, i128)| d.0.len() == 1 && *part == whole;
    let mut parts: Vec<(Monomial, i128)> = Vec::new();
    for (monomial, coefficient) in &x.0 {
        let part = (monomial.common(&whole.0), common_divisor(*coefficient, whole.1));
        let is_one = part.0.is_one() && part.1 == 1;
        if !is_one && !is_whole(&part) && !parts.contains(&part) {
            parts.push(part);
        }
    }
    // Large parts first: they leave the smallest division. (The order only matters for the form, not for the value.)
    parts.sort_by_key(|part| std::cmp::Reverse((part.0.0.len(), part.1)));
    for part in parts {
        let (mut u, mut s) = x.split(&part);
        let g = Polynomial::term(part.0.clone(), part.1);
        if !arithmetic.atoms.is_below(&s, &g)? {
            // s in -g..0 counts down from the next multiple.
            let lifted = s.plus(&g)?;
            if !arithmetic.atoms.is_below(&lifted, &g)? {
                continue;
            }
            u = u.minus(&Polynomial::constant(1))?;
            s = lifted;
        }
        let (quotient, rest) = arithmetic.divide(&u, &d.split(&part).0)?;
        let remainder = rest.times_term(&part.0, part.1)?.plus(&s)?;
        let result = (quotient, arithmetic.tidy(remainder)?);
        arithmetic.note_division(&COMMON_PART, (x, d), &result, |arithmetic| arithmetic.why_below(&s, &g));
        return Ok(Some(result));
    }
    Ok(None)
}
