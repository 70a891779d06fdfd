//! Atoms, the values that are no sums of products of others: variables, quotients, choices, bits. Equal atoms have equal
//! numbers.

use crate::sum::{AtomId, Sum};
use std::collections::HashMap;
use std::rc::Rc;

/// A condition on a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Condition {
    /// It is at least 0.
    Natural(Sum),
    /// It is 0.
    Zero(Sum),
}

impl Condition {
    pub(crate) fn sum(&self) -> &Sum {
        let (Self::Natural(sum) | Self::Zero(sum)) = self;
        sum
    }
}

/// An operation that has no rules until its second operand is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Opaque {
    Quotient,
    ShiftLeft,
    ShiftRight,
    /// The integer square root of the second operand.
    Root,
}

/// A value that is no sum of products of others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CellAtom {
    /// The variable of a slot of the cell.
    Variable(usize),
    /// A sum divided by a number of at least 2, rounded down.
    Quotient(Sum, i128),
    /// The sum where the condition holds, else 0.
    If(Condition, Sum),
    /// The exclusive or of sums, in order, no two of them equal.
    Xor(Vec<Sum>),
    /// The bits that both have.
    And(Sum, Sum),
    /// An operation on two sums.
    Opaque(Opaque, Sum, Sum),
}

impl CellAtom {
    /// The sums that it is made of.
    pub(crate) fn operands(&self) -> Vec<&Sum> {
        match self {
            Self::Variable(_) => Vec::new(),
            Self::Quotient(sum, _) => vec![sum],
            Self::If(condition, sum) => vec![condition.sum(), sum],
            Self::Xor(sums) => sums.iter().collect(),
            Self::And(a, b) | Self::Opaque(_, a, b) => vec![a, b],
        }
    }
}

/// All atoms; one that is made of others has a higher number than they.
#[derive(Debug, Default)]
pub(crate) struct Atoms {
    atoms: Vec<Rc<CellAtom>>,
    ids: HashMap<Rc<CellAtom>, AtomId>,
    /// How many terms their operands have, all together.
    terms: usize,
}

impl Atoms {
    pub(crate) fn get(&self, id: AtomId) -> Rc<CellAtom> {
        Rc::clone(&self.atoms[id.0 as usize])
    }

    /// The number of an atom: the one there is, if there is an equal one.
    pub(crate) fn id(&mut self, atom: CellAtom) -> AtomId {
        if let Some(&id) = self.ids.get(&atom) {
            return id;
        }
        let id = AtomId(self.atoms.len() as u32);
        self.terms += 1 + atom.operands().iter().map(|sum| sum.terms().len()).sum::<usize>();
        let atom = Rc::new(atom);
        self.atoms.push(Rc::clone(&atom));
        self.ids.insert(atom, id);
        id
    }

    pub(crate) fn sum(&mut self, atom: CellAtom) -> Sum {
        Sum::atom(self.id(atom))
    }

    /// How much room they take, counted in terms.
    pub(crate) fn size(&self) -> usize {
        self.terms
    }

    /// Whether an atom is a variable, and of which slot.
    pub(crate) fn slot(&self, id: AtomId) -> Option<usize> {
        match *self.atoms[id.0 as usize] {
            CellAtom::Variable(slot) => Some(slot),
            _ => None,
        }
    }

    /// The atoms that some sums are made of, with those that these are made of, operands first.
    pub(crate) fn reachable<'a>(&self, sums: impl IntoIterator<Item = &'a Sum>) -> Vec<AtomId> {
        let mut seen = std::collections::BTreeSet::new();
        let mut stack = Vec::new();
        let mut visit = |sum: &Sum, stack: &mut Vec<AtomId>| {
            for id in sum.moving().iter().flat_map(|(product, _)| product.iter().copied()) {
                if seen.insert(id) {
                    stack.push(id);
                }
            }
        };
        for sum in sums {
            visit(sum, &mut stack);
        }
        while let Some(id) = stack.pop() {
            for sum in self.atoms[id.0 as usize].operands() {
                visit(sum, &mut stack);
            }
        }
        seen.into_iter().collect()
    }

    /// The slots of the variables of a sum; `None` if it has other atoms.
    pub(crate) fn variables(&self, sum: &Sum) -> Option<Vec<usize>> {
        let mut slots = Vec::new();
        for &id in sum.moving().iter().flat_map(|(product, _)| product.iter()) {
            slots.push(self.slot(id)?);
        }
        slots.sort_unstable();
        slots.dedup();
        Some(slots)
    }
}
