//! The choice of a form.
//!
//! A normal form leaves open how a sum is factored and whether a digit is written as a remainder, as `x - d·(x / d)` (which
//! merges with other multiples of x) or as the quotient of a remainder, and whether a quotient by a product takes one division
//! or two. The cost decides, one digit at a time.

use crate::forms::candidates::Candidates;
use crate::forms::cost::Cost;
use crate::forms::dependence::{Dependence, Reusable};
use crate::forms::goal::{Goal, Lowered, Writings};
use crate::forms::price::Price;
use crate::forms::shape::{Plan, Shape};
use crate::forms::writer::write;
use crate::graph::node::Id;
use crate::normal::budget::Stop;
use crate::normal::polynomial::Atom;
use crate::rules::arithmetic::Arithmetic;
use std::rc::Rc;

/// More digits than this are all written out or none: each costs a trial for each shape.
const MOST_DIGITS: usize = 24;

/// Which digits are in another shape than their own: a bit for each place in the list of digits and shapes.
type Choice = u64;

/// No digit is.
const NONE: Choice = 0;

/// Every digit is written out that can be.
const ALL: Choice = Choice::MAX;

/// What there is to choose for some goals, and what has been tried, by whatever cost.
#[derive(Debug)]
struct Search {
    goals: Vec<Goal>,
    /// Digits with the shapes that could pay; several shapes of a digit are several entries.
    digits: Vec<(Atom, Shape)>,
    dependence: Dependence,
    trials: Vec<(Choice, Rc<[Id]>)>,
    chosen: Vec<(Choice, Rc<Lowered>)>,
}

impl Search {
    /// What there is to choose for some goals.
    fn new(arithmetic: &mut Arithmetic<'_>, goals: &[Goal]) -> Result<Self, Stop> {
        let digits = Candidates { arithmetic }.of(goals)?;
        let is_tried = (1..=MOST_DIGITS).contains(&digits.len());
        let dependence = if is_tried { Dependence::new(arithmetic, &digits)? } else { Dependence::default() };
        Ok(Self { goals: goals.to_vec(), digits, dependence, trials: Vec::new(), chosen: Vec::new() })
    }

    /// The roots of a choice that has been tried.
    fn tried(&self, choice: Choice) -> Option<Rc<[Id]>> {
        self.trials.iter().find(|trial| trial.0 == choice).map(|trial| Rc::clone(&trial.1))
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
    fn bits_of(&self, digit: Atom) -> Choice {
        let mut bits = 0;
        for (at, &(other, _)) in self.digits.iter().enumerate() {
            if other == digit {
                bits |= 1 << at;
            }
        }
        bits
    }

    /// The roots that a choice gives; with what was written anew, unless the choice has been tried before.
    fn trial(
        &mut self,
        arithmetic: &mut Arithmetic<'_>,
        choice: Choice,
        writings: Option<(&Writings, u64)>,
    ) -> Result<(Rc<[Id]>, Option<Writings>), Stop> {
        if let Some(roots) = self.tried(choice) {
            return Ok((roots, None));
        }
        let dependence = &self.dependence;
        let reusable = writings.map(|(writings, changed)| Reusable { writings, dependence, changed });
        let (trial, writings) = write(arithmetic, &self.goals, &self.plan(choice), true, reusable.as_ref())?;
        let roots: Rc<[Id]> = trial.roots.into();
        self.trials.push((choice, Rc::clone(&roots)));
        Ok((roots, Some(writings)))
    }

    /// The choice that costs least.
    fn choose(&mut self, arithmetic: &mut Arithmetic<'_>, price: &mut Price) -> Result<Choice, Stop> {
        if self.digits.is_empty() {
            return Ok(NONE);
        }
        if self.digits.len() <= MOST_DIGITS {
            return self.improve(arithmetic, price);
        }
        let [plain, expanded] = [NONE, ALL].map(|choice| self.trial(arithmetic, choice, None));
        let (plain, expanded) = (plain?.0, expanded?.0);
        let arena = arithmetic.arena;
        Ok(if price.of(arena, &expanded) < price.of(arena, &plain) { ALL } else { NONE })
    }

    /// Gives one digit after the other the shape that costs least, until none costs less in another.
    fn improve(&mut self, arithmetic: &mut Arithmetic<'_>, price: &mut Price) -> Result<Choice, Stop> {
        let mut choice = NONE;
        // What was written by the choice so far, once it is needed.
        let (mut roots, mut written) = self.trial(arithmetic, choice, None)?;
        let mut least = price.of(arithmetic.arena, &roots);
        loop {
            let mut improved = false;
            for at in 0..self.digits.len() {
                if choice & 1 << at != 0 {
                    continue;
                }
                let digit = self.digits[at].0;
                let bits = self.bits_of(digit);
                let other = choice & !bits | 1 << at;
                let changed = self.dependence.on(digit, bits);
                let (trial, writings) = match self.tried(other) {
                    Some(trial) => (trial, None),
                    None => {
                        if written.is_none() {
                            written = Some(write(arithmetic, &self.goals, &self.plan(choice), true, None)?.1);
                        }
                        let reusable = written.as_ref().filter(|_| !self.dependence.is_unknown());
                        self.trial(arithmetic, other, reusable.map(|writings| (writings, changed)))?
                    }
                };
                if trial == roots {
                    continue;
                }
                let cost = price.of(arithmetic.arena, &trial);
                if cost < least {
                    (least, improved, choice, roots) = (cost, true, other, trial);
                    written = match (written.take(), writings) {
                        (Some(mut written), Some(writings)) => {
                            written.retain(|polynomial, _| self.dependence.is_unaffected(polynomial, changed));
                            written.extend(writings);
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

    /// The goals by a choice, with what is known of their parts.
    fn chosen(&mut self, arithmetic: &mut Arithmetic<'_>, choice: Choice) -> Result<Rc<Lowered>, Stop> {
        // To be recorded, it must be written.
        let chosen = self.chosen.iter().find(|chosen| chosen.0 == choice && arithmetic.trace.is_none());
        if let Some((_, lowered)) = chosen {
            return Ok(Rc::clone(lowered));
        }
        let lowered = Rc::new(write(arithmetic, &self.goals, &self.plan(choice), false, None)?.0);
        self.chosen.push((choice, Rc::clone(&lowered)));
        Ok(lowered)
    }
}

/// Writes goals in the cheapest of the forms tried, and remembers what has been tried.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    pub(crate) price: Price,
    searches: Vec<Search>,
}

impl Forms {
    /// Forms compared by a cost.
    pub(crate) fn new(cost: Cost) -> Self {
        Self { price: Price::new(cost), searches: Vec::new() }
    }

    /// Forgets what has been tried.
    pub(crate) fn forget(&mut self) {
        self.searches.clear();
    }

    /// Writes goals together, sharing what they have in common, in the cheapest of the forms tried.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn lower(&mut self, arithmetic: &mut Arithmetic<'_>, goals: &[Goal]) -> Result<Rc<Lowered>, Stop> {
        // What is tried is not recorded, only what is chosen.
        let trace = arithmetic.trace.take();
        let mut search = match self.searches.iter().position(|search| search.goals == goals) {
            Some(place) => self.searches.swap_remove(place),
            None => Search::new(arithmetic, goals)?,
        };
        let choice = search.choose(arithmetic, &mut self.price);
        arithmetic.trace = trace;
        let lowered = choice.and_then(|choice| search.chosen(arithmetic, choice));
        self.searches.push(search);
        lowered
    }
}
