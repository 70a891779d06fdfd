//! Two layouts of numbers: looked at index by index where they are few, else decided by their form.

use super::atom::Atoms;
use super::cell::{Cell, Frame};
use super::decide::Decision;
use super::points::{Exactly, Points, samples, unflattened};
use super::sum::{Spent, Sum};
use super::{Difference, Differs, Effort, Equality, Pair, reader};
use lego_core::chain::flatten;
use lego_expr::Node;

/// Up to this number of indices every one is looked at in any case.
const FEW: u64 = 1 << 18;

/// So many indices from the first on are looked at before anything else, and so many samples.
const FIRST: u64 = 1 << 14;
const QUICK_SAMPLES: usize = 1 << 9;

/// So many nodes are evaluated at samples where nothing else is left.
const SAMPLED_NODES: usize = 1 << 26;

/// Where a difference is known, every index before it is looked at if there are no more.
const BEFORE: u64 = 1 << 24;

/// If it cannot be decided which difference is the first, every index before is looked at, if there are no more.
const MOST_BEFORE: u64 = 1 << 34;

impl Pair<'_> {
    /// Compares layouts of equal dims and sizes.
    pub(super) fn compare(&self, effort: &Effort<'_>) -> Equality {
        let dims = self.extents();
        let exact = Exactly::new(self);
        let different = |index: Vec<u64>| {
            let [left, right] = exact.positions(&index);
            let what = Differs::Position { index, left, right };
            Equality::Different(Difference { parameters: Vec::new(), what })
        };
        let Some(count) = dims.iter().try_fold(1_u64, |product, &n| product.checked_mul(n)) else {
            return samples(&dims).find(|index| exact.differ(index)).map_or(Equality::Undecided, different);
        };
        let points = Points::new(self, &exact, &dims);
        let few = count <= FEW.min(effort.points);
        if let Some(flat) = points.first_difference(0, if few { count } else { count.min(FIRST) }, effort) {
            return different(unflattened(&dims, flat));
        }
        if few {
            return Equality::Equal;
        }
        let mut found = samples(&dims).take(QUICK_SAMPLES).find(|index| exact.differ(index));
        let mut decided = Decided::new(self, &dims, effort.steps);
        if found.is_none() {
            match decided.as_mut().map(|decided| decided.witness()) {
                Ok(Ok(None)) => return Equality::Equal,
                // Plain evaluation has the last word.
                Ok(Ok(witness)) => found = witness.filter(|index| exact.differ(index)),
                _ => {}
            }
        }
        if found.is_none() && count > effort.points {
            found = samples(&dims).take(SAMPLED_NODES / exact.nodes().max(1)).find(|index| exact.differ(index));
        }
        let Some(known) = found else {
            if count > effort.points {
                return Equality::Undecided;
            }
            let first = points.first_difference(FIRST, count, effort);
            return first.map_or(Equality::Equal, |flat| different(unflattened(&dims, flat)));
        };
        let before = flatten(&dims, &known);
        if before <= BEFORE {
            let first = points.first_difference(FIRST, before, effort);
            return different(unflattened(&dims, first.unwrap_or(before)));
        }
        let (first, is_first) = decided.map_or((known.clone(), false), |mut decided| {
            decided.steps = effort.steps;
            decided.first(known.clone())
        });
        // Plain evaluation has the last word.
        let (first, is_first) = if exact.differ(&first) { (first, is_first) } else { (known, false) };
        let before = flatten(&dims, &first);
        if is_first || before > effort.points.min(MOST_BEFORE) {
            return different(first);
        }
        different(points.first_difference(FIRST, before, effort).map_or(first, |flat| unflattened(&dims, flat)))
    }
}

/// The difference of two layouts as a sum, with the work done on it.
pub(super) struct Decided {
    atoms: Atoms,
    difference: Sum,
    cell: Cell,
    /// How many more steps may be taken.
    steps: u64,
}

impl Decided {
    pub(super) fn new(pair: &Pair<'_>, dims: &[u64], steps: u64) -> Result<Self, Spent> {
        let mut atoms = Atoms::default();
        let variable = |(axis, &id)| match pair.arena.get(id) {
            Node::Constant(value) => Sum::number(value),
            _ => atoms.sum(super::atom::Atom::Variable(axis)),
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
    pub(super) fn witness(&mut self) -> Result<Option<Vec<u64>>, Spent> {
        let extents = self.cell.extents.clone();
        self.witness_in(&vec![0; extents.len()], &extents)
    }

    /// An index at which the layouts differ in the box that begins at an index.
    fn witness_in(&mut self, from: &[i128], extents: &[i128]) -> Result<Option<Vec<u64>>, Spent> {
        let mut substitution = Vec::new();
        for (slot, &low) in from.iter().enumerate() {
            substitution.push((slot, self.atoms.sum(super::atom::Atom::Variable(slot)).shifted(low)?));
        }
        let witness = Decision::new(&mut self.atoms, &mut self.steps).witness(
            &self.difference,
            &self.cell,
            &substitution,
            extents.to_vec(),
        )?;
        witness.map_or(Ok(None), |index| {
            let index = index.into_iter().map(|i| u64::try_from(i).map_err(|_| Spent));
            index.collect::<Result<Vec<u64>, Spent>>().map(Some)
        })
    }

    /// The first index in row-major order at which the layouts differ, given any; whether it is known to be the first.
    pub(super) fn first(&mut self, mut known: Vec<u64>) -> (Vec<u64>, bool) {
        let mut from = vec![0; known.len()];
        let mut extents = self.cell.extents.clone();
        for axis in 0..known.len() {
            // They differ where this component is that of the known index, not where it is below `low`.
            let mut low = 0;
            while low < i128::from(known[axis]) {
                let middle = (low + i128::from(known[axis])) / 2;
                from[axis] = low;
                extents[axis] = middle - low + 1;
                match self.witness_in(&from, &extents) {
                    Ok(Some(index)) => known = index,
                    Ok(None) => low = middle + 1,
                    Err(Spent) => return (known, false),
                }
            }
            from[axis] = low;
            extents[axis] = 1;
        }
        (known, true)
    }
}
