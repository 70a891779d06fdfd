//! Masks and shifts that move the bits of a variable to their places.

use super::field::{Field, MOST_BITS, ones};
use crate::forms::cost::{self, Cost, Weights};
use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Op};
use num_integer::Integer;
use std::collections::{BTreeMap, HashMap};

/// Neighbouring bits on their way: where they are, and by how many places they still have to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    pub(crate) at: u32,
    pub(crate) width: u32,
    pub(crate) by: u32,
}

impl Moving {
    pub(crate) fn mask(&self) -> u128 {
        ones(self.width) << self.at
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

impl Direction {
    pub(crate) const BOTH: [Self; 2] = [Self::Up, Self::Down];
}

/// The mask of `needed` and of bits that are no `others`, where there is one of equal runs at equal distances, each a
/// power of two: such masks are the same for more values, and compilers have cheaper instructions for some of them.
/// Else `needed`.
fn regular(needed: u128, others: u128, most: u32) -> u128 {
    let most = if needed <= u32::MAX.into() { 32 } else { most };
    let pattern = |run: u32| (0..most.div_ceil(2 * run)).fold(0, |mask, at| mask | ones(run) << (2 * run * at));
    let runs = (0..=5).map(|exponent| 1 << exponent);
    runs.map(pattern).find(|mask| needed & !mask == 0 && others & mask == 0).unwrap_or(needed)
}

pub(crate) struct Writer<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) cost: Cost,
    pub(crate) bits: &'a HashMap<Id, u32, FastHash>,
}

/// A value with the number of places by which it has to move up, or down where that is below zero.
pub(crate) type Term = (i64, Id);

impl Writer<'_> {
    /// The number of bits of an index on the machine.
    pub(crate) fn most_bits(&self) -> u32 {
        if self.cost == Cost::Gpu { 32 } else { 64 }
    }

    pub(crate) fn number(&self, mask: u128) -> Id {
        self.arena.constant(i128::try_from(mask).unwrap_or(i128::MAX))
    }

    pub(crate) fn shifted(&self, x: Id, up: i64) -> Id {
        let power = self.arena.constant(1 << up.unsigned_abs().min(120));
        if up < 0 { self.arena.binary(Op::Div, x, power) } else { self.arena.binary(Op::Mul, power, x) }
    }

    /// `x & mask` for an x of `bits` bits, in the simplest way.
    pub(crate) fn masked(&self, x: Id, mask: u128, bits: u32) -> Id {
        if mask == ones(bits) {
            x
        } else if (mask + 1).is_power_of_two() {
            self.arena.binary(Op::Rem, x, self.number(mask + 1))
        } else {
            self.arena.binary(Op::And, x, self.number(mask))
        }
    }

    /// `x & needed` for an x whose bits are those of `needed` and of `others`.
    pub(crate) fn masked_regular(&self, x: Id, needed: u128, others: u128) -> Id {
        let mask = if self.cost == Cost::Cpu { regular(needed, others, self.most_bits()) } else { needed };
        self.arena.binary(Op::And, x, self.number(mask))
    }

    /// What a part of a form costs. Its long numbers do not count: other parts have masks in common with it.
    fn price(&self, form: Id) -> (u64, u64) {
        let weights = Weights { long_number: 0, ..*self.cost.weights() };
        let weight = cost::weight(self.arena, &[form], &weights);
        let operations = cost::operations(self.arena, &[form]) as u64;
        if self.cost == Cost::Operations { (operations, weight) } else { (weight, operations) }
    }

    fn cheapest(&self, forms: impl IntoIterator<Item = Id>) -> Option<Id> {
        forms.into_iter().min_by_key(|&form| self.price(form))
    }

    /// The sum of terms, each moved by its distance; terms with one distance are added before they move.
    pub(crate) fn sum(&self, terms: &[Term]) -> Id {
        let mut sums: BTreeMap<i64, Id> = BTreeMap::new();
        for &(up, x) in terms {
            let sum = sums.get(&up).map_or(x, |&sum| self.arena.binary(Op::Add, sum, x));
            sums.insert(up, sum);
        }
        let sums = sums.into_iter().rev().map(|(up, x)| self.shifted(x, up));
        sums.reduce(|sum, x| self.arena.binary(Op::Add, sum, x)).unwrap_or_else(|| self.arena.constant(0))
    }

    /// An expression with the bits of each variable moved by themselves: each by the method with which all together are
    /// cheapest. Steps go in one of the directions given.
    pub(crate) fn apart(&self, fields: &[Field], directions: &[Direction]) -> Id {
        let mut ways: Vec<Vec<Vec<Term>>> = Vec::new();
        for own in fields.chunk_by(|a, b| a.base == b.base) {
            let mut of_one = vec![self.by_distance(own)];
            of_one.extend(directions.iter().filter_map(|&way| Some(vec![self.in_steps(own, way)?])));
            ways.push(of_one);
        }
        // Up to four variables are tried in all combinations; of more, each takes the method that is best for it alone.
        if ways.len() > 4 {
            for of_one in &mut ways {
                of_one.sort_by_key(|terms| self.price(self.sum(terms)));
                of_one.truncate(1);
            }
        }
        let mut sums: Vec<Vec<Term>> = vec![Vec::new()];
        for of_one in ways {
            let with = |sum: &Vec<Term>| {
                let sum = sum.clone();
                of_one.iter().map(move |terms| sum.iter().chain(terms).copied().collect()).collect::<Vec<_>>()
            };
            sums = sums.iter().flat_map(with).collect();
        }
        self.cheapest(sums.iter().map(|terms| self.sum(terms))).unwrap_or_else(|| self.arena.constant(0))
    }

    /// Bits moved by one mask and one shift for each distance.
    fn by_distance(&self, fields: &[Field]) -> Vec<Term> {
        let mut masks: BTreeMap<i64, u128> = BTreeMap::new();
        for field in fields {
            *masks.entry(field.distance()).or_default() |= ones(field.width) << field.from;
        }
        let term = |(up, mask): (i64, u128)| {
            let (x, bits) = (fields[0].base, self.bits[&fields[0].base]);
            let (first, end) = (mask.trailing_zeros(), 128 - mask.leading_zeros());
            let is_one = mask.count_ones() == end - first;
            // The bits below are shifted out and need no mask.
            if is_one && up < 0 && up.unsigned_abs() == u64::from(first) {
                return (0, self.masked(self.shifted(x, up), ones(end - first), bits - first));
            }
            (up, self.masked(x, mask, bits))
        };
        masks.into_iter().map(term).collect()
    }

    /// Fields of one variable moved in steps: what they become, and the distance that is left for all of them.
    fn in_steps(&self, fields: &[Field], way: Direction) -> Option<Term> {
        let (x, bits) = (fields[0].base, self.bits[&fields[0].base]);
        let (mut moving, left) = moves(fields, way)?;
        // No bit moves down by less than what is left, so all of them can move by it first. The masks of the steps then
        // start at the lowest bit: expressions whose bits are spread alike share them.
        let first = if way == Direction::Down { u32::try_from(-left).unwrap_or(0) } else { 0 };
        for part in &mut moving {
            part.at = part.at.checked_sub(first)?;
        }
        let (x, bits) = (self.shifted(x, -i64::from(first)), bits.checked_sub(first)?);
        let mask = moving.iter().fold(0, |mask, part| mask | part.mask());
        let x = match (mask + 1).is_power_of_two() {
            true => self.masked(x, mask, bits),
            false => self.masked_regular(x, mask, ones(bits) & !mask),
        };
        let (moved, _) = self.stepped(x, moving, way, false)?;
        Some((left + i64::from(first), moved))
    }

    /// Moves bits of `x` to their places in steps of 1, 2, 4, … times the greatest common divisor of their distances.
    /// Where the result is masked afterwards, the last step may leave other bits between the fields.
    pub(crate) fn stepped(
        &self,
        x: Id,
        moving: Vec<Moving>,
        way: Direction,
        is_masked: bool,
    ) -> Option<(Id, Vec<Moving>)> {
        let unit = moving.iter().fold(0, |unit, part| part.by.gcd(&unit));
        if unit == 0 {
            return None;
        }
        let most = moving.iter().map(|part| part.by / unit).max()?;
        let steps: Vec<u32> = (0..32 - most.leading_zeros()).collect();
        let orders = [steps.iter().rev().copied().collect::<Vec<_>>(), steps];
        let mut forms = Vec::new();
        for order in orders {
            forms.extend(self.stepped_in_order(x, moving.clone(), unit, &order, way, is_masked));
        }
        forms.into_iter().min_by_key(|&(form, _)| self.price(form))
    }

    fn stepped_in_order(
        &self,
        mut x: Id,
        mut moving: Vec<Moving>,
        unit: u32,
        order: &[u32],
        way: Direction,
        is_masked: bool,
    ) -> Option<(Id, Vec<Moving>)> {
        let weights = self.cost.weights();
        for (count, &step) in order.iter().enumerate() {
            let by = unit << step;
            let (mut goes, mut stays) = (0, 0);
            for part in &mut moving {
                if ((part.by / unit) >> step) & 1 == 0 {
                    stays |= part.mask();
                    continue;
                }
                goes |= part.mask();
                part.at = if way == Direction::Up { part.at + by } else { part.at.checked_sub(by)? };
            }
            let shift = |mask: u128| if way == Direction::Up { mask << by } else { mask >> by };
            let gone = shift(goes);
            if gone & stays != 0 || gone.count_ones() != goes.count_ones() {
                return None;
            }
            // (x | x << by) & mask is right where no copy of another bit comes to stand under the mask.
            let masks = shift(stays) & (stays | gone) == 0 && shift(goes | stays) & stays == 0 && goes & gone == 0;
            // The copy of x must fit the integers of the machine.
            let end = 128 - (goes | stays).leading_zeros() + by;
            let masks = masks && (way == Direction::Down || end <= self.most_bits());
            // x + (x & goes)·(2^by - 1)
            let product = if by == 1 || weights.fuses { 0 } else { weights.multiply_near_power };
            let adds = way == Direction::Up && weights.add + product + weights.add <= weights.shift + 2 * weights.add;
            let up = if way == Direction::Up { i64::from(by) } else { -i64::from(by) };
            x = if adds || (way == Direction::Up && !masks) {
                let part = self.arena.binary(Op::And, x, self.number(goes));
                let part = self.arena.binary(Op::Mul, self.number(ones(by)), part);
                self.arena.binary(Op::Add, x, part)
            } else if masks {
                let both = self.arena.binary(Op::Or, x, self.shifted(x, up));
                if is_masked && count + 1 == order.len() {
                    both
                } else {
                    let (kept, all) = (stays | gone, goes | stays);
                    self.masked_regular(both, kept, (all | shift(all)) & !kept)
                }
            } else {
                return None;
            };
        }
        Some((x, moving))
    }
}

/// The bits with the distances that they move in one direction, and the distance that all of them move afterwards;
/// `None` where all distances are the same, or the bits change their order.
pub(crate) fn moves(fields: &[Field], way: Direction) -> Option<(Vec<Moving>, i64)> {
    let distances = fields.iter().map(Field::distance);
    let left = if way == Direction::Up { distances.min()? } else { distances.max()? };
    if fields.iter().all(|field| field.distance() == left) {
        return None;
    }
    let ordered = fields.windows(2).all(|two| two[0].from + two[0].width <= two[1].from);
    let moving = |field: &Field| {
        let by = u32::try_from((field.distance() - left).unsigned_abs()).ok()?;
        let most = field.from + field.width + if way == Direction::Up { by } else { 0 };
        (most <= MOST_BITS).then_some(Moving { at: field.from, width: field.width, by })
    };
    let moving: Option<Vec<Moving>> = fields.iter().map(moving).collect();
    moving.filter(|_| ordered).map(|moving| (moving, left))
}
