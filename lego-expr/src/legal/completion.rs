//! Values that exist everywhere, so that what branches share can be computed before them.
//!
//! A subexpression of a branch may fall below zero, or divide by zero, where the branch is not taken. Written out in each
//! place that uses it, it does no harm; but where such places nest, writing them out doubles the text with every level.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Node, Op};
use crate::graph::program::reachable;
use crate::ranges::range::Range;
use crate::rules::rule::rules;
use std::collections::{HashMap, HashSet};

rules! {
    COMPLETED = "difference completed": "x - y = max(x, y) - y" if "y <= x";
}

/// How many operations are written when only nodes of `named` get a name.
pub(crate) fn written(arena: &Arena, roots: &[Id], named: &HashSet<Id, FastHash>) -> u64 {
    let mut sizes: HashMap<Id, u64, FastHash> = HashMap::default();
    let mut total = 0_u64;
    for id in reachable(arena, roots) {
        let operands: u64 = arena
            .operands(id)
            .iter()
            .map(|operand| if named.contains(operand) { 0 } else { sizes[operand] })
            .fold(0, u64::saturating_add);
        let own = u64::from(!matches!(arena.get(id), Node::Constant(_) | Node::Variable(_) | Node::Within(..)));
        let size = operands.saturating_add(own);
        sizes.insert(id, size);
        if named.contains(&id) || roots.contains(&id) {
            total = total.saturating_add(size);
        }
    }
    total
}

/// Makes the nodes that are not in `total` have a value everywhere, the same where they had one that is not below zero:
/// `a - b` becomes `max(a, b) - b`, `a / b` becomes `a / max(b, 1)`, with a maximum as `larger` writes it. Notes in `ranges`
/// that the differences are not below zero.
pub(crate) fn completed(
    arena: &Arena,
    roots: &[Id],
    total: &HashSet<Id, FastHash>,
    ranges: &mut HashMap<Id, Range, FastHash>,
    larger: &dyn Fn(Id, Id) -> Id,
) -> Vec<Id> {
    let mut new: HashMap<Id, Id, FastHash> = HashMap::default();
    for id in reachable(arena, roots) {
        let at = |old: Id| new[&old];
        let made = match arena.get(id) {
            Node::Constant(_) | Node::Variable(_) => id,
            Node::Within(a, _) => at(a),
            Node::Binary(op, a, b) => {
                let (a, b) = (at(a), at(b));
                match op {
                    _ if total.contains(&id) => arena.binary(op, a, b),
                    Op::Sub => arena.binary(op, larger(a, b), b),
                    Op::Div | Op::Rem => arena.binary(op, a, larger(b, arena.constant(1))),
                    _ => arena.binary(op, a, b),
                }
            }
            Node::Compare(comparison, a, b) => arena.compare(comparison, at(a), at(b)),
            Node::Choose(c, a, b) => arena.choose(at(c), at(a), at(b)),
            Node::Isqrt(a) => arena.isqrt(at(a)),
            Node::Call { function, part, arguments } => {
                arena.node(Node::Call { function, part, arguments: arguments.into_iter().map(at).collect() })
            }
        };
        let known = ranges.get(&id).copied().unwrap_or(Range::ANY);
        // What a node was known to be below holds of its completion; 0 is what it gains.
        let low = if total.contains(&id) { known.low } else { known.low.max(0) };
        if low <= known.high {
            ranges.entry(made).or_insert(Range::new(low, if total.contains(&id) { known.high } else { i128::MAX }));
        }
        new.insert(id, made);
    }
    roots.iter().map(|root| new[root]).collect()
}

/// The same for a target that has integers below zero: a difference has a value there and stays as it is, also where that is
/// below zero; only what fails on such a value, or on a divisor of 0, is given another operand.
pub(crate) fn completed_with_negatives(
    arena: &Arena,
    roots: &[Id],
    total: &HashSet<Id, FastHash>,
    larger: &dyn Fn(Id, Id) -> Id,
) -> Vec<Id> {
    let mut new: HashMap<Id, Id, FastHash> = HashMap::default();
    for id in reachable(arena, roots) {
        let at = |old: &Id| new[old];
        let completed = match arena.get(id) {
            _ if total.contains(&id) => arena.rebuilt(id, at),
            Node::Binary(op @ (Op::Div | Op::Rem), a, b) => arena.binary(op, at(&a), larger(at(&b), arena.constant(1))),
            Node::Isqrt(a) => arena.isqrt(larger(at(&a), arena.constant(0))),
            // A law need not hold of what is thrown away.
            Node::Within(a, _) => at(&a),
            _ => arena.rebuilt(id, at),
        };
        new.insert(id, completed);
    }
    roots.iter().map(|root| new[root]).collect()
}
