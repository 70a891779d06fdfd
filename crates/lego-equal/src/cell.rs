//! Cells: parts of the index space, each a box of variables with what is known of them there; and bounds of sums on a cell.

use crate::atom::{Atoms, CellAtom, Condition, Opaque};
use crate::sum::{AtomId, OutOfBudget, Product, Sum};
use num_integer::gcd;
use std::collections::HashMap;

/// A part of the index space.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// The variable of slot k is at least 0 and below `extents[k]`.
    pub(crate) extents: Vec<i128>,
    /// Sums that are at least 0: with the extents, `zero` and `apart` this says which points the cell has.
    pub(crate) natural: Vec<Sum>,
    /// Sums that are 0.
    pub(crate) zero: Vec<Sum>,
    /// Sums that are at least 0 at all these points by a law of the layouts.
    pub(crate) laws: Vec<Sum>,
    /// Sums that are not 0.
    pub(crate) apart: Vec<Sum>,
    /// The index by the variables.
    pub(crate) index: Vec<Sum>,
}

/// What holds on a part of a cell besides what holds on the cell, stated of the cell's variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    pub(crate) natural: Vec<Sum>,
    pub(crate) zero: Vec<Sum>,
    pub(crate) apart: Vec<Sum>,
}

/// The least and the largest value.
pub(crate) type Bounds = (i128, i128);

const FAR: i128 = 1 << 120;
const WHOLE: Bounds = (-FAR, FAR);

fn plus(a: Bounds, b: Bounds) -> Bounds {
    // What is far out has no known distance.
    let end = |x: i128, y: i128, far: i128| if x.abs() >= FAR || y.abs() >= FAR { far } else { x + y };
    clamped((end(a.0, b.0, -FAR), end(a.1, b.1, FAR)))
}

fn times(a: Bounds, b: Bounds) -> Bounds {
    let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(x, y)| x.checked_mul(y));
    if a.0 <= -FAR || a.1 >= FAR || b.0 <= -FAR || b.1 >= FAR || corners.contains(&None) {
        return WHOLE;
    }
    let corners = corners.map(Option::unwrap_or_default);
    clamped((corners.into_iter().min().unwrap_or(-FAR), corners.into_iter().max().unwrap_or(FAR)))
}

fn clamped((low, high): Bounds) -> Bounds {
    (if low <= -FAR { -FAR } else { low.min(FAR) }, if high >= FAR { FAR } else { high.max(-FAR) })
}

fn both(a: Bounds, b: Bounds) -> Bounds {
    (a.0.max(b.0), a.1.min(b.1))
}

/// The least number of the form 2^k - 1 that is not below a number.
pub(crate) fn all_ones(number: i128) -> i128 {
    let bits = 128 - number.max(0).leading_zeros();
    if bits >= 120 { FAR } else { (1 << bits) - 1 }
}

/// So many terms of atoms are kept at most, some 100 bytes each.
const MOST_TERMS: usize = 1 << 21;

/// At most so many sums that are known to be natural, or 0, are tried for a bound.
const MOST_FACTS: usize = 12;

/// Sums as they are on one cell.
pub(crate) struct Frame<'a> {
    pub(crate) atoms: &'a mut Atoms,
    pub(crate) cell: &'a Cell,
    ranges: HashMap<AtomId, Bounds>,
    /// How many steps are left.
    pub(crate) work: &'a mut u64,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(atoms: &'a mut Atoms, cell: &'a Cell, work: &'a mut u64) -> Self {
        Self { atoms, cell, ranges: HashMap::new(), work }
    }

    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), OutOfBudget> {
        *self.work = self.work.checked_sub(steps as u64 + 1).ok_or(OutOfBudget)?;
        Ok(())
    }

    /// The sum of one new atom; its range is computed at once, so that no range needs deep recursion.
    pub(crate) fn sum_of(&mut self, atom: CellAtom) -> Result<Sum, OutOfBudget> {
        self.spend(1)?;
        if self.atoms.size() > MOST_TERMS {
            return Err(OutOfBudget);
        }
        let id = self.atoms.id(atom);
        self.atom_range(id)?;
        Ok(Sum::atom(id))
    }

    /// Bounds of the values of a sum on the cell. On an empty cell they may cross.
    pub(crate) fn range(&mut self, sum: &Sum) -> Result<Bounds, OutOfBudget> {
        if let Some(number) = sum.number() {
            return Ok((number, number));
        }
        let range = self.box_range(sum)?;
        let facts = self.cell.natural.len() + self.cell.laws.len() + 2 * self.cell.zero.len();
        if facts == 0 || range.0 == range.1 {
            return Ok(range);
        }
        // With many facts, two at a time are too many pairs.
        let depth = if facts <= 3 { 2 } else { 1 };
        let low = self.lower_bound(sum, range.0, None, depth)?;
        let minus = sum.scaled(-1)?;
        let high = self.lower_bound(&minus, -range.1, None, depth)?;
        Ok((low, -high))
    }

    /// Bounds from the extents of the variables alone.
    pub(crate) fn box_range(&mut self, sum: &Sum) -> Result<Bounds, OutOfBudget> {
        self.spend(sum.terms().len())?;
        let mut range = self.interval(sum)?;
        // x - d·(x/d) is a remainder: below d, whatever the interval of the difference is.
        let (mut rest, mut remainders) = (sum.clone(), (0, 0));
        let quotients: Vec<(AtomId, i128)> = sum
            .moving()
            .iter()
            .rev()
            .filter(|(product, _)| product.len() == 1 && self.atoms.slot(product[0]).is_none())
            .map(|(product, k)| (product[0], *k))
            .collect();
        for (id, _) in quotients {
            let CellAtom::Quotient(numerator, divisor) = &*self.atoms.get(id) else { continue };
            let own = rest.terms().iter().find(|(product, _)| product[..] == [id]).map_or(0, |(_, k)| *k);
            if own == 0 || own % divisor != 0 {
                continue;
            }
            let times_remainder = -own / divisor;
            rest =
                rest.plus_times(numerator, -times_remainder)?.plus_times(&Sum::atom(id), times_remainder * divisor)?;
            remainders = plus(remainders, times((times_remainder, times_remainder), (0, divisor - 1)));
            let other = plus(self.interval(&rest)?, remainders);
            range = both(range, other);
        }
        Ok(range)
    }

    fn interval(&mut self, sum: &Sum) -> Result<Bounds, OutOfBudget> {
        let mut range = (0, 0);
        for (product, k) in sum.terms() {
            let mut own = (*k, *k);
            let mut at = 0;
            while at < product.len() {
                let factor = self.atom_range(product[at])?;
                let power = product[at..].iter().take_while(|&&id| id == product[at]).count();
                for _ in 0..power {
                    own = times(own, factor);
                }
                at += power;
            }
            range = plus(range, own);
        }
        Ok(range)
    }

    /// A lower bound of a sum by sums that are known to be natural: s >= s - λ·g for g >= 0 and λ >= 0,
    /// and s = s - λ·g for g = 0.
    fn lower_bound(&mut self, sum: &Sum, plain: i128, also: Option<&Sum>, depth: u32) -> Result<i128, OutOfBudget> {
        let mut best = plain;
        if depth == 0 {
            return Ok(best);
        }
        let natural = also.into_iter().chain(&self.cell.natural).map(|sum| (sum, false));
        let facts = natural.chain(self.cell.zero.iter().map(|sum| (sum, true)));
        let facts: Vec<_> = facts.chain(self.cell.laws.iter().map(|sum| (sum, false))).take(MOST_FACTS).collect();
        for (fact, either_sign) in facts {
            self.spend(sum.terms().len() + fact.terms().len())?;
            let mut tried = 0;
            let mut ratios: Vec<(i128, i128)> = Vec::new();
            for (product, k) in fact.moving() {
                let Ok(at) = sum.moving().binary_search_by(|(other, _)| other.cmp(product)) else { continue };
                let own = sum.moving()[at].1;
                if (own.signum() != k.signum() && !either_sign) || tried == 3 {
                    continue;
                }
                tried += 1;
                let common = gcd(own, *k) * k.signum();
                let ratio = (own / common, k / common);
                if !ratios.contains(&ratio) {
                    ratios.push(ratio);
                }
            }
            for (a, b) in ratios {
                let Ok(rest) = sum.scaled(b).and_then(|scaled| scaled.plus_times(fact, -a)) else { continue };
                let plain = self.box_range(&rest)?.0;
                let low = self.lower_bound(&rest, plain, also, depth - 1)?;
                if low > -FAR {
                    best = best.max(low.div_euclid(b) + i128::from(low.rem_euclid(b) != 0));
                }
            }
        }
        Ok(best)
    }

    fn atom_range(&mut self, id: AtomId) -> Result<Bounds, OutOfBudget> {
        if let Some(&range) = self.ranges.get(&id) {
            return Ok(range);
        }
        // What is known of the cell may speak of this atom again.
        self.ranges.insert(id, WHOLE);
        let range = match &*self.atoms.get(id) {
            CellAtom::Variable(slot) => (0, self.cell.extents[*slot] - 1),
            CellAtom::Quotient(sum, divisor) => {
                let (low, high) = self.range(sum)?;
                let end = |end: i128| if end.abs() >= FAR { end } else { end.div_euclid(*divisor) };
                (end(low), end(high))
            }
            CellAtom::If(condition, sum) => {
                let (low, high) = self.range(sum)?;
                match condition {
                    // Where s >= 0 the value has better bounds.
                    Condition::Natural(natural) => {
                        let minus = sum.scaled(-1)?;
                        let low = self.lower_bound(sum, low, Some(natural), 1)?;
                        let high = -self.lower_bound(&minus, -high, Some(natural), 1)?;
                        (low.min(0), high.max(0))
                    }
                    Condition::Zero(_) => (low.min(0), high.max(0)),
                }
            }
            CellAtom::Xor(sums) => {
                let mut most = 0;
                for sum in sums {
                    most = most.max(all_ones(self.range(sum)?.1));
                }
                (0, most)
            }
            CellAtom::And(a, b) => (0, self.range(a)?.1.min(self.range(b)?.1).max(0)),
            CellAtom::Opaque(Opaque::Root, _, sum) => (0, self.range(sum)?.1.max(0).isqrt()),
            CellAtom::Opaque(Opaque::Quotient | Opaque::ShiftRight, sum, _) => (0, self.range(sum)?.1.max(0)),
            CellAtom::Opaque(Opaque::ShiftLeft, ..) => (0, FAR),
        };
        self.ranges.insert(id, range);
        Ok(range)
    }

    /// The gcd with a divisor of what multiplies a slot's variable in a sum.
    pub(crate) fn coefficient_of(&self, sum: &Sum, slot: usize, divisor: i128) -> i128 {
        let own = |product: &Product| product.iter().any(|&id| self.atoms.slot(id) == Some(slot));
        sum.moving().iter().filter(|(product, _)| own(product)).fold(divisor, |common, (_, k)| gcd(common, *k))
    }
}
