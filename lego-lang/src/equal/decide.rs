//! Whether a sum is 0 on a whole cell: by taking the cell apart until the sum is a polynomial.
//!
//! ```text
//! (sum, cell) ── no atoms but variables ── 0 ───────────────> done
//!     ^     │                              not 0, a box ────> a point where it is not 0
//!     │     │                              not 0, else ──┐
//!     │     └─ quotients, choices, bits ── split ──┐     │
//!     └──────────────── one cell or two <──────────┴─────┘
//! ```

use super::atom::{Atom, Atoms, Condition};
use super::cell::{Cell, Frame};
use super::rules::{Substitution, Truth};
use super::split::Split;
use super::sum::{Spent, Sum};
use super::value::Evaluation;
use std::collections::HashSet;
use std::rc::Rc;

/// Values of the index at which a sum is not 0, or none.
pub(super) type Witness = Option<Vec<i128>>;

/// What makes two pieces of work the same: the sum, the extents of its variables, and the conditions.
type Key = (Sum, Vec<(usize, i128)>, [Vec<Sum>; 3]);

/// More that is known of a part of a cell, stated of the cell's variables.
#[derive(Clone, Debug, Default)]
struct More {
    natural: Vec<Sum>,
    zero: Vec<Sum>,
    apart: Vec<Sum>,
}

/// Decides; what was found to be 0 is not looked at again.
pub(super) struct Decision<'a> {
    atoms: &'a mut Atoms,
    work: &'a mut u64,
    /// What is 0, for sure: all its parts are.
    done: HashSet<Rc<Key>>,
    /// What has been taken apart and has parts left.
    begun: HashSet<Rc<Key>>,
    kept: usize,
    rest: Vec<Task>,
}

enum Task {
    Look(Sum, Cell),
    /// All parts were looked at.
    Done(Rc<Key>),
}

/// Cells of no more points, whether in the cell or in its box, are not taken apart.
const FEW_POINTS: i128 = if cfg!(test) { 2 } else { 64 };

/// The sums that were looked at are kept, with so many terms at most.
const MOST_KEPT: usize = 1 << 20;

impl<'a> Decision<'a> {
    pub(super) fn new(atoms: &'a mut Atoms, work: &'a mut u64) -> Self {
        Self { atoms, work, done: HashSet::new(), begun: HashSet::new(), kept: 0, rest: Vec::new() }
    }

    /// A point at which the sum is not 0, among those of the cell with substitutes for some variables; `None` if it is 0
    /// everywhere.
    pub(super) fn witness(
        &mut self,
        sum: &Sum,
        cell: &Cell,
        substitution: &Substitution,
        extents: Vec<i128>,
    ) -> Result<Witness, Spent> {
        self.rest.clear();
        self.begun.clear();
        self.enter(sum, cell, substitution, extents, More::default())?;
        while let Some(task) = self.rest.pop() {
            match task {
                Task::Done(key) => {
                    self.begun.remove(&key);
                    self.done.insert(key);
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

    fn look(&mut self, sum: &Sum, cell: &Cell) -> Result<Witness, Spent> {
        let key = Rc::new(self.key(sum, cell));
        if sum.is_zero() || self.done.contains(&key) {
            return Ok(None);
        }
        if !self.begun.insert(Rc::clone(&key)) {
            // A part that is no simpler than the whole.
            let slot = key.1.iter().max_by_key(|(_, extent)| *extent).map(|(slot, _)| *slot).ok_or(Spent)?;
            let at = cell.extents[slot] / 2;
            return if at == 0 { Err(Spent) } else { self.divide(sum, cell, &Split::Cut { slot, at }).map(|()| None) };
        }
        self.rest.push(Task::Done(Rc::clone(&key)));
        self.kept +=
            sum.terms().len() + cell.natural.iter().chain(&cell.zero).map(|sum| sum.terms().len()).sum::<usize>() + 1;
        if self.kept > MOST_KEPT {
            return Err(Spent);
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
            let atom = self.atoms.id(Atom::Variable(slot));
            let extent = cell.extents[slot];
            if product.degree(atom) as i128 >= extent {
                return self.divide(sum, cell, &Split::Cut { slot, at: extent / 2 }).map(|()| None);
            }
        }
        self.point(product, cell).map(Some)
    }

    /// Evaluates a sum at every point of a small cell.
    fn look_at_points(&mut self, sum: &Sum, cell: &Cell) -> Result<Witness, Spent> {
        let sums =
            [sum].into_iter().chain(&cell.natural).chain(&cell.zero).chain(&cell.apart).chain(&cell.index).collect();
        let mut evaluation = Evaluation::new(self.atoms, sums);
        let mut point = vec![0; cell.extents.len()];
        loop {
            *self.work = self.work.checked_sub(evaluation.len() as u64 + 1).ok_or(Spent)?;
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
    fn point(&mut self, mut polynomial: Sum, cell: &Cell) -> Result<Vec<i128>, Spent> {
        let mut values: Substitution = Vec::new();
        for slot in 0..cell.extents.len() {
            let atom = self.atoms.id(Atom::Variable(slot));
            let mut value = 0;
            let mut next = polynomial.with(atom, value)?;
            while next.is_zero() {
                value += 1;
                next = polynomial.with(atom, value)?;
            }
            polynomial = next;
            values.push((slot, Sum::number(value)));
        }
        let mut frame = Frame::new(self.atoms, cell, self.work);
        let index = frame.rebuilt(&cell.index.iter().collect::<Vec<_>>(), &values)?;
        index.iter().map(|sum| sum.as_number().ok_or(Spent)).collect()
    }

    fn key(&self, sum: &Sum, cell: &Cell) -> Key {
        let all = [sum].into_iter().chain(&cell.natural).chain(&cell.zero).chain(&cell.apart);
        let slots = self.atoms.reachable(all).into_iter().filter_map(|id| self.atoms.slot(id));
        let conditions = [cell.natural.clone(), cell.zero.clone(), cell.apart.clone()];
        (sum.clone(), slots.map(|slot| (slot, cell.extents[slot])).collect(), conditions)
    }

    /// Replaces a cell by its parts. The first part is looked at first.
    fn divide(&mut self, sum: &Sum, cell: &Cell, split: &Split) -> Result<(), Spent> {
        match split {
            Split::Digits { slot, by } => {
                let extent = cell.extents[*slot];
                let low = self.variable(*slot);
                let (whole, part) = (extent / by, extent % by);
                if part > 0 {
                    let mut extents = cell.extents.clone();
                    extents[*slot] = part;
                    let value = low.shifted(whole * by)?;
                    self.enter(sum, cell, &vec![(*slot, value)], extents, More::default())?;
                }
                let mut extents = cell.extents.clone();
                extents[*slot] = *by;
                let free = filled(&mut extents, whole);
                let value = low.plus(&self.variable(free), *by)?;
                self.enter(sum, cell, &vec![(*slot, value)], extents, More::default())
            }
            Split::Cut { slot, at } => {
                let extent = cell.extents[*slot];
                let mut extents = cell.extents.clone();
                extents[*slot] = extent - at;
                let value = self.variable(*slot).shifted(*at)?;
                self.enter(sum, cell, &vec![(*slot, value)], extents, More::default())?;
                let mut extents = cell.extents.clone();
                extents[*slot] = *at;
                self.enter(sum, cell, &Vec::new(), extents, More::default())
            }
            Split::Divide { sum: divided, by, slot } => self.enter_division(sum, cell, divided, *by, *slot),
            Split::Cases(Condition::Natural(natural)) => {
                let otherwise = natural.scaled(-1)?.shifted(-1)?;
                self.enter_case(sum, cell, natural)?;
                self.enter_case(sum, cell, &otherwise)
            }
            Split::Cases(Condition::Zero(zero)) => {
                let same = cell.extents.clone();
                self.enter(
                    sum,
                    cell,
                    &Vec::new(),
                    same.clone(),
                    More { apart: vec![zero.clone()], ..More::default() },
                )?;
                self.enter(sum, cell, &Vec::new(), same, More { zero: vec![zero.clone()], ..More::default() })
            }
        }
    }

    fn variable(&mut self, slot: usize) -> Sum {
        self.atoms.sum(Atom::Variable(slot))
    }

    fn enter_case(&mut self, sum: &Sum, cell: &Cell, natural: &Sum) -> Result<(), Spent> {
        let mut frame = Frame::new(self.atoms, cell, self.work);
        let more = if frame.range(natural)?.1 == 0 {
            More { zero: vec![natural.clone()], ..More::default() }
        } else {
            More { natural: vec![natural.clone()], ..More::default() }
        };
        self.enter(sum, cell, &Vec::new(), cell.extents.clone(), more)
    }

    /// What a variable is where a sum is 0, if the sum has one without a coefficient but a sign, or no other one.
    fn solved(&self, zero: &Sum) -> Option<(usize, Sum)> {
        self.atoms.variables(zero)?;
        if let Some((slope, constant)) = zero.as_line() {
            let slot = self.atoms.slot(zero.moving()[0].0[0])?;
            // A constant that is no multiple is settled before.
            return Some((slot, Sum::number(-constant / slope)));
        }
        zero.moving().iter().find_map(|(product, k)| {
            let &[id] = product.as_slice() else { return None };
            let alone = zero.moving().iter().filter(|(product, _)| product.contains(&id)).count() == 1;
            if k.abs() != 1 || !alone {
                return None;
            }
            // k·x + rest = 0, so x = -k·rest.
            let value = zero.plus(&Sum::atom(id), -k).and_then(|rest| rest.scaled(-k)).ok()?;
            Some((self.atoms.slot(id)?, value))
        })
    }

    /// With `k·x + rest = by·q + r` and k one of 1 and -1, q and r take the place of x.
    fn enter_division(&mut self, sum: &Sum, cell: &Cell, divided: &Sum, by: i128, slot: usize) -> Result<(), Spent> {
        let mut frame = Frame::new(self.atoms, cell, self.work);
        let (low, high) = frame.range(divided)?;
        let x = self.atoms.id(Atom::Variable(slot));
        let k = divided.moving().iter().find(|(product, _)| product.contains(&x)).map_or(1, |(_, k)| *k);
        let rest = divided.plus(&Sum::atom(x), -k)?;
        let mut extents = cell.extents.clone();
        extents[slot] = by;
        let first = low.div_euclid(by);
        let quotient = filled(&mut extents, high.div_euclid(by) - first + 1);
        let quotient = self.variable(quotient).shifted(first)?;
        let value = self.variable(slot).plus(&quotient, by)?.plus(&rest, -1)?.scaled(k)?;
        // Conditions are those of the old variables.
        let most = Sum::atom(x).scaled(-1)?.shifted(cell.extents[slot] - 1)?;
        let more = More { natural: vec![Sum::atom(x), most], ..More::default() };
        self.enter(sum, cell, &vec![(slot, value)], extents, more)
    }

    /// Adds a part of a cell to what is to be looked at, unless it shows that it has no point: the one with substitutes for
    /// some variables, extents, and more conditions, stated of the old variables.
    fn enter(
        &mut self,
        sum: &Sum,
        cell: &Cell,
        substitution: &Substitution,
        extents: Vec<i128>,
        more: More,
    ) -> Result<(), Spent> {
        if extents.contains(&0) {
            return Ok(());
        }
        let mut part = Cell { extents, natural: vec![], zero: vec![], laws: vec![], apart: vec![], index: vec![] };
        // A slot that has been filled is written anew as well: its variable has other values now.
        let mut frame = Frame::new(self.atoms, &part, self.work);
        let index = frame.rebuilt(&cell.index.iter().collect::<Vec<_>>(), substitution)?;
        let laws = frame.rebuilt(&cell.laws.iter().collect::<Vec<_>>(), substitution)?;
        let conditions: Vec<&Sum> = cell.natural.iter().chain(&more.natural).collect();
        let mut conditions = frame.rebuilt(&conditions, substitution)?;
        conditions.sort_unstable();
        conditions.dedup();
        let mut kept = Vec::new();
        for condition in conditions {
            match frame.truth(&Condition::Natural(condition))? {
                Truth::Known(true) => {}
                Truth::Known(false) => return Ok(()),
                Truth::All(all) => kept.extend(all.into_iter().map(|condition| condition.sum().clone())),
            }
        }
        let mut zeros = Vec::new();
        for zero in frame.rebuilt(&cell.zero.iter().chain(&more.zero).collect::<Vec<_>>(), substitution)? {
            match frame.truth(&Condition::Zero(zero))? {
                Truth::Known(true) => {}
                Truth::Known(false) => return Ok(()),
                Truth::All(all) => zeros.extend(all.into_iter().map(|condition| condition.sum().clone())),
            }
        }
        zeros.sort_unstable();
        zeros.dedup();
        let mut unlike = Vec::new();
        for other in frame.rebuilt(&cell.apart.iter().chain(&more.apart).collect::<Vec<_>>(), substitution)? {
            match frame.truth(&Condition::Zero(other.clone()))? {
                Truth::Known(true) => return Ok(()),
                Truth::Known(false) => {}
                // One sum: several would have to be told apart together.
                Truth::All(all) if all.len() == 1 => unlike.push(all[0].sum().clone()),
                Truth::All(_) => unlike.push(other),
            }
        }
        let mut believed = Vec::new();
        for law in laws {
            if frame.box_range(&law)?.0 < 0 && !kept.contains(&law) && !believed.contains(&law) {
                believed.push(law);
            }
        }
        kept.sort_unstable();
        kept.dedup();
        unlike.sort_unstable();
        unlike.dedup();
        let solved = zeros.iter().enumerate().find_map(|(at, zero)| Some((at, self.solved(zero)?)));
        if let Some((at, _)) = solved {
            zeros.remove(at);
        }
        part.natural = kept;
        part.zero = zeros;
        part.laws = believed;
        part.apart = unlike;
        part.index = index;
        let mut frame = Frame::new(self.atoms, &part, self.work);
        for condition in &part.natural {
            if frame.range(condition)?.1 < 0 {
                return Ok(());
            }
        }
        let sum = frame.rebuilt(&[sum], substitution)?.remove(0);
        if sum.is_zero() {
            return Ok(());
        }
        let Some((_, (slot, value))) = solved else {
            self.rest.push(Task::Look(sum, part));
            return Ok(());
        };
        let x = self.variable(slot);
        let most = x.scaled(-1)?.shifted(part.extents[slot] - 1)?;
        let mut extents = part.extents.clone();
        extents[slot] = 1;
        let more = More { natural: vec![x, most], ..More::default() };
        self.enter(&sum, &part, &vec![(slot, value)], extents, more)
    }
}

/// Gives a variable of some extent a slot.
fn filled(extents: &mut Vec<i128>, extent: i128) -> usize {
    let free = extents.iter().position(|&extent| extent == 1).unwrap_or(extents.len());
    extents.resize(extents.len().max(free + 1), 1);
    extents[free] = extent;
    free
}
