//! Letters that stand for every number that the engine can hold, for laws about bits.
//!
//! The engine computes in `i128`: what leaves it has no value. So a letter is 128 bits with a sign; a letter by which
//! something is shifted is one number, and the proof is repeated for each of them. Terms are computed in 264 bits, and a
//! term that could leave these is refused: nothing wraps around, the laws are proved as laws of integers.

use crate::domain::{Domain, Valued};
use crate::law::{Operator, Term};
use std::collections::BTreeMap;
use z3::Model;
use z3::ast::{Ast, BV, Bool};

/// Bits in which terms are computed.
const COMPUTED: u32 = 264;
/// Bits of a letter.
pub(crate) const LETTER: u32 = 128;
/// The amounts of a shift end here: 1 << 127 is no `i128`.
pub(crate) const AMOUNTS: u32 = LETTER - 1;

/// A number and the bits it needs with its sign, at most.
#[derive(Clone, Debug)]
pub(crate) struct Sized {
    bits: BV,
    width: u32,
}

/// Terms of bits, for certain amounts of shifts.
pub(crate) struct Bits {
    amounts: BTreeMap<char, u32>,
}

fn number(value: i64) -> BV {
    BV::from_i64(value, COMPUTED)
}

fn natural(x: &BV) -> Bool {
    x.bvsge(number(0))
}

impl Bits {
    pub(crate) fn new(amounts: BTreeMap<char, u32>) -> Self {
        Self { amounts }
    }

    /// The number by which a term shifts.
    fn amount(&self, term: &Term) -> Result<u32, String> {
        match term {
            Term::Number(number) => u32::try_from(*number).ok().filter(|&k| k < AMOUNTS),
            Term::Letter(letter) => self.amounts.get(letter).copied(),
            _ => None,
        }
        .ok_or_else(|| format!("{term} is no amount of a shift: it has to be a letter, or a number below {AMOUNTS}"))
    }

    fn binary(&mut self, operator: Operator, left: &Term, right: &Term) -> Result<Valued<Sized>, String> {
        let (Valued { number: x, defined: first }, Valued { number: y, defined: second }) =
            (self.term(left)?, self.term(right)?);
        let defined = first & second;
        let wider = x.width.max(y.width);
        let (x_bits, y_bits) = (&x.bits, &y.bits);
        let digit = |truth: Bool| (truth.ite(&number(1), &number(0)), 2);
        let (bits, width) = match operator {
            Operator::Equal => digit(x_bits.eq(y_bits)),
            Operator::NotEqual => digit(x_bits.ne(y_bits)),
            Operator::Less => digit(x_bits.bvslt(y_bits)),
            Operator::LessEqual => digit(x_bits.bvsle(y_bits)),
            Operator::Or => (x_bits.bvor(y_bits), wider),
            Operator::Xor => (x_bits.bvxor(y_bits), wider),
            Operator::And => (x_bits.bvand(y_bits), wider),
            Operator::ShiftLeft => {
                let amount = self.amount(right)?;
                (x_bits.bvshl(number(amount.into())), x.width + amount)
            }
            Operator::ShiftRight => (x_bits.bvlshr(number(self.amount(right)?.into())), x.width),
            Operator::Add => (x_bits.bvadd(y_bits), wider + 1),
            Operator::Subtract => (x_bits.bvsub(y_bits), wider + 1),
            Operator::Multiply => (x_bits.bvmul(y_bits), x.width + y.width),
            Operator::Divide => (x_bits.bvudiv(y_bits), x.width),
            Operator::Remainder => (x_bits.bvurem(y_bits), wider),
            Operator::Minimum => (x_bits.bvsle(y_bits).ite(x_bits, y_bits), wider),
            Operator::Maximum => (x_bits.bvsle(y_bits).ite(y_bits, x_bits), wider),
        };
        if width > COMPUTED {
            return Err(format!("{left} and {right} make a term of {width} bits, which is more than {COMPUTED}"));
        }
        let defined = match operator {
            Operator::Divide | Operator::Remainder => defined & natural(x_bits) & y_bits.bvsgt(number(0)),
            _ if operator.is_bitwise() => defined & natural(x_bits) & natural(y_bits),
            _ => defined,
        };
        // Z3's terms are numbers where they can be: a divisor 1 << 5 is seen to be a power of two.
        Ok(Valued { number: Sized { bits: bits.simplify(), width }, defined })
    }

    fn letter(&self, letter: char) -> Sized {
        match self.amounts.get(&letter) {
            Some(&amount) => Sized { bits: number(amount.into()), width: LETTER },
            None => {
                let bits = BV::new_const(letter.to_string(), LETTER).sign_ext(COMPUTED - LETTER);
                Sized { bits, width: LETTER }
            }
        }
    }
}

impl Domain for Bits {
    type Number = Sized;

    fn term(&mut self, term: &Term) -> Result<Valued<Sized>, String> {
        let always = Bool::from_bool(true);
        Ok(match term {
            Term::Number(value) => {
                let small = i64::try_from(*value).map_err(|_| format!("{value} is more than a law should need"))?;
                let width = i128::BITS - value.unsigned_abs().leading_zeros() + 1;
                Valued { number: Sized { bits: number(small), width }, defined: always }
            }
            Term::Letter(letter) => Valued { number: self.letter(*letter), defined: always },
            Term::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Term::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                let (condition, then, otherwise) = (self.term(condition)?, self.term(then)?, self.term(otherwise)?);
                let chosen = !self.is(&condition.number, 0);
                let bits = chosen.ite(&then.number.bits, &otherwise.number.bits);
                let width = then.number.width.max(otherwise.number.width);
                let defined = condition.defined & chosen.ite(&then.defined, &otherwise.defined);
                Valued { number: Sized { bits, width }, defined }
            }
        })
    }

    fn equal(&self, a: &Sized, b: &Sized) -> Bool {
        a.bits.eq(&b.bits)
    }

    fn is(&self, a: &Sized, value: i64) -> Bool {
        a.bits.eq(number(value))
    }

    fn facts(&self) -> &[Bool] {
        &[]
    }

    fn lies_between(&self, letter: char, least: i64, most: i64) -> Bool {
        let letter = self.letter(letter).bits;
        letter.bvsge(number(least)) & letter.bvsle(number(most))
    }

    fn letter_in(&self, model: &Model, letter: char) -> Option<i128> {
        // A small number is its lowest 64 bits, read with their sign.
        let low = model.eval(&self.letter(letter).bits.extract(63, 0), true)?.as_u64()?;
        Some(i128::from(low.cast_signed()))
    }
}
