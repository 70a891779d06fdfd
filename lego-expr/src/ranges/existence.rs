//! What is known of the values of nodes, and which values exist everywhere, so that they may be computed ahead.

use crate::engine::Engine;
use crate::graph::arena::Arena;
use crate::graph::hash::Fast;
use crate::graph::node::{Comparison, Id, Kind, Node, Op};
use crate::graph::program::reachable;
use crate::legal::shift;
use crate::ranges::range::Range;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What is known of the values of nodes.
pub(crate) type Ranges = HashMap<Id, Range, Fast>;
pub(crate) type Nodes = HashSet<Id, Fast>;

impl Engine<'_> {
    /// The ranges of all nodes: from their operands, narrowed by what the normal form knows.
    pub(crate) fn ranges(&mut self, order: &[Id], known: &Ranges) -> Ranges {
        ranges(self.arena, order, known, |number| self.variable_range(number))
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

/// The ranges of all nodes: from their operands and from those of the variables, narrowed by what is known.
pub(crate) fn ranges(arena: &Arena, order: &[Id], known: &Ranges, mut variable: impl FnMut(u32) -> Range) -> Ranges {
    let mut ranges = Ranges::default();
    for &id in order {
        let at = |id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY);
        let range = match arena.get(id) {
            Node::Constant(value) => Range::exactly(value),
            Node::Variable(number) => variable(number),
            // x - y % d is not below zero where d is a part of x.
            Node::Binary(Op::Sub, a, b)
                if matches!(arena.get(b), Node::Binary(Op::Rem, _, d)
                if has_summand(arena, a, d, &ranges)) =>
            {
                Range::new(0, at(a).high)
            }
            Node::Binary(op, a, b) => operation_range(op, at(a), at(b)),
            Node::Compare(..) => Range::new(0, 1),
            // In `if x < k { a } else { x }` the second x is at least k.
            Node::Choose(c, a, b) => match arena.get(c) {
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
                let most = arena.number(extent).map_or(i128::MAX, |extent| extent - 1);
                at(a).and(Range::new(0, most))
            }
            Node::Call { function, .. } => {
                let bound = arena.function_of(function).bound;
                let high = arena.number(bound).map_or(i128::MAX, |bound| bound - 1);
                Range::new(0, high)
            }
        };
        let range = known.get(&id).map_or(range, |known| range.and(*known));
        ranges.insert(id, range);
    }
    ranges
}

/// Whether a sum is made of a part and of values that are not below zero.
fn has_summand(arena: &Arena, sum: Id, part: Id, ranges: &Ranges) -> bool {
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
pub(crate) fn total(arena: &Arena, roots: &[Id], order: &[Id], ranges: &Ranges) -> Option<Nodes> {
    // Without branches everything is computed in any case.
    if !order.iter().any(|&id| matches!(arena.get(id), Node::Choose(..))) {
        return None;
    }
    let mut total = everywhere(arena, order, ranges);
    let mut unguarded = Unguarded { arena, memo: HashMap::default() };
    for &root in roots {
        total.extend(unguarded.of(root).iter());
    }
    Some(total)
}

/// The nodes whose value exists for all values of the variables.
pub(crate) fn everywhere(arena: &Arena, order: &[Id], ranges: &Ranges) -> Nodes {
    let range = |id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY);
    let low = |id: Id| range(id).low;
    let mut total: Nodes = HashSet::default();
    for &id in order {
        let own = match arena.get(id) {
            Node::Binary(Op::Div | Op::Rem, _, b) => low(b) >= 1,
            Node::Binary(Op::Sub, a, b) => {
                // The range of the node may owe its lower end to a proof; its operands' ranges do not.
                range(a).minus(range(b)).low >= 0 || low(id) >= 0
            }
            Node::Binary(Op::Shl | Op::Shr, ..) => shift::is_short(arena, id, &range),
            // A function of the user's may do anything outside its range.
            Node::Call { .. } => false,
            _ => low(id) >= 0,
        };
        // A shift by too many places is not done.
        let operands = arena.operands(id);
        let parts = shift::limited(arena, id);
        let parts = parts.as_ref().map_or(&*operands, |parts| parts.as_slice());
        if own && parts.iter().all(|part| total.contains(part)) {
            total.insert(id);
        }
    }
    total
}

/// Finds the nodes that are computed in any case: outside of branches, or in both branches of a choice.
struct Unguarded<'a> {
    arena: &'a Arena,
    memo: HashMap<Id, Rc<Nodes>, Fast>,
}

impl Unguarded<'_> {
    fn of(&mut self, root: Id) -> Rc<Nodes> {
        let order = reachable(self.arena, &[root]);
        for id in order {
            if self.memo.contains_key(&id) {
                continue;
            }
            let at = |id: Id| Rc::clone(&self.memo[&id]);
            let mut set: Nodes = HashSet::default();
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
