//! Divisions of what is below twice the divisor: a comparison instead, [`rule::ONCE`](super::rule).

use super::hash::Fast;
use super::node::{Arena, Comparison, Id, Node, Op};
use super::program::reachable;
use super::range::Range;
use std::collections::HashMap;

/// A number by which a sum or a difference is divided, other than a power of two.
fn divisor(arena: &Arena, id: Id) -> Option<(Op, Id, i128)> {
    let Node::Binary(op @ (Op::Div | Op::Rem), x, d) = arena.get(id) else { return None };
    let number = arena.number(d).filter(|number| number.count_ones() > 1)?;
    matches!(arena.get(x), Node::Binary(Op::Add | Op::Sub, ..)).then_some((op, x, number))
}

/// Whether a node is a remainder of what is below the divisor.
fn is_below(arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> bool {
    let Node::Binary(Op::Rem, x, d) = arena.get(id) else { return false };
    let range = range(x);
    range.low >= 0 && arena.number(d).is_some_and(|number| range.high < number)
}

/// Whether [`compared`] could find something.
pub(super) fn may_compare(arena: &Arena, roots: &[Id]) -> bool {
    reachable(arena, roots).into_iter().any(|id| divisor(arena, id).is_some())
}

/// The expressions with comparisons for such divisions; what was known of a node's value holds of what stands for it.
pub(super) fn compared(
    arena: &Arena,
    roots: &[Id],
    range: &dyn Fn(Id) -> Range,
    known: &mut HashMap<Id, Range, Fast>,
) -> Vec<Id> {
    let mut replaced: HashMap<Id, Id, Fast> = HashMap::default();
    for id in reachable(arena, roots) {
        let at = |old: &Id| replaced.get(old).copied().unwrap_or(*old);
        let new = match divisor(arena, id) {
            _ if is_below(arena, id, range) => match arena.get(id) {
                Node::Binary(_, x, _) => at(&x),
                _ => id,
            },
            Some((op, x, d)) if range(x).low >= 0 && range(x).high < 2 * d => {
                let (x, d) = (at(&x), arena.constant(d));
                let below = arena.compare(Comparison::Less, x, d);
                match op {
                    Op::Div => arena.choose(below, arena.constant(0), arena.constant(1)),
                    _ => arena.choose(below, x, arena.binary(Op::Sub, x, d)),
                }
            }
            _ => arena.rebuilt(id, at),
        };
        if new != id {
            let own = known.get(&id).copied().unwrap_or_else(|| range(id));
            known.entry(new).and_modify(|range| *range = range.and(own)).or_insert(own);
        }
        replaced.insert(id, new);
    }
    roots.iter().map(|root| replaced[root]).collect()
}
