//! The choice of a form.
//!
//! A normal form leaves open how a sum is factored and whether a digit is written as a remainder, as `x - d·(x / d)` (which
//! merges with other multiples of x) or as the quotient of a remainder, and whether a quotient by a product takes one division
//! or two. The cost decides, one digit at a time.

use crate::forms::writer::{Goal, Lowered, Written};
use crate::graph::hash::Fast;
use crate::graph::node::Id;
use crate::normal::form::{Form, Truth};
use crate::normal::polynomial::{Atom, Monomial, Polynomial};
use crate::rules::normalizer::{Normalizer, Stop};
use std::collections::HashMap;
use std::rc::Rc;

/// How a remainder or a quotient is written, if not as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `x % d` as `x - d·(x / d)`, multiplied out into the sum it stands in.
    Expanded,
    /// `(c·(x % (d·m)) + y) % d` as `(c·x + y) % d`, or what that comes down to.
    Flat,
    /// `(x / a) % b` as `(x % (a·b)) / a`.
    Exchanged,
    /// `x / (a·b)` with the product of sizes, where it is otherwise `x / a / b`.
    Whole,
    /// `x / (a·b)` as `(x / a) / b` for numbers, where `x / a` or `x % a` is there anyway.
    Stepped(i128),
    /// `x % b` as `(x % (a·b)) % b`, where `x % (a·b)`, this atom, is there anyway.
    Nested(Atom),
}

pub(crate) type Plan = HashMap<Atom, Shape, Fast>;

/// More digits than this are all written out or none: each costs a trial for each shape.
const MOST_DIGITS: usize = 24;

/// What a trial need not write again.
#[derive(Debug)]
pub(crate) struct Kept<'t> {
    /// What was written by the plan that the trial changes.
    pub(crate) written: &'t Written,
    /// For each atom, the digits that its text depends on.
    pub(crate) masks: &'t [u64],
    /// The digit that the trial changes.
    pub(crate) changed: u64,
}

impl Kept<'_> {
    /// A text that does not depend on the digit.
    pub(crate) fn get(&self, polynomial: &Polynomial) -> Option<crate::graph::node::Id> {
        let mut atoms = polynomial.0.iter().flat_map(|(monomial, _)| &monomial.0);
        let same = atoms.all(|atom| self.masks.get(atom.0 as usize).is_some_and(|mask| mask & self.changed == 0));
        if same { self.written.get(polynomial).copied() } else { None }
    }
}

/// Which digits are in another shape than their own: a bit for each place in the list of digits and shapes.
type Choice = u64;

/// No digit is.
const NONE: Choice = 0;

/// Every digit is written out that can be.
const ALL: Choice = Choice::MAX;

/// What there is to choose for some goals, and what has been tried, by whatever cost.
#[derive(Debug)]
pub(crate) struct Search {
    goals: Vec<Goal>,
    /// Digits with the shapes that could pay; several shapes of a digit are several entries.
    digits: Vec<(Atom, Shape)>,
    /// For each atom, the digits that its text depends on.
    masks: Vec<u64>,
    trials: Vec<(Choice, Rc<[Id]>)>,
    chosen: Vec<(Choice, Rc<Lowered>)>,
}

impl Search {
    /// The roots of a choice that has been tried.
    fn known(&self, choice: Choice) -> Option<Rc<[Id]>> {
        self.trials.iter().find(|known| known.0 == choice).map(|known| Rc::clone(&known.1))
    }

    fn plan(&self, choice: Choice) -> Plan {
        let mut plan = Plan::default();
        for (at, &(digit, shape)) in self.digits.iter().enumerate() {
            let is_chosen = match choice {
                NONE => false,
                ALL => shape == Shape::Expanded,
                // Only few digits are tried one by one.
                _ => choice >> at & 1 != 0,
            };
            if is_chosen {
                plan.insert(digit, shape);
            }
        }
        plan
    }

    /// The places of a digit: one for each of its shapes.
    fn own_bits(&self, digit: Atom) -> Choice {
        let mut bits = 0;
        for (at, &(other, _)) in self.digits.iter().enumerate() {
            if other == digit {
                bits |= 1 << at;
            }
        }
        bits
    }
}

impl Normalizer<'_> {
    /// Writes goals together, sharing what they have in common, in the cheapest of the forms tried.
    pub(crate) fn lower(&mut self, goals: &[Goal]) -> Result<Rc<Lowered>, Stop> {
        // What is tried is not recorded, only what is chosen.
        let trace = self.trace.take();
        let mut search = match self.searches.iter().position(|search| search.goals == goals) {
            Some(known) => self.searches.swap_remove(known),
            None => self.search(goals)?,
        };
        let chosen = self.choose(&mut search);
        self.trace = trace;
        let lowered = chosen.and_then(|chosen| self.chosen(&mut search, chosen));
        self.searches.push(search);
        lowered
    }

    /// What there is to choose for some goals.
    fn search(&mut self, goals: &[Goal]) -> Result<Search, Stop> {
        let digits = self.digits(goals)?;
        let is_tried = (1..=MOST_DIGITS).contains(&digits.len());
        let masks = if is_tried { self.masks(&digits)? } else { Vec::new() };
        Ok(Search { goals: goals.to_vec(), digits, masks, trials: Vec::new(), chosen: Vec::new() })
    }

    /// The choice that costs least.
    fn choose(&mut self, search: &mut Search) -> Result<Choice, Stop> {
        if search.digits.is_empty() {
            return Ok(NONE);
        }
        if search.digits.len() <= MOST_DIGITS {
            return self.improve(search);
        }
        let [plain, expanded] = [NONE, ALL].map(|choice| self.trial(search, choice, None));
        let (plain, expanded) = (plain?.0, expanded?.0);
        Ok(if self.price(&expanded) < self.price(&plain) { ALL } else { NONE })
    }

    /// Gives one digit after the other the shape that costs least, until none costs less in another.
    fn improve(&mut self, search: &mut Search) -> Result<Choice, Stop> {
        let mut choice = NONE;
        let (mut roots, values) = self.trial(search, choice, None)?;
        // The text by the choice so far, once it is needed.
        let mut written = values;
        let mut least = self.price(&roots);
        loop {
            let mut improved = false;
            for at in 0..search.digits.len() {
                if choice & 1 << at != 0 {
                    continue;
                }
                let own = search.own_bits(search.digits[at].0);
                let other = choice & !own | 1 << at;
                let changed = search.masks.get(search.digits[at].0.0 as usize).map_or(u64::MAX, |mask| mask & own);
                let (trial, values) = match search.known(other) {
                    Some(trial) => (trial, None),
                    None => {
                        if written.is_none() {
                            written = Some(self.write(&search.goals, &search.plan(choice), true, None)?.1);
                        }
                        let masks = std::mem::take(&mut search.masks);
                        let kept = match &written {
                            Some(written) if !masks.is_empty() => Some(Kept { written, masks: &masks, changed }),
                            _ => None,
                        };
                        let trial = self.trial(search, other, kept.as_ref());
                        search.masks = masks;
                        trial?
                    }
                };
                if trial == roots {
                    continue;
                }
                let price = self.price(&trial);
                if price < least {
                    (least, improved, choice, roots) = (price, true, other, trial);
                    written = match (written.take(), values) {
                        (Some(mut written), Some(values)) => {
                            let masks = &search.masks;
                            written.retain(|polynomial, _| {
                                let mut atoms = polynomial.0.iter().flat_map(|(monomial, _)| &monomial.0);
                                atoms.all(|atom| masks.get(atom.0 as usize).is_some_and(|mask| mask & changed == 0))
                            });
                            written.extend(values);
                            Some(written)
                        }
                        _ => None,
                    };
                }
            }
            if !improved {
                return Ok(choice);
            }
        }
    }

    /// The roots that a choice gives; with what was written anew, unless the choice has been tried before.
    fn trial(
        &mut self,
        search: &mut Search,
        choice: Choice,
        kept: Option<&Kept<'_>>,
    ) -> Result<(Rc<[Id]>, Option<Written>), Stop> {
        if let Some(roots) = search.known(choice) {
            return Ok((roots, None));
        }
        let (trial, values) = self.write(&search.goals, &search.plan(choice), true, kept)?;
        let roots: Rc<[Id]> = trial.roots.into();
        search.trials.push((choice, Rc::clone(&roots)));
        Ok((roots, Some(values)))
    }

    /// The goals by a choice, with what is known of their parts.
    fn chosen(&mut self, search: &mut Search, choice: Choice) -> Result<Rc<Lowered>, Stop> {
        // To be recorded, it must be written.
        let known = search.chosen.iter().find(|known| known.0 == choice && self.trace.is_none());
        if let Some((_, lowered)) = known {
            return Ok(Rc::clone(lowered));
        }
        let lowered = Rc::new(self.write(&search.goals, &search.plan(choice), false, None)?.0);
        search.chosen.push((choice, Rc::clone(&lowered)));
        Ok(lowered)
    }

    /// For each atom the digits that its text depends on, a bit each; empty where symbols make a text depend on what else is
    /// written.
    fn masks(&mut self, digits: &[(Atom, Shape)]) -> Result<Vec<u64>, Stop> {
        if self.atoms.iter().any(|known| known.is_size) {
            return Ok(Vec::new());
        }
        // What a digit in another shape is made of.
        let mut others: Vec<(Atom, Polynomial)> = Vec::new();
        for &(digit, shape) in digits {
            match (self.form(digit).clone(), shape) {
                (_, Shape::Nested(outer)) => others.push((digit, Polynomial::atom(outer))),
                (Form::Remainder(x, d), Shape::Flat) => {
                    others.extend(self.flat_remainder(&x, &d)?.map(|flat| (digit, flat)));
                }
                (Form::Remainder(x, d), _) => others.push((digit, self.divide(&x, &d)?.0)),
                _ => {}
            }
        }
        let mut masks = vec![0; self.atoms.len()];
        loop {
            let before = masks.clone();
            let of = |masks: &[u64], polynomial: &Polynomial| {
                let atoms = polynomial.0.iter().flat_map(|(monomial, _)| &monomial.0);
                atoms.fold(0, |mask, atom| mask | masks[atom.0 as usize])
            };
            for (at, known) in self.atoms.iter().enumerate() {
                let mut mask = own_bit(digits, Atom(at as u32));
                known.form.for_each_part(&mut |part| mask |= of(&masks, part));
                masks[at] |= mask;
            }
            for (digit, other) in &others {
                masks[digit.0 as usize] |= of(&masks, other);
            }
            if masks == before {
                return Ok(masks);
            }
        }
    }

    /// The remainders and quotients that the goals are made of, with the shapes that could pay.
    fn digits(&mut self, goals: &[Goal]) -> Result<Vec<(Atom, Shape)>, Stop> {
        let (sums, digits) = self.parts(goals);
        let mut shapes = Vec::new();
        for &digit in &digits {
            let (x, d) = match self.form(digit).clone() {
                Form::Remainder(x, d) => (x, d),
                Form::Quotient(x, d) => {
                    if let [divisor] = self.fold_shares(&d)?.0.as_slice()
                        && is_product_of_sizes(divisor)
                    {
                        shapes.push((digit, Shape::Whole));
                    }
                    if let Some(first) = self.first_step(&x, &d, &digits) {
                        shapes.push((digit, Shape::Stepped(first)));
                    }
                    continue;
                }
                _ => continue,
            };
            if let Some(outer) = self.outer_remainder(&x, &d, &digits) {
                shapes.push((digit, Shape::Nested(outer)));
            }
            if self.flat_remainder(&x, &d)?.is_some() {
                shapes.push((digit, Shape::Flat));
            }
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

    /// The largest number by which x is divided elsewhere and that divides d, where dividing by d is no shift anyway.
    fn first_step(&self, x: &Polynomial, d: &Polynomial, digits: &[Atom]) -> Option<i128> {
        let whole = d.number().filter(|number| number.count_ones() > 1)?;
        let parts = digits.iter().filter_map(|&digit| match self.form(digit) {
            Form::Remainder(y, part) | Form::Quotient(y, part) if y == x => part.number(),
            _ => None,
        });
        parts.filter(|&part| part < whole && whole % part == 0).max()
    }

    /// The remainder of x by the least multiple of d, where a remainder by d is no mask anyway.
    fn outer_remainder(&self, x: &Polynomial, d: &Polynomial, digits: &[Atom]) -> Option<Atom> {
        let [divisor] = d.0.as_slice() else { return None };
        if d.number().is_some_and(|number| number.count_ones() == 1) {
            return None;
        }
        let multiples = digits.iter().filter_map(|&digit| match self.form(digit) {
            Form::Remainder(y, multiple) if y == x && multiple != d => match multiple.0.as_slice() {
                [term] => Polynomial::term_over(term, divisor).map(|over| (over.0.0.len(), over.1, digit)),
                _ => None,
            },
            _ => None,
        });
        multiples.min().map(|(_, _, digit)| digit)
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

    /// Every sum and every remainder or quotient that the goals are made of.
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
                    Form::Remainder(a, b) | Form::Quotient(a, b) => {
                        digits.push(*atom);
                        stack.extend([a, b]);
                    }
                    Form::Product(a, b) | Form::Binary(_, a, b) => stack.extend([a, b]),
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
}

/// The bit of a digit: one for all its shapes.
fn own_bit(digits: &[(Atom, Shape)], atom: Atom) -> u64 {
    digits.iter().position(|(digit, _)| *digit == atom).map_or(0, |k| 1 << k)
}

/// Whether a divisor is a product whose factors could divide one after the other.
pub(crate) fn is_product_of_sizes((monomial, number): &(Monomial, i128)) -> bool {
    monomial.0.len() > 1 || (monomial.0.len() == 1 && *number != 1)
}
