//! The ranges of the nodes of expressions, from the ranges of their operands.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::ranges::range::Range;
use std::collections::HashMap;

/// For each node an interval in which its value lies.
pub(crate) type Ranges = HashMap<Id, Range, FastHash>;

/// The ranges of all nodes, operands before what they are operands of: from those of the operands, narrowed by those that are
/// known. `variable` gives the range of a variable.
pub(crate) fn ranges_of(arena: &Arena, order: &[Id], known: &Ranges, mut variable: impl FnMut(u32) -> Range) -> Ranges {
    let mut ranges = Ranges::default();
    for &id in order {
        let at = |id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY);
        let range = match arena.get(id) {
            Node::Constant(value) => Range::exactly(value),
            Node::Variable(number) => variable(number),
            // x - y % d is not below zero where d is a summand of x and the other summands are natural.
            Node::Binary(Op::Sub, a, b)
                if matches!(arena.get(b), Node::Binary(Op::Rem, _, d)
                if has_summand(arena, a, d, &ranges)) =>
            {
                Range::new(0, at(a).high)
            }
            Node::Binary(op, a, b) => operation_range(op, at(a), at(b)),
            Node::Compare(..) => Range::new(0, 1),
            // In `if x < k { a } else { x }` the x of the second branch is at least k.
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
            Node::LookUp(list, place) => entry_range(&arena.entries(list), at(place)),
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

/// The range of the entries of a list at places in a range.
pub(crate) fn entry_range(entries: &[u64], places: Range) -> Range {
    let last = entries.len().saturating_sub(1);
    let [first, last] =
        [places.low, places.high].map(|end| usize::try_from(end.max(0)).map_or(last, |end| end.min(last)));
    let near = entries.get(first..=last).filter(|near| !near.is_empty()).unwrap_or(entries);
    let (least, most) = (near.iter().min().copied().unwrap_or(0), near.iter().max().copied().unwrap_or(0));
    Range::new(least.into(), most.into())
}

/// Whether one summand of a sum is `part` and no other is below zero.
fn has_summand(arena: &Arena, sum: Id, part: Id, ranges: &Ranges) -> bool {
    let natural = |id: Id| ranges.get(&id).is_some_and(|range| range.low >= 0);
    let mut open = vec![sum];
    // A summand may be many times in a sum.
    for _ in 0..MOST_SUMMANDS {
        match open.pop() {
            None => return false,
            Some(id) if id == part => return true,
            Some(id) => {
                if let Node::Binary(Op::Add, a, b) = arena.get(id) {
                    open.extend(natural(a).then_some(b));
                    open.extend(natural(b).then_some(a));
                }
            }
        }
    }
    false
}

/// So many summands of a sum are looked at.
const MOST_SUMMANDS: usize = 64;

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
