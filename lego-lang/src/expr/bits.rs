//! Bit operations.
//!
//! ```text
//! x << k = x·2^k          x >> k = x / 2^k          x & (2^k - 1) = x % 2^k
//! x ^ x = 0    x & x = x | x = x    x ^ 0 = x | 0 = x    x & 0 = 0
//! x ^ y = x | y = x + y,   x & y = 0              if 2^k divides x and y < 2^k
//! (x ^ y) / 2^k = (x / 2^k) ^ (y / 2^k),  (x ^ y) % 2^k = (x % 2^k) ^ (y % 2^k),   so for & and |
//! ```

use super::node::Op;
use super::normal::{Form, Normalizer, Stop};
use super::polynomial::Polynomial;
use super::program::operate;

impl Normalizer<'_> {
    pub(super) fn bits(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        if let (Some(x), Some(y)) = (a.number(), b.number())
            && let Some(value) = operate(op, x, y)
        {
            return Ok(Polynomial::constant(value));
        }
        match op {
            Op::Shl | Op::Shr => {
                // x << k = x·2^k, x >> k = x / 2^k
                if let Some(power) = b.number().filter(|&k| (0..100).contains(&k)).map(|k| Polynomial::constant(1 << k))
                {
                    return if op == Op::Shl { Ok(a.times(&power)?) } else { Ok(self.divide(a, &power)?.0) };
                }
            }
            _ => {
                if let Some(result) = self.symmetric(op, a, b)? {
                    return Ok(result);
                }
                // One order for both orders of a symmetric operation; a number comes last.
                let exchange = a.number().is_some() || (b.number().is_none() && a.0 > b.0);
                let (a, b) = if exchange { (b, a) } else { (a, b) };
                return self.atom(Form::Binary(op, a.clone(), b.clone()));
            }
        }
        self.atom(Form::Binary(op, a.clone(), b.clone()))
    }

    fn symmetric(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        if a == b {
            return Ok(Some(if op == Op::Xor { Polynomial::constant(0) } else { a.clone() }));
        }
        for (x, y) in [(a, b), (b, a)] {
            if x.is_zero() {
                return Ok(Some(if op == Op::And { Polynomial::constant(0) } else { y.clone() }));
            }
            // x & (2^k - 1) = x % 2^k
            if let Some(mask) = y.number().filter(|&mask| op == Op::And && mask > 0 && (mask + 1).count_ones() == 1) {
                return Ok(Some(self.divide(x, &Polynomial::constant(mask + 1))?.1));
            }
            // No common bit: 2^k divides x and y < 2^k
            let ones = self.range(y).all_ones();
            let power = (ones.saturating_add(1), self.range(y));
            if power.1.is_bounded()
                && power.1.low >= 0
                && x.0.iter().all(|(_, coefficient)| coefficient % power.0 == 0)
                && self.is_natural(x)?
            {
                return Ok(Some(if op == Op::And { Polynomial::constant(0) } else { x.plus(y)? }));
            }
        }
        Ok(None)
    }

    /// Division by a power of two takes bit operations apart, where that makes one side vanish.
    pub(super) fn divide_bits(
        &mut self,
        op: Op,
        a: &Polynomial,
        b: &Polynomial,
        d: &Polynomial,
    ) -> Result<Option<(Polynomial, Polynomial)>, Stop> {
        let power = d.number().filter(|n| n.count_ones() == 1 && *n > 0);
        if power.is_none() || !matches!(op, Op::And | Op::Or | Op::Xor) {
            return Ok(None);
        }
        let ((qa, ra), (qb, rb)) = (self.divide(a, d)?, self.divide(b, d)?);
        if !(qa.is_zero() || qb.is_zero() || ra.is_zero() || rb.is_zero()) {
            return Ok(None);
        }
        Ok(Some((self.bits(op, &qa, &qb)?, self.bits(op, &ra, &rb)?)))
    }
}
