//! Shifts and bit operations: as products, quotients and remainders, as sums, or settled.

use crate::graph::node::Op;
use crate::graph::register::operate;
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::Polynomial;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::derivation::Reason;
use crate::rules::rule::{Rule, rules};

rules! {
    SHIFT = "shift": "x << k = x * (1 << k); x >> k = x / (1 << k)";
    MASK = "mask": "x & ((1 << k) - 1) = x % (1 << k)";
    EQUAL_BITS = "bits of equals": "x ^ x = 0; x & x = x; x | x = x";
    NO_BITS = "bits of zero": "x ^ 0 = x; x | 0 = x; x & 0 = 0";
    DISTINCT_BITS = "no common bit": "x ^ y = x + y; x | y = x + y; x & y = 0" if "x % (1 << k) = 0; y < (1 << k)";
}

impl Arithmetic<'_> {
    /// A shift or a bit operation of natural numbers.
    pub(crate) fn bits(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        let numbers = a.number().zip(b.number());
        if let Some(value) = numbers.and_then(|(x, y)| operate(op, x, y)) {
            return Ok(Polynomial::constant(value));
        }
        match op {
            Op::Shl | Op::Shr => {
                if let Some(power) = b.number().filter(|&k| (0..100).contains(&k)).map(|k| Polynomial::constant(1 << k))
                {
                    let result = if op == Op::Shl { a.times(&power)? } else { self.divide(a, &power)?.0 };
                    self.note_bits(&SHIFT, op, (a, b), &result, |_| Vec::new());
                    return Ok(result);
                }
            }
            _ => {
                if let Some(result) = self.symmetric(op, a, b)? {
                    return Ok(result);
                }
                // The operation is symmetric: operands in one order make one atom, a number last.
                let exchange = a.number().is_some() || (b.number().is_none() && a.0 > b.0);
                let (a, b) = if exchange { (b, a) } else { (a, b) };
                return self.atom(Form::Binary(op, a.clone(), b.clone()));
            }
        }
        self.atom(Form::Binary(op, a.clone(), b.clone()))
    }

    /// `And`, `Or` or `Xor`, where a rule says what it is.
    fn symmetric(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        if a == b {
            let result = if op == Op::Xor { Polynomial::constant(0) } else { a.clone() };
            self.note_bits(&EQUAL_BITS, op, (a, b), &result, |_| Vec::new());
            return Ok(Some(result));
        }
        for (x, y) in [(a, b), (b, a)] {
            if x.is_zero() {
                let result = if op == Op::And { Polynomial::constant(0) } else { y.clone() };
                self.note_bits(&NO_BITS, op, (a, b), &result, |_| Vec::new());
                return Ok(Some(result));
            }
            let above = y.number().filter(|&mask| op == Op::And && mask > 0).and_then(|mask| mask.checked_add(1));
            if let Some(power) = above.filter(|above| above.count_ones() == 1) {
                let result = self.divide(x, &Polynomial::constant(power))?.1;
                self.note_bits(&MASK, op, (a, b), &result, |_| Vec::new());
                return Ok(Some(result));
            }
            let range = self.atoms.range(y);
            let power = range.all_ones().saturating_add(1);
            if range.is_bounded()
                && range.low >= 0
                && x.0.iter().all(|(_, coefficient)| coefficient % power == 0)
                && self.atoms.is_natural(x)?
            {
                let result = if op == Op::And { Polynomial::constant(0) } else { x.plus(y)? };
                self.note_bits(&DISTINCT_BITS, op, (a, b), &result, |arithmetic| {
                    let mut because = vec![format!("{} divides every term of {}", power, arithmetic.text(x))];
                    because.extend(arithmetic.why_below(y, &Polynomial::constant(power)));
                    because
                });
                return Ok(Some(result));
            }
        }
        Ok(None)
    }

    /// Records a bit operation by a rule.
    fn note_bits(
        &mut self,
        rule: &'static Rule,
        op: Op,
        (a, b): (&Polynomial, &Polynomial),
        result: &Polynomial,
        because: impl FnOnce(&mut Self) -> Vec<String>,
    ) {
        self.note(rule, |arithmetic| {
            let before = format!("{} {} {}", arithmetic.operand(a), op.sign(), arithmetic.operand(b));
            Reason { equations: vec![(before, arithmetic.text(result))], because: because(arithmetic) }
        });
    }
}
