//! The atoms that have come up, each with its form and the bounds of its value.

use crate::graph::table::Table;
use crate::normal::budget::{Budget, Stop};
use crate::normal::form::Form;
use crate::normal::polynomial::{AtomId, Polynomial};
use crate::normal::shares::Shares;
use crate::ranges::range::Range;

/// What is known of the value of an atom.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) range: Range,
    /// An upper bound made of sizes, where numbers give none.
    pub(crate) upper: Option<Polynomial>,
    /// Whether it is made of sizes alone: then it is its own bound.
    pub(crate) is_size: bool,
}

/// The most atoms within each other: what walks through them calls itself for each.
const MOST_DEPTH: u32 = 400;

/// Atoms, equal forms being one atom, and the facts about sizes that proofs about them may use.
#[derive(Debug, Default)]
pub(crate) struct Atoms {
    forms: Vec<Form>,
    bounds: Vec<Bounds>,
    /// How deep the parts of each are within each other.
    depths: Vec<u32>,
    /// The atoms by the hashes of their forms.
    places: Table,
    /// Sizes that a fact lets stand for a product.
    pub(crate) shares: Shares,
    /// Polynomials of sizes that a fact says are at least 0.
    pub(crate) inequalities: Vec<Polynomial>,
    /// Whether a size may be 0, so that there is no index.
    pub(crate) may_be_empty: bool,
    /// The work done so far.
    pub(crate) budget: Budget,
}

impl Atoms {
    /// The form of an atom.
    pub(crate) fn form(&self, atom: AtomId) -> &Form {
        &self.forms[atom.0 as usize]
    }

    /// What is known of the value of an atom.
    pub(crate) fn bounds(&self, atom: AtomId) -> &Bounds {
        &self.bounds[atom.0 as usize]
    }

    /// All forms, each at the place of its atom.
    pub(crate) fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// Whether an atom has come up that is made of sizes.
    pub(crate) fn has_sizes(&self) -> bool {
        self.bounds.iter().any(|bounds| bounds.is_size)
    }

    /// Takes in that the value of an atom lies in a range.
    pub(crate) fn narrow(&mut self, atom: AtomId, range: Range) {
        let own = &mut self.bounds[atom.0 as usize].range;
        *own = own.and(range);
    }

    /// The atom of a form that has come up.
    ///
    /// # Errors
    /// The form's hash, by which to [`insert`](Self::insert) it, where it has not.
    pub(crate) fn lookup(&self, form: &Form) -> Result<AtomId, u32> {
        let hash = Table::hash(form);
        self.find(hash, form).ok_or(hash)
    }

    fn find(&self, hash: u32, form: &Form) -> Option<AtomId> {
        self.places.find(hash, |place| self.forms[place] == *form).map(|place| AtomId(place as u32))
    }

    /// Whether a form has come up.
    pub(crate) fn contains(&self, form: &Form) -> bool {
        self.lookup(form).is_ok()
    }

    /// A new atom with this form, whose hash is given. If finding the bounds has made an atom of this form meanwhile, that one.
    ///
    /// # Errors
    /// [`Stop::TooLong`] where parts are too deep within each other.
    pub(crate) fn insert(&mut self, hash: u32, form: Form, bounds: Bounds) -> Result<AtomId, Stop> {
        if let Some(atom) = self.find(hash, &form) {
            return Ok(atom);
        }
        let mut depth = 0;
        form.for_each_part(&mut |part| {
            for atom in part.0.iter().flat_map(|(monomial, _)| &monomial.0) {
                depth = depth.max(self.depths[atom.0 as usize] + 1);
            }
        });
        if depth > MOST_DEPTH {
            return Err(Stop::TooLong);
        }
        self.depths.push(depth);
        let place = self.forms.len();
        self.forms.push(form);
        self.bounds.push(bounds);
        self.places.insert(hash, place);
        Ok(AtomId(place as u32))
    }

    /// Whether a polynomial is made of sizes alone.
    pub(crate) fn is_size(&self, polynomial: &Polynomial) -> bool {
        polynomial.0.iter().all(|(monomial, _)| monomial.0.iter().all(|&atom| self.bounds(atom).is_size))
    }
}
