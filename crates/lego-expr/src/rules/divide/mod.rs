//! Quotients and remainders: the rules for them, tried one after the other.
//!
//! Everything comes down to finding the part of the dividend that the divisor divides and proving that the rest stays
//! below it.

pub(crate) mod below;
pub(crate) mod bits_apart;
pub(crate) mod common_part;
pub(crate) mod equal_parts;
pub(crate) mod from_the_end;
pub(crate) mod multiple;
pub(crate) mod nested;
pub(crate) mod remainder_inside;

use crate::normal::atoms::Bounds;
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::{Monomial, Polynomial};
use crate::rules::arithmetic::Arithmetic;
use crate::rules::divisions::Division;
use crate::rules::rule::Rule;

/// Divides a natural number by a positive one, if its rules say how.
type Attempt = fn(&mut Arithmetic<'_>, &Polynomial, &Polynomial) -> Result<Option<Division>, Stop>;

/// The list of rules for divisions, with the function that tries to apply them: the first that does decides. A new one is a
/// file of this folder and a line here.
const ATTEMPTS: &[(&[&Rule], Attempt)] = &[
    (below::RULES, below::divide),
    (multiple::RULES, multiple::divide),
    (common_part::RULES, common_part::divide),
    (from_the_end::RULES, from_the_end::divide),
    (nested::RULES, nested::divide),
    (bits_apart::RULES, bits_apart::divide),
    // After the others: the nearest multiples are taken out only where nothing else divides.
    (&[], multiple::divide_by_nearest),
];

/// The rules for divisions.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    let attempts = ATTEMPTS.iter().flat_map(|(rules, _)| *rules);
    equal_parts::RULES.iter().chain(attempts).chain(remainder_inside::RULES).copied()
}

impl Arithmetic<'_> {
    /// The quotient and the remainder of a natural number by a positive one.
    pub(crate) fn divide(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Division, Stop> {
        match (x.number(), d.number()) {
            (Some(a), Some(b)) if a >= 0 && b > 0 => {
                return Ok((Polynomial::constant(a / b), Polynomial::constant(a % b)));
            }
            _ => {}
        }
        if d.number() == Some(1) {
            return Ok((x.clone(), Polynomial::constant(0)));
        }
        if let Some(result) = equal_parts::divide(self, x, d) {
            return Ok(result);
        }
        let hash = match self.divisions.lookup(x, d) {
            Ok(result) => return Ok(result.clone()),
            Err(hash) => hash,
        };
        self.atoms.budget.spend(1)?;
        let result = self.divide_anew(x, d)?;
        self.divisions.insert(hash, x, d, &result);
        Ok(result)
    }

    fn divide_anew(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Division, Stop> {
        for (_, attempt) in ATTEMPTS {
            if let Some(result) = attempt(self, x, d)? {
                return Ok(result);
            }
        }
        let quotient = self.quotient_atom(x, d)?;
        let is_inside = |(monomial, coefficient): &(Monomial, i128)| {
            let inside = monomial.single().map(|atom| self.atoms.form(atom));
            coefficient.abs() == 1 && matches!(inside, Some(Form::Remainder(_, m)) if m == d)
        };
        let flat = if x.0.iter().any(is_inside) { self.flat_remainder(x, d)? } else { None };
        let remainder = match flat {
            Some(flat) => flat,
            None => self.atom(Form::Remainder(x.clone(), d.clone()))?,
        };
        Ok((quotient, remainder))
    }

    /// The atom of a quotient that no rule simplifies.
    fn quotient_atom(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Polynomial, Stop> {
        let form = Form::Quotient(x.clone(), d.clone());
        let hash = match self.atoms.lookup(&form) {
            Ok(atom) => return Ok(Polynomial::atom(atom)),
            Err(hash) => hash,
        };
        self.atoms.budget.spend(1)?;
        let range = self.atoms.quotient_range(x, d);
        let upper = self.quotient_bound(x, d)?;
        let is_size = self.atoms.is_form_of_sizes(&form);
        Ok(Polynomial::atom(self.atoms.insert(hash, form, Bounds { range, upper, is_size })?))
    }

    /// `a / b <= upper(a) / b` for a divisor made of sizes.
    fn quotient_bound(&mut self, a: &Polynomial, b: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        if !self.atoms.is_size(b) {
            return Ok(None);
        }
        match self.atoms.upper_bound(a)? {
            Some(upper) if !self.atoms.is_size(a) => Ok(Some(self.divide(&upper, b)?.0)),
            _ => Ok(None),
        }
    }
}
