//! Atoms for forms, with the bounds that follow from the bounds of their parts.

use crate::graph::node::{Comparison, Op};
use crate::normal::atoms::{Atoms, Bounds};
use crate::normal::budget::Stop;
use crate::normal::form::{Form, Predicate};
use crate::normal::polynomial::{AtomId, Polynomial};
use crate::ranges::range::Range;

/// Bounds of the two branches of a choice.
type Branches = (Option<Polynomial>, Option<Polynomial>);

impl Atoms {
    /// The atom of a form: a new one, where the form has not come up.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn intern(&mut self, form: Form) -> Result<AtomId, Stop> {
        let hash = match self.lookup(&form) {
            Ok(atom) => return Ok(atom),
            Err(hash) => hash,
        };
        self.budget.spend(1)?;
        let (range, upper) = self.bounds_of(&form)?;
        let is_size = self.is_form_of_sizes(&form);
        self.insert(hash, form, Bounds { range, upper, is_size })
    }

    /// The range of a form, and an upper bound made of sizes where numbers give none.
    ///
    /// Of variables, functions, look-ups and quotients more is known than follows from their parts. The rules insert these with their
    /// bounds; what is said of them here is right, but weaker.
    fn bounds_of(&mut self, form: &Form) -> Result<(Range, Option<Polynomial>), Stop> {
        Ok(match form {
            Form::Variable(_) | Form::LookUp(..) | Form::Call { .. } => (Range::ANY, None),
            Form::Quotient(a, b) => (self.quotient_range(a, b), None),
            Form::Share { size, divisor } => {
                let size = self.bounds(*size).range;
                let most = self.range(divisor).high.max(1);
                // The share is at least 1 if the size is; at least size / divisor where that is more.
                (Range::new((size.low / most).max(size.low.min(1)), size.high), None)
            }
            Form::Remainder(a, b) => {
                let (x, y) = (self.range(a), self.range(b));
                let last = b.minus(&Polynomial::constant(1))?;
                (Range::new(0, x.high.min(y.high.saturating_sub(1))), self.is_size(&last).then_some(last))
            }
            Form::Product(a, b) => (self.range(a).times(self.range(b)), None),
            Form::Binary(op, a, b) => self.operation_bounds(*op, a, b),
            Form::Choice(truth, a, b) => {
                let upper = match self.branch_bounds(truth, a, b)? {
                    (Some(x), Some(y)) => {
                        if self.is_natural(&x.minus(&y)?)? {
                            Some(x)
                        } else if self.is_natural(&y.minus(&x)?)? {
                            Some(y)
                        } else {
                            None
                        }
                    }
                    _ => None,
                };
                (self.range(a).or(self.range(b)), upper)
            }
            Form::Isqrt(a) => {
                let range = self.range(a);
                let high = if range.is_bounded() { range.high.max(0).isqrt() } else { i128::MAX };
                (Range::new(range.low.max(0).isqrt(), high), None)
            }
            Form::Within(a, extent) => {
                let last = extent.minus(&Polynomial::constant(1))?;
                let range = self.range(a).and(Range::new(0, self.range(&last).high));
                (range, self.is_size(&last).then_some(last))
            }
        })
    }

    /// The range of a quotient of a natural number by a positive one.
    pub(crate) fn quotient_range(&self, a: &Polynomial, b: &Polynomial) -> Range {
        let (x, y) = (self.range(a), self.range(b));
        let range = Range::new(x.low.max(0) / y.high.max(1), x.high / y.low.max(1));
        if x.is_bounded() { range } else { Range::new(range.low, i128::MAX) }
    }

    fn operation_bounds(&self, op: Op, a: &Polynomial, b: &Polynomial) -> (Range, Option<Polynomial>) {
        let (x, y) = (self.range(a), self.range(b));
        match op {
            Op::And => (Range::new(0, x.high.min(y.high)), None),
            Op::Or => (Range::new(x.low.max(y.low).max(0), x.all_ones().max(y.all_ones())), None),
            Op::Xor => (Range::new(0, x.all_ones().max(y.all_ones())), None),
            Op::Shl => {
                let most = u32::try_from(y.high).ok().filter(|&s| s < 120).map(|s| Range::exactly(1 << s));
                let high = most.map_or(i128::MAX, |power| x.times(power).high);
                (Range::new(x.low.max(0), high), None)
            }
            Op::Shr => (Range::new(0, x.high), None),
            Op::Min => {
                let upper = if self.is_size(b) { b } else { a };
                let upper = self.is_size(upper).then(|| upper.clone());
                (Range::new(x.low.min(y.low), x.high.min(y.high)), upper)
            }
            Op::Max => (Range::new(x.low.max(y.low), x.high.max(y.high)), None),
            _ => (Range::ANY, None),
        }
    }

    /// Upper bounds of the branches of a choice: with sizes k and c, of `x < k` a branch x is below k and a branch c - x at
    /// most c - k.
    fn branch_bounds(&mut self, truth: &Predicate, a: &Polynomial, b: &Polynomial) -> Result<Branches, Stop> {
        let (mut then, mut otherwise) = (None, None);
        match truth {
            Predicate::Compare(Comparison::Less, x, k) if self.is_size(k) => {
                let c = b.plus(x)?;
                then = if a == x { Some(k.minus(&Polynomial::constant(1))?) } else { None };
                otherwise = if self.is_size(&c) { Some(c.minus(k)?) } else { None };
            }
            _ => {}
        }
        let then = if then.is_some() { then } else { self.upper_bound(a)? };
        let otherwise = if otherwise.is_some() { otherwise } else { self.upper_bound(b)? };
        Ok((then, otherwise))
    }

    /// Whether a form is made of sizes alone.
    pub(crate) fn is_form_of_sizes(&self, form: &Form) -> bool {
        match form {
            Form::Share { .. } => true,
            Form::Quotient(a, b) | Form::Remainder(a, b) | Form::Product(a, b) | Form::Binary(_, a, b) => {
                self.is_size(a) && self.is_size(b)
            }
            Form::Isqrt(a) | Form::Within(a, _) => self.is_size(a),
            Form::Variable(_) | Form::Choice(..) | Form::LookUp(..) | Form::Call { .. } => false,
        }
    }
}
