//! The parts of a cell: its conditions carried over to each, and a part left out that shows that it has no point.

use crate::atom::{CellAtom, Condition};
use crate::cell::{Cell, Conditions, Frame};
use crate::decide::{Decision, Task};
use crate::rules::{Outcome, Substitution};
use crate::split::Split;
use crate::sum::{OutOfBudget, Sum};

impl Decision<'_> {
    /// Replaces a cell by its parts. The first part is looked at first.
    pub(crate) fn divide(&mut self, sum: &Sum, cell: &Cell, split: &Split) -> Result<(), OutOfBudget> {
        match split {
            Split::Digits { slot, by } => {
                let extent = cell.extents[*slot];
                let low = self.variable(*slot);
                let (whole, part) = (extent / by, extent % by);
                if part > 0 {
                    let mut extents = cell.extents.clone();
                    extents[*slot] = part;
                    let value = low.shifted(whole * by)?;
                    self.enter(sum, cell, &vec![(*slot, value)], extents, Conditions::default())?;
                }
                let mut extents = cell.extents.clone();
                extents[*slot] = *by;
                let free = slot_for(&mut extents, whole);
                let value = low.plus_times(&self.variable(free), *by)?;
                self.enter(sum, cell, &vec![(*slot, value)], extents, Conditions::default())
            }
            Split::Cut { slot, at } => {
                let extent = cell.extents[*slot];
                let mut extents = cell.extents.clone();
                extents[*slot] = extent - at;
                let value = self.variable(*slot).shifted(*at)?;
                self.enter(sum, cell, &vec![(*slot, value)], extents, Conditions::default())?;
                let mut extents = cell.extents.clone();
                extents[*slot] = *at;
                self.enter(sum, cell, &Vec::new(), extents, Conditions::default())
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
                    Conditions { apart: vec![zero.clone()], ..Conditions::default() },
                )?;
                self.enter(
                    sum,
                    cell,
                    &Vec::new(),
                    same,
                    Conditions { zero: vec![zero.clone()], ..Conditions::default() },
                )
            }
        }
    }

    fn variable(&mut self, slot: usize) -> Sum {
        self.atoms.sum(CellAtom::Variable(slot))
    }

    fn enter_case(&mut self, sum: &Sum, cell: &Cell, natural: &Sum) -> Result<(), OutOfBudget> {
        let mut frame = Frame::new(self.atoms, cell, self.work);
        let more = if frame.range(natural)?.1 == 0 {
            Conditions { zero: vec![natural.clone()], ..Conditions::default() }
        } else {
            Conditions { natural: vec![natural.clone()], ..Conditions::default() }
        };
        self.enter(sum, cell, &Vec::new(), cell.extents.clone(), more)
    }

    /// What a variable is where a sum is 0, if the sum has one without a coefficient but a sign, or no other one.
    fn solved(&self, zero: &Sum) -> Option<(usize, Sum)> {
        self.atoms.variables(zero)?;
        if let Some((slope, constant)) = zero.as_line() {
            let slot = self.atoms.slot(zero.moving()[0].0[0])?;
            // A constant that is no multiple is settled before.
            return Some((slot, Sum::constant(-constant / slope)));
        }
        zero.moving().iter().find_map(|(product, k)| {
            let &[id] = &product[..] else { return None };
            let alone = zero.moving().iter().filter(|(product, _)| product.contains(&id)).count() == 1;
            if k.abs() != 1 || !alone {
                return None;
            }
            // k·x + rest = 0, so x = -k·rest.
            let value = zero.plus_times(&Sum::atom(id), -k).and_then(|rest| rest.scaled(-k)).ok()?;
            Some((self.atoms.slot(id)?, value))
        })
    }

    /// With `k·x + rest = by·q + r` and k one of 1 and -1, q and r take the place of x.
    fn enter_division(
        &mut self,
        sum: &Sum,
        cell: &Cell,
        divided: &Sum,
        by: i128,
        slot: usize,
    ) -> Result<(), OutOfBudget> {
        let mut frame = Frame::new(self.atoms, cell, self.work);
        let (low, high) = frame.range(divided)?;
        let x = self.atoms.id(CellAtom::Variable(slot));
        let k = divided.moving().iter().find(|(product, _)| product.contains(&x)).map_or(1, |(_, k)| *k);
        let rest = divided.plus_times(&Sum::atom(x), -k)?;
        let mut extents = cell.extents.clone();
        extents[slot] = by;
        let first = low.div_euclid(by);
        let quotient = slot_for(&mut extents, high.div_euclid(by) - first + 1);
        let quotient = self.variable(quotient).shifted(first)?;
        let value = self.variable(slot).plus_times(&quotient, by)?.minus(&rest)?.scaled(k)?;
        // Conditions are those of the old variables.
        let most = Sum::atom(x).scaled(-1)?.shifted(cell.extents[slot] - 1)?;
        let more = Conditions { natural: vec![Sum::atom(x), most], ..Conditions::default() };
        self.enter(sum, cell, &vec![(slot, value)], extents, more)
    }

    /// Adds a part of a cell to what is to be looked at, unless it shows that it has no point: the one with substitutes for
    /// some variables, extents, and more conditions, stated of the old variables.
    pub(crate) fn enter(
        &mut self,
        sum: &Sum,
        cell: &Cell,
        substitution: &Substitution,
        extents: Vec<i128>,
        more: Conditions,
    ) -> Result<(), OutOfBudget> {
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
        let mut natural = Vec::new();
        for condition in conditions {
            match frame.truth(&Condition::Natural(condition))? {
                Outcome::Settled(true) => {}
                Outcome::Settled(false) => return Ok(()),
                Outcome::All(all) => natural.extend(all.into_iter().map(|condition| condition.sum().clone())),
            }
        }
        let mut zeros = Vec::new();
        for zero in frame.rebuilt(&cell.zero.iter().chain(&more.zero).collect::<Vec<_>>(), substitution)? {
            match frame.truth(&Condition::Zero(zero))? {
                Outcome::Settled(true) => {}
                Outcome::Settled(false) => return Ok(()),
                Outcome::All(all) => zeros.extend(all.into_iter().map(|condition| condition.sum().clone())),
            }
        }
        zeros.sort_unstable();
        zeros.dedup();
        let mut apart = Vec::new();
        for other in frame.rebuilt(&cell.apart.iter().chain(&more.apart).collect::<Vec<_>>(), substitution)? {
            match frame.truth(&Condition::Zero(other.clone()))? {
                Outcome::Settled(true) => return Ok(()),
                Outcome::Settled(false) => {}
                // One sum: several would have to be told apart together.
                Outcome::All(all) if all.len() == 1 => apart.push(all[0].sum().clone()),
                Outcome::All(_) => apart.push(other),
            }
        }
        let mut remaining = Vec::new();
        for law in laws {
            if frame.box_range(&law)?.0 < 0 && !natural.contains(&law) && !remaining.contains(&law) {
                remaining.push(law);
            }
        }
        natural.sort_unstable();
        natural.dedup();
        apart.sort_unstable();
        apart.dedup();
        let solved = zeros.iter().enumerate().find_map(|(at, zero)| Some((at, self.solved(zero)?)));
        if let Some((at, _)) = solved {
            zeros.remove(at);
        }
        part.natural = natural;
        part.zero = zeros;
        part.laws = remaining;
        part.apart = apart;
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
        let more = Conditions { natural: vec![x, most], ..Conditions::default() };
        self.enter(&sum, &part, &vec![(slot, value)], extents, more)
    }
}

/// The slot of a new variable of some extent: one whose variable can only be 0, or one more.
fn slot_for(extents: &mut Vec<i128>, extent: i128) -> usize {
    let free = extents.iter().position(|&extent| extent == 1).unwrap_or(extents.len());
    extents.resize(extents.len().max(free + 1), 1);
    extents[free] = extent;
    free
}
