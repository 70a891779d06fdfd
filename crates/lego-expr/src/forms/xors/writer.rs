//! Nodes of a plan: masks, shifts, products, exclusive ors.

use super::matrix::Bits;
use super::plan::{Matrix, Plan, Prices, folding, groups};
use crate::forms::cost::Cost;
use crate::graph::arena::Arena;
use crate::graph::node::{Id, Op};
use lego_core::f2::ones;

/// Writes nodes.
pub(crate) struct Writer<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) cost: Cost,
}

/// A value and the bits of it that may be 1.
type Masked = (Id, u64);

impl Writer<'_> {
    pub(crate) fn prices(&self) -> Prices {
        Prices { multiply: self.cost.weights().multiply.into() }
    }

    fn number(&self, number: u64) -> Id {
        self.arena.constant(number.into())
    }

    fn moved(&self, x: Id, up: i64) -> Id {
        let power = self.number(1 << up.unsigned_abs().min(63));
        if up < 0 { self.arena.binary(Op::Div, x, power) } else { self.arena.binary(Op::Mul, power, x) }
    }

    fn masked(&self, x: Id, mask: u64) -> Id {
        match (mask + 1).is_power_of_two() {
            true => self.arena.binary(Op::Rem, x, self.number(mask + 1)),
            false => self.arena.binary(Op::And, x, self.number(mask)),
        }
    }

    /// `x ^ y`, as a sum where no bit is in both.
    fn xor(&self, (x, own): Masked, (y, other): Masked) -> Masked {
        let op = if own & other == 0 { Op::Add } else { Op::Xor };
        (self.arena.binary(op, x, y), own | other)
    }

    fn all(&self, parts: impl IntoIterator<Item = Masked>) -> Option<Masked> {
        parts.into_iter().reduce(|sum, part| self.xor(sum, part))
    }

    /// `x ^ (x moved)` on so many bits.
    pub(crate) fn step(&self, x: Id, places: i64, width: u32) -> Id {
        let low = if places > 0 { self.masked(x, ones(width.saturating_sub(places as u32))) } else { x };
        self.arena.binary(Op::Xor, x, self.moved(low, places))
    }

    /// With the bits that are 1 for no bit at all.
    pub(crate) fn flipped(&self, form: Id, bits: &Bits) -> Id {
        match bits.constant {
            0 => form,
            constant => self.xor((form, bits.map_mask()), (self.number(constant), constant)).0,
        }
    }

    /// The terms of a plan.
    pub(crate) fn plan(&self, map: &Matrix, values: &[Id], plan: &Plan) -> Id {
        let mut terms: Vec<Masked> = Vec::new();
        for (&distance, masks) in plan.distances.iter().rev() {
            terms.extend(self.distance(map, values, distance, masks));
        }
        terms.extend(plan.numbers.iter().map(|&(value, bit, image)| self.bit(map, values, value, bit, image)));
        terms.extend(plan.parities.iter().filter_map(|(masks, image)| self.parity(map, values, masks, *image)));
        self.all(terms).map_or_else(|| self.number(0), |sum| sum.0)
    }

    /// Bits of some values that move by one distance.
    fn distance(&self, map: &Matrix, values: &[Id], distance: i64, masks: &[u64]) -> Option<Masked> {
        let part = |(mask, group): (u64, Vec<usize>)| {
            let both = group.iter().map(|&value| values[value]);
            let sum = both.reduce(|sum, value| self.arena.binary(Op::Xor, sum, value))?;
            let is_bare = group.iter().all(|&value| map.is_bare(value, mask, distance));
            Some((if is_bare { sum } else { self.masked(sum, mask) }, mask))
        };
        let (sum, mask) = self.all(groups(masks).into_iter().filter_map(part))?;
        let by = distance.unsigned_abs().min(63) as u32;
        Some((self.moved(sum, distance), if distance < 0 { mask >> by } else { mask << by }))
    }

    /// A number for each bit.
    pub(crate) fn bit_by_bit(&self, map: &Matrix, values: &[Id]) -> Id {
        let mut terms: Vec<Masked> = Vec::new();
        for (value, images) in map.columns.iter().enumerate() {
            for (bit, &image) in (0..).zip(images).filter(|(_, image)| **image != 0) {
                let down = self.moved(values[value], -i64::from(bit));
                let digit = if bit + 1 == map.width(value) { down } else { self.masked(down, 1) };
                terms.push((self.arena.binary(Op::Mul, self.number(image), digit), image));
            }
        }
        self.all(terms).map_or_else(|| self.number(0), |sum| sum.0)
    }

    /// A bit of a value as the number that it stands for.
    fn bit(&self, map: &Matrix, values: &[Id], value: usize, bit: u32, image: u64) -> Masked {
        let is_top = bit + 1 == map.width(value);
        let (digit, factor) = if image.trailing_zeros() >= bit {
            (if is_top && bit == 0 { values[value] } else { self.masked(values[value], 1 << bit) }, image >> bit)
        } else {
            let down = self.moved(values[value], -i64::from(bit));
            (if is_top { down } else { self.masked(down, 1) }, image)
        };
        (self.arena.binary(Op::Mul, self.number(factor), digit), image)
    }

    /// The parity of bits of the values as the number that it stands for.
    fn parity(&self, map: &Matrix, values: &[Id], masks: &[u64], image: u64) -> Option<Masked> {
        let used = values.iter().zip(masks).enumerate().filter(|(_, (_, mask))| **mask != 0);
        let own = used.map(|(value, (&id, &mask))| {
            (if mask == ones(map.width(value)) { id } else { self.masked(id, mask) }, mask)
        });
        let (mut sum, mask) = self.all(own)?;
        let (down, folds) = folding(mask);
        sum = self.moved(sum, -i64::from(down));
        for fold in (0..folds).rev() {
            sum = self.arena.binary(Op::Xor, sum, self.moved(sum, -(1 << fold)));
        }
        Some((self.arena.binary(Op::Mul, self.number(image), self.masked(sum, 1)), image))
    }
}
