//! From the normal form back to operations, by a plan of shapes.

use crate::forms::search::{Kept, Plan, Shape, is_product_of_sizes};
use crate::graph::hash::Fast;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::normal::form::{Form, Truth};
use crate::normal::polynomial::{Atom, Monomial, Polynomial};
use crate::ranges::range::Range;
use crate::rules::normalizer::{Normalizer, Stop};
use crate::rules::rule;
use crate::rules::trace::Noted;
use std::borrow::Cow;
use std::collections::HashMap;

/// Sums and atoms with the nodes that they were written as.
pub(crate) type Written = HashMap<Polynomial, Id, Fast>;

/// Expressions in the form chosen, with what is known of the values of their nodes.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    /// The expressions.
    pub roots: Vec<Id>,
    /// The range of each node that was made from a normal form.
    pub ranges: HashMap<Id, Range, Fast>,
}

/// An expression to be written: an integer or a truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Integer(Polynomial),
    Truth(Truth),
}

impl Normalizer<'_> {
    /// [`fold_shares`](Self::fold_shares), where there is something to fold.
    fn folded<'p>(&self, polynomial: &'p Polynomial) -> Result<Cow<'p, Polynomial>, Stop> {
        if self.shares.is_empty() {
            Ok(Cow::Borrowed(polynomial))
        } else {
            self.fold_shares(polynomial).map(Cow::Owned)
        }
    }

    /// Writes d·share as the size that it is.
    pub(crate) fn fold_shares(&self, polynomial: &Polynomial) -> Result<Polynomial, Stop> {
        let mut current = polynomial.clone();
        loop {
            let mut changed = false;
            let mut terms: Vec<(Monomial, i128)> = Vec::with_capacity(current.0.len());
            for term in &current.0 {
                let mut term = term.clone();
                while let Some(folded) = self.fold_share(&term) {
                    (term, changed) = (folded, true);
                }
                terms.push(term);
            }
            if !changed {
                return Ok(current);
            }
            let before = terms.len();
            current = Polynomial::sum(terms)?;
            // Terms that became one may have a share together.
            if current.0.len() == before {
                return Ok(current);
            }
        }
    }

    fn fold_share(&self, term: &(Monomial, i128)) -> Option<(Monomial, i128)> {
        self.shares.iter().find_map(|(size, (_, product))| {
            let [part] = product.0.as_slice() else { return None };
            let (rest, coefficient) = Polynomial::term_over(term, part)?;
            Some((rest.times(&Monomial::atom(*size)), coefficient))
        })
    }

    /// Writes goals by a plan; what is not just a trial, with the ranges of its nodes. What is kept of another plan's text is
    /// not written again, and not among what was written.
    pub(crate) fn write(
        &mut self,
        goals: &[Goal],
        plan: &Plan,
        is_trial: bool,
        kept: Option<&Kept<'_>>,
    ) -> Result<(Lowered, Written), Stop> {
        let mut writer = Writer {
            normal: self,
            plan,
            is_trial,
            kept,
            values: HashMap::default(),
            ranges: HashMap::default(),
            quotients: Vec::new(),
        };
        let mut roots = Vec::with_capacity(goals.len());
        for goal in goals {
            roots.push(match goal {
                Goal::Integer(polynomial) => writer.polynomial(polynomial)?,
                Goal::Truth(truth) => writer.truth(truth)?,
            });
        }
        let Writer { values, ranges, .. } = writer;
        Ok((Lowered { roots, ranges }, values))
    }
}

struct Writer<'n, 'a> {
    normal: &'n mut Normalizer<'a>,
    plan: &'n Plan,
    is_trial: bool,
    kept: Option<&'n Kept<'n>>,
    values: HashMap<Polynomial, Id, Fast>,
    ranges: HashMap<Id, Range, Fast>,
    /// Quotients written so far, by dividend and divisor.
    quotients: Vec<(Polynomial, Polynomial, Id)>,
}

impl Writer<'_, '_> {
    /// What a sum or an atom was written as, if it was.
    fn known(&self, polynomial: &Polynomial) -> Option<Id> {
        self.values.get(polynomial).copied().or_else(|| self.kept?.get(polynomial))
    }

    fn polynomial(&mut self, polynomial: &Polynomial) -> Result<Id, Stop> {
        if let Some(id) = self.known(polynomial) {
            return Ok(id);
        }
        // Every term is looked at for every share.
        self.normal.step(if self.normal.shares.is_empty() { 1 } else { polynomial.0.len().max(1) })?;
        let expanded = self.expand(polynomial)?;
        let folded = self.normal.folded(&expanded)?;
        let id = if folded.0.iter().all(|(_, coefficient)| *coefficient > 0) {
            self.sum(&folded)?
        } else {
            let (positive, negative) = folded.signs()?;
            let (positive, negative) = (self.sum(&positive)?, self.sum(&negative)?);
            self.normal.arena.binary(Op::Sub, positive, negative)
        };
        if !self.is_trial {
            let range = self.normal.range(polynomial);
            let known = self.ranges.entry(id).or_insert(range);
            *known = known.and(range);
        }
        self.values.insert(polynomial.clone(), id);
        Ok(id)
    }

    /// Multiplies out the remainders that the plan says: c·(x % d) = c·x - c·d·(x / d), or what else has that remainder.
    fn expand<'p>(&mut self, polynomial: &'p Polynomial) -> Result<Cow<'p, Polynomial>, Stop> {
        let mut atoms = polynomial.0.iter().flat_map(|(monomial, _)| &monomial.0);
        let shape = |plan: &Plan, atom: &Atom| {
            plan.get(atom).copied().filter(|shape| matches!(shape, Shape::Expanded | Shape::Flat))
        };
        if self.plan.is_empty() || !atoms.any(|atom| shape(self.plan, atom).is_some()) {
            return Ok(Cow::Borrowed(polynomial));
        }
        // The last is the next.
        let mut open: Vec<(Monomial, i128)> = polynomial.0.iter().rev().cloned().collect();
        let mut terms = Vec::with_capacity(open.len());
        while let Some((monomial, coefficient)) = open.pop() {
            let found = monomial.0.iter().enumerate().find_map(|(at, atom)| shape(self.plan, atom).map(|s| (at, s)));
            let Some((at, shape)) = found else {
                terms.push((monomial, coefficient));
                continue;
            };
            let Form::Remainder(x, d) = self.normal.form(monomial.0[at]).clone() else {
                terms.push((monomial, coefficient));
                continue;
            };
            self.normal.step(1)?;
            let factor = monomial.without(at);
            if shape == Shape::Flat {
                let Some(flat) = self.normal.flat_remainder(&x, &d)? else {
                    terms.push((monomial, coefficient));
                    continue;
                };
                for (own, number) in flat.0.iter().rev() {
                    open.push((own.times(&factor), number.checked_mul(coefficient).ok_or(Stop::TooLarge)?));
                }
                continue;
            }
            let quotient = self.normal.divide(&x, &d)?.0;
            let part = quotient.times(&d)?;
            for (own, number) in part.0.iter().rev() {
                let number = number.checked_mul(coefficient).and_then(i128::checked_neg).ok_or(Stop::TooLarge)?;
                open.push((own.times(&factor), number));
            }
            for (own, number) in x.0.iter().rev() {
                open.push((own.times(&factor), number.checked_mul(coefficient).ok_or(Stop::TooLarge)?));
            }
            self.normal.note(&rule::WRITTEN_OUT, |normal| {
                let (x, d, quotient) = (normal.operand(&x), normal.operand(&d), normal.operand(&quotient));
                Noted::equation(format!("{x} % {d}"), format!("{x} - {d} * {quotient}"))
            });
        }
        Ok(Cow::Owned(Polynomial::sum(terms)?))
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
            self.normal.note(&rule::FACTORED, |normal| {
                let factor = Polynomial::term(monomial.clone(), coefficient);
                let before = sum.minus(&outer).unwrap_or_default();
                Noted::equation(
                    normal.text(&before),
                    format!("{} * {}", normal.operand(&factor), normal.operand(&inner)),
                )
            });
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
        let terms = sum.0.as_slice();
        for (k, (monomial, coefficient)) in terms.iter().enumerate() {
            for &atom in &monomial.0 {
                // Counted where it first stands.
                let Some(count) = count_from(terms, k, |(other, _)| other.0.contains(&atom)) else { continue };
                let is_size = self.normal.atoms[atom.0 as usize].is_size;
                if count >= 2 && best.as_ref().is_none_or(|best| (count, is_size) > (best.0, best.1)) {
                    best = Some((count, is_size, Monomial::atom(atom), 1));
                }
            }
            if *coefficient > 1 && !monomial.is_one() {
                let Some(count) = count_from(terms, k, |(other, c)| c == coefficient && !other.is_one()) else {
                    continue;
                };
                if count >= 2 && best.as_ref().is_none_or(|best| (count, false) > (best.0, best.1)) {
                    best = Some((count, false, Monomial::one(), *coefficient));
                }
            }
        }
        best.map(|(_, _, monomial, number)| (monomial, number))
    }

    /// A product: the number first, then sizes, then the rest.
    fn term(&mut self, monomial: &Monomial, coefficient: i128) -> Result<Id, Stop> {
        let mut product: Option<Id> = None;
        let mut factors = monomial.0.to_vec();
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
        if let Some(id) = self.known(&key) {
            return Ok(id);
        }
        let arena = self.normal.arena;
        let id = match self.normal.form(atom).clone() {
            Form::Variable(number) => arena.node(Node::Variable(number)),
            Form::Share { size, divisor } => {
                let (size, divisor) = (self.atom(size)?, self.polynomial(&divisor)?);
                arena.binary(Op::Div, size, divisor)
            }
            Form::Quotient(x, d) => self.quotient(atom, &x, &d)?,
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
        if !self.is_trial {
            let range = self.normal.atoms[atom.0 as usize].range;
            let known = self.ranges.entry(id).or_insert(range);
            *known = known.and(range);
        }
        self.values.insert(key, id);
        Ok(id)
    }

    /// x / (a·e) as (x / a) / e where x / a is there and a·e is no number: that saves the product.
    fn quotient(&mut self, atom: Atom, x: &Polynomial, d: &Polynomial) -> Result<Id, Stop> {
        let arena = self.normal.arena;
        if let (Some(&Shape::Stepped(first)), Some(whole)) = (self.plan.get(&atom), d.number()) {
            self.note_two_steps(x, d, &Polynomial::constant(first), &Polynomial::constant(whole / first));
            let id = self.polynomial(x)?;
            let id = arena.binary(Op::Div, id, arena.constant(first));
            return Ok(arena.binary(Op::Div, id, arena.constant(whole / first)));
        }
        let folded = self.normal.fold_shares(d)?;
        if let [divisor] = folded.0.as_slice()
            && is_product_of_sizes(divisor)
            && self.plan.get(&atom) != Some(&Shape::Whole)
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
                let rest = Polynomial::term(rest, number);
                self.note_two_steps(x, d, &part, &rest);
                let rest = self.sum(&rest)?;
                return Ok(arena.binary(Op::Div, id, rest));
            }
        }
        let (dividend, divisor) = (self.polynomial(x)?, self.polynomial(d)?);
        let id = arena.binary(Op::Div, dividend, divisor);
        self.quotients.push((x.clone(), folded, id));
        Ok(id)
    }

    fn note_two_steps(&mut self, x: &Polynomial, whole: &Polynomial, first: &Polynomial, then: &Polynomial) {
        self.normal.note(&rule::TWO_STEPS, |normal| {
            let [x, whole, first, then] = [x, whole, first, then].map(|part| normal.operand(part));
            Noted {
                equations: vec![(format!("{x} / {whole}"), format!("{x} / {first} / {then}"))],
                because: vec![format!("{whole} = {first} * {then}")],
            }
        });
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
            self.normal.note(&rule::EXCHANGED, |normal| {
                let [y, a, d, both] = [&y, &a, d, &both].map(|part| normal.operand(part));
                Noted::equation(format!("{y} / {a} % {d}"), format!("({y} % {both}) / {a}"))
            });
            let (y, both, a) = (self.polynomial(&y)?, self.polynomial(&both)?, self.polynomial(&a)?);
            let rest = arena.binary(Op::Rem, y, both);
            return Ok(arena.binary(Op::Div, rest, a));
        }
        if let Some(&Shape::Nested(outer)) = self.plan.get(&atom) {
            self.normal.note(&rule::REMAINDER_OF_REMAINDER, |normal| {
                let [x, d, outer] = [x, d, &Polynomial::atom(outer)].map(|part| normal.operand(part));
                Noted::equation(format!("{x} % {d}"), format!("{outer} % {d}"))
            });
            let (outer, divisor) = (self.atom(outer)?, self.polynomial(d)?);
            return Ok(arena.binary(Op::Rem, outer, divisor));
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

/// How many terms from a place on are such; `None` if one before it is.
fn count_from(terms: &[(Monomial, i128)], place: usize, is_such: impl Fn(&(Monomial, i128)) -> bool) -> Option<usize> {
    let mut count = 0;
    for (k, term) in terms.iter().enumerate() {
        if is_such(term) {
            if k < place {
                return None;
            }
            count += 1;
        }
    }
    Some(count)
}
