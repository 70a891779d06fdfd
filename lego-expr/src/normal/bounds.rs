//! Proofs of bounds: in numbers by intervals, with symbols by comparing polynomials of sizes.

use crate::graph::node::{Comparison, Kind, Op};
use crate::normal::form::{Form, Truth};
use crate::normal::polynomial::{Atom, Monomial, Polynomial};
use crate::ranges::range::Range;
use crate::rules::normalizer::{Normalizer, Stop};

/// Proofs combine at most so many facts.
const MOST_COMBINED: usize = 2;

/// A polynomial of sizes that is at least 0, with its place among the facts if it is one.
type Known = (Polynomial, Option<usize>);

impl Normalizer<'_> {
    /// The range of a form, and an upper bound made of sizes where numbers give none.
    pub(crate) fn bounds_of(&mut self, form: &Form) -> Result<(Range, Option<Polynomial>), Stop> {
        Ok(match form {
            Form::Variable(number) => match self.arena.variable_of(*number).kind {
                Kind::Size => (Range::new(1, i128::MAX), None),
                Kind::Index { extent } => {
                    let last = self.value(extent)?.minus(&Polynomial::constant(1))?;
                    let high = self.range(&last).high;
                    (Range::new(0, high), self.is_size(&last).then_some(last))
                }
            },
            Form::Share { size, divisor } => {
                let size = self.atoms[size.0 as usize].range;
                let most = self.range(divisor).high.max(1);
                // The share is at least 1 because the size is; at least size / divisor where that is more.
                (Range::new((size.low / most).max(1), size.high), None)
            }
            Form::Quotient(a, b) => {
                let (x, y) = (self.range(a), self.range(b));
                let range = Range::new(x.low.max(0) / y.high.max(1), x.high / y.low.max(1));
                let range = if x.is_bounded() { range } else { Range::new(range.low, i128::MAX) };
                (range, self.quotient_bound(a, b)?)
            }
            Form::Remainder(a, b) => {
                let (x, y) = (self.range(a), self.range(b));
                let last = b.minus(&Polynomial::constant(1))?;
                (Range::new(0, x.high.min(y.high.saturating_sub(1))), self.is_size(&last).then_some(last))
            }
            Form::Product(a, b) => (self.range(a).times(self.range(b)), None),
            Form::Binary(op, a, b) => {
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
            Form::Call { function, .. } => {
                let bound = self.arena.function_of(*function).bound;
                let bound = self.value(bound)?.minus(&Polynomial::constant(1))?;
                let high = self.range(&bound).high;
                (Range::new(0, high), self.is_size(&bound).then_some(bound))
            }
        })
    }

    /// Upper bounds of the branches of a choice: with sizes k and c, of `x < k` a branch x is below k and a branch c - x at
    /// most c - k.
    fn branch_bounds(
        &mut self,
        truth: &Truth,
        a: &Polynomial,
        b: &Polynomial,
    ) -> Result<(Option<Polynomial>, Option<Polynomial>), Stop> {
        let (mut then, mut otherwise) = (None, None);
        if let Truth::Compare(Comparison::Less, x, k) = truth
            && self.is_size(k)
        {
            let whole = b.plus(x)?;
            then = if a == x { Some(k.minus(&Polynomial::constant(1))?) } else { None };
            otherwise = if self.is_size(&whole) { Some(whole.minus(k)?) } else { None };
        }
        let then = if then.is_some() { then } else { self.upper_bound(a)? };
        let otherwise = if otherwise.is_some() { otherwise } else { self.upper_bound(b)? };
        Ok((then, otherwise))
    }

    /// `a / b <= upper(a) / b` for a divisor made of sizes.
    fn quotient_bound(&mut self, a: &Polynomial, b: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        if !self.is_size(b) {
            return Ok(None);
        }
        match self.upper_bound(a)? {
            Some(upper) if !self.is_size(a) => Ok(Some(self.divide(&upper, b)?.0)),
            _ => Ok(None),
        }
    }

    /// The range of a product of atoms.
    pub(crate) fn monomial_range(&self, monomial: &Monomial) -> Range {
        if let Some(atom) = monomial.single() {
            return self.atoms[atom.0 as usize].range;
        }
        monomial.0.iter().fold(Range::exactly(1), |range, atom| range.times(self.atoms[atom.0 as usize].range))
    }

    /// The range of a polynomial, term by term.
    pub(crate) fn range(&self, polynomial: &Polynomial) -> Range {
        let mut sum = Range::exactly(0);
        for (monomial, coefficient) in &polynomial.0 {
            let own = if monomial.is_one() {
                Range::exactly(*coefficient)
            } else if *coefficient == 1 {
                self.monomial_range(monomial)
            } else {
                self.monomial_range(monomial).times(Range::exactly(*coefficient))
            };
            sum = sum.plus(own);
        }
        sum
    }

    /// An upper bound of a polynomial that is made of sizes.
    pub(crate) fn upper_bound(&mut self, polynomial: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        let negated = polynomial.negated()?;
        Ok(match self.lower_bound(&negated)? {
            Some(lower) => Some(lower.negated()?),
            None => None,
        })
    }

    /// A lower bound of a polynomial that is made of sizes: every other atom is replaced by the end of its range that makes
    /// its term smallest. `None` where an atom has no such end.
    fn lower_bound(&mut self, polynomial: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        self.step(polynomial.0.len())?;
        let mut bound = Polynomial::constant(0);
        for (monomial, coefficient) in &polynomial.0 {
            let mut term = Polynomial::constant(*coefficient);
            for &atom in &monomial.0 {
                let Some(end) = self.end(atom, *coefficient < 0, monomial.0.len() > 1) else { return Ok(None) };
                term = term.times(&end)?;
            }
            bound = bound.plus(&term)?;
        }
        Ok(Some(bound))
    }

    /// The upper or lower end of an atom's range, made of sizes; a size is its own.
    fn end(&self, atom: Atom, upper: bool, in_product: bool) -> Option<Polynomial> {
        let known = &self.atoms[atom.0 as usize];
        if known.is_size {
            return Some(Polynomial::atom(atom));
        }
        // In a product the ends may be taken one by one only if no factor can be below zero.
        if in_product && known.range.low < 0 {
            return None;
        }
        if !upper {
            return (known.range.low > Range::ANY.low).then(|| Polynomial::constant(known.range.low));
        }
        if known.range.is_bounded() { Some(Polynomial::constant(known.range.high)) } else { known.upper.clone() }
    }

    /// Whether a polynomial is proved to be at least 0.
    pub(crate) fn is_natural(&mut self, polynomial: &Polynomial) -> Result<bool, Stop> {
        self.step(1)?;
        if self.range(polynomial).low >= 0 {
            return Ok(true);
        }
        if let Some(less) = self.without_quotient(polynomial)? {
            return self.is_natural(&less);
        }
        // Numbers had their say if all is numbers.
        let is_bounded = |(monomial, _): &(Monomial, i128)| self.monomial_range(monomial).is_bounded();
        if self.inequalities.is_empty() && polynomial.0.iter().all(is_bounded) {
            return Ok(false);
        }
        Ok(self.facts_for(polynomial)?.is_some())
    }

    /// A smaller polynomial, where a quotient of a value is subtracted that is there as well: x - x / d is at least 0, and
    /// so is x - d·(x / d).
    fn without_quotient(&mut self, polynomial: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        for (monomial, coefficient) in polynomial.0.iter().filter(|(_, coefficient)| *coefficient < 0) {
            let Some(atom) = monomial.single() else { continue };
            let Form::Quotient(x, d) = self.form(atom) else { continue };
            let number = d.number().unwrap_or(1);
            let times = coefficient.unsigned_abs().div_ceil(number.unsigned_abs());
            let Ok(times) = i128::try_from(times) else { continue };
            let there = |(part, c): &(Monomial, i128)| {
                *c > 0 && polynomial.0.iter().any(|(own, coefficient)| own == part && *coefficient / times >= *c)
            };
            if x.0.iter().all(there) {
                let fewer = polynomial.plus_times(x, -times)?;
                let added = times.checked_mul(number).ok_or(Stop::TooLarge)?;
                return Ok(Some(fewer.plus_times(&Polynomial::atom(atom), added)?));
            }
        }
        Ok(None)
    }

    /// The facts about sizes that a proof of `0 <= polynomial` needs, each by its place; `None` without a proof.
    fn facts_for(&mut self, polynomial: &Polynomial) -> Result<Option<Vec<usize>>, Stop> {
        let Some(bound) = self.lower_bound(polynomial)? else { return Ok(None) };
        let Some(shifted) = self.shifted(&bound)? else { return Ok(None) };
        if shifted.0.iter().all(|(_, coefficient)| *coefficient >= 0) {
            return Ok(Some(Vec::new()));
        }
        let known = self.known_inequalities(&bound)?;
        self.follows(&shifted, &known, MOST_COMBINED)
    }

    /// The facts about sizes that a proof of `0 <= polynomial` needs, in words.
    pub(crate) fn asserted_for(&mut self, polynomial: &Polynomial) -> Result<Vec<String>, Stop> {
        if self.range(polynomial).low >= 0 {
            return Ok(Vec::new());
        }
        let facts = self.facts_for(polynomial)?.unwrap_or_default();
        Ok(facts.into_iter().map(|fact| self.inequality_text(&self.inequalities[fact])).collect())
    }

    /// A polynomial of sizes with every size s written as its least value plus a natural number, which takes the place of
    /// s; `None` where a size may be below zero.
    ///
    /// If no coefficient is below 0 then, neither is the polynomial. (Sufficient, not necessary.)
    fn shifted(&mut self, polynomial: &Polynomial) -> Result<Option<Polynomial>, Stop> {
        let mut shifted = Polynomial::constant(0);
        for (monomial, coefficient) in &polynomial.0 {
            let mut term = Polynomial::constant(*coefficient);
            for &atom in &monomial.0 {
                let least = self.atoms[atom.0 as usize].range.low;
                if least < 0 {
                    return Ok(None);
                }
                self.step(term.0.len())?;
                term = term.times(&Polynomial::atom(atom).plus(&Polynomial::constant(least))?)?;
            }
            shifted = shifted.plus(&term)?;
        }
        Ok(Some(shifted))
    }

    /// Inequalities from which it follows that a polynomial of natural numbers is at least 0: it is what is left when
    /// multiples of theirs that cancel its negative terms are taken off. `None` where none are found.
    ///
    /// Law: g >= 0, f >= 0 and p - f·g >= 0 give p >= 0.
    fn follows(&mut self, bound: &Polynomial, known: &[Known], most: usize) -> Result<Option<Vec<usize>>, Stop> {
        // Whatever else is taken off, this term has to go.
        let Some((monomial, coefficient)) = bound.0.iter().find(|(_, coefficient)| *coefficient < 0) else {
            return Ok(Some(Vec::new()));
        };
        if most == 0 {
            return Ok(None);
        }
        for (inequality, fact) in known {
            for (part, number) in inequality.0.iter().filter(|(_, number)| *number < 0) {
                let Some(factor) = monomial.over(part) else { continue };
                let times = coefficient.unsigned_abs().div_ceil(number.unsigned_abs());
                let Ok(times) = i128::try_from(times) else { continue };
                self.step(inequality.0.len() + bound.0.len())?;
                let multiple = inequality.times(&Polynomial::term(factor, times))?;
                if let Some(mut facts) = self.follows(&bound.minus(&multiple)?, known, most - 1)? {
                    facts.extend(fact);
                    return Ok(Some(facts));
                }
            }
        }
        Ok(None)
    }

    /// What is known to be at least 0, shifted: what facts say, and of every quotient q = a / b of sizes in a polynomial
    /// that b·q is at most a and above a - b.
    fn known_inequalities(&mut self, polynomial: &Polynomial) -> Result<Vec<Known>, Stop> {
        let facts = self.inequalities.iter().cloned().enumerate().map(|(fact, known)| (known, Some(fact)));
        let mut known: Vec<Known> = facts.collect();
        let mut atoms: Vec<Atom> = polynomial.0.iter().flat_map(|(monomial, _)| monomial.0.iter().copied()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        for atom in atoms {
            if let Form::Quotient(a, b) = self.form(atom) {
                let rest = a.minus(&Polynomial::atom(atom).times(b)?)?;
                known.push((b.minus(&Polynomial::constant(1))?.minus(&rest)?, None));
                known.push((rest, None));
            }
        }
        let mut shifted = Vec::with_capacity(known.len());
        for (inequality, fact) in known {
            shifted.extend(self.shifted(&inequality)?.map(|inequality| (inequality, fact)));
        }
        Ok(shifted)
    }

    /// Whether `0 <= a < b` is proved.
    pub(crate) fn is_below(&mut self, a: &Polynomial, b: &Polynomial) -> Result<bool, Stop> {
        let gap = b.minus(a)?.minus(&Polynomial::constant(1))?;
        Ok(self.is_natural(&gap)? && self.is_natural(a)?)
    }
}
