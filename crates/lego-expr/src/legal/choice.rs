//! Minima and maxima as choices, for a target that has neither.

use crate::graph::arena::Arena;
use crate::graph::node::{Comparison, Id, Op};

/// `min(a, b)` as `if a < b { a } else { b }`, `max(a, b)` as `if a < b { b } else { a }`: with the comparison.
///
/// Law: the choice has the value of the minimum or the maximum.
pub(crate) fn chosen(arena: &Arena, op: Op, a: Id, b: Id) -> (Id, Id) {
    let less = arena.compare(Comparison::Less, a, b);
    let (first, second) = if op == Op::Min { (a, b) } else { (b, a) };
    (less, arena.choose(less, first, second))
}
