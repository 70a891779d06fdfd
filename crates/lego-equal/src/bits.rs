//! Bit operations on sums: cut where both operands have a digit boundary, calculated where one is a number.

use crate::atom::CellAtom;
use crate::cell::{Frame, all_ones};
use crate::sum::{OutOfBudget, Sum, divided};

/// Numbers of more bits are given up.
const MOST_BITS: u32 = 100;

/// A place at which two numbers fall into high and low bits, with these.
type BothCut = (u32, [Sum; 2], [Sum; 2]);

impl Frame<'_> {
    /// The exclusive or of natural numbers.
    ///
    /// Laws: `(2^k·a + b) ^ (2^k·c + d) = 2^k·(a ^ c) + (b ^ d)` for b, d < 2^k; `x ^ (2^k - 1) = 2^k - 1 - x` for x < 2^k;
    /// it is commutative, associative and its own inverse.
    pub(crate) fn xor(&mut self, a: &Sum, b: &Sum) -> Result<Sum, OutOfBudget> {
        match (a.number(), b.number()) {
            (Some(a), Some(b)) => return Ok(Sum::constant(a ^ b)),
            (Some(0), _) => return Ok(b.clone()),
            (_, Some(0)) => return Ok(a.clone()),
            (Some(number), None) => return self.xor_with(b, number),
            (None, Some(number)) => return self.xor_with(a, number),
            _ if a == b => return Ok(Sum::default()),
            _ => {}
        }
        if let Some((places, [a1, a0], [b1, b0])) = self.cut_both(a, b)? {
            let (high, low) = (self.xor(&a1, &b1)?, self.xor(&a0, &b0)?);
            return low.plus_times(&high, 1 << places);
        }
        let mut parity = 0;
        let mut operands: Vec<Sum> = Vec::new();
        for sum in [a, b] {
            for mut operand in self.xor_operands(sum) {
                if operand.constant_term() == 1 && self.range(&operand)? == (0, 1) {
                    // 1 - x of one bit is x ^ 1.
                    operand = operand.scaled(-1)?.shifted(1)?;
                    parity ^= 1;
                    for inner in self.xor_operands(&operand) {
                        toggle(&mut operands, inner);
                    }
                    continue;
                }
                toggle(&mut operands, operand);
            }
        }
        operands.sort_unstable();
        let xor = match operands.as_slice() {
            [] => Sum::default(),
            [one] => one.clone(),
            _ => self.sum_of(CellAtom::Xor(operands))?,
        };
        if parity == 0 {
            return Ok(xor);
        }
        if self.range(&xor)?.1 <= 1 { xor.scaled(-1)?.shifted(1) } else { self.xor_with(&xor, 1) }
    }

    fn xor_operands(&self, sum: &Sum) -> Vec<Sum> {
        match sum.single_atom().map(|id| self.atoms.get(id)).as_deref() {
            Some(CellAtom::Xor(operands)) => operands.clone(),
            _ => vec![sum.clone()],
        }
    }

    fn xor_with(&mut self, sum: &Sum, number: i128) -> Result<Sum, OutOfBudget> {
        // Complement each run of ones.
        let mut result = sum.clone();
        for (from, to) in runs(number)? {
            let shifted = self.quotient(sum, 1 << from)?;
            let digit = if self.range(&shifted)?.1 < 1 << (to - from) {
                shifted
            } else {
                self.remainder(&shifted, 1 << (to - from))?
            };
            // ones - digit in place of the digit.
            let change = digit.scaled(-2)?.shifted((1 << (to - from)) - 1)?;
            result = result.plus_times(&change, 1 << from)?;
        }
        Ok(result)
    }

    /// The bits that two natural numbers have in common.
    pub(crate) fn and(&mut self, a: &Sum, b: &Sum) -> Result<Sum, OutOfBudget> {
        match (a.number(), b.number()) {
            (Some(a), Some(b)) => return Ok(Sum::constant(a & b)),
            (Some(number), None) => return self.masked(b, number),
            (None, Some(number)) => return self.masked(a, number),
            _ if a == b => return Ok(a.clone()),
            _ => {}
        }
        if let Some((places, [a1, a0], [b1, b0])) = self.cut_both(a, b)? {
            let (high, low) = (self.and(&a1, &b1)?, self.and(&a0, &b0)?);
            return low.plus_times(&high, 1 << places);
        }
        if a.terms().len() == 1 && b.terms().len() == 1 && self.range(a)? == (0, 1) && self.range(b)? == (0, 1) {
            return a.times(b);
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.sum_of(CellAtom::And(a.clone(), b.clone()))
    }

    fn masked(&mut self, sum: &Sum, mask: i128) -> Result<Sum, OutOfBudget> {
        let mut result = Sum::default();
        for (from, to) in runs(mask)? {
            let shifted = self.quotient(sum, 1 << from)?;
            let digit = self.remainder(&shifted, 1 << (to - from))?;
            result = result.plus_times(&digit, 1 << from)?;
        }
        Ok(result)
    }

    /// The bits that either of two natural numbers has.
    pub(crate) fn or(&mut self, a: &Sum, b: &Sum) -> Result<Sum, OutOfBudget> {
        let common = self.and(a, b)?;
        a.plus(b)?.minus(&common)
    }

    /// Cuts both numbers at one place, if there is one.
    fn cut_both(&mut self, a: &Sum, b: &Sum) -> Result<Option<BothCut>, OutOfBudget> {
        let mut places: Vec<u32> = Vec::new();
        for sum in [a, b] {
            let constant = Some(sum.constant_term()).filter(|&k| k != 0);
            places.extend(sum.moving().iter().map(|(_, k)| *k).chain(constant).map(i128::trailing_zeros));
            let bits = 128 - all_ones(self.range(sum)?.1).leading_zeros();
            if bits <= MOST_BITS {
                places.push(bits);
            }
        }
        places.retain(|&places| places > 0 && places <= MOST_BITS);
        places.sort_unstable_by(|a, b| b.cmp(a));
        places.dedup();
        for places in places {
            match (self.cut(a, places)?, self.cut(b, places)?) {
                (Some(a), Some(b)) if !(a[0].is_zero() && b[0].is_zero()) => return Ok(Some((places, a, b))),
                _ => {}
            }
        }
        Ok(None)
    }

    /// A number as `2^places·high + low`, if no term belongs to both.
    fn cut(&mut self, sum: &Sum, places: u32) -> Result<Option<[Sum; 2]>, OutOfBudget> {
        let (high, low) = divided(sum, 1 << places);
        let range = self.range(&low)?;
        let carry = range.0 >> places;
        if carry != range.1 >> places {
            return Ok(None);
        }
        Ok(Some([high.shifted(carry)?, low.shifted(-(carry << places))?]))
    }
}

fn toggle(operands: &mut Vec<Sum>, operand: Sum) {
    match operands.iter().position(|other| *other == operand) {
        Some(at) => {
            operands.swap_remove(at);
        }
        None => operands.push(operand),
    }
}

/// The runs of ones of a number, each from its lowest place to the one above its highest.
fn runs(number: i128) -> Result<Vec<(u32, u32)>, OutOfBudget> {
    if number < 0 || number >> MOST_BITS != 0 {
        return Err(OutOfBudget);
    }
    let mut runs = Vec::new();
    let mut at = 0;
    while number >> at != 0 {
        let from = at + (number >> at).trailing_zeros();
        let to = from + (number >> from).trailing_ones();
        runs.push((from, to));
        at = to;
    }
    Ok(runs)
}
