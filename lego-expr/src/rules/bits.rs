//! Bit operations; the laws are in [`rule`].

use crate::graph::node::Op;
use crate::graph::program::operate;
use crate::normal::form::Form;
use crate::normal::normalizer::{Normalizer, Stop};
use crate::normal::polynomial::Polynomial;
use crate::rules::rule::{self, Rule};
use crate::rules::trace::Noted;

impl Normalizer<'_> {
    pub(crate) fn bits(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        if let (Some(x), Some(y)) = (a.number(), b.number())
            && let Some(value) = operate(op, x, y)
        {
            return Ok(Polynomial::constant(value));
        }
        match op {
            Op::Shl | Op::Shr => {
                if let Some(power) = b.number().filter(|&k| (0..100).contains(&k)).map(|k| Polynomial::constant(1 << k))
                {
                    let result = if op == Op::Shl { a.times(&power)? } else { self.divide(a, &power)?.0 };
                    self.note_bits(&rule::SHIFT, op, (a, b), &result, |_| Vec::new());
                    return Ok(result);
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
            let result = if op == Op::Xor { Polynomial::constant(0) } else { a.clone() };
            self.note_bits(&rule::EQUAL_BITS, op, (a, b), &result, |_| Vec::new());
            return Ok(Some(result));
        }
        for (x, y) in [(a, b), (b, a)] {
            if x.is_zero() {
                let result = if op == Op::And { Polynomial::constant(0) } else { y.clone() };
                self.note_bits(&rule::NO_BITS, op, (a, b), &result, |_| Vec::new());
                return Ok(Some(result));
            }
            let above = y.number().filter(|&mask| op == Op::And && mask > 0).and_then(|mask| mask.checked_add(1));
            if let Some(power) = above.filter(|above| above.count_ones() == 1) {
                let result = self.divide(x, &Polynomial::constant(power))?.1;
                self.note_bits(&rule::MASK, op, (a, b), &result, |_| Vec::new());
                return Ok(Some(result));
            }
            let ones = self.range(y).all_ones();
            let power = (ones.saturating_add(1), self.range(y));
            if power.1.is_bounded()
                && power.1.low >= 0
                && x.0.iter().all(|(_, coefficient)| coefficient % power.0 == 0)
                && self.is_natural(x)?
            {
                let result = if op == Op::And { Polynomial::constant(0) } else { x.plus(y)? };
                self.note_bits(&rule::DISTINCT_BITS, op, (a, b), &result, |normal| {
                    let mut because = vec![format!("{} divides every term of {}", power.0, normal.text(x))];
                    because.extend(normal.why_below(y, &Polynomial::constant(power.0)));
                    because
                });
                return Ok(Some(result));
            }
        }
        Ok(None)
    }

    fn note_bits(
        &mut self,
        rule: &'static Rule,
        op: Op,
        (a, b): (&Polynomial, &Polynomial),
        result: &Polynomial,
        because: impl FnOnce(&mut Self) -> Vec<String>,
    ) {
        self.note(rule, |normal| {
            let before = format!("{} {} {}", normal.operand(a), op.sign(), normal.operand(b));
            Noted { equations: vec![(before, normal.text(result))], because: because(normal) }
        });
    }

    /// Division by a power of two takes bit operations apart, where that makes one side vanish.
    pub(crate) fn divide_bits(
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
