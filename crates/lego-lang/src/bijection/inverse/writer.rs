//! Sums over digits as expressions of the language.

use super::sum::{Condition, DigitAtom, Digits, SharedAtom, Sum};
use crate::polynomial::{Polynomial, VariableId};
use crate::syntax::{Call, Expr, ExprKind, Operator};
use crate::text_range::{Located, TextRange};
use std::collections::HashMap;

/// What is known while digits are solved for: names that are bound to values.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// By digit, its value.
    pub(super) digits: Vec<Option<Expr>>,
    /// Atoms as a whole.
    pub(super) atoms: HashMap<SharedAtom, Expr>,
}

impl Known {
    /// The value of an atom that is known as a whole.
    pub(super) fn value(&self, atom: &SharedAtom) -> Option<&Expr> {
        self.atoms.get(atom)
    }

    /// Whether a sum can be written.
    pub(super) fn covers(&self, sum: &Sum) -> bool {
        sum.terms.iter().all(|(_, atom)| self.covers_atom(atom))
    }

    pub(super) fn covers_atom(&self, atom: &SharedAtom) -> bool {
        if self.value(atom).is_some() {
            return true;
        }
        match &**atom {
            DigitAtom::Digit(k) => self.digits[*k].is_some(),
            DigitAtom::Remainder(sum, _) | DigitAtom::Quotient(sum, _) => self.covers(sum),
            DigitAtom::Xor(a, b) | DigitAtom::Product(a, b) | DigitAtom::Extremum(_, a, b) => {
                self.covers(a) && self.covers(b)
            }
            DigitAtom::Choice(condition, a, b) => self.covers_condition(condition) && self.covers(a) && self.covers(b),
        }
    }

    pub(super) fn covers_condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Compare(_, a, b) => self.covers(a) && self.covers(b),
            Condition::Both(a, b) | Condition::Either(a, b) => self.covers_condition(a) && self.covers_condition(b),
            Condition::Not(a) => self.covers_condition(a),
        }
    }
}

/// Writes sums of what is known.
pub(super) struct Writer<'a> {
    /// What the variables of polynomials stand for.
    sizes: Vec<&'a ExprKind>,
}

/// An expression that stands nowhere.
pub(super) fn expr(node: ExprKind) -> Expr {
    Located::new(node, TextRange::default())
}

pub(super) fn integer(value: i128) -> Expr {
    if value < 0 {
        return expr(ExprKind::Negative(Box::new(integer(value.saturating_neg()))));
    }
    expr(ExprKind::Integer(value))
}

/// `a · b` for an operator; what changes nothing is left out.
pub(super) fn binary(operator: Operator, a: Expr, b: Expr) -> Expr {
    let is = |expr: &Expr, value: i128| expr.node == ExprKind::Integer(value);
    match operator {
        Operator::Add if is(&a, 0) => b,
        Operator::Mul if is(&a, 1) => b,
        Operator::Add | Operator::Sub | Operator::BitXor if is(&b, 0) => a,
        Operator::Mul | Operator::Div if is(&b, 1) => a,
        _ => expr(ExprKind::Binary(operator, Box::new(a), Box::new(b))),
    }
}

impl<'a> Writer<'a> {
    pub(super) fn new(sizes: Vec<&'a ExprKind>) -> Self {
        Self { sizes }
    }

    pub(super) fn size(&self, polynomial: &Polynomial) -> Expr {
        let term = |variables: &[VariableId], coefficient: i128| {
            let factors = variables.iter().map(|&k| expr(self.sizes[usize::from(k.0)].clone()));
            factors.fold(integer(coefficient), |product, factor| binary(Operator::Mul, product, factor))
        };
        self.signed(
            polynomial
                .terms()
                .iter()
                .map(|(variables, coefficient)| (*coefficient < 0, term(variables, coefficient.saturating_abs()))),
        )
    }

    /// A sum of terms, those that are taken off behind the others.
    fn signed(&self, terms: impl Iterator<Item = (bool, Expr)>) -> Expr {
        let (taken, added): (Vec<_>, Vec<_>) = terms.partition(|(is_taken, _)| *is_taken);
        let sum = added.into_iter().fold(integer(0), |sum, (_, term)| binary(Operator::Add, sum, term));
        taken.into_iter().fold(sum, |sum, (_, term)| binary(Operator::Sub, sum, term))
    }

    /// A sum of what is known.
    pub(super) fn sum(&self, digits: &Digits, sum: &Sum, known: &Known) -> Option<Expr> {
        let mut terms = Vec::new();
        for (coefficient, atom) in &sum.terms {
            let atom = self.atom(digits, atom, known)?;
            let opposite = coefficient.negated().ok()?;
            let is_taken = digits.is_natural(&opposite);
            let factor = self.size(if is_taken { &opposite } else { coefficient });
            terms.push((is_taken, binary(Operator::Mul, factor, atom)));
        }
        for (variables, coefficient) in sum.constant.terms() {
            let part = Polynomial::term(variables.clone(), coefficient.saturating_abs());
            terms.push((*coefficient < 0, self.size(&part)));
        }
        Some(self.signed(terms.into_iter()))
    }

    fn atom(&self, digits: &Digits, atom: &SharedAtom, known: &Known) -> Option<Expr> {
        if let Some(value) = known.value(atom) {
            return Some(value.clone());
        }
        let of = |sum: &Sum| self.sum(digits, sum, known);
        Some(match &**atom {
            DigitAtom::Digit(k) => known.digits.get(*k)?.clone()?,
            DigitAtom::Remainder(sum, size) => self.remainder(digits, sum, size, known)?,
            DigitAtom::Quotient(sum, size) => {
                let (shifted, by) = raised(digits, sum, size)?;
                binary(Operator::Sub, binary(Operator::Div, of(&shifted)?, self.size(size)), integer(by))
            }
            DigitAtom::Xor(a, b) => binary(Operator::BitXor, of(a)?, of(b)?),
            DigitAtom::Product(a, b) => binary(Operator::Mul, of(a)?, of(b)?),
            DigitAtom::Extremum(is_larger, a, b) => {
                let call = if *is_larger { Call::Max } else { Call::Min };
                expr(ExprKind::Call(call, Box::new(of(a)?), Box::new(of(b)?)))
            }
            DigitAtom::Choice(condition, a, b) => {
                let condition = self.condition(digits, condition, known)?;
                expr(ExprKind::If(Box::new(condition), Box::new(of(a)?), Box::new(of(b)?)))
            }
        })
    }

    /// The remainder of a sum by a size.
    pub(super) fn remainder(&self, digits: &Digits, sum: &Sum, size: &Polynomial, known: &Known) -> Option<Expr> {
        if digits.is_below(sum, size) {
            return self.sum(digits, sum, known);
        }
        if let Some((raised, _)) = raised(digits, sum, size) {
            return Some(binary(Operator::Rem, self.sum(digits, &raised, known)?, self.size(size)));
        }
        // What is taken off is taken off from the size.
        let opposite = sum.scaled(&Polynomial::constant(-1))?;
        let (added, taken) = (natural_part(digits, sum)?, natural_part(digits, &opposite)?);
        if added.sub(&taken)? != *sum {
            return None;
        }
        let above = binary(Operator::Add, self.sum(digits, &added, known)?, self.size(size));
        let taken = binary(Operator::Rem, self.sum(digits, &taken, known)?, self.size(size));
        Some(binary(Operator::Rem, binary(Operator::Sub, above, taken), self.size(size)))
    }

    pub(super) fn condition(&self, digits: &Digits, condition: &Condition, known: &Known) -> Option<Expr> {
        let joined = |operator, a: &Condition, b: &Condition| {
            let (a, b) = (self.condition(digits, a, known)?, self.condition(digits, b, known)?);
            Some(expr(ExprKind::Binary(operator, Box::new(a), Box::new(b))))
        };
        match condition {
            Condition::Compare(comparison, a, b) => {
                let (a, b) = (self.sum(digits, a, known)?, self.sum(digits, b, known)?);
                Some(expr(ExprKind::Binary(Operator::Compare(*comparison), Box::new(a), Box::new(b))))
            }
            Condition::Both(a, b) => joined(Operator::And, a, b),
            Condition::Either(a, b) => joined(Operator::Or, a, b),
            Condition::Not(a) => Some(expr(ExprKind::Not(Box::new(self.condition(digits, a, known)?)))),
        }
    }
}

/// The terms of a sum that are not below zero.
fn natural_part(digits: &Digits, sum: &Sum) -> Option<Sum> {
    let mut part = Sum::default();
    for (coefficient, atom) in &sum.terms {
        let (least, _) = digits.atom_range(atom)?;
        if digits.is_natural(coefficient) && digits.is_natural(&least) {
            part.add_term(coefficient, atom)?;
        }
    }
    for (variables, coefficient) in sum.constant.terms().iter().filter(|(_, coefficient)| *coefficient > 0) {
        part.constant = part.constant.plus(&Polynomial::term(variables.clone(), *coefficient)).ok()?;
    }
    Some(part)
}

/// A sum and so many times a size that it is not below zero.
fn raised(digits: &Digits, sum: &Sum, size: &Polynomial) -> Option<(Sum, i128)> {
    let (least, _) = digits.range(sum)?;
    let times: Vec<i128> = match (least.number(), size.number()) {
        (Some(least), Some(size)) if size > 0 => {
            vec![least.min(0).checked_neg()?.checked_add(size - 1)? / size]
        }
        _ => (0..=4).collect(),
    };
    times.into_iter().find_map(|times| {
        let more = size.scaled(times).ok()?;
        let raised = sum.add(&Sum::constant(more.clone()))?;
        digits.is_natural(&least.plus(&more).ok()?).then_some((raised, times))
    })
}
