//! Comparisons in place of values of which there are few: `(isqrt(8*x + 1) - 1) / 2` of an x below 6 is 0, 1 or 2.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::graph::program::{Program, reachable};
use crate::ranges::nodes::Ranges;
use crate::ranges::range::Range;
use crate::rules::rule::rules;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

rules! {
    TAKEN_APART = "values one by one": "y = (if x < t { y } else { y })";
}

/// A value is tried on every value of what it is made of, if that has at most so many.
const MOST_TRIED: i128 = 256;

/// Of so many nodes at most a node is looked at as made of.
const MOST_SOURCES: usize = 12;

/// Values that change more often are not written as comparisons.
const MOST_CHANGES: usize = 7;

/// Whether there is a root, or a product of two values, that [`stepped`] could replace.
pub(crate) fn may_step(arena: &Arena, roots: &[Id]) -> bool {
    reachable(arena, roots).into_iter().any(|id| is_dear(arena, id))
}

/// The values of a node for each value of another one, which is all that it is made of.
struct Steps {
    /// What it is made of.
    of: Id,
    /// Where the value changes, and to which; the first entry is the first value.
    changes: Vec<(i128, i128)>,
}

impl Steps {
    /// `if x < t { … } else { … }`
    fn written(&self, arena: &Arena, x: Id) -> Option<Id> {
        let (last, others) = self.changes.split_last()?;
        let mut until = last.0;
        let mut written = arena.constant(last.1);
        for &(start, value) in others.iter().rev() {
            let below = arena.compare(Comparison::Less, x, arena.constant(until));
            written = arena.choose(below, arena.constant(value), written);
            until = start;
        }
        Some(written)
    }
}

/// The nodes with few values of which alone each node is made, the nearest first.
fn sources(arena: &Arena, order: &[Id], range: &dyn Fn(Id) -> Range) -> HashMap<Id, Vec<Id>, FastHash> {
    let mut sources: HashMap<Id, Vec<Id>, FastHash> = HashMap::default();
    for &id in order {
        let operands = arena.operands(id);
        let mut common: Option<Vec<Id>> = None;
        for &operand in operands.iter().filter(|&&operand| arena.number(operand).is_none()) {
            let values = range(operand);
            let has_few = values.low > Range::ANY.low && values.high.saturating_sub(values.low) < MOST_TRIED;
            let own = has_few.then_some(operand).into_iter().chain(sources[&operand].iter().copied());
            common = Some(match common {
                None => own.take(MOST_SOURCES).collect(),
                Some(common) => own.filter(|source| common.contains(source)).collect(),
            });
        }
        sources.insert(id, common.unwrap_or_default());
    }
    sources
}

/// The nodes that have few values, each with those.
fn few_values(arena: &Arena, order: &[Id], range: &dyn Fn(Id) -> Range) -> HashMap<Id, Steps, FastHash> {
    let sources = sources(arena, order, range);
    let mut made: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
    for &id in order {
        sources[&id].iter().for_each(|&source| made.entry(source).or_default().push(id));
    }
    let mut found: HashMap<Id, Steps, FastHash> = HashMap::default();
    // The values that a node takes, where it was tried: fewer than its range has.
    let mut taken: HashMap<Id, BTreeSet<i128>, FastHash> = HashMap::default();
    for (of, nodes) in made {
        let Range { low, high } = range(of);
        let tried: Vec<i128> =
            taken.get(&of).map_or_else(|| (low..=high).collect(), |values| values.iter().copied().collect());
        let program = Program::between(arena, of, &nodes);
        let mut columns: Vec<Option<Vec<i128>>> = vec![Some(Vec::new()); nodes.len()];
        for &x in &tried {
            for (column, value) in columns.iter_mut().zip(program.run(|_| x)) {
                match (column.as_mut(), value) {
                    (Some(values), Some(value)) => values.push(value),
                    _ => *column = None,
                }
            }
        }
        for (id, column) in nodes.into_iter().zip(columns) {
            let Some(column) = column else { continue };
            let mut changes: Vec<(i128, i128)> = tried.iter().copied().zip(column.iter().copied()).collect();
            changes.dedup_by_key(|change| change.1);
            taken.entry(id).or_insert_with(|| column.into_iter().collect());
            let is_better = found.get(&id).is_none_or(|found| changes.len() < found.changes.len());
            // A comparison with a number below zero is none in a type without a sign.
            let is_natural = changes.iter().skip(1).all(|&(start, _)| start >= 0);
            if changes.len() <= MOST_CHANGES + 1 && is_natural && is_better {
                found.insert(id, Steps { of, changes });
            }
        }
    }
    found
}

/// Whether a node is a root or a product of two values.
fn is_dear(arena: &Arena, id: Id) -> bool {
    match arena.get(id) {
        Node::Isqrt(_) => true,
        Node::Binary(Op::Mul, a, b) => arena.number(a).is_none() && arena.number(b).is_none(),
        _ => false,
    }
}

/// How many operands of nodes, and roots, each node is.
fn uses(arena: &Arena, order: &[Id], roots: &[Id]) -> HashMap<Id, usize, FastHash> {
    let mut uses: HashMap<Id, usize, FastHash> = HashMap::default();
    roots.iter().for_each(|&root| *uses.entry(root).or_default() += 1);
    for &id in order {
        arena.operands(id).iter().for_each(|&operand| *uses.entry(operand).or_default() += 1);
    }
    uses
}

/// The nodes to write as comparisons: those that a root or a product comes down to, and what only such a one is part of.
fn chosen(arena: &Arena, order: &[Id], roots: &[Id], steps: &HashMap<Id, Steps, FastHash>) -> HashSet<Id, FastHash> {
    let uses = uses(arena, order, roots);
    let mut chosen: HashSet<Id, FastHash> = HashSet::default();
    // What has a root or a product in it that no chosen node has.
    let mut open: HashSet<Id, FastHash> = HashSet::default();
    for &id in order {
        let operands = arena.operands(id);
        let mut varying = operands.iter().filter(|&&operand| arena.number(operand).is_none());
        let is_open = is_dear(arena, id) || operands.iter().any(|operand| open.contains(operand));
        let goes_on = match (varying.next(), varying.next()) {
            (Some(only), None) => chosen.contains(only) && uses[only] == 1,
            _ => false,
        };
        if (is_open || goes_on) && steps.contains_key(&id) && !matches!(arena.get(id), Node::Compare(..)) {
            chosen.insert(id);
        } else if is_open {
            open.insert(id);
        }
    }
    chosen
}

/// The expressions with comparisons for values of which there are few and that take a root or a product; the same where
/// there are none. Notes in `known` the range of every node that takes the place of another.
pub(crate) fn stepped(arena: &Arena, roots: &[Id], range: &dyn Fn(Id) -> Range, known: &mut Ranges) -> Vec<Id> {
    let order = reachable(arena, roots);
    let steps = few_values(arena, &order, range);
    let chosen = chosen(arena, &order, roots, &steps);
    let mut replaced: HashMap<Id, Id, FastHash> = HashMap::default();
    for id in order {
        let at = |old: &Id| replaced[old];
        let few = steps.get(&id).filter(|_| chosen.contains(&id));
        let new = few.and_then(|steps| steps.written(arena, at(&steps.of))).unwrap_or_else(|| arena.rebuilt(id, at));
        if new != id {
            let values = known.get(&id).copied().unwrap_or_else(|| range(id));
            known.entry(new).and_modify(|range| *range = range.and(values)).or_insert(values);
        }
        replaced.insert(id, new);
    }
    roots.iter().map(|root| replaced[root]).collect()
}

#[cfg(test)]
mod tests {
    use crate::graph::program::{Program, reachable};
    use crate::{Arena, Cost, Engine, Kind, Node, Op};

    /// What `AntiDiag` asks for: the number of an anti-diagonal, and the place on it.
    #[test]
    fn few_anti_diagonals_take_no_root() {
        for (n, cost) in (1..40).flat_map(|n| [Cost::Operations, Cost::Cpu, Cost::Gpu].map(|cost| (n, cost))) {
            let arena = Arena::new();
            let constant = |number| arena.constant(number);
            let p = arena.variable("p", Kind::Index { extent: constant(n) });
            let scaled = arena.binary(Op::Add, arena.binary(Op::Mul, p, constant(8)), constant(1));
            let less = arena.binary(Op::Sub, arena.isqrt(scaled), constant(1));
            let diagonal = arena.binary(Op::Div, less, constant(2));
            let product = arena.binary(Op::Mul, diagonal, arena.binary(Op::Add, diagonal, constant(1)));
            let place = arena.binary(Op::Sub, p, arena.binary(Op::Div, product, constant(2)));
            let given = [diagonal, place];
            let form = Engine::with_cost(&arena, cost).simplify(&[], &given);
            let (before, after) = (Program::new(&arena, &given), Program::new(&arena, &form.roots));
            for value in 0..n {
                assert_eq!(after.run(|_| value), before.run(|_| value), "{cost:?} {n} at {value}");
            }
            let has_root = reachable(&arena, &form.roots).iter().any(|&id| matches!(arena.get(id), Node::Isqrt(_)));
            // Up to position 5 there are three anti-diagonals; position 36 is on the ninth.
            assert!((1..=6).contains(&n) <= !has_root && (n > 36) <= has_root, "{cost:?} {n}");
        }
    }
}
