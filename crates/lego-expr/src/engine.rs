//! The engine: simplifies expressions together, and proves facts about them.

use crate::emit::expressions::plain;
use crate::forms::comparison;
use crate::forms::cost::Cost;
use crate::forms::goal::{Goal, Lowered};
use crate::forms::moves::{self, BITS_MASKED, BITS_MOVED};
use crate::forms::search::Forms;
use crate::forms::steps;
use crate::forms::xors::{self, BITS_GATHERED, Gathered};
use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Comparison, Id, Kind, Node, Op};
use crate::graph::program::reachable;
use crate::legal::choice;
use crate::legal::completion::{COMPLETED, Completion, is_long};
use crate::legal::existence::{Nodes, completed_hoistable, hoistable};
use crate::legal::limit::limit;
use crate::legal::trial::passes_below_zero;
use crate::normal::budget::Stop;
use crate::ranges::nodes::{Ranges, ranges_of};
use crate::ranges::range::Range;
use crate::rules::derivation::{Derivation, Step, Trace};
use crate::rules::normalizer::Normalizer;
use crate::rules::rule::Rule;
use crate::simplified::Simplified;
use crate::width::covering::Prover;
use crate::width::extremes::{Extremes, extremes};
use crate::width::question::Question;
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

/// The same expressions with lists that stay lists; `None` where none of them could be arithmetic.
fn keeping_lists(arena: &Arena, roots: &[Id]) -> Option<Vec<Id>> {
    let order = reachable(arena, roots);
    let is_either = |id: &Id| matches!(arena.get(*id), Node::LookUp(list, _) if !arena.is_kept(list));
    if !order.iter().any(is_either) {
        return None;
    }
    let mut kept: HashMap<Id, Id, FastHash> = HashMap::default();
    for id in order {
        let new = match arena.get(id) {
            Node::LookUp(list, place) => arena.look_up_in(arena.list(&arena.entries(list), true), kept[&place]),
            _ => arena.rebuilt(id, |operand| kept.get(operand).copied().unwrap_or(*operand)),
        };
        kept.insert(id, new);
    }
    Some(roots.iter().map(|root| kept[root]).collect())
}

/// Another form of some expressions.
struct Rewritten {
    roots: Vec<Id>,
    /// Ranges of its nodes, where more is known than follows from their operands.
    known: Ranges,
    /// How it came about.
    steps: Vec<Step>,
}

/// The most texts of shifts in a derivation: nobody reads more.
const MOST_TEXTS: usize = 300;

/// The largest number of characters of a text that a derivation shows.
const MOST_SHOWN: usize = 400;

/// Expressions of more nodes stay as they are given: bringing them into normal form would exceed its budget.
const MOST_SIMPLIFIED: usize = 1 << 13;

/// Simplifies expressions of one arena and proves facts about them.
#[derive(Debug)]
pub struct Engine<'a> {
    arena: &'a Arena,
    /// Whether a size may be 0.
    may_be_empty: bool,
    /// `None` where the facts alone exceed the limits: then nothing is simplified and nothing is proved.
    normalizer: Option<Normalizer<'a>>,
    /// The forms tried so far, and by what they are compared.
    forms: Forms,
    /// The forms of maps of bits found so far.
    gathered: Gathered,
    /// Whether the rules applied are recorded.
    explains: bool,
    answers: Vec<Answer>,
}

/// The given expressions with the form chosen for them, for questions that lead to the same form again.
#[derive(Debug)]
struct Answer {
    given: Vec<Id>,
    chosen: Vec<Id>,
    simplified: Simplified,
}

impl<'a> Engine<'a> {
    /// An engine that knows the facts stated so far.
    #[must_use]
    pub fn new(arena: &'a Arena) -> Self {
        Self::with_cost(arena, Cost::default())
    }

    /// An engine that compares forms by a cost.
    #[must_use]
    pub fn with_cost(arena: &'a Arena, cost: Cost) -> Self {
        Self::knowing(arena, cost, false)
    }

    /// An engine for what is computed whether or not there is an index: extents, counts, spans, and what is demanded of sizes.
    ///
    /// A formula from an index or a position may rely on every size being at least 1, since an index exists only then. Here a
    /// size may be 0, unless a fact says otherwise.
    ///
    /// ```
    /// use lego_expr::{Arena, Cost, Engine, Kind, Op};
    /// let arena = Arena::new();
    /// let n = arena.variable("N", Kind::Size);
    /// let larger = arena.binary(Op::Max, n, arena.constant(1));
    /// assert!(Engine::new(&arena).is_equal(larger, n));
    /// assert!(!Engine::of_sizes(&arena, Cost::default()).is_equal(larger, n));
    /// ```
    #[must_use]
    pub fn of_sizes(arena: &'a Arena, cost: Cost) -> Self {
        Self::knowing(arena, cost, true)
    }

    fn knowing(arena: &'a Arena, cost: Cost, may_be_empty: bool) -> Self {
        let normalizer = Normalizer::new(arena, may_be_empty).ok();
        let (forms, gathered) = (Forms::new(cost), Gathered::default());
        Self { arena, may_be_empty, normalizer, forms, gathered, explains: false, answers: Vec::new() }
    }

    /// Compares forms by another cost from now on.
    pub fn set_cost(&mut self, cost: Cost) {
        self.forms.price.cost = cost;
    }

    /// Whether to record the rules applied from now on.
    pub fn explain(&mut self, explains: bool) {
        self.explains = explains;
    }

    /// Simplifies expressions together: what they share is computed once.
    ///
    /// `truths` are comparisons, `values` integers; the result has the truths first.
    ///
    /// Law: every result equals the given expression wherever that has a value.
    pub fn simplify(&mut self, truths: &[Id], values: &[Id]) -> Simplified {
        let simplified = self.simplify_as_given(truths, values);
        let Some(kept) = keeping_lists(self.arena, &[truths, values].concat()) else { return simplified };
        let (truths, values) = kept.split_at(truths.len());
        let other = self.simplify_as_given(truths, values);
        if self.price(&other.roots) < self.price(&simplified.roots) { other } else { simplified }
    }

    /// [`Engine::simplify`], where lists are arithmetic wherever they are not kept.
    fn simplify_as_given(&mut self, truths: &[Id], values: &[Id]) -> Simplified {
        let given: Vec<Id> = truths.iter().chain(values).copied().collect();
        if reachable(self.arena, &given).len() > MOST_SIMPLIFIED {
            return self.unsimplified(given);
        }
        if let Some(normalizer) = self.normalizer.as_mut().filter(|_| self.explains) {
            normalizer.record();
            self.forms.forget();
        }
        let moved = moves::forms(self.arena, &given, self.forms.price.cost);
        let gathered = match xors::may_gather(self.arena, &given) {
            true => self.gathered.forms(self.arena, &given, self.forms.price.cost),
            false => Vec::new(),
        };
        let is_moved = |form: &&Vec<Id>| form.iter().zip(&given).all(|(new, old)| new != old);
        let other =
            moved.iter().filter(is_moved).chain(&gathered).map(|form| self.forms.price.of(self.arena, form)).min();
        let lowered = self.lower(truths, values, other).ok();
        let trace = self.normalizer.as_mut().and_then(|normalizer| normalizer.arithmetic.trace.take());
        let none = Ranges::default();
        let (roots, known, is_discarded) = match &lowered {
            // What was given may already be the cheapest form.
            Some(l) if l.roots == given || self.price(&l.roots) <= self.price(&given) => {
                (l.roots.as_slice(), &l.ranges, false)
            }
            _ => (given.as_slice(), &none, true),
        };
        let known = &*self.unguarded(&roots[..truths.len()], known);
        let machine = self.machine_form(&given, &moved, gathered, roots, known);
        let (roots, known, is_discarded) = match &machine {
            Some(form) => (form.roots.as_slice(), &form.known, false),
            None => (roots, known, is_discarded),
        };
        let limited = self.limit_shifts(roots, known);
        let (roots, known) = match &limited {
            Some(form) => (form.roots.as_slice(), &form.known),
            None => (roots, known),
        };
        let (mut steps, is_cut) =
            if is_discarded { Default::default() } else { trace.map(Trace::into_steps).unwrap_or_default() };
        let later = [machine.as_ref(), limited.as_ref()].into_iter().flatten();
        steps.extend(later.flat_map(|form| form.steps.iter().cloned()));
        let mut derivation = self.explains.then_some(Derivation { steps, is_cut, is_discarded });
        // Another cost may have come to the same form.
        let mut answers = self.answers.iter().filter(|_| !self.explains);
        if let Some(answer) = answers.find(|answer| answer.given == given && answer.chosen == roots) {
            return Simplified { derivation, ..answer.simplified.clone() };
        }
        let (ranges, hoistable) = self.describe(roots, known);
        let chosen = roots.to_vec();
        let simplified = match hoistable {
            // Branches that share much would each be written out with all of it: make it computable ahead of them.
            Some(hoistable) if is_long(self.arena, roots, &hoistable) => {
                if let Some(derivation) = &mut derivation {
                    derivation.steps.push(Step::of(&COMPLETED));
                }
                let mut known = known.clone();
                // Where a maximum is written as a choice, what it is a maximum of stands there twice.
                let larger = |a, b| choice::chosen(self.arena, Op::Max, a, b).1;
                let smaller = |a, b| choice::chosen(self.arena, Op::Min, a, b).1;
                let negative = passes_below_zero(self.arena, truths, roots);
                let roots = Completion { negative, larger: &larger, smaller: &smaller }
                    .of(self.arena, roots, &hoistable, &mut known);
                let order = reachable(self.arena, &roots);
                let ranges = self.ranges(&order, &known);
                let hoistable = completed_hoistable(self.arena, &roots, &order, &ranges, negative);
                let (ranges, hoistable) = (Rc::new(ranges), hoistable.map(Rc::new));
                Simplified { roots, ranges, hoistable, derivation }
            }
            hoistable => Simplified { roots: chosen.clone(), ranges, hoistable, derivation },
        };
        self.answers.push(Answer { given, chosen, simplified: simplified.clone() });
        simplified
    }

    /// What is known of nodes without what laws say of those that conditions are made of.
    ///
    /// A position is below the span, and an index below its extent, where the guards hold: that says nothing of what the guards
    /// themselves compute, which is often a part of the position.
    fn unguarded<'k>(&self, guards: &[Id], known: &'k Ranges) -> Cow<'k, Ranges> {
        let mut unguarded = Cow::Borrowed(known);
        // Most layouts have no guards.
        for id in reachable(self.arena, guards).into_iter().filter(|id| known.contains_key(id)) {
            unguarded.to_mut().remove(&id);
        }
        unguarded
    }

    /// Expressions as they are, with what is known of their nodes.
    pub fn as_given(&mut self, roots: Vec<Id>) -> Simplified {
        self.unsimplified(roots)
    }

    /// The expressions as they were given.
    fn unsimplified(&mut self, given: Vec<Id>) -> Simplified {
        let limited = self.limit_shifts(&given, &Ranges::default());
        let (roots, known) = limited.map_or_else(|| (given, Ranges::default()), |form| (form.roots, form.known));
        let (ranges, hoistable) = self.describe(&roots, &known);
        let discarded = Derivation { is_discarded: true, ..Derivation::default() };
        Simplified { roots, ranges, hoistable, derivation: self.explains.then_some(discarded) }
    }

    /// The cheapest of the forms that no sum of products shows, if it costs less than the form found: bits that move together,
    /// comparisons in place of divisions.
    /// `moved` are the forms of what is given that move bits, `gathered` those in which maps of bits are written anew.
    fn machine_form(
        &mut self,
        given: &[Id],
        moved: &[Vec<Id>],
        gathered: Vec<Vec<Id>>,
        found: &[Id],
        known: &Ranges,
    ) -> Option<Rewritten> {
        let mut forms: Vec<(Vec<Id>, Ranges, Vec<&'static Rule>)> = Vec::new();
        for form in moved {
            // An expression that does more than move bits stays in the form found.
            let roots = form.iter().zip(given).zip(found);
            let form = roots.map(|((&new, &old), &found)| if new == old { found } else { new }).collect();
            forms.push((form, known.clone(), vec![&BITS_MASKED, &BITS_MOVED]));
        }
        for (roots, known) in [(found, known), (given, &Ranges::default())] {
            if comparison::may_compare(self.arena, roots) {
                let (range, mut known) = (self.range(&reachable(self.arena, roots), known), known.clone());
                let (form, rules) = comparison::compared(self.arena, roots, &range, &mut known);
                forms.push((form, known, rules));
            }
        }
        forms.extend(gathered.into_iter().map(|form| (form, known.clone(), vec![&BITS_GATHERED])));
        if xors::may_gather(self.arena, found) {
            let of_found = self.gathered.forms(self.arena, found, self.forms.price.cost);
            forms.extend(of_found.into_iter().map(|form| (form, known.clone(), vec![&BITS_GATHERED])));
        }
        if steps::may_step(self.arena, found) {
            let (range, mut known) = (self.range(&reachable(self.arena, found), known), known.clone());
            let form = steps::stepped(self.arena, found, &range, &mut known);
            forms.push((form, known, vec![&steps::TAKEN_APART]));
        }
        if forms.is_empty() {
            return None;
        }
        let most = self.price(found);
        let priced = forms.into_iter().map(|form| (self.price(&form.0), form));
        let (_, (form, known, rules)) = priced.filter(|form| form.0 < most).min_by_key(|form| form.0)?;
        let mut steps: Vec<Step> = Vec::new();
        if self.explains {
            let changed = found.iter().zip(&form).filter(|(old, new)| old != new);
            let texts = changed.filter_map(|(&old, &new)| Some((self.shown(old)?, self.shown(new)?)));
            let equations: Vec<_> = texts.collect();
            steps.extend(rules.into_iter().map(Step::of));
            if let Some(last) = steps.last_mut() {
                last.equations = equations;
            }
        }
        Some(Rewritten { roots: form, known, steps })
    }

    /// A form with shifts that are right in every type that holds the values; `None` where all shifts are.
    fn limit_shifts(&mut self, roots: &[Id], known: &Ranges) -> Option<Rewritten> {
        let order = reachable(self.arena, roots);
        if !order.iter().any(|&id| matches!(self.arena.get(id), Node::Binary(Op::Shl | Op::Shr, ..))) {
            return None;
        }
        let (range, mut known) = (self.range(&order, known), known.clone());
        let room = Cell::new(if self.explains { MOST_TEXTS } else { 0 });
        let text = |id| {
            room.set(room.get().checked_sub(1)?);
            self.shown(id)
        };
        let (roots, steps) = limit(self.arena, roots, &range, &mut known, &text)?;
        Some(Rewritten { roots, known, steps })
    }

    /// The text of a node for a derivation, if it is short enough to be read.
    fn shown(&self, id: Id) -> Option<String> {
        let is_short = reachable(self.arena, &[id]).len() <= MOST_SHOWN;
        is_short.then(|| plain(self.arena, id)).filter(|text| text.len() <= MOST_SHOWN)
    }

    fn price(&mut self, roots: &[Id]) -> u64 {
        match &self.normalizer {
            Some(_) => self.forms.price.of(self.arena, roots),
            None => self.forms.price.cost.price(self.arena, roots),
        }
    }

    /// The range of each node, as [`Engine::ranges`] gives them.
    fn range(&mut self, order: &[Id], known: &Ranges) -> impl Fn(Id) -> Range + use<> {
        let ranges = self.ranges(order, known);
        move |id| ranges.get(&id).copied().unwrap_or(Range::ANY)
    }

    /// The ranges of nodes, narrowed by those that are known.
    fn ranges(&mut self, order: &[Id], known: &Ranges) -> Ranges {
        let (arena, normalizer) = (self.arena, &mut self.normalizer);
        let least = i128::from(!self.may_be_empty);
        ranges_of(arena, order, known, |number| match arena.kind_of(number) {
            Kind::Size => Range::new(least, i128::MAX),
            Kind::Index { extent } => match (arena.number(extent), normalizer.as_mut()) {
                (Some(extent), _) => Range::new(0, extent - 1),
                (None, Some(normalizer)) => {
                    let extent = normalizer.value(extent);
                    let high = extent.map_or(i128::MAX, |extent| normalizer.arithmetic.atoms.range(&extent).high);
                    Range::new(0, high.saturating_sub(1))
                }
                (None, None) => Range::NATURAL,
            },
        })
    }

    /// The ranges of the nodes that some roots are made of, and those of the nodes that may be computed ahead.
    fn describe(&mut self, roots: &[Id], known: &Ranges) -> (Rc<Ranges>, Option<Rc<Nodes>>) {
        let order = reachable(self.arena, roots);
        let ranges = self.ranges(&order, known);
        let hoistable = hoistable(self.arena, roots, &order, &ranges);
        (Rc::new(ranges), hoistable.map(Rc::new))
    }

    fn lower(&mut self, truths: &[Id], values: &[Id], other: Option<u64>) -> Result<Rc<Lowered>, Stop> {
        let normalizer = self.normalizer.as_mut().ok_or(Stop::TooLong)?;
        let mut goals = Vec::with_capacity(truths.len() + values.len());
        for &truth in truths {
            goals.push(Goal::Predicate(normalizer.truth(truth)?));
        }
        for &value in values {
            goals.push(Goal::Integer(normalizer.value(value)?));
        }
        self.forms.lower(&mut normalizer.arithmetic, &goals, other)
    }

    /// The extremes of the values that computing some expressions passes through; the first `guards` of them are conditions.
    /// `limits` are sizes that fit the arithmetic in any case. Without `closures` no value is below zero, by the laws of the
    /// pieces.
    pub fn extremes(&mut self, form: &Simplified, guards: usize, limits: &[Id], closures: bool) -> Extremes {
        let order = reachable(self.arena, &form.roots);
        // The laws hold where the guards do, so that they say nothing of what the guards themselves compute.
        let guarding = reachable(self.arena, &form.roots[..guards]);
        let natural = if closures { self.natural(&order, form) } else { Ranges::default() };
        let unguarded = self.ranges(&guarding, &natural);
        let ranges = if natural.is_empty() { natural } else { self.ranges(&order, &natural) };
        let range = |id: Id| {
            let known = ranges.get(&id).map_or(form.range(id), |range| form.range(id).and(*range));
            let range = unguarded.get(&id).map_or(known, |unguarded| known.or(*unguarded));
            if closures || range.high < 0 { range } else { range.and(Range::NATURAL) }
        };
        // By the law of the layout a position is below the span, and an index below its extent. A closure that only claims
        // to be a bijection may give anything.
        let values = form.roots[guards..].iter().copied().filter(|value| !closures && !unguarded.contains_key(value));
        let values: Vec<Id> = values.collect();
        let exists = |id: Id| form.may_hoist(id) && !unguarded.contains_key(&id);
        let question = Question { order: &order, limits, values: &values, range: &range, exists: &exists };
        let forms = &mut self.forms;
        let prover = self.normalizer.as_mut().map(|normalizer| Prover { normalizer, forms });
        extremes(self.arena, prover, &question)
    }

    /// The nodes whose normal forms are proved not to be below zero, though the ranges of their operands do not say so: of
    /// `M * N - (N * i + j + 1)` that i is below M and j below N.
    fn natural(&mut self, order: &[Id], form: &Simplified) -> Ranges {
        let mut natural = Ranges::default();
        for &id in order.iter().filter(|&&id| form.range(id).low < 0) {
            let is_natural = self.ask(|normalizer| {
                let value = normalizer.value(id)?;
                normalizer.arithmetic.atoms.is_natural(&value)
            });
            if is_natural {
                natural.insert(id, Range::NATURAL);
            }
        }
        natural
    }

    /// Whether two expressions are proved equal.
    pub fn is_equal(&mut self, a: Id, b: Id) -> bool {
        self.ask(|normalizer| {
            let (a, b) = (normalizer.value(a)?, normalizer.value(b)?);
            let difference = a.minus(&b)?;
            Ok(normalizer.arithmetic.tidy(difference)?.is_zero())
        })
    }

    /// Whether `a <= b` is proved.
    pub fn is_at_most(&mut self, a: Id, b: Id) -> bool {
        self.ask(|normalizer| {
            let gap = normalizer.value(b)?.minus(&normalizer.value(a)?)?;
            normalizer.arithmetic.atoms.is_natural(&gap)
        })
    }

    /// Whether a condition is proved to hold, by its normal form: no other form of it is looked for, as
    /// [`simplify`](Self::simplify) does.
    ///
    /// ```
    /// use lego_expr::{Arena, Comparison, Engine, Kind, Op};
    /// let arena = Arena::new();
    /// let i = arena.variable("i", Kind::Index { extent: arena.constant(64) });
    /// let swizzled = arena.binary(Op::Xor, i, arena.binary(Op::Shr, i, arena.constant(3)));
    /// let below = |most| arena.compare(Comparison::Less, swizzled, arena.constant(most));
    /// let mut engine = Engine::new(&arena);
    /// assert_eq!((engine.holds(below(64)), engine.holds(below(63))), (true, false));
    /// ```
    pub fn holds(&mut self, truth: Id) -> bool {
        self.ask(|normalizer| normalizer.is_true(truth))
    }

    /// Whether `divisor` is proved to divide `value`.
    pub fn divides(&mut self, divisor: Id, value: Id) -> bool {
        self.ask(|normalizer| {
            let (value, divisor) = (normalizer.value(value)?, normalizer.value(divisor)?);
            Ok(normalizer.arithmetic.divide(&value, &divisor)?.1.is_zero())
        })
    }

    fn ask(&mut self, question: impl FnOnce(&mut Normalizer<'a>) -> Result<bool, Stop>) -> bool {
        self.normalizer.as_mut().is_some_and(|normalizer| question(normalizer).unwrap_or(false))
    }

    /// By how much `value` grows when `variable` grows by one, if that is the same everywhere: an expression without index
    /// variables.
    pub fn slope(&mut self, value: Id, variable: Id) -> Option<Id> {
        let normalizer = self.normalizer.as_mut()?;
        let value = normalizer.value(value).ok()?;
        let atom = normalizer.value(variable).ok()?.single_atom()?;
        let arithmetic = &mut normalizer.arithmetic;
        let slope = arithmetic.atoms.slope(&value, atom)?;
        if !arithmetic.atoms.is_size(&slope) {
            return None;
        }
        let lowered = self.forms.lower(arithmetic, &[Goal::Integer(slope)], None).ok()?;
        let root = self.limit_shifts(&lowered.roots, &lowered.ranges).map_or(lowered.roots[0], |form| form.roots[0]);
        Some(root)
    }

    /// Whether the value of an expression may change with a variable, as far as its normal form shows.
    pub fn depends(&mut self, value: Id, variable: Id) -> bool {
        let Some(normalizer) = self.normalizer.as_mut() else { return true };
        let (Ok(value), Ok(variable)) = (normalizer.value(value), normalizer.value(variable)) else { return true };
        variable.single_atom().is_none_or(|atom| normalizer.arithmetic.atoms.polynomial_depends(&value, atom))
    }

    /// Whether the ends of a stretch along a variable are proved to tell of all that is between: where a value that has its
    /// guards at both ends differs by as much as the variable does, it has them everywhere between, and grows by one at each step.
    ///
    /// That is so where it grows by one or falls, and each guard compares the same but for what stays with what stays.
    pub fn ends_tell(&mut self, value: Id, guards: &[Id], variable: Id) -> bool {
        self.climb_together(value, value, variable)
            && guards.iter().all(|&guard| self.holds_between(guard, value, variable))
    }

    /// Whether a condition holds between two places of a variable at which it holds, if `value` grows by one at each step there.
    fn holds_between(&mut self, truth: Id, value: Id, variable: Id) -> bool {
        match self.arena.get(truth) {
            Node::Constant(_) => true,
            Node::Binary(Op::And, a, b) => {
                self.holds_between(a, value, variable) && self.holds_between(b, value, variable)
            }
            Node::Compare(Comparison::Less | Comparison::LessEqual, a, b) => {
                !self.depends(b, variable) && (!self.depends(a, variable) || self.climb_together(value, a, variable))
            }
            _ => false,
        }
    }

    /// Whether two values grow by one or fall with a variable, and differ by what stays.
    fn climb_together(&mut self, value: Id, other: Id, variable: Id) -> bool {
        self.ask(|normalizer| {
            let (value, other) = (normalizer.value(value)?, normalizer.value(other)?);
            let Some(variable) = normalizer.value(variable)?.single_atom() else { return Ok(false) };
            let atoms = &normalizer.arithmetic.atoms;
            let climbing = atoms.climbing(&value, variable);
            Ok(climbing.is_some() && climbing == atoms.climbing(&other, variable))
        })
    }

    /// Whether a condition, once it fails, is proved to fail for all larger values of a variable too.
    ///
    /// That is so where it is made of `a < b` and `a <= b` whose left side grows by a step that is nowhere below zero, while
    /// the right side stays.
    pub fn stays_false(&mut self, truth: Id, variable: Id) -> bool {
        match self.arena.get(truth) {
            Node::Constant(_) => true,
            Node::Binary(Op::And, a, b) => self.stays_false(a, variable) && self.stays_false(b, variable),
            Node::Compare(Comparison::Less | Comparison::LessEqual, a, b) => {
                let zero = self.arena.constant(0);
                !self.depends(b, variable) && self.slope(a, variable).is_some_and(|slope| self.is_at_most(zero, slope))
            }
            _ => false,
        }
    }
}
