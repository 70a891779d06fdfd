//! The engine's front door: simplify expressions together, prove facts about them.

use crate::emit::expressions::plain;
use crate::forms::cost::{self, Cost};
use crate::forms::lower::{Goal, Lowered};
use crate::graph::arena::Arena;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use crate::legal::choice;
use crate::legal::completion::{completed, written};
use crate::legal::limit::limit;
use crate::normal::normalizer::{Normalizer, Stop};
use crate::ranges::existence::{Nodes, Ranges, total};
use crate::ranges::extremes::{Extremes, Question, extremes};
use crate::ranges::knowledge::Knowledge;
use crate::ranges::range::Range;
use crate::rules::rule;
use crate::rules::trace::{Derivation, Step};
use std::rc::Rc;

/// Expressions in their cheapest form found.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The expressions, in the order in which they were given.
    pub roots: Vec<Id>,
    /// What is known of the value of every node they are made of.
    ranges: Rc<Ranges>,
    /// Nodes that have a value for all values of the variables, or that are computed in any case; `None` where all are.
    total: Option<Rc<Nodes>>,
    /// The rules that made them so, if that was asked for.
    pub derivation: Option<Derivation>,
}

impl Simplified {
    /// The range of a node's value.
    #[must_use]
    pub fn range(&self, id: Id) -> Range {
        self.ranges.get(&id).copied().unwrap_or(Range::ANY)
    }

    /// Whether a node may be computed before it is known that it is needed.
    #[must_use]
    pub fn may_hoist(&self, id: Id) -> bool {
        self.total.as_ref().is_none_or(|total| total.contains(&id))
    }
}

impl Knowledge for Simplified {
    fn range(&self, id: Id) -> Range {
        Self::range(self, id)
    }

    fn may_hoist(&self, id: Id) -> bool {
        Self::may_hoist(self, id)
    }
}

/// No longer text is shown in a derivation.
const MOST_SHOWN: usize = 400;

/// Up to this many operations, what branches share is written out in each of them.
const MOST_WRITTEN: u64 = 256;

/// Simplifies expressions of one arena and proves facts about them.
#[derive(Debug)]
pub struct Engine<'a> {
    pub(crate) arena: &'a Arena,
    /// `None` where the facts alone exceed the limits: then nothing is simplified and nothing is proved.
    pub(crate) normal: Option<Normalizer<'a>>,
    /// By what forms are compared.
    cost: Cost,
    /// Whether the rules applied are recorded.
    explains: bool,
    /// What was simplified before.
    done: Vec<Done>,
}

/// An answer: what was given, the roots chosen for it, and all that there is to say about them.
#[derive(Debug)]
struct Done {
    given: Vec<Id>,
    chosen: Vec<Id>,
    simplified: Simplified,
}

impl<'a> Engine<'a> {
    /// An engine that knows the facts stated so far.
    #[must_use]
    pub fn new(arena: &'a Arena) -> Self {
        Self::by(arena, Cost::default())
    }

    /// An engine that compares forms by a cost.
    #[must_use]
    pub fn by(arena: &'a Arena, cost: Cost) -> Self {
        Self { arena, normal: Normalizer::new(arena, cost).ok(), cost, explains: false, done: Vec::new() }
    }

    /// Compares forms by another cost from now on.
    pub fn set_cost(&mut self, cost: Cost) {
        self.cost = cost;
        if let Some(normal) = &mut self.normal {
            normal.cost = cost;
        }
    }

    /// Whether to record the rules applied from now on.
    pub fn explain(&mut self, explains: bool) {
        self.explains = explains;
    }

    /// Simplifies expressions together: what they share is computed once.
    ///
    /// `truths` are comparisons, `values` integers; the result has the truths first.
    ///
    /// Law: every result equals what it was made from wherever that has a value.
    pub fn simplify(&mut self, truths: &[Id], values: &[Id]) -> Simplified {
        let given: Vec<Id> = truths.iter().chain(values).copied().collect();
        if let Some(normal) = self.normal.as_mut().filter(|_| self.explains) {
            normal.record();
        }
        let lowered = self.lowered(truths, values).ok();
        let recorded = self.normal.as_mut().and_then(Normalizer::recorded);
        let none = Ranges::default();
        let (roots, known, kept) = match &lowered {
            // What was written may already be the cheapest form.
            Some(l) if l.roots == given || self.price(&l.roots) <= self.price(&given) => {
                (l.roots.as_slice(), &l.ranges, false)
            }
            _ => (given.as_slice(), &none, true),
        };
        let machine = self.for_machine(&given, roots, known);
        let (roots, known, kept) = match &machine {
            Some((roots, known, _)) => (roots.as_slice(), known, false),
            None => (roots, known, kept),
        };
        let limited = self.limited(roots, known);
        let (roots, known) = match &limited {
            Some((roots, known, _)) => (roots.as_slice(), known),
            None => (roots, known),
        };
        let mut steps = if kept { Vec::new() } else { recorded.unwrap_or_default() };
        let later = [machine.as_ref(), limited.as_ref()].into_iter().flatten();
        steps.extend(later.flat_map(|(.., steps)| steps.iter().cloned()));
        let mut derivation = self.explains.then_some(Derivation { steps, kept });
        // Another cost may have come to the same form.
        if let Some(done) = self.done.iter().find(|done| done.given == given && done.chosen == roots && !self.explains)
        {
            return Simplified { derivation, ..done.simplified.clone() };
        }
        let (ranges, total) = self.described(roots, known);
        let operations = cost::operations(self.arena, roots) as u64;
        let chosen = roots.to_vec();
        let simplified = match total {
            // Too much would be written out again and again in branches: make it computable ahead of them.
            Some(total) if written(self.arena, roots, &total) > MOST_WRITTEN.max(4 * operations) => {
                if let Some(derivation) = &mut derivation {
                    derivation.steps.push(Step { rule: &rule::COMPLETED, equations: Vec::new(), because: Vec::new() });
                }
                let mut known = known.clone();
                // Where a maximum is written as a choice, what it is a maximum of stands there twice.
                let larger = |a, b| choice::chosen(self.arena, Op::Max, a, b).1;
                let roots = completed(self.arena, roots, &total, &mut known, &larger);
                let (ranges, total) = self.described(&roots, &known);
                Simplified { roots, ranges, total, derivation }
            }
            total => Simplified { roots: chosen.clone(), ranges, total, derivation },
        };
        self.done.push(Done { given, chosen, simplified: simplified.clone() });
        simplified
    }

    /// Forms that no sum of products shows, where one costs less than what was found: bits that move together, comparisons
    /// instead of divisions. `given` is what was written.
    fn for_machine(&mut self, given: &[Id], found: &[Id], known: &Ranges) -> Option<(Vec<Id>, Ranges, Vec<Step>)> {
        let mut least = None;
        let mut best = None;
        for form in crate::forms::moves::forms(self.arena, given, self.cost) {
            // What is more than bits in places stays as it was found.
            let form: Vec<Id> = form
                .iter()
                .zip(given)
                .zip(found)
                .map(|((&new, &old), &found)| if new == old { found } else { new })
                .collect();
            let (price, most) = (self.price(&form), *least.get_or_insert_with(|| self.price(found)));
            if price < most {
                (least, best) = (Some(price), Some((form, known.clone(), vec![&rule::BITS_MASKED, &rule::BITS_MOVED])));
            }
        }
        let empty = Ranges::default();
        for (roots, known) in [(found, known), (given, &empty)] {
            if !crate::forms::once::may_compare(self.arena, roots) {
                continue;
            }
            let order = reachable(self.arena, roots);
            let ranges = self.ranges(&order, known);
            let (range, mut known) = (|id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY), known.clone());
            let (form, rules) = crate::forms::once::compared(self.arena, roots, &range, &mut known);
            let (price, most) = (self.price(&form), *least.get_or_insert_with(|| self.price(found)));
            if price < most {
                (least, best) = (Some(price), Some((form, known, rules)));
            }
        }
        let (form, known, rules) = best?;
        let mut steps: Vec<Step> = Vec::new();
        if self.explains {
            let changed = found.iter().zip(&form).filter(|(old, new)| old != new);
            let texts = changed.map(|(&old, &new)| (plain(self.arena, old), plain(self.arena, new)));
            let equations: Vec<_> = texts.filter(|(old, new)| old.len().max(new.len()) <= MOST_SHOWN).collect();
            steps.extend(rules.into_iter().map(|rule| Step { rule, equations: Vec::new(), because: Vec::new() }));
            steps.iter_mut().rev().take(1).for_each(|step| step.equations.clone_from(&equations));
        }
        Some((form, known, steps))
    }

    /// Roots with shifts that hold in every type that their values fit; `None` where they do as they are.
    fn limited(&mut self, roots: &[Id], known: &Ranges) -> Option<(Vec<Id>, Ranges, Vec<Step>)> {
        let order = reachable(self.arena, roots);
        if !order.iter().any(|&id| matches!(self.arena.get(id), Node::Binary(Op::Shl | Op::Shr, ..))) {
            return None;
        }
        let (ranges, mut known) = (self.ranges(&order, known), known.clone());
        let range = |id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY);
        let (roots, mut steps) = limit(self.arena, roots, &range, &mut known)?;
        let is_shown = |(old, new): &(String, String)| old.len().max(new.len()) <= MOST_SHOWN;
        steps.retain(|step| step.equations.iter().all(is_shown));
        Some((roots, known, steps))
    }

    fn price(&mut self, roots: &[Id]) -> u64 {
        match &mut self.normal {
            Some(normal) => normal.price(roots),
            None => self.cost.of(self.arena, roots),
        }
    }

    /// The ranges of what some roots are made of, and what of it may be computed ahead.
    fn described(&mut self, roots: &[Id], known: &Ranges) -> (Rc<Ranges>, Option<Rc<Nodes>>) {
        let order = reachable(self.arena, roots);
        let ranges = self.ranges(&order, known);
        let total = total(self.arena, roots, &order, &ranges);
        (Rc::new(ranges), total.map(Rc::new))
    }

    fn lowered(&mut self, truths: &[Id], values: &[Id]) -> Result<Rc<Lowered>, Stop> {
        let normal = self.normal.as_mut().ok_or(Stop::TooLong)?;
        let mut goals = Vec::with_capacity(truths.len() + values.len());
        for &truth in truths {
            goals.push(Goal::Truth(normal.truth(truth)?));
        }
        for &value in values {
            goals.push(Goal::Integer(normal.value(value)?));
        }
        normal.lower(&goals)
    }

    /// What computing some expressions passes through, the first of which are guards. `limits` are sizes that cover what is
    /// at most as large; without `closures`, nothing passes below zero, by the laws of the pieces.
    pub fn extremes(&mut self, form: &Simplified, guards: usize, limits: &[Id], closures: bool) -> Extremes {
        let order = reachable(self.arena, &form.roots);
        // What laws say of values holds where the guards hold.
        let guarding = reachable(self.arena, &form.roots[..guards]);
        let unguarded = self.ranges(&guarding, &Ranges::default());
        let range = |id: Id| {
            let range = unguarded.get(&id).map_or(form.range(id), |unguarded| form.range(id).or(*unguarded));
            if closures || range.high < 0 { range } else { range.and(Range::NATURAL) }
        };
        // By the law of the layout a position is below the size, and an index below its extent. A closure that only claims
        // to be a bijection may give anything.
        let values = form.roots[guards..].iter().copied().filter(|value| !closures && !unguarded.contains_key(value));
        let values: Vec<Id> = values.collect();
        let exists = |id: Id| form.may_hoist(id) && !unguarded.contains_key(&id);
        let question = Question { order: &order, limits, values: &values, range: &range, exists: &exists };
        extremes(self.arena, self.normal.as_mut(), &question)
    }

    /// Whether two expressions are proved equal.
    pub fn is_equal(&mut self, a: Id, b: Id) -> bool {
        self.ask(|normal| {
            let (a, b) = (normal.value(a)?, normal.value(b)?);
            let difference = a.minus(&b)?;
            Ok(normal.tidy(difference)?.is_zero())
        })
    }

    /// Whether `a <= b` is proved.
    pub fn is_at_most(&mut self, a: Id, b: Id) -> bool {
        self.ask(|normal| {
            let gap = normal.value(b)?.minus(&normal.value(a)?)?;
            normal.is_natural(&gap)
        })
    }

    /// Whether `divisor` is proved to divide `value`.
    pub fn divides(&mut self, divisor: Id, value: Id) -> bool {
        self.ask(|normal| {
            let (value, divisor) = (normal.value(value)?, normal.value(divisor)?);
            Ok(normal.divide(&value, &divisor)?.1.is_zero())
        })
    }

    fn ask(&mut self, question: impl FnOnce(&mut Normalizer<'a>) -> Result<bool, Stop>) -> bool {
        self.normal.as_mut().is_some_and(|normal| question(normal).unwrap_or(false))
    }

    /// By how much `value` grows when `variable` grows by one, if that is the same everywhere: an expression without index
    /// variables.
    pub fn slope(&mut self, value: Id, variable: Id) -> Option<Id> {
        let normal = self.normal.as_mut()?;
        let value = normal.value(value).ok()?;
        let atom = normal.value(variable).ok()?.single_atom()?;
        let slope = normal.slope(&value, atom)?;
        if !normal.is_size(&slope) {
            return None;
        }
        let lowered = normal.lower(&[Goal::Integer(slope)]).ok()?;
        let root = self.limited(&lowered.roots, &lowered.ranges).map_or(lowered.roots[0], |(roots, ..)| roots[0]);
        Some(root)
    }
}
