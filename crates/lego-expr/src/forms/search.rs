//! The choice of a form, by trials.
//!
//! A normal form leaves open in which shape a *digit*, a remainder or a quotient, is written: a remainder as such, as
//! `x - d·(x / d)` (which merges with other multiples of x) or as the quotient of a remainder, a quotient by a product with one
//! division or two. The cost decides, one digit at a time.

use crate::forms::candidates::Candidates;
use crate::forms::cost::Cost;
use crate::forms::dependence::{Dependence, Reusable};
use crate::forms::goal::{Goal, Lowered, Writings};
use crate::forms::price::Price;
use crate::forms::shape::{Shape, Shapes};
use crate::forms::writer::write;
use crate::graph::node::Id;
use crate::normal::budget::Stop;
use crate::normal::polynomial::AtomId;
use crate::rules::arithmetic::Arithmetic;
use std::rc::Rc;

/// The largest number of digits that are tried one by one, a trial for each shape; of more, all are written out or none.
const MOST_DIGITS: usize = 24;

/// No shapes of digits are tried for a form that costs so many times as much as another: they save less.
const FAR_MORE: u64 = 2;

/// The digits that are not written as such: a bit for each place in the list of digits with shapes.
type Choice = u64;

/// Every digit as such.
const NONE: Choice = 0;

/// Every digit written out that can be.
const ALL: Choice = Choice::MAX;

/// What there is to choose for some goals, and what has been tried, by whatever cost.
#[derive(Debug)]
struct Search {
    goals: Vec<Goal>,
    /// Digits with the shapes that could pay; several shapes of a digit are several entries.
    digits: Vec<(AtomId, Shape)>,
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

    fn plan(&self, choice: Choice) -> Shapes {
        let mut plan = Shapes::default();
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
    fn bits_of(&self, digit: AtomId) -> Choice {
        let mut bits = 0;
        for (at, &(other, _)) in self.digits.iter().enumerate() {
            if other == digit {
                bits |= 1 << at;
            }
        }
        bits
    }

    /// The roots that a choice gives, and what was written for it; nothing where the choice has been tried before.
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

    /// The choice that costs least. Nothing is tried where the digits as such cost far more than another form: `other` is its
    /// price.
    fn choose(
        &mut self,
        arithmetic: &mut Arithmetic<'_>,
        price: &mut Price,
        other: Option<u64>,
    ) -> Result<Choice, Stop> {
        if self.digits.is_empty() {
            return Ok(NONE);
        }
        if let Some(other) = other {
            let plain = self.trial(arithmetic, NONE, None)?.0;
            if price.of(arithmetic.arena, &plain) >= other.saturating_mul(FAR_MORE) {
                return Ok(NONE);
            }
        }
        if self.digits.len() <= MOST_DIGITS {
            return self.improve(arithmetic, price);
        }
        let [plain, expanded] = [NONE, ALL].map(|choice| self.trial(arithmetic, choice, None));
        let (plain, expanded) = (plain?.0, expanded?.0);
        let arena = arithmetic.arena;
        Ok(if price.of(arena, &expanded) < price.of(arena, &plain) { ALL } else { NONE })
    }

    /// Changes the shape of one digit after the other where that costs less, until no change does.
    fn improve(&mut self, arithmetic: &mut Arithmetic<'_>, price: &mut Price) -> Result<Choice, Stop> {
        let mut choice = NONE;
        // What is written by the choice so far, as soon as a trial needs it.
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

    /// The goals in the form of a choice, with the ranges of their nodes.
    fn chosen(&mut self, arithmetic: &mut Arithmetic<'_>, choice: Choice) -> Result<Rc<Lowered>, Stop> {
        // Steps are recorded while a form is written: where they are asked for, it is written again.
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

    /// Writes goals together, sharing what they have in common, in the cheapest of the forms tried. `other` is the price of a
    /// form that is known besides.
    ///
    /// # Errors
    /// [`Stop`] where a limit is exceeded.
    pub(crate) fn lower(
        &mut self,
        arithmetic: &mut Arithmetic<'_>,
        goals: &[Goal],
        other: Option<u64>,
    ) -> Result<Rc<Lowered>, Stop> {
        // Steps of trials are not recorded, only those of the form chosen.
        let trace = arithmetic.trace.take();
        let mut search = match self.searches.iter().position(|search| search.goals == goals) {
            Some(place) => self.searches.swap_remove(place),
            None => Search::new(arithmetic, goals)?,
        };
        let choice = search.choose(arithmetic, &mut self.price, other);
        arithmetic.trace = trace;
        let lowered = choice.and_then(|choice| search.chosen(arithmetic, choice));
        self.searches.push(search);
        lowered
    }
}
