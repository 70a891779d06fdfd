//! The gap between two maps: the difference of their positions as a sum, asked where it is not 0.

use crate::atom::{Atoms, CellAtom};
use crate::cell::{Cell, Frame};
use crate::decide::Decision;
use crate::pair::Pair;
use crate::reader;
use crate::sum::{OutOfBudget, Sum};
use lego_expr::Node;

/// The difference of two layouts as a sum, with the work done on it.
pub(crate) struct Gap {
    atoms: Atoms,
    difference: Sum,
    cell: Cell,
    /// How many more steps may be taken.
    pub(crate) steps: u64,
}

impl Gap {
    pub(crate) fn new(pair: &Pair<'_>, dims: &[u64], steps: u64) -> Result<Self, OutOfBudget> {
        let mut atoms = Atoms::default();
        let variable = |(axis, &id)| match pair.arena.get(id) {
            Node::Constant(value) => Sum::constant(value),
            _ => atoms.sum(CellAtom::Variable(axis)),
        };
        let index = pair.index.iter().enumerate().map(variable).collect();
        let extents = dims.iter().map(|&n| i128::from(n)).collect();
        let mut cell = Cell { extents, natural: vec![], zero: vec![], laws: vec![], apart: vec![], index };
        let mut steps = steps;
        let (difference, laws) = reader::difference(pair, &mut Frame::new(&mut atoms, &cell, &mut steps))?;
        cell.laws = laws;
        Ok(Self { atoms, difference, cell, steps })
    }

    /// An index at which the layouts differ.
    pub(crate) fn witness(&mut self) -> Result<Option<Vec<u64>>, OutOfBudget> {
        let extents = self.cell.extents.clone();
        self.witness_in(&vec![0; extents.len()], &extents)
    }

    /// An index at which the layouts differ in the box that begins at an index.
    fn witness_in(&mut self, from: &[i128], extents: &[i128]) -> Result<Option<Vec<u64>>, OutOfBudget> {
        let mut substitution = Vec::new();
        for (slot, &low) in from.iter().enumerate() {
            substitution.push((slot, self.atoms.sum(CellAtom::Variable(slot)).shifted(low)?));
        }
        let witness = Decision::new(&mut self.atoms, &mut self.steps).witness(
            &self.difference,
            &self.cell,
            &substitution,
            extents.to_vec(),
        )?;
        witness.map_or(Ok(None), |index| {
            let index = index.into_iter().map(|i| u64::try_from(i).map_err(|_| OutOfBudget));
            index.collect::<Result<Vec<u64>, OutOfBudget>>().map(Some)
        })
    }

    /// The first index in row-major order at which the layouts differ, given any; whether it is sure to be the first.
    pub(crate) fn first(&mut self, mut witness: Vec<u64>) -> (Vec<u64>, bool) {
        let mut from = vec![0; witness.len()];
        let mut extents = self.cell.extents.clone();
        for axis in 0..witness.len() {
            // They differ where this component is that of the witness, not where it is below `low`.
            let mut low = 0;
            while low < i128::from(witness[axis]) {
                let middle = (low + i128::from(witness[axis])) / 2;
                from[axis] = low;
                extents[axis] = middle - low + 1;
                match self.witness_in(&from, &extents) {
                    Ok(Some(nearer)) => witness = nearer,
                    Ok(None) => low = middle + 1,
                    Err(OutOfBudget) => return (witness, false),
                }
            }
            from[axis] = low;
            extents[axis] = 1;
        }
        (witness, true)
    }
}
