//! The engine's front door: simplify expressions together, prove facts about them.

use super::cost::{self, Cost};
use super::extremes::{Extremes, extremes};
use super::hash::Fast;
use super::lower::{Goal, Lowered};
use super::node::{Arena, Comparison, Id, Kind, Node, Op};
use super::normal::{Form, Normalizer, Stop};
use super::polynomial::{Atom, Polynomial};
use super::print::plain;
use super::program::reachable;
use super::range::Range;
use super::rule;
use super::trace::{Derivation, Step};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Expressions in their cheapest form found.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The expressions, in the order in which they were given.
    pub roots: Vec<Id>,
    /// What is known of the value of every node they are made of.
    ranges: Rc<HashMap<Id, Range, Fast>>,
    /// Nodes that have a value for all values of the variables, or that are computed in any case; `None` where all are.
    total: Option<Rc<HashSet<Id, Fast>>>,
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

/// No longer text is shown in a derivation.
const MOST_SHOWN: usize = 400;

/// Up to this many operations, what branches share is written out in each of them.
const MOST_WRITTEN: u64 = 256;

/// Simplifies expressions of one arena and proves facts about them.
#[derive(Debug)]
pub struct Engine<'a> {
    arena: &'a Arena,
    /// `None` where the facts alone exceed the limits: then nothing is simplified and nothing is proved.
    normal: Option<Normalizer<'a>>,
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

/// What is known of the values of nodes.
type Ranges = HashMap<Id, Range, Fast>;
type Nodes = HashSet<Id, Fast>;

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
        let none = HashMap::default();
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
        let mut steps = if kept { Vec::new() } else { recorded.unwrap_or_default() };
        steps.extend(machine.iter().flat_map(|(.., steps)| steps.clone()));
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
            Some(total) if super::total::written(self.arena, roots, &total) > MOST_WRITTEN.max(4 * operations) => {
                if let Some(derivation) = &mut derivation {
                    derivation.steps.push(Step { rule: &rule::COMPLETED, equations: Vec::new(), because: Vec::new() });
                }
                let mut known = known.clone();
                let roots = super::total::completed(self.arena, roots, &total, &mut known);
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
        for form in super::moves::forms(self.arena, given, self.cost) {
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
            if !super::once::may_compare(self.arena, roots) {
                continue;
            }
            let order = reachable(self.arena, roots);
            let ranges = self.ranges(&order, known);
            let (range, mut known) = (|id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY), known.clone());
            let form = super::once::compared(self.arena, roots, &range, &mut known);
            let (price, most) = (self.price(&form), *least.get_or_insert_with(|| self.price(found)));
            if price < most {
                (least, best) = (Some(price), Some((form, known, vec![&rule::ONCE])));
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

    fn price(&mut self, roots: &[Id]) -> u64 {
        match &mut self.normal {
            Some(normal) => normal.price(roots),
            None => self.cost.of(self.arena, roots),
        }
    }

    /// The ranges of what some roots are made of, and what of it may be computed ahead.
    fn described(&mut self, roots: &[Id], known: &HashMap<Id, Range, Fast>) -> (Rc<Ranges>, Option<Rc<Nodes>>) {
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
        extremes(self.arena, self.normal.as_mut(), &order, limits, &range)
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
        lowered.roots.first().copied()
    }

    /// The ranges of all nodes: from their operands, narrowed by what the normal form knows.
    fn ranges(&mut self, order: &[Id], known: &Ranges) -> Ranges {
        let mut ranges = Ranges::default();
        for &id in order {
            let at = |id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY);
            let range = match self.arena.get(id) {
                Node::Constant(value) => Range::exactly(value),
                Node::Variable(number) => self.variable_range(number),
                // x - y % d is not below zero where d is a part of x.
                Node::Binary(Op::Sub, a, b)
                    if matches!(self.arena.get(b), Node::Binary(Op::Rem, _, d)
                    if has_summand(self.arena, a, d, &ranges)) =>
                {
                    Range::new(0, at(a).high)
                }
                Node::Binary(op, a, b) => operation_range(op, at(a), at(b)),
                Node::Compare(..) => Range::new(0, 1),
                // In `if x < k { a } else { x }` the second x is at least k.
                Node::Choose(c, a, b) => match self.arena.get(c) {
                    Node::Compare(Comparison::Less, x, k) if x == b => {
                        at(a).or(at(b).and(Range::new(at(k).low, i128::MAX)))
                    }
                    _ => at(a).or(at(b)),
                },
                Node::Isqrt(a) => {
                    let high = if at(a).is_bounded() { at(a).high.max(0).isqrt() } else { i128::MAX };
                    Range::new(0, high)
                }
                Node::Within(a, extent) => {
                    let most = self.arena.number(extent).map_or(i128::MAX, |extent| extent - 1);
                    at(a).and(Range::new(0, most))
                }
                Node::Call { function, .. } => {
                    let bound = self.arena.function_of(function).bound;
                    let high = self.arena.number(bound).map_or(i128::MAX, |bound| bound - 1);
                    Range::new(0, high)
                }
            };
            let range = known.get(&id).map_or(range, |known| range.and(*known));
            ranges.insert(id, range);
        }
        ranges
    }

    fn variable_range(&mut self, number: u32) -> Range {
        match self.arena.variable_of(number).kind {
            Kind::Size => Range::new(1, i128::MAX),
            Kind::Index { extent } => match (self.arena.number(extent), self.normal.as_mut()) {
                (Some(extent), _) => Range::new(0, extent - 1),
                (None, Some(normal)) => {
                    let high = normal.value(extent).map_or(i128::MAX, |extent| normal.range(&extent).high);
                    Range::new(0, high.saturating_sub(1))
                }
                (None, None) => Range::NATURAL,
            },
        }
    }
}

/// Whether a sum is made of a part and of values that are not below zero.
fn has_summand(arena: &Arena, sum: Id, part: Id, ranges: &HashMap<Id, Range, Fast>) -> bool {
    let natural = |id: Id| ranges.get(&id).is_some_and(|range| range.low >= 0);
    sum == part
        || match arena.get(sum) {
            Node::Binary(Op::Add, a, b) => {
                (natural(b) && has_summand(arena, a, part, ranges))
                    || (natural(a) && has_summand(arena, b, part, ranges))
            }
            _ => false,
        }
}

fn operation_range(op: Op, a: Range, b: Range) -> Range {
    let unbounded = |range: Range, high: i128| if range.is_bounded() { high } else { i128::MAX };
    match op {
        Op::Add => a.plus(b),
        Op::Sub => a.minus(b),
        Op::Mul => a.times(b),
        Op::Div => Range::new(0, unbounded(a, a.high.max(0) / b.low.max(1))),
        Op::Rem => Range::new(0, a.high.min(b.high.saturating_sub(1)).max(0)),
        Op::And => Range::new(0, a.high.min(b.high).max(0)),
        Op::Or | Op::Xor => Range::new(0, a.all_ones().max(b.all_ones())),
        Op::Shl => match u32::try_from(b.high) {
            Ok(shift) if shift < 120 => Range::new(0, a.times(Range::exactly(1 << shift)).high),
            _ => Range::NATURAL,
        },
        Op::Shr => Range::new(0, unbounded(a, a.high.max(0))),
        Op::Min => Range::new(a.low.min(b.low), a.high.min(b.high)),
        Op::Max => Range::new(a.low.max(b.low), a.high.max(b.high)),
    }
}

/// Nodes that may be computed at any time: those whose value exists for all values of the variables, and those that no
/// branch guards; `None` for all.
fn total(arena: &Arena, roots: &[Id], order: &[Id], ranges: &Ranges) -> Option<Nodes> {
    // Without branches everything is computed in any case.
    if !order.iter().any(|&id| matches!(arena.get(id), Node::Choose(..))) {
        return None;
    }
    let low = |id: Id| ranges.get(&id).map_or(i128::MIN, |range| range.low);
    let mut total: HashSet<Id, Fast> = HashSet::default();
    for &id in order {
        let own = match arena.get(id) {
            Node::Binary(Op::Div | Op::Rem, _, b) => low(b) >= 1,
            Node::Binary(Op::Sub, a, b) => {
                // The range of the node may owe its lower end to a proof; its operands' ranges do not.
                let difference =
                    ranges.get(&a).copied().unwrap_or(Range::ANY).minus(ranges.get(&b).copied().unwrap_or(Range::ANY));
                difference.low >= 0 || low(id) >= 0
            }
            Node::Binary(Op::Shl | Op::Shr, _, b) => ranges.get(&b).is_some_and(|range| range.high < 64),
            // A function of the user's may do anything outside its range.
            Node::Call { .. } => false,
            _ => low(id) >= 0,
        };
        if own && arena.operands(id).iter().all(|operand| total.contains(operand)) {
            total.insert(id);
        }
    }
    let mut unguarded = Unguarded { arena, memo: HashMap::default() };
    for &root in roots {
        total.extend(unguarded.of(root).iter());
    }
    Some(total)
}

/// Finds the nodes that are computed in any case: outside of branches, or in both branches of a choice.
struct Unguarded<'a> {
    arena: &'a Arena,
    memo: HashMap<Id, Rc<HashSet<Id, Fast>>, Fast>,
}

impl Unguarded<'_> {
    fn of(&mut self, root: Id) -> Rc<HashSet<Id, Fast>> {
        let order = reachable(self.arena, &[root]);
        for id in order {
            if self.memo.contains_key(&id) {
                continue;
            }
            let at = |id: Id| Rc::clone(&self.memo[&id]);
            let mut set: HashSet<Id, Fast> = HashSet::default();
            set.insert(id);
            match self.arena.get(id) {
                Node::Choose(c, a, b) => {
                    set.extend(at(c).iter());
                    set.extend(at(a).intersection(&at(b)));
                }
                _ => {
                    for &operand in self.arena.operands(id).iter() {
                        set.extend(at(operand).iter());
                    }
                }
            }
            self.memo.insert(id, Rc::new(set));
        }
        Rc::clone(&self.memo[&root])
    }
}

impl Normalizer<'_> {
    pub(super) fn slope(&self, value: &Polynomial, variable: Atom) -> Option<Polynomial> {
        let mut slope = Polynomial::constant(0);
        for (monomial, coefficient) in &value.0 {
            let moving: Vec<usize> = (0..monomial.0.len()).filter(|&k| self.depends(monomial.0[k], variable)).collect();
            let [at] = moving.as_slice() else {
                if moving.is_empty() {
                    continue;
                }
                return None;
            };
            let (atom, rest) = (monomial.0[*at], monomial.without(*at));
            let own = if atom == variable { Polynomial::constant(1) } else { self.slope_of_choice(atom, variable)? };
            slope = slope.plus(&own.times_term(&rest, *coefficient).ok()?).ok()?;
        }
        Some(slope)
    }

    /// A choice grows as its branches do, if they grow alike and the condition does not change.
    fn slope_of_choice(&self, atom: Atom, variable: Atom) -> Option<Polynomial> {
        if let Form::Within(a, _) = self.form(atom) {
            return self.slope(a, variable);
        }
        let Form::Choice(truth, a, b) = self.form(atom) else { return None };
        if self.truth_depends(truth, variable) {
            return None;
        }
        let (a, b) = (self.slope(a, variable)?, self.slope(b, variable)?);
        (a == b).then_some(a)
    }

    fn depends(&self, atom: Atom, variable: Atom) -> bool {
        // Atoms are made after what they are made of.
        if atom.0 <= variable.0 {
            return atom == variable;
        }
        let any = |polynomials: &[&Polynomial]| polynomials.iter().any(|p| self.polynomial_depends(p, variable));
        match self.form(atom) {
            Form::Variable(_) | Form::Share { .. } => false,
            Form::Quotient(a, b) | Form::Remainder(a, b) | Form::Product(a, b) | Form::Binary(_, a, b) => any(&[a, b]),
            Form::Choice(truth, a, b) => self.truth_depends(truth, variable) || any(&[a, b]),
            Form::Within(a, _) => any(&[a]),
            Form::Isqrt(a) => any(&[a]),
            Form::Call { arguments, .. } => arguments.iter().any(|a| self.polynomial_depends(a, variable)),
        }
    }

    fn polynomial_depends(&self, polynomial: &Polynomial, variable: Atom) -> bool {
        polynomial.0.iter().any(|(monomial, _)| monomial.0.iter().any(|&atom| self.depends(atom, variable)))
    }

    fn truth_depends(&self, truth: &super::normal::Truth, variable: Atom) -> bool {
        use super::normal::Truth;
        match truth {
            Truth::Known(_) => false,
            Truth::Compare(_, a, b) => self.polynomial_depends(a, variable) || self.polynomial_depends(b, variable),
            Truth::And(a, b) | Truth::Or(a, b) => self.truth_depends(a, variable) || self.truth_depends(b, variable),
        }
    }
}
