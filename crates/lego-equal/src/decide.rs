//! The decision whether a sum is 0 on a whole cell: the cell is taken apart until the sum is a polynomial.
//!
//! ```text
//! (sum, cell) ── no atoms but variables ── 0 ───────────────> done
//!     ^     │                              not 0, a box ────> a point where it is not 0
//!     │     │                              not 0, else ──┐
//!     │     └─ quotients, choices, bits ── split ──┐     │
//!     └──────────────── one cell or two <──────────┴─────┘
//! ```

use crate::atom::{Atoms, CellAtom};
use crate::cell::{Cell, Conditions, Frame};
use crate::rules::Substitution;
use crate::split::Split;
use crate::sum::{OutOfBudget, Sum};
use crate::value::Evaluation;
use std::collections::HashSet;
use std::rc::Rc;

/// Values of the index at which a sum is not 0, or none.
pub(crate) type Witness = Option<Vec<i128>>;

/// What makes two pieces of work the same: the sum, the extents of its variables, and the conditions.
type Key = (Sum, Vec<(usize, i128)>, [Vec<Sum>; 3]);

/// Decides; what was found to be 0 is not looked at again.
pub(crate) struct Decision<'a> {
    pub(crate) atoms: &'a mut Atoms,
    pub(crate) work: &'a mut u64,
    /// What is 0, for sure: all its parts are.
    finished: HashSet<Rc<Key>>,
    /// What has been taken apart and has parts left.
    begun: HashSet<Rc<Key>>,
    /// How many terms these keep.
    terms: usize,
    pub(crate) rest: Vec<Task>,
}

/// What is left to do, the last first.
pub(crate) enum Task {
    Look(Sum, Cell),
    /// All parts were looked at.
    Finish(Rc<Key>),
}

/// Cells of no more points, whether in the cell or in its box, are not taken apart.
const FEW_POINTS: i128 = if cfg!(test) { 2 } else { 64 };

/// The sums that were looked at are kept, with so many terms at most.
const MOST_TERMS: usize = 1 << 20;

impl<'a> Decision<'a> {
    pub(crate) fn new(atoms: &'a mut Atoms, work: &'a mut u64) -> Self {
        Self { atoms, work, finished: HashSet::new(), begun: HashSet::new(), terms: 0, rest: Vec::new() }
    }

    /// A point at which the sum is not 0, among those of the cell with substitutes for some variables; `None` if it is 0
    /// everywhere.
    pub(crate) fn witness(
        &mut self,
        sum: &Sum,
        cell: &Cell,
        substitution: &Substitution,
        extents: Vec<i128>,
    ) -> Result<Witness, OutOfBudget> {
        self.rest.clear();
        self.begun.clear();
        self.enter(sum, cell, substitution, extents, Conditions::default())?;
        while let Some(task) = self.rest.pop() {
            match task {
                Task::Finish(key) => {
                    self.begun.remove(&key);
                    self.finished.insert(key);
                }
                Task::Look(sum, cell) => {
                    if let Some(index) = self.look(&sum, &cell)? {
                        return Ok(Some(index));
                    }
                }
            }
        }
        Ok(None)
    }

    fn look(&mut self, sum: &Sum, cell: &Cell) -> Result<Witness, OutOfBudget> {
        let key = Rc::new(self.key(sum, cell));
        if sum.is_zero() || self.finished.contains(&key) {
            return Ok(None);
        }
        if !self.begun.insert(Rc::clone(&key)) {
            // A part that is no simpler than the whole.
            let slot = key.1.iter().max_by_key(|(_, extent)| *extent).map(|(slot, _)| *slot).ok_or(OutOfBudget)?;
            let at = cell.extents[slot] / 2;
            return if at == 0 {
                Err(OutOfBudget)
            } else {
                self.divide(sum, cell, &Split::Cut { slot, at }).map(|()| None)
            };
        }
        self.rest.push(Task::Finish(Rc::clone(&key)));
        self.terms +=
            sum.terms().len() + cell.natural.iter().chain(&cell.zero).map(|sum| sum.terms().len()).sum::<usize>() + 1;
        if self.terms > MOST_TERMS {
            return Err(OutOfBudget);
        }
        let volume = cell.extents.iter().fold(1_i128, |volume, &extent| volume.saturating_mul(extent));
        if volume <= FEW_POINTS {
            return self.look_at_points(sum, cell);
        }
        let mut frame = Frame::new(self.atoms, cell, self.work);
        if let Some(split) = frame.split(&[sum])? {
            return self.divide(sum, cell, &split).map(|()| None);
        }
        // A polynomial of the variables.
        let conditions: Vec<&Sum> = cell.zero.iter().chain(&cell.natural).collect();
        if let Some(split) = frame.split(&conditions)? {
            return self.divide(sum, cell, &split).map(|()| None);
        }
        if let Some(split) = frame.halved(&conditions) {
            return self.divide(sum, cell, &split).map(|()| None);
        }
        let apart: Vec<&Sum> = cell.apart.iter().collect();
        if let Some(split) = frame.split(&apart)? {
            return self.divide(sum, cell, &split).map(|()| None);
        }
        // Where this product is not 0, the sum is not, and the point is in the cell.
        let mut product = sum.clone();
        for other in &cell.apart {
            product = product.times(other)?;
        }
        // A polynomial of degree below the extent in each variable is 0 on the whole box only if it is 0.
        for slot in self.atoms.variables(&product).unwrap_or_default() {
            let atom = self.atoms.id(CellAtom::Variable(slot));
            let extent = cell.extents[slot];
            if product.degree(atom) as i128 >= extent {
                return self.divide(sum, cell, &Split::Cut { slot, at: extent / 2 }).map(|()| None);
            }
        }
        self.point(product, cell).map(Some)
    }

    /// Evaluates a sum at every point of a small cell.
    fn look_at_points(&mut self, sum: &Sum, cell: &Cell) -> Result<Witness, OutOfBudget> {
        let sums =
            [sum].into_iter().chain(&cell.natural).chain(&cell.zero).chain(&cell.apart).chain(&cell.index).collect();
        let mut evaluation = Evaluation::new(self.atoms, sums);
        let mut point = vec![0; cell.extents.len()];
        loop {
            *self.work = self.work.checked_sub(evaluation.len() as u64 + 1).ok_or(OutOfBudget)?;
            let values = evaluation.at(&point)?;
            let (natural, rest) = values[1..].split_at(cell.natural.len());
            let (zero, rest) = rest.split_at(cell.zero.len());
            let (apart, index) = rest.split_at(cell.apart.len());
            if values[0] != 0
                && natural.iter().all(|&value| value >= 0)
                && zero.iter().all(|&value| value == 0)
                && apart.iter().all(|&value| value != 0)
            {
                return Ok(Some(index.to_vec()));
            }
            let Some(slot) = (0..point.len()).rfind(|&slot| point[slot] + 1 < cell.extents[slot]) else {
                return Ok(None);
            };
            point[slot] += 1;
            point[slot + 1..].fill(0);
        }
    }

    /// The index of a point at which a polynomial is not 0, that is not 0 and of low degree.
    fn point(&mut self, mut polynomial: Sum, cell: &Cell) -> Result<Vec<i128>, OutOfBudget> {
        let mut values: Substitution = Vec::new();
        for slot in 0..cell.extents.len() {
            let atom = self.atoms.id(CellAtom::Variable(slot));
            let mut value = 0;
            let mut next = polynomial.with(atom, value)?;
            while next.is_zero() {
                value += 1;
                next = polynomial.with(atom, value)?;
            }
            polynomial = next;
            values.push((slot, Sum::constant(value)));
        }
        let mut frame = Frame::new(self.atoms, cell, self.work);
        let index = frame.rebuilt(&cell.index.iter().collect::<Vec<_>>(), &values)?;
        index.iter().map(|sum| sum.number().ok_or(OutOfBudget)).collect()
    }

    fn key(&self, sum: &Sum, cell: &Cell) -> Key {
        let all = [sum].into_iter().chain(&cell.natural).chain(&cell.zero).chain(&cell.apart);
        let slots = self.atoms.reachable(all).into_iter().filter_map(|id| self.atoms.slot(id));
        let conditions = [cell.natural.clone(), cell.zero.clone(), cell.apart.clone()];
        (sum.clone(), slots.map(|slot| (slot, cell.extents[slot])).collect(), conditions)
    }
}
