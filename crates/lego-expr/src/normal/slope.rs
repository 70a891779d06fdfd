//! Slopes: by how much a value grows when a variable grows by one, where that is the same everywhere.

use crate::graph::hash::FastHash;
use crate::normal::atoms::Atoms;
use crate::normal::form::{Form, Predicate};
use crate::normal::polynomial::{AtomId, Polynomial};
use std::collections::HashMap;

impl Atoms {
    /// By how much a value grows when a variable grows by one; `None` where that is not known, or not the same everywhere.
    pub(crate) fn slope(&self, value: &Polynomial, variable: AtomId) -> Option<Polynomial> {
        Slopes { atoms: self, dependent: self.dependent(variable), variable, known: HashMap::default() }.of(value)
    }

    /// What alone moves in a value with a variable, if it grows by one or falls, and the value with it: the variable itself, or
    /// the remainder of a sum in which it stands, by what stays.
    pub(crate) fn climbing(&self, value: &Polynomial, variable: AtomId) -> Option<AtomId> {
        let dependent = self.dependent(variable);
        let mut climbing = moving(value, &dependent)?;
        while let Form::Within(inside, _) = self.form(climbing) {
            climbing = moving(inside, &dependent)?;
        }
        match self.form(climbing) {
            _ if climbing == variable => Some(climbing),
            Form::Remainder(x, d) if moving(x, &dependent) == Some(variable) && !has_one(d, &dependent) => {
                Some(climbing)
            }
            _ => None,
        }
    }

    /// Whether a value may change with a variable.
    pub(crate) fn polynomial_depends(&self, polynomial: &Polynomial, variable: AtomId) -> bool {
        has_one(polynomial, &self.dependent(variable))
    }

    /// Which atoms depend on a variable, each at its place.
    fn dependent(&self, variable: AtomId) -> Vec<bool> {
        // An atom is made after its parts, so that its number is larger than theirs.
        let mut dependent: Vec<bool> = Vec::with_capacity(self.forms().len());
        for (place, form) in self.forms().iter().enumerate() {
            let mut depends = AtomId(place as u32) == variable;
            if !matches!(form, Form::Variable(_) | Form::Share { .. }) {
                form.for_each_part(&mut |part| {
                    let mut atoms = part.0.iter().flat_map(|(monomial, _)| &monomial.0);
                    depends |= atoms.any(|atom| dependent.get(atom.0 as usize).copied().unwrap_or(true));
                });
            }
            dependent.push(depends);
        }
        dependent
    }
}

/// Whether one of these atoms stands in a polynomial.
fn has_one(polynomial: &Polynomial, atoms: &[bool]) -> bool {
    polynomial.0.iter().any(|(monomial, _)| monomial.0.iter().any(|atom| atoms[atom.0 as usize]))
}

/// The one of these atoms that stands in a polynomial, if it is a summand of it, once.
fn moving(polynomial: &Polynomial, atoms: &[bool]) -> Option<AtomId> {
    let mut terms = polynomial.0.iter().filter(|(monomial, _)| monomial.0.iter().any(|atom| atoms[atom.0 as usize]));
    match (terms.next(), terms.next()) {
        (Some((monomial, 1)), None) if monomial.0.len() == 1 => Some(monomial.0[0]),
        _ => None,
    }
}

/// Slopes in one variable. Each atom is looked at once, in however many others it stands.
struct Slopes<'a> {
    atoms: &'a Atoms,
    variable: AtomId,
    dependent: Vec<bool>,
    known: HashMap<AtomId, Option<Polynomial>, FastHash>,
}

impl Slopes<'_> {
    fn of(&mut self, value: &Polynomial) -> Option<Polynomial> {
        let mut slope = Polynomial::constant(0);
        for (monomial, coefficient) in &value.0 {
            let moving: Vec<usize> = (0..monomial.0.len()).filter(|&k| self.depends(monomial.0[k])).collect();
            let [at] = moving.as_slice() else {
                if moving.is_empty() {
                    continue;
                }
                return None;
            };
            let (atom, rest) = (monomial.0[*at], monomial.without(*at));
            let growth = if atom == self.variable { Polynomial::constant(1) } else { self.of_atom(atom)? };
            slope = slope.plus(&growth.times_term(&rest, *coefficient).ok()?).ok()?;
        }
        Some(slope)
    }

    fn of_atom(&mut self, atom: AtomId) -> Option<Polynomial> {
        if let Some(known) = self.known.get(&atom) {
            return known.clone();
        }
        let slope = self.of_choice(atom);
        self.known.insert(atom, slope.clone());
        slope
    }

    /// A choice grows as its branches do, if they grow alike and the condition does not change.
    fn of_choice(&mut self, atom: AtomId) -> Option<Polynomial> {
        let atoms = self.atoms;
        if let Form::Within(a, _) = atoms.form(atom) {
            return self.of(a);
        }
        let Form::Choice(truth, a, b) = atoms.form(atom) else { return None };
        if self.truth_depends(truth) {
            return None;
        }
        let (a, b) = (self.of(a)?, self.of(b)?);
        (a == b).then_some(a)
    }

    fn depends(&self, atom: AtomId) -> bool {
        self.dependent[atom.0 as usize]
    }

    fn truth_depends(&self, truth: &Predicate) -> bool {
        let mut depends = false;
        truth.for_each_part(&mut |part| {
            depends |= part.0.iter().any(|(monomial, _)| monomial.0.iter().any(|&atom| self.depends(atom)));
        });
        depends
    }
}
