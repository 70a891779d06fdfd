//! The values of sums at one point: plain evaluation for cells of few points.

use crate::atom::{Atoms, CellAtom, Condition, Opaque};
use crate::sum::{AtomId, OutOfBudget, Sum, checked};
use std::collections::HashMap;
use std::rc::Rc;

/// Sums to evaluate, with the atoms that they are made of.
pub(crate) struct Evaluation<'s> {
    sums: Vec<&'s Sum>,
    order: Vec<(AtomId, Rc<CellAtom>)>,
    values: HashMap<AtomId, i128>,
}

impl<'s> Evaluation<'s> {
    pub(crate) fn new(atoms: &Atoms, sums: Vec<&'s Sum>) -> Self {
        let order = atoms.reachable(sums.iter().copied()).into_iter().map(|id| (id, atoms.get(id))).collect();
        Self { sums, order, values: HashMap::new() }
    }

    /// How many atoms there are.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// The values of the sums, given those of the variables by slot.
    pub(crate) fn at(&mut self, variables: &[i128]) -> Result<Vec<i128>, OutOfBudget> {
        for (id, atom) in &self.order {
            let value = atom_value(atom, variables, &self.values)?;
            self.values.insert(*id, value);
        }
        self.sums.iter().map(|sum| sum_value(sum, &self.values)).collect()
    }
}

fn sum_value(sum: &Sum, values: &HashMap<AtomId, i128>) -> Result<i128, OutOfBudget> {
    sum.terms().iter().try_fold(0_i128, |total, (product, k)| {
        let term = product.iter().try_fold(*k, |term, id| checked(term.checked_mul(values[id])))?;
        checked(total.checked_add(term))
    })
}

fn atom_value(atom: &CellAtom, variables: &[i128], values: &HashMap<AtomId, i128>) -> Result<i128, OutOfBudget> {
    let at = |sum: &Sum| sum_value(sum, values);
    // What is no number of places moves everything out.
    let places = |b: i128| u32::try_from(b).ok().filter(|&places| places < 127);
    Ok(match atom {
        CellAtom::Variable(slot) => variables[*slot],
        CellAtom::Quotient(sum, divisor) => at(sum)?.div_euclid(*divisor),
        CellAtom::If(condition, sum) => {
            let holds = match condition {
                Condition::Natural(natural) => at(natural)? >= 0,
                Condition::Zero(zero) => at(zero)? == 0,
            };
            if holds { at(sum)? } else { 0 }
        }
        CellAtom::Xor(sums) => sums.iter().try_fold(0, |all, sum| Ok(all ^ at(sum)?))?,
        CellAtom::And(a, b) => at(a)? & at(b)?,
        CellAtom::Opaque(operation, a, b) => {
            let (a, b) = (at(a)?, at(b)?);
            match operation {
                Opaque::Quotient => a.checked_div_euclid(b.max(0)).unwrap_or(0),
                Opaque::ShiftLeft if a == 0 => 0,
                Opaque::ShiftLeft => checked(a.checked_mul(1 << places(b).ok_or(OutOfBudget)?))?,
                Opaque::ShiftRight => places(b).map_or(0, |places| a >> places),
                Opaque::Root => b.max(0).isqrt(),
            }
        }
    })
}
