//! Letters that stand for all integers.
//!
//! Z3 has a division of its own, but knows little of it where the divisor is no number. A quotient and a remainder are
//! variables q and r here, of which Euclid's definition is given: x = d·q + r, 0 <= r < d, and 0 <= q.

use crate::domain::{Domain, Valued};
use crate::law::{Operator, Term};
use std::collections::BTreeMap;
use z3::Model;
use z3::ast::{Bool, Int};

/// Terms of integers without bit operations.
#[derive(Default)]
pub(crate) struct Integers {
    known: BTreeMap<Term, Valued<Int>>,
    /// The quotient and the remainder of a dividend and a divisor.
    divisions: BTreeMap<(Term, Term), (Int, Int)>,
    facts: Vec<Bool>,
}

fn number(value: i64) -> Int {
    Int::from_i64(value)
}

fn letter(letter: char) -> Int {
    Int::new_const(letter.to_string())
}

fn digit(truth: &Bool) -> Int {
    truth.ite(&number(1), &number(0))
}

impl Integers {
    fn binary(&mut self, operator: Operator, left: &Term, right: &Term) -> Result<Valued<Int>, String> {
        let (x, y) = (self.term(left)?, self.term(right)?);
        let defined = x.defined & y.defined;
        let (x, y) = (x.number, y.number);
        let value = match operator {
            Operator::Equal => digit(&x.eq(&y)),
            Operator::NotEqual => digit(&x.ne(&y)),
            Operator::Less => digit(&x.lt(&y)),
            Operator::LessEqual => digit(&x.le(&y)),
            Operator::Add => x + y,
            Operator::Subtract => x - y,
            Operator::Multiply => x * y,
            Operator::Minimum => x.le(&y).ite(&x, &y),
            Operator::Maximum => x.le(&y).ite(&y, &x),
            Operator::Divide | Operator::Remainder => {
                let defined = defined & x.ge(number(0)) & y.gt(number(0));
                let (quotient, remainder) = self.division((left, right), (&x, &y), &defined);
                let value = if operator == Operator::Divide { quotient } else { remainder };
                return Ok(Valued { number: value, defined });
            }
            Operator::Or | Operator::Xor | Operator::And | Operator::ShiftLeft | Operator::ShiftRight => {
                return Err(format!("{left} and {right} are joined by bits, which integers do not have"));
            }
        };
        Ok(Valued { number: value, defined })
    }

    fn division(&mut self, terms: (&Term, &Term), (x, d): (&Int, &Int), defined: &Bool) -> (Int, Int) {
        let key = (terms.0.clone(), terms.1.clone());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let count = self.divisions.len();
        let (q, r) = (Int::new_const(format!("q{count}")), Int::new_const(format!("r{count}")));
        let euclid = x.eq(d * &q + &r) & r.ge(number(0)) & r.lt(d) & q.ge(number(0));
        self.facts.push(defined.implies(euclid));
        self.divisions.insert(key, (q.clone(), r.clone()));
        (q, r)
    }
}

impl Domain for Integers {
    type Number = Int;

    fn term(&mut self, term: &Term) -> Result<Valued<Int>, String> {
        if let Some(known) = self.known.get(term) {
            return Ok(known.clone());
        }
        let always = Bool::from_bool(true);
        let value = match term {
            Term::Number(number) => Valued { number: Int::from_i128(*number), defined: always },
            Term::Letter(name) => Valued { number: letter(*name), defined: always },
            Term::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Term::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                let (condition, then, otherwise) = (self.term(condition)?, self.term(then)?, self.term(otherwise)?);
                let chosen = condition.number.ne(number(0));
                Valued {
                    number: chosen.ite(&then.number, &otherwise.number),
                    defined: condition.defined & chosen.ite(&then.defined, &otherwise.defined),
                }
            }
        };
        self.known.insert(term.clone(), value.clone());
        Ok(value)
    }

    fn equal(&self, a: &Int, b: &Int) -> Bool {
        a.eq(b)
    }

    fn is(&self, a: &Int, value: i64) -> Bool {
        a.eq(number(value))
    }

    fn facts(&self) -> &[Bool] {
        &self.facts
    }

    fn lies_between(&self, name: char, least: i64, most: i64) -> Bool {
        let letter = letter(name);
        letter.ge(number(least)) & letter.le(number(most))
    }

    fn letter_in(&self, model: &Model, name: char) -> Option<i128> {
        model.eval(&letter(name), true)?.as_i64().map(Into::into)
    }
}
