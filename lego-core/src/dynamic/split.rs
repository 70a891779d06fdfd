//! Formulas of a position written over its quotient and its remainder by a number.
//!
//! Tiles of any order take a position apart at the size of a tile: what tile, and what place in it. Over these two the index
//! is a sum of functions of one of them each, and two small tables are enough for the inverse of a large layout.

use super::formula::{Formula, Node, Op, Value};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The numbers at which a formula of one input cuts it, by divisions and remainders.
pub(super) fn cuts(formula: &Formula) -> BTreeSet<u64> {
    let mut cuts = BTreeSet::new();
    let mut quotients = BTreeMap::from([(0, 1_u64)]);
    for (at, node) in formula.nodes.iter().enumerate() {
        let Node::Binary(op, a, b) = *node else { continue };
        let (Some(&by), Some(right)) = (quotients.get(&a.place()), formula.constant_at(b)) else { continue };
        match divisor(op, right) {
            Some(Cut::Quotient(size)) => {
                if let Some(size) = by.checked_mul(size) {
                    quotients.insert(at, size);
                    cuts.insert(size);
                }
            }
            Some(Cut::Remainder(size)) => cuts.extend(by.checked_mul(size)),
            None => {}
        }
    }
    // Every bit may be a place to cut where bits are picked.
    if formula.nodes.iter().any(|node| matches!(node, Node::Binary(Op::And, ..))) {
        cuts.extend((0..64).map(|place| 1 << place));
    }
    cuts
}

enum Cut {
    Quotient(u64),
    Remainder(u64),
}

fn divisor(op: Op, right: i128) -> Option<Cut> {
    let size = u64::try_from(right).ok()?;
    match op {
        Op::Div if size > 0 => Some(Cut::Quotient(size)),
        Op::Shr if size < 64 => Some(Cut::Quotient(1 << size)),
        Op::Rem if size > 0 => Some(Cut::Remainder(size)),
        Op::And => size.checked_add(1).filter(|size| size.is_power_of_two()).map(Cut::Remainder),
        _ => None,
    }
}

/// A formula of one input `p` as one of two, `p / by` and `p % by`.
pub(super) fn split(formula: &Formula, by: u64) -> Formula {
    let mut writer = Writer { made: Formula::new(2, formula.least, formula.largest), by };
    // Which values are quotients of the input, and by what.
    let mut quotients = BTreeMap::from([(0, 1)]);
    let mut values: Vec<Value> = Vec::with_capacity(formula.nodes.len());
    for (at, node) in formula.nodes.iter().enumerate() {
        let of = |value: Value| values[value.place()];
        let value = match *node {
            Node::Input(_) => writer.quotient(1).unwrap_or(writer.made.input(0)),
            Node::Constant(number) => writer.made.constant(number),
            Node::Choose(c, a, b) => writer.made.choose(of(c), of(a), of(b)),
            Node::Isqrt(a) => writer.made.isqrt(of(a)),
            Node::LookUp(list, place) => writer.made.look_up(Arc::clone(&formula.lists[list]), of(place)),
            Node::Binary(op, a, b) => {
                let cut = quotients.get(&a.place()).copied().zip(formula.constant_at(b));
                let written = cut.and_then(|(before, right)| match divisor(op, right) {
                    Some(Cut::Quotient(size)) => {
                        let size = size.checked_mul(before)?;
                        quotients.insert(at, size);
                        writer.quotient(size)
                    }
                    Some(Cut::Remainder(size)) => writer.remainder(before, size),
                    None if op == Op::And => writer.picked(before, right),
                    None => None,
                });
                written.unwrap_or_else(|| writer.made.binary(op, of(a), of(b)))
            }
        };
        values.push(value);
    }
    let mut made = writer.made;
    formula.guards.iter().for_each(|guard| made.guard(values[guard.place()]));
    formula.results.iter().for_each(|result| made.result(values[result.place()]));
    made
}

struct Writer {
    made: Formula,
    by: u64,
}

impl Writer {
    fn apply(&mut self, op: Op, value: Value, number: u64) -> Value {
        match (op, number) {
            (Op::Div | Op::Mul, 1) => value,
            _ => {
                let number = self.made.constant(number.into());
                self.made.binary(op, value, number)
            }
        }
    }

    /// `p / size`, where one of the two numbers divides the other.
    fn quotient(&mut self, size: u64) -> Option<Value> {
        let (high, low) = (self.made.input(0), self.made.input(1));
        if size % self.by == 0 {
            Some(self.apply(Op::Div, high, size / self.by))
        } else if self.by % size == 0 {
            let high = self.apply(Op::Mul, high, self.by / size);
            let low = self.apply(Op::Div, low, size);
            Some(self.made.binary(Op::Add, high, low))
        } else {
            None
        }
    }

    /// `p / before % size`
    fn remainder(&mut self, before: u64, size: u64) -> Option<Value> {
        let (high, low) = (self.made.input(0), self.made.input(1));
        if before % self.by == 0 {
            let high = self.apply(Op::Div, high, before / self.by);
            return Some(self.apply(Op::Rem, high, size));
        }
        // The low part has so many values: p / before is high·values + low.
        let values = (self.by % before == 0).then(|| self.by / before)?;
        let low = self.apply(Op::Div, low, before);
        if values % size == 0 {
            Some(self.apply(Op::Rem, low, size))
        } else if size % values == 0 {
            let high = self.apply(Op::Rem, high, size / values);
            let high = self.apply(Op::Mul, high, values);
            Some(self.made.binary(Op::Add, high, low))
        } else {
            None
        }
    }

    /// `p / before & mask`
    fn picked(&mut self, before: u64, mask: i128) -> Option<Value> {
        let (high, low) = (self.made.input(0), self.made.input(1));
        let mask = u64::try_from(mask).ok()?;
        if before % self.by == 0 {
            let high = self.apply(Op::Div, high, before / self.by);
            return Some(self.apply(Op::And, high, mask));
        }
        let values = (self.by % before == 0).then(|| self.by / before).filter(|n| n.is_power_of_two())?;
        let high = self.apply(Op::And, high, mask / values);
        let high = self.apply(Op::Mul, high, values);
        let low = self.apply(Op::Div, low, before);
        let low = self.apply(Op::And, low, mask % values);
        Some(self.made.binary(Op::Add, high, low))
    }
}
