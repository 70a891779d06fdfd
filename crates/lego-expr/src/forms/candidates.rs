//! The shapes of digits that could pay: those that save a division or merge with something else.

use crate::forms::goal::Goal;
use crate::forms::shape::{Shape, first_divisor};
use crate::normal::budget::Stop;
use crate::normal::form::{Form, Predicate};
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};
use crate::rules::arithmetic::Arithmetic;

/// Finds the shapes that could pay for the digits of some goals.
pub(crate) struct Candidates<'c, 'a> {
    pub(crate) arithmetic: &'c mut Arithmetic<'a>,
}

impl Candidates<'_, '_> {
    /// The remainders and quotients that the goals are made of, with the shapes that could pay.
    pub(crate) fn of(&mut self, goals: &[Goal]) -> Result<Vec<(AtomId, Shape)>, Stop> {
        let (sums, digits) = self.parts(goals);
        let mut shapes = Vec::new();
        for &digit in &digits {
            let (x, d) = match self.arithmetic.atoms.form(digit).clone() {
                Form::Remainder(x, d) => (x, d),
                Form::Quotient(x, d) => {
                    if first_divisor(&*self.arithmetic.atoms.shares.fold(&d)?).is_some() {
                        shapes.push((digit, Shape::Undivided));
                    }
                    if let Some(first) = self.first_step(&x, &d, &digits) {
                        shapes.push((digit, Shape::Stepped(first)));
                    }
                    if self.is_whole_elsewhere(&x, &digits) && self.arithmetic.merged_quotient(&x, &d)?.is_some() {
                        shapes.push((digit, Shape::Merged));
                    }
                    continue;
                }
                _ => continue,
            };
            if let Some(outer) = self.outer_remainder(&x, &d, &digits) {
                shapes.push((digit, Shape::Nested(outer)));
            }
            if self.arithmetic.flat_remainder(&x, &d)?.is_some() {
                shapes.push((digit, Shape::Flat));
            }
            let products = self.written_out(&x, &d)?;
            // x - d·(x / d) pays only in a sum where another term is a multiple of x or of the quotient, or would be if a
            // remainder in it were written out.
            let mut pays = false;
            for sum in &sums {
                if sum.0.iter().any(|(m, _)| m.0.contains(&digit)) && self.meets(sum, digit, &products)? {
                    pays = true;
                    break;
                }
            }
            if pays {
                shapes.push((digit, Shape::Expanded));
            }
            // (x / a) % b = (x % (a·b)) / a pays where it saves the size b, or where the other remainder is computed anyway.
            let Some(inner) = x.single_atom() else { continue };
            if let Form::Quotient(y, a) = self.arithmetic.atoms.form(inner).clone() {
                let both = a.times(&d)?;
                if both.number().is_none() || self.arithmetic.atoms.contains(&Form::Remainder(y, both)) {
                    shapes.push((digit, Shape::Exchanged));
                }
            }
        }
        Ok(shapes)
    }

    /// The largest number that divides d and by which x is divided elsewhere; `None` where a division by d is a shift.
    fn first_step(&self, x: &Polynomial, d: &Polynomial, digits: &[AtomId]) -> Option<i128> {
        let whole = d.number().filter(|number| number.count_ones() > 1)?;
        let parts = digits.iter().filter_map(|&digit| match self.arithmetic.atoms.form(digit) {
            Form::Remainder(y, part) | Form::Quotient(y, part) if y == x => part.number(),
            _ => None,
        });
        parts.filter(|&part| (1..whole).contains(&part) && whole % part == 0).max()
    }

    /// Whether, of a sum s + y / e, both the remainder of it and that of y by e are digits: written out, they are what is left
    /// of e·s + y.
    fn is_whole_elsewhere(&self, x: &Polynomial, digits: &[AtomId]) -> bool {
        let is_rest_of = |y: &Polynomial, e: Option<&Polynomial>| {
            digits.iter().any(|&digit| match self.arithmetic.atoms.form(digit) {
                Form::Remainder(other, size) => other == y && e.is_none_or(|e| e == size),
                _ => false,
            })
        };
        let has_lower = |(monomial, coefficient): &(Monomial, i128)| {
            let inner = monomial.single().filter(|_| *coefficient == 1).map(|atom| self.arithmetic.atoms.form(atom));
            matches!(inner, Some(Form::Quotient(y, e)) if is_rest_of(y, Some(e)))
        };
        x.0.len() > 1 && x.0.iter().any(has_lower) && is_rest_of(x, None)
    }

    /// Of the remainders of x by multiples of d, the one by the least; `None` where a remainder by d is a mask.
    fn outer_remainder(&self, x: &Polynomial, d: &Polynomial, digits: &[AtomId]) -> Option<AtomId> {
        let [divisor] = d.0.as_slice() else { return None };
        if d.number().is_some_and(|number| number.count_ones() == 1) {
            return None;
        }
        let multiples = digits.iter().filter_map(|&digit| match self.arithmetic.atoms.form(digit) {
            Form::Remainder(y, multiple) if y == x && multiple != d => match multiple.0.as_slice() {
                [term] => Polynomial::term_over(term, divisor).map(|over| (over.0.0.len(), over.1, digit)),
                _ => None,
            },
            _ => None,
        });
        multiples.min().map(|(_, _, digit)| digit)
    }

    /// The products that `x - d·(x / d)` consists of.
    fn written_out(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Vec<Monomial>, Stop> {
        let quotient = self.arithmetic.divide(x, d)?.0;
        Ok(x.0.iter().chain(&quotient.0).map(|(monomial, _)| monomial.clone()).filter(|m| !m.is_one()).collect())
    }

    /// Whether one of the products divides a term of a sum in which the digit does not stand.
    fn meets(&mut self, sum: &Polynomial, digit: AtomId, products: &[Monomial]) -> Result<bool, Stop> {
        for (monomial, _) in &sum.0 {
            if monomial.0.contains(&digit) {
                continue;
            }
            if products.iter().any(|product| monomial.over(product).is_some()) {
                return Ok(true);
            }
            for atom in &monomial.0 {
                if let Form::Remainder(x, d) = self.arithmetic.atoms.form(*atom).clone() {
                    if self.written_out(&x, &d)?.iter().any(|product| products.contains(product)) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Every sum and every remainder or quotient that the goals are made of.
    fn parts(&self, goals: &[Goal]) -> (Vec<Polynomial>, Vec<AtomId>) {
        let mut seen: Vec<bool> = vec![false; self.arithmetic.atoms.forms().len()];
        let mut stack: Vec<&Polynomial> = Vec::new();
        let mut truths: Vec<&Predicate> = Vec::new();
        for goal in goals {
            match goal {
                Goal::Integer(polynomial) => stack.push(polynomial),
                Goal::Predicate(truth) => truths.push(truth),
            }
        }
        let (mut sums, mut digits) = (Vec::new(), Vec::new());
        loop {
            if let Some(truth) = truths.pop() {
                match truth {
                    Predicate::Settled(_) => {}
                    Predicate::Compare(_, a, b) => stack.extend([a, b]),
                    Predicate::And(a, b) | Predicate::Or(a, b) => truths.extend([&**a, &**b]),
                }
                continue;
            }
            let Some(polynomial) = stack.pop() else { return (sums, digits) };
            if polynomial.0.len() > 1 {
                sums.push(polynomial.clone());
            }
            for atom in polynomial.0.iter().flat_map(|(monomial, _)| monomial.0.iter()) {
                if std::mem::replace(&mut seen[atom.0 as usize], true) {
                    continue;
                }
                match self.arithmetic.atoms.form(*atom) {
                    Form::Variable(_) => {}
                    Form::Share { divisor, .. } => stack.push(divisor),
                    Form::Remainder(a, b) | Form::Quotient(a, b) => {
                        digits.push(*atom);
                        stack.extend([a, b]);
                    }
                    Form::Product(a, b) | Form::Binary(_, a, b) => stack.extend([a, b]),
                    Form::Choice(truth, a, b) => {
                        truths.push(truth);
                        stack.extend([a, b]);
                    }
                    Form::Isqrt(a) | Form::LookUp(_, a) | Form::Within(a, _) => stack.push(a),
                    Form::Call { arguments, .. } => stack.extend(arguments),
                }
            }
        }
    }
}
