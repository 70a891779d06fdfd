//! Remainders and quotients, written in the shapes of a plan.

use crate::forms::shape::{Shape, Shapes, first_divisor};
use crate::forms::writer::Writer;
use crate::graph::node::{Id, Op};
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};
use crate::rules::arithmetic::Arithmetic;
use crate::rules::derivation::Reason;
use crate::rules::rule::rules;
use std::borrow::Cow;

rules! {
    WRITTEN_OUT = "remainder written out": "x % d = x - d*(x / d)";
    EXCHANGED = "remainder before quotient": "(x / a) % b = (x % (a*b)) / a" by [
        Product("a - 1", "b - 1"),
        Division(["x", "a"], "b*(x / (a*b)) + (x % (a*b)) / a", "(x % (a*b)) % a"),
        Product("a", "(x % (a*b)) / a - b"),
        Division(["x / a", "b"], "x / (a*b)", "(x % (a*b)) / a"),
    ];
    REMAINDER_OF_REMAINDER = "remainder of a remainder": "x % d = (x % (d*m)) % d" if "0 < m" by [
        Product("d - 1", "m - 1"),
        Division(["x", "d"], "m*(x / (d*m)) + (x % (d*m)) / d", "(x % (d*m)) % d"),
    ];
    TWO_STEPS = "quotient in two steps": "x / (a*b) = x / a / b" if "0 < a" by [
        Product("a", "0 - b"),
        Equals("a", "x / a", "b*(x / a / b) + x / a % b"),
        Product("a", "x / a % b"),
        Product("a", "b - 1 - x / a % b"),
        Division(["x", "a*b"], "x / a / b", "a*(x / a % b) + x % a"),
    ];
    MERGED = "quotient within a quotient": "(s + y / e) / d = (e*s + y) / (e*d)" by [
        // The divisor is positive.
        Product("e - 1", "d - 1"),
        Equals("e", "s + y / e", "d*((s + y / e) / d) + (s + y / e) % d"),
        // The remainder is below the divisor, and the dividend is not below zero.
        Product("e", "(s + y / e) % d"),
        Product("e", "d - 1 - (s + y / e) % d"),
        Product("e", "s + y / e"),
        Division(["e*s + y", "e*d"], "(s + y / e) / d", "e*((s + y / e) % d) + y % e"),
    ];
}

impl Arithmetic<'_> {
    /// `(s + y / e) / d` as the dividend `e·s + y` and the divisor `e·d`.
    pub(super) fn merged_quotient(
        &mut self,
        x: &Polynomial,
        d: &Polynomial,
    ) -> Result<Option<(Polynomial, Polynomial)>, Stop> {
        let found = x.0.iter().find_map(|(monomial, coefficient)| {
            let atom = monomial.single().filter(|_| *coefficient == 1)?;
            match self.atoms.form(atom) {
                Form::Quotient(y, e) => Some((atom, y.clone(), e.clone())),
                _ => None,
            }
        });
        let Some((atom, y, e)) = found else { return Ok(None) };
        let others = x.minus(&Polynomial::atom(atom))?;
        if others.is_zero() {
            return Ok(None);
        }
        Ok(Some((others.times(&e)?.plus(&y)?, e.times(d)?)))
    }
}

impl Writer<'_, '_> {
    /// Multiplies out the remainders for which the plan says so: c·(x % d) = c·x - c·d·(x / d), or another value that has the
    /// remainder.
    pub(super) fn expand<'p>(&mut self, polynomial: &'p Polynomial) -> Result<Cow<'p, Polynomial>, Stop> {
        let mut atoms = polynomial.0.iter().flat_map(|(monomial, _)| &monomial.0);
        let shape = |plan: &Shapes, atom: &AtomId| {
            plan.get(atom).copied().filter(|shape| matches!(shape, Shape::Expanded | Shape::Flat))
        };
        if self.plan.is_empty() || !atoms.any(|atom| shape(self.plan, atom).is_some()) {
            return Ok(Cow::Borrowed(polynomial));
        }
        // A stack of terms: the last is looked at next.
        let mut open: Vec<(Monomial, i128)> = polynomial.0.iter().rev().cloned().collect();
        let mut terms = Vec::with_capacity(open.len());
        while let Some((monomial, coefficient)) = open.pop() {
            let found = monomial.0.iter().enumerate().find_map(|(at, atom)| shape(self.plan, atom).map(|s| (at, s)));
            let Some((at, shape)) = found else {
                terms.push((monomial, coefficient));
                continue;
            };
            let Form::Remainder(x, d) = self.arithmetic.atoms.form(monomial.0[at]).clone() else {
                terms.push((monomial, coefficient));
                continue;
            };
            self.arithmetic.atoms.budget.spend(1)?;
            let factor = monomial.without(at);
            if shape == Shape::Flat {
                let Some(flat) = self.arithmetic.flat_remainder(&x, &d)? else {
                    terms.push((monomial, coefficient));
                    continue;
                };
                for (product, number) in flat.0.iter().rev() {
                    open.push((product.times(&factor), number.checked_mul(coefficient).ok_or(Stop::TooLarge)?));
                }
                continue;
            }
            let quotient = self.arithmetic.divide(&x, &d)?.0;
            let part = quotient.times(&d)?;
            // A few products are one step.
            self.arithmetic.atoms.budget.spend((part.0.len() + x.0.len()) / 2)?;
            for (product, number) in part.0.iter().rev() {
                let number = number.checked_mul(coefficient).and_then(i128::checked_neg).ok_or(Stop::TooLarge)?;
                open.push((product.times(&factor), number));
            }
            for (product, number) in x.0.iter().rev() {
                open.push((product.times(&factor), number.checked_mul(coefficient).ok_or(Stop::TooLarge)?));
            }
            self.arithmetic.note(&WRITTEN_OUT, |arithmetic| {
                let (x, d, quotient) = (arithmetic.operand(&x), arithmetic.operand(&d), arithmetic.operand(&quotient));
                Reason::equation(format!("{x} % {d}"), format!("{x} - {d} * {quotient}"))
            });
        }
        // What was multiplied out may stand beside the digit that it lacked.
        Ok(Cow::Owned(self.arithmetic.join_digits(Polynomial::of(terms)?)?))
    }

    /// x / (a·e) as (x / a) / e where x / a is written anyway and a·e is no number: that saves the product.
    pub(super) fn quotient(&mut self, atom: AtomId, x: &Polynomial, d: &Polynomial) -> Result<Id, Stop> {
        let arena = self.arithmetic.arena;
        if self.plan.get(&atom) == Some(&Shape::Merged) {
            if let Some((dividend, divisor)) = self.arithmetic.merged_quotient(x, d)? {
                self.arithmetic.note(&MERGED, |arithmetic| {
                    let [x, d, dividend, divisor] = [x, d, &dividend, &divisor].map(|part| arithmetic.operand(part));
                    Reason::equation(format!("{x} / {d}"), format!("{dividend} / {divisor}"))
                });
                let (dividend, divisor) = (self.polynomial(&dividend)?, self.polynomial(&divisor)?);
                return Ok(arena.binary(Op::Div, dividend, divisor));
            }
        }
        if let (Some(&Shape::Stepped(first)), Some(whole)) = (self.plan.get(&atom), d.number()) {
            self.note_two_steps(x, d, &Polynomial::constant(first), &Polynomial::constant(whole / first));
            let id = self.polynomial(x)?;
            let id = arena.binary(Op::Div, id, arena.constant(first));
            return Ok(arena.binary(Op::Div, id, arena.constant(whole / first)));
        }
        let folded = self.arithmetic.atoms.shares.fold(d)?;
        let undivided = self.plan.get(&atom) == Some(&Shape::Undivided);
        if let Some(divisor) = first_divisor(&folded).filter(|_| !undivided) {
            // x / a for a size a in the divisor: the one written before, or else one that is written here.
            let first = Polynomial::atom(self.part_of_divisor(x, &divisor.0)?);
            let written = self.quotients.iter().find(|(y, a, _)| {
                y == x && a.0.len() == 1 && Polynomial::term_over(&divisor, &a.0[0]).is_some() && a.number().is_none()
            });
            let (part, id) = match written {
                Some((_, a, id)) => (a.clone(), *id),
                None => {
                    let (dividend, divisor) = (self.polynomial(x)?, self.polynomial(&first)?);
                    (first, arena.binary(Op::Div, dividend, divisor))
                }
            };
            let (rest, left) = folded.split(&part.0[0]);
            if left.is_zero() {
                self.note_two_steps(x, d, &part, &rest);
                let rest = self.polynomial(&rest)?;
                return Ok(arena.binary(Op::Div, id, rest));
            }
        }
        let (dividend, divisor) = (self.polynomial(x)?, self.polynomial(d)?);
        let id = arena.binary(Op::Div, dividend, divisor);
        self.quotients.push((x.clone(), folded.into_owned(), id));
        Ok(id)
    }

    fn note_two_steps(&mut self, x: &Polynomial, whole: &Polynomial, first: &Polynomial, then: &Polynomial) {
        self.arithmetic.note(&TWO_STEPS, |arithmetic| {
            let [x, whole, first, then] = [x, whole, first, then].map(|part| arithmetic.operand(part));
            Reason {
                equations: vec![(format!("{x} / {whole}"), format!("{x} / {first} / {then}"))],
                because: vec![format!("{whole} = {first} * {then}")],
            }
        });
    }

    /// The size in a divisor by which to divide first: one by which x is divided elsewhere, else the last.
    fn part_of_divisor(&mut self, x: &Polynomial, divisor: &Monomial) -> Result<AtomId, Stop> {
        let mut last = divisor.0[0];
        for &size in &divisor.0 {
            let atoms = &mut self.arithmetic.atoms;
            let product = atoms.shares.unfold(size, &mut atoms.budget)?;
            if self.arithmetic.atoms.contains(&Form::Quotient(x.clone(), product)) {
                return Ok(size);
            }
            last = last.max(size);
        }
        Ok(last)
    }

    pub(super) fn remainder(&mut self, atom: AtomId, x: &Polynomial, d: &Polynomial) -> Result<Id, Stop> {
        let arena = self.arithmetic.arena;
        let exchanged = x.single_atom().filter(|_| self.plan.get(&atom) == Some(&Shape::Exchanged));
        if let Some(Form::Quotient(y, a)) = exchanged.map(|inner| self.arithmetic.atoms.form(inner).clone()) {
            // (y / a) % d = (y % (a·d)) / a
            let both = a.times(d)?;
            self.arithmetic.note(&EXCHANGED, |arithmetic| {
                let [y, a, d, both] = [&y, &a, d, &both].map(|part| arithmetic.operand(part));
                Reason::equation(format!("{y} / {a} % {d}"), format!("({y} % {both}) / {a}"))
            });
            let (y, both, a) = (self.polynomial(&y)?, self.polynomial(&both)?, self.polynomial(&a)?);
            let rest = arena.binary(Op::Rem, y, both);
            return Ok(arena.binary(Op::Div, rest, a));
        }
        if let Some(&Shape::Nested(outer)) = self.plan.get(&atom) {
            self.arithmetic.note(&REMAINDER_OF_REMAINDER, |arithmetic| {
                let [x, d, outer] = [x, d, &Polynomial::atom(outer)].map(|part| arithmetic.operand(part));
                Reason::equation(format!("{x} % {d}"), format!("{outer} % {d}"))
            });
            let (outer, divisor) = (self.atom(outer)?, self.polynomial(d)?);
            return Ok(arena.binary(Op::Rem, outer, divisor));
        }
        let (dividend, divisor) = (self.polynomial(x)?, self.polynomial(d)?);
        Ok(arena.binary(Op::Rem, dividend, divisor))
    }
}
