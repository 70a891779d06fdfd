//! The choice of how to take a cell apart, so that the atoms of a sum become sums.

use crate::atom::{CellAtom, Condition};
use crate::cell::{Frame, all_ones};
use crate::sum::{OutOfBudget, Sum};

/// A cell as one cell or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// The variable of a slot as `by·y + z` with `z < by`.
    Digits { slot: usize, by: i128 },
    /// The variable of a slot below a number, and from there on.
    Cut { slot: usize, at: i128 },
    /// Where a condition holds, and where not.
    Cases(Condition),
    /// The quotient and the remainder of a sum as variables, in place of one that has no coefficient but a sign.
    Divide { sum: Sum, by: i128, slot: usize },
}

/// What a split costs: its kind first, then how many cells are to be expected of it.
type Price = (u8, i128);

const MEETING: u8 = 0;
/// Digits of equal length make one cell of one.
const WHOLE_DIGITS: u8 = 1;
const DIGITS: u8 = 2;
const ONE_VARIABLE: u8 = 3;
const CASES: u8 = 4;
const BITS: u8 = 5;
const CURVED_DIGITS: u8 = 6;
const CURVED: u8 = 7;
const QUOTIENT: u8 = 8;
const HALVES: u8 = 9;

/// A quotient with more values than this is not split by its values.
const MOST_CASES: i128 = 8;

impl Frame<'_> {
    /// The cheapest split that settles one of the innermost atoms of some sums; `None` if they are sums of variables.
    pub(crate) fn split(&mut self, sums: &[&Sum]) -> Result<Option<Split>, OutOfBudget> {
        let mut best: Option<(Price, Split)> = None;
        for id in self.atoms.reachable(sums.iter().copied()) {
            let atom = self.atoms.get(id);
            self.spend(4 * atom.operands().iter().map(|sum| sum.terms().len()).sum::<usize>())?;
            // Nothing is cheaper than digits of equal length, but for where sums meet: the first ones will do.
            if best.as_ref().is_some_and(|(least, _)| least.0 == WHOLE_DIGITS) && !matches!(*atom, CellAtom::If(..)) {
                continue;
            }
            let Some((price, split)) = self.split_for(&atom)? else { continue };
            if best.as_ref().is_none_or(|(least, _)| price < *least) {
                best = Some((price, split));
            }
            if price.0 == MEETING {
                break;
            }
        }
        Ok(best.map(|(_, split)| split))
    }

    /// A split that helps an atom of sums of variables.
    fn split_for(&mut self, atom: &CellAtom) -> Result<Option<(Price, Split)>, OutOfBudget> {
        match atom {
            CellAtom::Variable(_) => Ok(None),
            CellAtom::Quotient(sum, divisor) => match self.atoms.variables(sum) {
                Some(slots) => self.split_quotient(sum, *divisor, &slots).map(Some),
                None => Ok(None),
            },
            // Where sums meet there is little room: the rest is simpler without it, whatever else stands there.
            CellAtom::If(condition @ Condition::Zero(zero), _)
                if zero.moving().len() > 1 && self.cell.zero.is_empty() =>
            {
                Ok(Some(((MEETING, 0), Split::Cases(condition.clone()))))
            }
            CellAtom::If(condition, _) => match self.atoms.variables(condition.sum()) {
                Some(slots) => self.split_condition(condition, &slots).map(Some),
                None => Ok(None),
            },
            CellAtom::Xor(sums) => Ok(self.split_bits(&sums.iter().collect::<Vec<_>>())),
            CellAtom::And(a, b) => Ok(self.split_bits(&[a, b])),
            CellAtom::Opaque(_, a, b) => {
                let (Some(_), Some(slots)) = (self.atoms.variables(a), self.atoms.variables(b)) else {
                    return Ok(None);
                };
                Ok(self.halves(&slots, HALVES))
            }
        }
    }

    fn split_quotient(&mut self, sum: &Sum, divisor: i128, slots: &[usize]) -> Result<(Price, Split), OutOfBudget> {
        let mut best: Option<(Price, Split)> = None;
        self.spend(slots.len() * sum.terms().len())?;
        for &slot in slots {
            let by = divisor / self.coefficient_of(sum, slot, divisor);
            let extent = self.cell.extents[slot];
            if by > 1 && by < extent {
                // Digits make a curve longer, and may not be needed once the cases are told apart.
                let kind = match extent % by {
                    _ if !is_linear(sum) => CURVED_DIGITS,
                    0 => WHOLE_DIGITS,
                    _ => DIGITS,
                };
                let price = (kind, -extent);
                if best.as_ref().is_none_or(|(least, _)| price < *least) {
                    best = Some((price, Split::Digits { slot, by }));
                }
            }
        }
        if let Some(((kind, extent), split)) = best {
            return Ok(((kind, if kind == WHOLE_DIGITS { 0 } else { extent }), split));
        }
        let (low, high) = self.range(sum)?;
        let (first, last) = (low.div_euclid(divisor), high.div_euclid(divisor));
        let values = last.saturating_sub(first).saturating_add(1);
        let middle = first + (last - first + 1) / 2;
        let condition = Condition::Natural(sum.shifted(-middle.saturating_mul(divisor))?);
        if let &[slot] = slots {
            let at = sum.as_line().and_then(|_| self.edge(&condition, slot));
            return Ok(match at {
                Some(at) => ((ONE_VARIABLE, values), Split::Cut { slot, at }),
                None => ((CURVED, values), self.half(slot)),
            });
        }
        if values <= MOST_CASES {
            return Ok(((if is_linear(sum) { CASES } else { CURVED }, values), Split::Cases(condition)));
        }
        let alone = |slot: &usize| self.coefficient_of(sum, *slot, 0).abs() == 1;
        if let Some(slot) = slots.iter().copied().find(alone).filter(|_| is_linear(sum)) {
            return Ok(((QUOTIENT, values), Split::Divide { sum: sum.clone(), by: divisor, slot }));
        }
        Ok(((HALVES, values), self.half(self.heaviest(sum, slots))))
    }

    fn split_condition(&mut self, condition: &Condition, slots: &[usize]) -> Result<(Price, Split), OutOfBudget> {
        if let &[slot] = slots {
            return Ok(match self.edge(condition, slot) {
                Some(at) => ((ONE_VARIABLE, self.cell.extents[slot].min(64)), Split::Cut { slot, at }),
                None => ((CURVED, 2), self.half(slot)),
            });
        }
        let kind = if is_linear(condition.sum()) { CASES } else { CURVED };
        Ok(((kind, 2), Split::Cases(condition.clone())))
    }

    /// Where a condition on a line through one variable changes.
    fn edge(&self, condition: &Condition, slot: usize) -> Option<i128> {
        let (slope, constant) = condition.sum().as_line()?;
        let extent = self.cell.extents[slot];
        let within = |at: &i128| 0 < *at && *at < extent;
        match condition {
            // slope·x >= -constant
            Condition::Natural(_) if slope > 0 => Some(-constant.div_euclid(slope)).filter(within),
            Condition::Natural(_) => Some(constant.div_euclid(-slope) + 1).filter(within),
            Condition::Zero(_) => {
                let at = -constant / slope;
                Some(at).filter(within).or(Some(at + 1).filter(within))
            }
        }
    }

    fn split_bits(&self, sums: &[&Sum]) -> Option<(Price, Split)> {
        let mut slots = Vec::new();
        for sum in sums {
            slots.extend(self.atoms.variables(sum)?);
        }
        let slot = slots.iter().copied().max_by_key(|&slot| self.cell.extents[slot])?;
        let extent = self.cell.extents[slot];
        if extent <= 2 {
            return Some(((BITS, 2), Split::Cut { slot, at: 1 }));
        }
        // Where the other operands have a boundary, else in the middle.
        let bits = 128 - all_ones(extent - 1).leading_zeros();
        let places = sums.iter().flat_map(|sum| sum.moving()).map(|(_, k)| k.trailing_zeros());
        let place = places.filter(|&place| 0 < place && place < bits).max().unwrap_or(bits.div_ceil(2).min(bits - 1));
        let by = 1 << place;
        let kind = if extent % by == 0 { DIGITS } else { BITS };
        Some(((kind, extent), Split::Digits { slot, by }))
    }

    fn half(&self, slot: usize) -> Split {
        Split::Cut { slot, at: (self.cell.extents[slot] / 2).max(1) }
    }

    fn halves(&self, slots: &[usize], kind: u8) -> Option<(Price, Split)> {
        let slot = slots.iter().copied().max_by_key(|&slot| self.cell.extents[slot])?;
        Some(((kind, self.cell.extents[slot]), self.half(slot)))
    }

    /// The slot whose variable moves a sum most.
    fn heaviest(&self, sum: &Sum, slots: &[usize]) -> usize {
        let weight = |slot: usize| {
            let k = self.coefficient_of(sum, slot, 0).abs();
            k.saturating_mul(self.cell.extents[slot] - 1)
        };
        slots.iter().copied().max_by_key(|&slot| weight(slot)).unwrap_or_default()
    }

    /// A split that brings sums of variables nearer to being at least 0, or below, in all of the cell.
    pub(crate) fn halved(&self, sums: &[&Sum]) -> Option<Split> {
        for sum in sums {
            let slots = self.atoms.variables(sum)?;
            let wide: Vec<usize> = slots.into_iter().filter(|&slot| self.cell.extents[slot] > 1).collect();
            if let &[slot] = wide.as_slice() {
                if let Some(at) = self.edge(&Condition::Natural((*sum).clone()), slot) {
                    return Some(Split::Cut { slot, at });
                }
            }
            if !wide.is_empty() {
                return Some(self.half(self.heaviest(sum, &wide)));
            }
        }
        None
    }
}

/// Whether no product has two factors.
pub(crate) fn is_linear(sum: &Sum) -> bool {
    sum.moving().iter().all(|(product, _)| product.len() == 1)
}
