//! The rules by which atoms are simplified, as far as what is known of a cell allows.
//!
//! Every rule is an identity of total functions: quotients are rounded down whatever the sign, and the operands of bit
//! operations are natural (the reader of expressions sees to that). So it does not matter in which cell a rule was used, as
//! long as the point at hand lies in it.

use crate::atom::{CellAtom, Condition, Opaque};
use crate::cell::Frame;
use crate::sum::{AtomId, OutOfBudget, Product, Sum, checked, divided};
use num_integer::gcd;
use std::collections::HashMap;

/// What a condition is on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Settled(bool),
    /// All of these hold, or some do not.
    All(Vec<Condition>),
}

/// Sums in place of the variables of slots.
pub(crate) type Substitution = Vec<(usize, Sum)>;

impl Frame<'_> {
    /// `sum / divisor`, rounded down.
    ///
    /// Laws, for d >= 1: `(d·a + b) / d = a + b / d`; `b / d = t` if `t·d <= b < (t+1)·d`; `(g·a + r) / (g·d) = (a + t) / d`
    /// if `t·g <= r < (t+1)·g`; `(x / a + y) / b = (x + a·y) / (a·b)`.
    pub(crate) fn quotient(&mut self, sum: &Sum, divisor: i128) -> Result<Sum, OutOfBudget> {
        if divisor == 1 {
            return Ok(sum.clone());
        }
        self.spend(8 * sum.terms().len())?;
        // Residues on both sides of zero keep (x - i) / d with small coefficients; those from 0 on are tried as well.
        let half = divisor / 2;
        let (whole, rest) = sum.split_with(|product, k| {
            let residue = k.rem_euclid(divisor);
            let residue = if residue > half && !product.is_one() { residue - divisor } else { residue };
            ((k - residue) / divisor, residue)
        });
        let upper = sum.div_rem(divisor).1;
        let (low, high) = self.range(&rest)?;
        if low.div_euclid(divisor) == high.div_euclid(divisor) {
            return whole.shifted(low.div_euclid(divisor));
        }
        if upper != rest {
            let (low, high) = self.range(&upper)?;
            if low.div_euclid(divisor) == high.div_euclid(divisor) {
                let whole = sum.minus(&upper)?;
                return divided(&whole, divisor).0.shifted(low.div_euclid(divisor));
            }
        }
        // Low digits that cannot carry.
        for common in divisors(&rest, divisor) {
            let (multiples, others) = divided(&rest, common);
            let (low, high) = self.range(&others)?;
            if low.div_euclid(common) == high.div_euclid(common) {
                let multiples = multiples.shifted(low.div_euclid(common))?;
                return whole.plus(&self.quotient(&multiples, divisor / common)?);
            }
        }
        // A quotient in the numerator.
        let inner = rest.moving().iter().find_map(|(product, k)| match (&product[..], k) {
            (&[id], 1) => match &*self.atoms.get(id) {
                CellAtom::Quotient(sum, by) => Some((id, sum.clone(), *by)),
                _ => None,
            },
            _ => None,
        });
        if let Some((id, numerator, by)) = inner {
            let others = rest.minus(&Sum::atom(id))?;
            let numerator = numerator.plus_times(&others, by)?;
            let divisor = checked(by.checked_mul(divisor))?;
            return whole.plus(&self.quotient(&numerator, divisor)?);
        }
        whole.plus(&self.sum_of(CellAtom::Quotient(rest, divisor))?)
    }

    /// `sum % divisor`.
    pub(crate) fn remainder(&mut self, sum: &Sum, divisor: i128) -> Result<Sum, OutOfBudget> {
        let quotient = self.quotient(sum, divisor)?;
        sum.plus_times(&quotient, -divisor)
    }

    /// A condition, in parts that are as small as possible.
    pub(crate) fn truth(&mut self, condition: &Condition) -> Result<Outcome, OutOfBudget> {
        let sum = condition.sum();
        let (low, high) = self.range(sum)?;
        let common = sum.content();
        match condition {
            Condition::Natural(_) if low >= 0 => Ok(Outcome::Settled(true)),
            Condition::Natural(_) if high < 0 => Ok(Outcome::Settled(false)),
            Condition::Zero(_) if low > 0 || high < 0 => Ok(Outcome::Settled(false)),
            Condition::Zero(_) if low == 0 && high == 0 => Ok(Outcome::Settled(true)),
            Condition::Natural(_) if common > 1 => self.truth(&Condition::Natural(sum.div_rem(common).0)),
            Condition::Zero(_) if common > 1 => {
                if sum.constant_term() % common != 0 {
                    return Ok(Outcome::Settled(false));
                }
                self.truth(&Condition::Zero(divided(sum, common).0))
            }
            _ => self.truth_by_digits(condition),
        }
    }

    /// `g·a + r >= 0` is `a + t >= 0` and `g·a + r == 0` is `a + t == 0` with `r == t·g`, if `t·g <= r < (t+1)·g`.
    fn truth_by_digits(&mut self, condition: &Condition) -> Result<Outcome, OutOfBudget> {
        let sum = condition.sum();
        for common in divisors(sum, 0) {
            let (multiples, others) = divided(sum, common);
            let (low, high) = self.range(&others)?;
            let carry = low.div_euclid(common);
            if carry != high.div_euclid(common) {
                continue;
            }
            let multiples = multiples.shifted(carry)?;
            if matches!(condition, Condition::Natural(_)) {
                return self.truth(&Condition::Natural(multiples));
            }
            let others = others.shifted(-carry * common)?;
            let parts = [multiples, others].map(|part| self.truth(&Condition::Zero(part)));
            let mut all = Vec::new();
            for part in parts {
                match part? {
                    Outcome::Settled(false) => return Ok(Outcome::Settled(false)),
                    Outcome::Settled(true) => {}
                    Outcome::All(conditions) => all.extend(conditions),
                }
            }
            return Ok(if all.is_empty() { Outcome::Settled(true) } else { Outcome::All(all) });
        }
        let condition = match condition {
            Condition::Zero(sum) => {
                // One sign for both.
                let negative = sum.moving().first().is_some_and(|(_, k)| *k < 0);
                let sum = if negative { sum.scaled(-1)? } else { sum.clone() };
                if self.cell.apart.contains(&sum) {
                    return Ok(Outcome::Settled(false));
                }
                Condition::Zero(sum)
            }
            Condition::Natural(sum) => Condition::Natural(sum.clone()),
        };
        Ok(Outcome::All(vec![condition]))
    }

    /// The sum where the condition holds, else 0.
    pub(crate) fn only_if(&mut self, condition: &Condition, sum: &Sum) -> Result<Sum, OutOfBudget> {
        if sum.is_zero() {
            return Ok(Sum::default());
        }
        match self.truth(condition)? {
            Outcome::Settled(true) => Ok(sum.clone()),
            Outcome::Settled(false) => Ok(Sum::default()),
            Outcome::All(conditions) => {
                let mut sum = sum.clone();
                for condition in conditions {
                    let common = gcd(sum.content(), sum.constant_term());
                    let first = sum.terms().last().map_or(1, |(_, k)| *k);
                    let common = if first < 0 { -common } else { common };
                    if common == 0 {
                        return Ok(Sum::default());
                    }
                    let part = sum.split_with(|_, k| (k / common, 0)).0;
                    sum = self.sum_of(CellAtom::If(condition, part))?.scaled(common)?;
                }
                Ok(sum)
            }
        }
    }

    /// An operation whose second operand may be no number.
    pub(crate) fn opaque(&mut self, operation: Opaque, a: &Sum, b: &Sum) -> Result<Sum, OutOfBudget> {
        let shift = |places: i128| u32::try_from(places).ok().filter(|&places| places < 120);
        match (operation, a.number(), b.number()) {
            (Opaque::Quotient | Opaque::ShiftLeft | Opaque::ShiftRight, Some(0), _) => Ok(Sum::default()),
            (Opaque::Quotient, _, Some(divisor)) if divisor >= 1 => self.quotient(a, divisor),
            (Opaque::Quotient, _, Some(_)) => Ok(Sum::default()),
            (Opaque::ShiftLeft, _, Some(places)) => a.scaled(1 << shift(places).ok_or(OutOfBudget)?),
            (Opaque::ShiftRight, _, Some(places)) => match shift(places) {
                Some(places) => self.quotient(a, 1 << places),
                None => Ok(Sum::default()),
            },
            (Opaque::Root, _, Some(square)) => Ok(Sum::constant(square.max(0).isqrt())),
            _ => self.sum_of(CellAtom::Opaque(operation, a.clone(), b.clone())),
        }
    }

    /// Sums with other sums in place of some variables, and all their atoms made anew for this cell.
    pub(crate) fn rebuilt(&mut self, sums: &[&Sum], substitution: &Substitution) -> Result<Vec<Sum>, OutOfBudget> {
        let mut built: HashMap<AtomId, Sum> = HashMap::new();
        for id in self.atoms.reachable(sums.iter().copied()) {
            let atom = self.atoms.get(id);
            self.spend(4 * atom.operands().iter().map(|sum| sum.terms().len()).sum::<usize>())?;
            let new = match &*atom {
                CellAtom::Variable(slot) => match substitution.iter().find(|(own, _)| own == slot) {
                    Some((_, sum)) => self.without_zeros(sum)?,
                    None => self.without_zeros(&Sum::atom(id))?,
                },
                CellAtom::Quotient(sum, divisor) => {
                    let sum = self.assembled(sum, &built)?;
                    self.quotient(&sum, *divisor)?
                }
                CellAtom::If(condition, sum) => {
                    let own = self.assembled(condition.sum(), &built)?;
                    let sum = self.assembled(sum, &built)?;
                    let condition = match condition {
                        Condition::Natural(_) => Condition::Natural(own),
                        Condition::Zero(_) => Condition::Zero(own),
                    };
                    self.only_if(&condition, &sum)?
                }
                CellAtom::Xor(sums) => {
                    let mut all = Sum::default();
                    for sum in sums {
                        let sum = self.assembled(sum, &built)?;
                        all = self.xor(&all, &sum)?;
                    }
                    all
                }
                CellAtom::And(a, b) => {
                    let (a, b) = (self.assembled(a, &built)?, self.assembled(b, &built)?);
                    self.and(&a, &b)?
                }
                CellAtom::Opaque(operation, a, b) => {
                    let (a, b) = (self.assembled(a, &built)?, self.assembled(b, &built)?);
                    self.opaque(*operation, &a, &b)?
                }
            };
            built.insert(id, new);
        }
        sums.iter().map(|sum| self.assembled(sum, &built)).collect()
    }

    /// A sum with what its atoms have become.
    fn assembled(&mut self, sum: &Sum, built: &HashMap<AtomId, Sum>) -> Result<Sum, OutOfBudget> {
        let (mut terms, mut constant) = (Vec::new(), 0);
        for (product, k) in sum.terms() {
            let mut value = Sum::constant(1);
            for id in product {
                value = value.times(&built[id])?;
            }
            self.spend(value.terms().len())?;
            for (product, own) in value.terms() {
                let scaled = checked(own.checked_mul(*k))?;
                if product.is_empty() {
                    constant = checked(scaled.checked_add(constant))?;
                } else {
                    terms.push((self.reduced(product), scaled));
                }
            }
        }
        terms.push((Product::one(), constant));
        Sum::of(terms)
    }

    /// A sum of variables without those that can only be 0.
    fn without_zeros(&mut self, sum: &Sum) -> Result<Sum, OutOfBudget> {
        let mut settled = sum.clone();
        for &id in sum.moving().iter().flat_map(|(product, _)| product.iter()) {
            if self.atoms.slot(id).is_some_and(|slot| self.cell.extents[slot] == 1) {
                settled = settled.with(id, 0)?;
            }
        }
        Ok(settled)
    }

    /// A product without powers of variables that are 0 or 1.
    fn reduced(&self, product: &Product) -> Product {
        let is_bit = |id| self.atoms.slot(id).is_some_and(|slot| self.cell.extents[slot] <= 2);
        let is_again = |at: usize| at > 0 && product[at] == product[at - 1] && is_bit(product[at]);
        if !(1..product.len()).any(is_again) {
            return product.clone();
        }
        (0..product.len()).filter(|&at| !is_again(at)).map(|at| product[at]).collect()
    }
}

/// The divisors that a sum's coefficients have in common with a number, all but it and 1, the largest first; of 0, the
/// coefficients themselves.
fn divisors(sum: &Sum, number: i128) -> Vec<i128> {
    let mut divisors: Vec<i128> = sum.moving().iter().map(|(_, k)| gcd(*k, number)).collect();
    divisors.retain(|&common| common > 1 && common != number);
    divisors.sort_unstable_by(|a, b| b.cmp(a));
    divisors.dedup();
    divisors
}
