//! From the normal form back to operations, in the cheapest form found.
//!
//! A normal form leaves open how a sum is factored and whether a digit is written as a remainder, as `x - d·(x / d)` (which
//! merges with other multiples of x) or as the quotient of a remainder. The cost model decides, one digit at a time.

use super::cost;
use super::hash::Fast;
use super::node::{Comparison, Id, Node, Op};
use super::normal::{Form, Normalizer, Stop, Truth};
use super::polynomial::{Atom, Monomial, Polynomial};
use super::range::Range;
use std::collections::HashMap;

/// How a remainder is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// `x % d` as `x - d·(x / d)`, multiplied out into the sum it stands in.
    Expanded,
    /// `(x / a) % b` as `(x % (a·b)) / a`.
    Exchanged,
}

type Plan = HashMap<Atom, Shape, Fast>;

/// More digits than this are left as they are: each costs a trial for each shape.
const MOST_DIGITS: usize = 24;

/// Expressions in the form chosen, with what is known of the values of their nodes.
#[derive(Clone, Debug)]
pub(super) struct Lowered {
    /// The expressions.
    pub roots: Vec<Id>,
    /// The range of each node that was made from a normal form.
    pub ranges: HashMap<Id, Range, Fast>,
    /// Upper bounds, made of sizes, of the values that symbols leave unbounded; `None` for one that has none.
    pub peaks: Vec<Option<Id>>,
}

/// An expression to be written: an integer or a truth.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    Integer(Polynomial),
    Truth(Truth),
}

impl Normalizer<'_> {
    /// Writes goals together, sharing what they have in common, in the cheapest of the forms tried.
    pub(super) fn lower(&mut self, goals: &[Goal], limits: &[Polynomial]) -> Result<Lowered, Stop> {
        let digits = self.digits(goals)?;
        let mut plan = Plan::default();
        let mut least = {
            let plain = self.write(goals, &plan, None)?;
            cost::cost(self.arena, &plain.roots)
        };
        let mut improved = digits.len() <= MOST_DIGITS;
        while improved {
            improved = false;
            for &(digit, shape) in &digits {
                if plan.get(&digit) == Some(&shape) {
                    continue;
                }
                let before = plan.insert(digit, shape);
                let trial = self.write(goals, &plan, None)?;
                let price = cost::cost(self.arena, &trial.roots);
                if price < least {
                    (least, improved) = (price, true);
                } else {
                    match before {
                        Some(shape) => plan.insert(digit, shape),
                        None => plan.remove(&digit),
                    };
                }
            }
        }
        self.write(goals, &plan, Some(limits))
    }

    /// The remainders that the goals are made of, with the shapes that could pay.
    fn digits(&mut self, goals: &[Goal]) -> Result<Vec<(Atom, Shape)>, Stop> {
        let (sums, digits) = self.parts(goals);
        let mut shapes = Vec::new();
        for &digit in &digits {
            let Form::Remainder(x, d) = self.form(digit).clone() else { continue };
            let own = self.written_out(&x, &d)?;
            // x - d·(x / d) pays only where it meets another multiple of x or of the quotient in one sum, or one that a
            // remainder there brings when it is written out itself.
            let mut pays = false;
            for sum in &sums {
                if sum.0.iter().any(|(m, _)| m.0.contains(&digit)) && self.meets(sum, digit, &own)? {
                    pays = true;
                    break;
                }
            }
            if pays {
                shapes.push((digit, Shape::Expanded));
            }
            // (x / a) % b = (x % (a·b)) / a pays where it saves the size b, or where the other remainder is there anyway.
            let Some(inner) = x.single_atom() else { continue };
            if let Form::Quotient(y, a) = self.form(inner).clone() {
                let both = a.times(&d)?;
                if both.number().is_none() || self.has(&Form::Remainder(y, both)) {
                    shapes.push((digit, Shape::Exchanged));
                }
            }
        }
        Ok(shapes)
    }

    /// The products that `x - d·(x / d)` consists of.
    fn written_out(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Vec<Monomial>, Stop> {
        let quotient = self.divide(x, d)?.0;
        Ok(x.0.iter().chain(&quotient.0).map(|(monomial, _)| monomial.clone()).filter(|m| !m.is_one()).collect())
    }

    /// Whether a sum has, beside the terms of a digit, one with one of the products in it.
    fn meets(&mut self, sum: &Polynomial, digit: Atom, products: &[Monomial]) -> Result<bool, Stop> {
        for (monomial, _) in &sum.0 {
            if monomial.0.contains(&digit) {
                continue;
            }
            if products.iter().any(|product| monomial.over(product).is_some()) {
                return Ok(true);
            }
            for atom in &monomial.0 {
                if let Form::Remainder(x, d) = self.form(*atom).clone()
                    && self.written_out(&x, &d)?.iter().any(|product| products.contains(product))
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Every sum and every remainder that the goals are made of.
    fn parts(&self, goals: &[Goal]) -> (Vec<Polynomial>, Vec<Atom>) {
        let mut seen: Vec<bool> = vec![false; self.atoms.len()];
        let mut stack: Vec<&Polynomial> = Vec::new();
        let mut truths: Vec<&Truth> = Vec::new();
        for goal in goals {
            match goal {
                Goal::Integer(polynomial) => stack.push(polynomial),
                Goal::Truth(truth) => truths.push(truth),
            }
        }
        let (mut sums, mut digits) = (Vec::new(), Vec::new());
        loop {
            if let Some(truth) = truths.pop() {
                match truth {
                    Truth::Known(_) => {}
                    Truth::Compare(_, a, b) => stack.extend([a, b]),
                    Truth::And(a, b) | Truth::Or(a, b) => truths.extend([&**a, &**b]),
                }
                continue;
            }
            let Some(polynomial) = stack.pop() else { return (sums, digits) };
            if polynomial.0.len() > 1 {
                sums.push(polynomial.clone());
            }
            for atom in polynomial.0.iter().flat_map(|(monomial, _)| monomial.0.iter()) {
                if std::mem::replace(&mut seen[atom.0 as usize], true) {
                    continue;
                }
                match self.form(*atom) {
                    Form::Variable(_) => {}
                    Form::Share { divisor, .. } => stack.push(divisor),
                    Form::Remainder(a, b) => {
                        digits.push(*atom);
                        stack.extend([a, b]);
                    }
                    Form::Quotient(a, b) | Form::Product(a, b) | Form::Binary(_, a, b) => stack.extend([a, b]),
                    Form::Choice(truth, a, b) => {
                        truths.push(truth);
                        stack.extend([a, b]);
                    }
                    Form::Isqrt(a) | Form::Within(a, _) => stack.push(a),
                    Form::Call { arguments, .. } => stack.extend(arguments),
                }
            }
        }
    }

    /// Writes goals by a plan; with limits, also says how large values get that those do not cover.
    fn write(&mut self, goals: &[Goal], plan: &Plan, limits: Option<&[Polynomial]>) -> Result<Lowered, Stop> {
        let mut writer = Writer {
            normal: self,
            plan,
            limits,
            values: HashMap::default(),
            ranges: HashMap::default(),
            quotients: Vec::new(),
            peaks: Vec::new(),
        };
        let mut roots = Vec::with_capacity(goals.len());
        for goal in goals {
            roots.push(match goal {
                Goal::Integer(polynomial) => writer.polynomial(polynomial)?,
                Goal::Truth(truth) => writer.truth(truth)?,
            });
        }
        Ok(Lowered { roots, ranges: writer.ranges, peaks: writer.peaks })
    }
}

struct Writer<'n, 'a> {
    normal: &'n mut Normalizer<'a>,
    plan: &'n Plan,
    limits: Option<&'n [Polynomial]>,
    values: HashMap<Polynomial, Id, Fast>,
    ranges: HashMap<Id, Range, Fast>,
    /// Quotients written so far, by dividend and divisor.
    quotients: Vec<(Polynomial, Polynomial, Id)>,
    peaks: Vec<Option<Id>>,
}

impl Writer<'_, '_> {
    fn polynomial(&mut self, polynomial: &Polynomial) -> Result<Id, Stop> {
        if let Some(&id) = self.values.get(polynomial) {
            return Ok(id);
        }
        self.normal.step(1)?;
        let expanded = self.expand(polynomial)?;
        let folded = self.fold_shares(&expanded)?;
        let (positive, negative) = folded.signs()?;
        self.peak(&positive)?;
        let id = if negative.is_zero() {
            self.sum(&positive)?
        } else {
            let (positive, negative) = (self.sum(&positive)?, self.sum(&negative)?);
            self.normal.arena.binary(Op::Sub, positive, negative)
        };
        let range = self.normal.range(polynomial);
        let known = self.ranges.entry(id).or_insert(range);
        *known = known.and(range);
        self.values.insert(polynomial.clone(), id);
        Ok(id)
    }

    /// Multiplies out the remainders that the plan says: c·(x % d) = c·x - c·d·(x / d).
    fn expand(&mut self, polynomial: &Polynomial) -> Result<Polynomial, Stop> {
        let mut current = polynomial.clone();
        'again: loop {
            for (monomial, coefficient) in &current.0 {
                for (at, atom) in monomial.0.iter().enumerate() {
                    if self.plan.get(atom) != Some(&Shape::Expanded) {
                        continue;
                    }
                    let Form::Remainder(x, d) = self.normal.form(*atom).clone() else { continue };
                    self.normal.step(1)?;
                    let mut factor = monomial.clone();
                    factor.0.remove(at);
                    let quotient = self.normal.divide(&x, &d)?.0;
                    let own = Polynomial::term(monomial.clone(), *coefficient);
                    let whole = x.times_term(&factor, *coefficient)?;
                    let part = quotient.times(&d)?.times_term(&factor, *coefficient)?;
                    current = current.minus(&own)?.plus(&whole)?.minus(&part)?;
                    continue 'again;
                }
            }
            return Ok(current);
        }
    }

    /// Writes d·share as the size that it is.
    fn fold_shares(&mut self, polynomial: &Polynomial) -> Result<Polynomial, Stop> {
        if self.normal.shares.is_empty() {
            return Ok(polynomial.clone());
        }
        let mut current = polynomial.clone();
        loop {
            let mut next = None;
            'search: for (size, (_, product)) in &self.normal.shares {
                let [part] = product.0.as_slice() else { continue };
                for (k, term) in current.0.iter().enumerate() {
                    if let Some((rest, coefficient)) = Polynomial::term_over(term, part) {
                        next = Some((k, rest.times(&Monomial::atom(*size)), coefficient));
                        break 'search;
                    }
                }
            }
            let Some((k, monomial, coefficient)) = next else { return Ok(current) };
            self.normal.step(1)?;
            let removed = current.0.remove(k);
            debug_assert!(removed.1 != 0);
            current = current.plus(&Polynomial::term(monomial, coefficient))?;
        }
    }

    /// Notes how large a sum can get, where symbols leave that open and no limit covers it.
    fn peak(&mut self, positive: &Polynomial) -> Result<(), Stop> {
        let Some(limits) = self.limits else { return Ok(()) };
        if self.normal.range(positive).is_bounded() || self.normal.is_size(positive) && positive.0.len() <= 1 {
            return Ok(());
        }
        let Some(upper) = self.normal.upper_bound(positive)? else {
            self.peaks.push(None);
            return Ok(());
        };
        for limit in limits {
            if self.normal.is_natural(&limit.minus(&upper)?)? {
                return Ok(());
            }
        }
        let upper = self.fold_shares(&upper)?;
        let bound = upper.signs()?.0;
        let bound = self.sum(&bound)?;
        if !self.peaks.contains(&Some(bound)) {
            self.peaks.push(Some(bound));
        }
        Ok(())
    }

    /// A sum without negative terms: factored where terms have a factor in common.
    fn sum(&mut self, sum: &Polynomial) -> Result<Id, Stop> {
        match sum.0.as_slice() {
            [] => return Ok(self.normal.arena.constant(0)),
            [(monomial, coefficient)] => return self.term(monomial, *coefficient),
            _ => {}
        }
        self.normal.step(sum.0.len())?;
        if let Some((monomial, coefficient)) = self.common_factor(sum) {
            let (inner, outer) = sum.split(&(monomial.clone(), coefficient));
            let (inner, factor) = (self.sum(&inner)?, self.term(&monomial, coefficient)?);
            let product = self.normal.arena.binary(Op::Mul, factor, inner);
            if outer.is_zero() {
                return Ok(product);
            }
            let outer = self.sum(&outer)?;
            // Numbers come last.
            let (first, second) =
                if self.normal.arena.number(product).is_some() { (outer, product) } else { (product, outer) };
            return Ok(self.normal.arena.binary(Op::Add, first, second));
        }
        let mut terms: Vec<&(Monomial, i128)> = sum.0.iter().collect();
        // Large strides first and the number last, as one would write it.
        terms.sort_by(|a, b| (a.0.is_one(), -a.1, &a.0).cmp(&(b.0.is_one(), -b.1, &b.0)));
        let mut total: Option<Id> = None;
        for (monomial, coefficient) in terms {
            let term = self.term(monomial, *coefficient)?;
            total = Some(match total {
                None => term,
                Some(total) => self.normal.arena.binary(Op::Add, total, term),
            });
        }
        Ok(total.unwrap_or_else(|| self.normal.arena.constant(0)))
    }

    /// The factor that the most terms share: an atom, or a number above 1 that stands before several terms.
    fn common_factor(&self, sum: &Polynomial) -> Option<(Monomial, i128)> {
        let mut best: Option<(usize, bool, Monomial, i128)> = None;
        let mut offer = |count: usize, is_size: bool, monomial: Monomial, number: i128| {
            if count >= 2 && best.as_ref().is_none_or(|b| (count, is_size) > (b.0, b.1)) {
                best = Some((count, is_size, monomial, number));
            }
        };
        for (k, (monomial, coefficient)) in sum.0.iter().enumerate() {
            for &atom in &monomial.0 {
                let count = sum.0.iter().filter(|(other, _)| other.0.contains(&atom)).count();
                let first = sum.0.iter().position(|(other, _)| other.0.contains(&atom)) == Some(k);
                if first {
                    offer(count, self.normal.atoms[atom.0 as usize].is_size, Monomial::atom(atom), 1);
                }
            }
            if *coefficient > 1 && !monomial.is_one() {
                let count = sum.0.iter().filter(|(other, c)| c == coefficient && !other.is_one()).count();
                offer(count, false, Monomial::one(), *coefficient);
            }
        }
        best.map(|(_, _, monomial, number)| (monomial, number))
    }

    /// A product: the number first, then sizes, then the rest.
    fn term(&mut self, monomial: &Monomial, coefficient: i128) -> Result<Id, Stop> {
        let mut product: Option<Id> = None;
        let mut factors = monomial.0.clone();
        factors.sort_by_key(|atom| (!self.normal.atoms[atom.0 as usize].is_size, atom.0));
        for atom in factors {
            let factor = self.atom(atom)?;
            product = Some(match product {
                None => factor,
                Some(product) => self.normal.arena.binary(Op::Mul, product, factor),
            });
        }
        let number = self.normal.arena.constant(coefficient);
        Ok(match product {
            None => number,
            Some(product) if coefficient == 1 => product,
            Some(product) => self.normal.arena.binary(Op::Mul, number, product),
        })
    }

    fn atom(&mut self, atom: Atom) -> Result<Id, Stop> {
        let key = Polynomial::atom(atom);
        if let Some(&id) = self.values.get(&key) {
            return Ok(id);
        }
        let arena = self.normal.arena;
        let id = match self.normal.form(atom).clone() {
            Form::Variable(number) => arena.node(Node::Variable(number)),
            Form::Share { size, divisor } => {
                let (size, divisor) = (self.atom(size)?, self.polynomial(&divisor)?);
                arena.binary(Op::Div, size, divisor)
            }
            Form::Quotient(x, d) => self.quotient(&x, &d)?,
            Form::Remainder(x, d) => self.remainder(atom, &x, &d)?,
            Form::Product(a, b) => {
                let (a, b) = (self.polynomial(&a)?, self.polynomial(&b)?);
                arena.binary(Op::Mul, a, b)
            }
            Form::Binary(op @ (Op::Min | Op::Max), a, b) => {
                let (a, b) = (self.polynomial(&a)?, self.polynomial(&b)?);
                let less = arena.compare(Comparison::Less, a, b);
                if op == Op::Min { arena.choose(less, a, b) } else { arena.choose(less, b, a) }
            }
            Form::Binary(op, a, b) => {
                let (a, b) = (self.polynomial(&a)?, self.polynomial(&b)?);
                arena.binary(op, a, b)
            }
            Form::Choice(truth, a, b) => {
                let truth = self.truth(&truth)?;
                let (a, b) = (self.polynomial(&a)?, self.polynomial(&b)?);
                arena.choose(truth, a, b)
            }
            Form::Isqrt(a) => {
                let a = self.polynomial(&a)?;
                arena.isqrt(a)
            }
            // The range goes with the node below.
            Form::Within(a, _) => self.polynomial(&a)?,
            Form::Call { function, part, arguments } => {
                let mut lowered = Vec::with_capacity(arguments.len());
                for argument in &arguments {
                    lowered.push(self.polynomial(argument)?);
                }
                arena.node(Node::Call { function, part, arguments: lowered })
            }
        };
        let range = self.normal.atoms[atom.0 as usize].range;
        let known = self.ranges.entry(id).or_insert(range);
        *known = known.and(range);
        self.values.insert(key, id);
        Ok(id)
    }

    /// x / (a·e) as (x / a) / e where x / a is there and a·e is no number: that saves the product.
    fn quotient(&mut self, x: &Polynomial, d: &Polynomial) -> Result<Id, Stop> {
        let arena = self.normal.arena;
        let folded = self.fold_shares(d)?;
        if let [divisor] = folded.0.as_slice()
            && (divisor.0.0.len() > 1 || (divisor.0.0.len() == 1 && divisor.1 != 1))
        {
            // x / a for a size a in the divisor, written here if it is not there yet: it divides as well as any.
            let first = Polynomial::atom(self.part_of_divisor(x, &divisor.0)?);
            let known = self.quotients.iter().find(|(y, a, _)| {
                y == x && a.0.len() == 1 && Polynomial::term_over(divisor, &a.0[0]).is_some() && a.number().is_none()
            });
            let (part, id) = match known {
                Some((_, a, id)) => (a.clone(), *id),
                None => {
                    let (dividend, divisor) = (self.polynomial(x)?, self.polynomial(&first)?);
                    (first, arena.binary(Op::Div, dividend, divisor))
                }
            };
            if let Some((rest, number)) = Polynomial::term_over(divisor, &part.0[0]) {
                let rest = self.sum(&Polynomial::term(rest, number))?;
                return Ok(arena.binary(Op::Div, id, rest));
            }
        }
        let (dividend, divisor) = (self.polynomial(x)?, self.polynomial(d)?);
        let id = arena.binary(Op::Div, dividend, divisor);
        self.quotients.push((x.clone(), folded, id));
        Ok(id)
    }

    /// The size in a divisor by which to divide first: one by which x is divided elsewhere, if there is one.
    fn part_of_divisor(&mut self, x: &Polynomial, divisor: &Monomial) -> Result<Atom, Stop> {
        let mut last = divisor.0[0];
        for &size in &divisor.0 {
            let whole = self.normal.unfold(size)?;
            if self.normal.has(&Form::Quotient(x.clone(), whole)) {
                return Ok(size);
            }
            last = last.max(size);
        }
        Ok(last)
    }

    fn remainder(&mut self, atom: Atom, x: &Polynomial, d: &Polynomial) -> Result<Id, Stop> {
        let arena = self.normal.arena;
        if self.plan.get(&atom) == Some(&Shape::Exchanged)
            && let Some(inner) = x.single_atom()
            && let Form::Quotient(y, a) = self.normal.form(inner).clone()
        {
            // (y / a) % d = (y % (a·d)) / a
            let both = a.times(d)?;
            let (y, both, a) = (self.polynomial(&y)?, self.polynomial(&both)?, self.polynomial(&a)?);
            let rest = arena.binary(Op::Rem, y, both);
            return Ok(arena.binary(Op::Div, rest, a));
        }
        let (dividend, divisor) = (self.polynomial(x)?, self.polynomial(d)?);
        Ok(arena.binary(Op::Rem, dividend, divisor))
    }

    fn truth(&mut self, truth: &Truth) -> Result<Id, Stop> {
        let arena = self.normal.arena;
        Ok(match truth {
            Truth::Known(truth) => arena.constant((*truth).into()),
            Truth::Compare(comparison, a, b) => {
                let (a, b) = (self.polynomial(a)?, self.polynomial(b)?);
                arena.compare(*comparison, a, b)
            }
            Truth::And(a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                arena.binary(Op::And, a, b)
            }
            Truth::Or(a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                arena.binary(Op::Or, a, b)
            }
        })
    }
}
