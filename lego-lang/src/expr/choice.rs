//! Comparisons, choices and minima.
//!
//! ```text
//! a < b  ⇔  0 < b - a: settled where one side is proved; written with no term below zero
//! a < b + 1 = a <= b      a + 1 <= b = a < b
//! if c { x } else { x } = x
//! min(a, b) = a    if a <= b          max(a, b) = b    if a <= b
//! ```

use super::node::{Comparison, Op};
use super::normal::{Form, Normalizer, Stop, Truth, gcd};
use super::polynomial::Polynomial;

impl Normalizer<'_> {
    pub(super) fn comparison(&mut self, comparison: Comparison, a: &Polynomial, b: &Polynomial) -> Result<Truth, Stop> {
        let gap = b.minus(a)?;
        let one = Polynomial::constant(1);
        let less = gap.minus(&one)?;
        let more = gap.negated()?.minus(&one)?;
        let settled = match comparison {
            Comparison::Less if self.is_natural(&less)? => Some(true),
            Comparison::Less if self.is_natural(&gap.negated()?)? => Some(false),
            Comparison::LessEqual if self.is_natural(&gap)? => Some(true),
            Comparison::LessEqual if self.is_natural(&more)? => Some(false),
            Comparison::Equal | Comparison::NotEqual if gap.is_zero() => Some(comparison == Comparison::Equal),
            Comparison::Equal | Comparison::NotEqual if self.is_natural(&less)? || self.is_natural(&more)? => {
                Some(comparison == Comparison::NotEqual)
            }
            _ => None,
        };
        if let Some(truth) = settled {
            return Ok(Truth::Known(truth));
        }
        let content = gap.0.iter().fold(0, |content, (_, coefficient)| gcd(content, *coefficient)).max(1);
        let gap = Polynomial(gap.0.into_iter().map(|(monomial, c)| (monomial, c / content)).collect());
        let (mut right, mut left) = gap.signs()?;
        let mut comparison = comparison;
        if comparison == Comparison::Less && right.constant_term() == 1 && right.0.len() > 1 {
            (comparison, right) = (Comparison::LessEqual, right.minus(&one)?);
        } else if comparison == Comparison::LessEqual && left.constant_term() == 1 {
            (comparison, left) = (Comparison::Less, left.minus(&one)?);
        } else if comparison == Comparison::LessEqual && left.number() == Some(0) && right.is_zero() {
            return Ok(Truth::Known(true));
        }
        Ok(Truth::Compare(comparison, left, right))
    }

    pub(super) fn choice(&mut self, truth: Truth, a: Polynomial, b: Polynomial) -> Result<Polynomial, Stop> {
        match truth {
            Truth::Known(true) => Ok(a),
            Truth::Known(false) => Ok(b),
            _ if a == b => Ok(a),
            truth => self.atom(Form::Choice(truth, a, b)),
        }
    }

    pub(super) fn extreme(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        let gap = b.minus(a)?;
        let (smaller, larger) = if self.is_natural(&gap)? {
            (a, b)
        } else if self.is_natural(&gap.negated()?)? {
            (b, a)
        } else {
            let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            return self.atom(Form::Binary(op, a.clone(), b.clone()));
        };
        Ok(if op == Op::Min { smaller.clone() } else { larger.clone() })
    }
}
