//! The writings that do not depend on a digit: a trial that changes the digit's shape need not make them again.

use crate::forms::goal::Writings;
use crate::forms::shape::Shape;
use crate::graph::node::Id;
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::{AtomId, Polynomial};
use crate::rules::arithmetic::Arithmetic;

/// For each atom, the digits whose shapes its writing depends on.
#[derive(Debug, Default)]
pub(crate) struct Dependence {
    /// For each atom, the digits that its writing depends on, a bit each; empty where that is not known.
    masks: Vec<u64>,
}

impl Dependence {
    /// Looks at all atoms. Where symbols make a writing depend on what else is written, nothing is known.
    pub(crate) fn new(arithmetic: &mut Arithmetic<'_>, digits: &[(AtomId, Shape)]) -> Result<Self, Stop> {
        if arithmetic.atoms.has_sizes() {
            return Ok(Self { masks: Vec::new() });
        }
        // What a digit in another shape is made of.
        let mut others: Vec<(AtomId, Polynomial)> = Vec::new();
        for &(digit, shape) in digits {
            match (arithmetic.atoms.form(digit).clone(), shape) {
                (_, Shape::Nested(outer)) => others.push((digit, Polynomial::atom(outer))),
                (Form::Remainder(x, d), Shape::Flat) => {
                    others.extend(arithmetic.flat_remainder(&x, &d)?.map(|flat| (digit, flat)));
                }
                (Form::Remainder(x, d), _) => others.push((digit, arithmetic.divide(&x, &d)?.0)),
                _ => {}
            }
        }
        let mut masks = vec![0; arithmetic.atoms.forms().len()];
        loop {
            let before = masks.clone();
            let of = |masks: &[u64], polynomial: &Polynomial| {
                let atoms = polynomial.0.iter().flat_map(|(monomial, _)| &monomial.0);
                atoms.fold(0, |mask, atom| mask | masks[atom.0 as usize])
            };
            for (at, form) in arithmetic.atoms.forms().iter().enumerate() {
                let mut mask = bit_of(digits, AtomId(at as u32));
                form.for_each_part(&mut |part| mask |= of(&masks, part));
                masks[at] |= mask;
            }
            for (digit, other) in &others {
                masks[digit.0 as usize] |= of(&masks, other);
            }
            if masks == before {
                return Ok(Self { masks });
            }
        }
    }

    /// Whether nothing is known.
    pub(crate) fn is_unknown(&self) -> bool {
        self.masks.is_empty()
    }

    /// The digits among `bits` that the writing of an atom depends on.
    pub(crate) fn on(&self, atom: AtomId, bits: u64) -> u64 {
        self.masks.get(atom.0 as usize).map_or(u64::MAX, |mask| mask & bits)
    }

    /// Whether the writing of a sum stays the same when a digit changes its shape.
    pub(crate) fn is_unaffected(&self, polynomial: &Polynomial, changed: u64) -> bool {
        let mut atoms = polynomial.0.iter().flat_map(|(monomial, _)| &monomial.0);
        atoms.all(|atom| self.masks.get(atom.0 as usize).is_some_and(|mask| mask & changed == 0))
    }
}

/// What was written by the plan that a trial changes in one digit.
#[derive(Debug)]
pub(crate) struct Reusable<'t> {
    pub(crate) writings: &'t Writings,
    pub(crate) dependence: &'t Dependence,
    /// The digit that the trial changes.
    pub(crate) changed: u64,
}

impl Reusable<'_> {
    /// A writing that does not depend on the digit.
    pub(crate) fn get(&self, polynomial: &Polynomial) -> Option<Id> {
        if self.dependence.is_unaffected(polynomial, self.changed) {
            self.writings.get(polynomial).copied()
        } else {
            None
        }
    }
}

/// The bit of a digit: one for all its shapes.
fn bit_of(digits: &[(AtomId, Shape)], atom: AtomId) -> u64 {
    digits.iter().position(|(digit, _)| *digit == atom).map_or(0, |k| 1 << k)
}
