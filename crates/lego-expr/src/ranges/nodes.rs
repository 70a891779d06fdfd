//! The ranges of the nodes of expressions, from the ranges of their operands.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::graph::register::{Register, operate};
use crate::ranges::range::Range;
use std::collections::HashMap;

/// For each node an interval in which its value lies.
pub(crate) type Ranges = HashMap<Id, Range, FastHash>;

/// The ranges of all nodes, operands before what they are operands of: from those of the operands, narrowed by those
/// that are known. `variable` gives the range of a variable.
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
            Node::Compare(comparison, a, b) => comparison_range(comparison, at(a), at(b)),
            // In `if x < k { a } else { x }` the x of the second branch is at least k.
            Node::Choose(c, a, b) => match arena.get(c) {
                Node::Compare(Comparison::Less, x, k) if x == b => {
                    at(a).or(at(b).and(Range::new(at(k).low, i128::MAX)))
                }
                _ => at(a).or(at(b)),
            },
            Node::Isqrt(a) => root_range(at(a)),
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

/// The range of what an operation makes of values in two ranges, where it has a value.
fn operation_range(op: Op, a: Range, b: Range) -> Range {
    if let Some(value) = a.number().zip(b.number()).and_then(|(x, y)| operate(op, x, y)) {
        return Range::exactly(value);
    }
    let unbounded = |range: Range, high: i128| if range.is_bounded() { high } else { i128::MAX };
    match op {
        Op::Add => a.plus(b),
        Op::Sub => a.minus(b),
        Op::Mul => a.times(b),
        Op::Div => {
            let low = if b.is_bounded() && b.high > 0 { a.low.max(0) / b.high } else { 0 };
            Range::new(low, unbounded(a, a.high.max(0) / b.low.max(1)))
        }
        Op::Rem => match b.number() {
            // Between two multiples of the divisor.
            Some(d) if d > 0 && a.is_bounded() && a.low >= 0 && a.low / d == a.high / d => {
                Range::new(a.low % d, a.high % d)
            }
            _ if a.is_bounded() && 0 <= a.low && a.high < b.low => a,
            _ => Range::new(0, a.high.min(b.high.saturating_sub(1)).max(0)),
        },
        Op::And => Range::new(0, a.high.min(b.high).max(0)),
        Op::Or => Range::new(a.low.max(b.low).max(0), a.all_ones().max(b.all_ones())),
        Op::Xor => Range::new(0, a.all_ones().max(b.all_ones())),
        Op::Shl => match u32::try_from(b.high) {
            Ok(shift) if shift < 120 => Range::new(0, a.times(Range::exactly(1 << shift)).high),
            _ => Range::NATURAL,
        },
        Op::Shr => Range::new(0, unbounded(a, a.high.max(0))),
        Op::Min => Range::new(a.low.min(b.low), a.high.min(b.high)),
        Op::Max => Range::new(a.low.max(b.low), a.high.max(b.high)),
    }
}

/// The range of a comparison of values in two ranges: one number where all of them compare alike.
fn comparison_range(comparison: Comparison, a: Range, b: Range) -> Range {
    let (is_less, is_greater) = (a.is_below(b), b.is_below(a));
    let are_equal = a.number().is_some() && a == b;
    let holds = match comparison {
        Comparison::Less if is_less => Some(true),
        Comparison::Less if b.is_at_most(a) => Some(false),
        Comparison::LessEqual if a.is_at_most(b) => Some(true),
        Comparison::LessEqual if is_greater => Some(false),
        Comparison::Equal if are_equal => Some(true),
        Comparison::Equal if is_less || is_greater => Some(false),
        Comparison::NotEqual if are_equal => Some(false),
        Comparison::NotEqual if is_less || is_greater => Some(true),
        _ => None,
    };
    holds.map_or(Range::new(0, 1), |holds| Range::exactly(holds.into()))
}

/// The range of the integer square roots of values in a range.
fn root_range(a: Range) -> Range {
    let high = if a.is_bounded() { a.high.max(0).isqrt() } else { i128::MAX };
    Range::new(a.low.max(0).isqrt(), high)
}

/// An interval for each step, from those of the variables: at every index that gives variables values in theirs, a step
/// that has a value has one in its interval. What has none, and is not chosen, may be anything.
impl Register for Range {
    fn constant(value: i128) -> Self {
        Self::exactly(value)
    }

    fn none() -> Self {
        Self::ANY
    }

    fn operate(&mut self, op: Op, a: &Self, b: &Self) {
        *self = operation_range(op, *a, *b);
    }

    fn high_bits(&mut self, a: &Self, places: u32) {
        *self = operation_range(Op::Div, *a, Self::exactly(1 << places));
    }

    fn low_bits(&mut self, a: &Self, places: u32) {
        *self = operation_range(Op::Rem, *a, Self::exactly(1 << places));
    }

    fn compare(&mut self, comparison: Comparison, a: &Self, b: &Self) {
        *self = comparison_range(comparison, *a, *b);
    }

    fn choose(&mut self, c: &Self, a: &Self, b: &Self) {
        *self = match c.number() {
            Some(0) => *b,
            _ if c.low > 0 || c.high < 0 => *a,
            _ => a.or(*b),
        };
    }

    fn isqrt(&mut self, a: &Self) {
        *self = root_range(*a);
    }

    fn look_up(&mut self, entries: &[u64], a: &Self) {
        *self = entry_range(entries, *a);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPS: [Op; 12] =
        [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr, Op::Min, Op::Max];
    const COMPARISONS: [Comparison; 4] =
        [Comparison::Less, Comparison::LessEqual, Comparison::Equal, Comparison::NotEqual];

    fn ranges(least: i128, most: i128) -> impl Iterator<Item = Range> + Clone {
        (least..=most).flat_map(move |low| (low..=most).map(move |high| Range::new(low, high)))
    }

    fn assert_in(value: Option<i128>, range: Range, what: &dyn std::fmt::Debug) {
        let is_in = value.is_none_or(|value| range.low <= value && value <= range.high);
        assert!(is_in, "{value:?} is not in {range:?}: {what:?}");
    }

    #[test]
    fn every_value_is_in_the_range_of_its_operands() {
        for (a, b) in ranges(-2, 5).flat_map(|a| ranges(-2, 5).map(move |b| (a, b))) {
            let mut range = Range::none();
            for op in OPS {
                range.operate(op, &a, &b);
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    assert_in(operate(op, x, y), range, &(op, x, y, a, b));
                }
            }
            for comparison in COMPARISONS {
                range.compare(comparison, &a, &b);
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    assert_in(Some(comparison.holds(x, y).into()), range, &(comparison, x, y, a, b));
                }
            }
            for c in ranges(-1, 1) {
                range.choose(&c, &a, &b);
                let chosen = |c| if c != 0 { a } else { b };
                for branch in (c.low..=c.high).map(chosen) {
                    assert_in(Some(branch.low), range, &(c, a, b));
                    assert_in(Some(branch.high), range, &(c, a, b));
                }
            }
        }
        let entries = [7, 1, 5, 3];
        for a in ranges(-2, 40) {
            let mut range = Range::none();
            for x in a.low..=a.high {
                range.isqrt(&a);
                assert_in((x >= 0).then(|| x.isqrt()), range, &(x, a));
                range.high_bits(&a, 2);
                assert_in((x >= 0).then_some(x / 4), range, &(x, a));
                range.low_bits(&a, 2);
                assert_in((x >= 0).then_some(x % 4), range, &(x, a));
                range.look_up(&entries, &a);
                assert_in(usize::try_from(x).ok().and_then(|x| entries.get(x)).map(|&x| x.into()), range, &(x, a));
            }
        }
    }

    #[test]
    fn ranges_of_one_number_make_one_number() {
        let one = Range::exactly;
        let mut range = Range::none();
        for (x, y) in (0..20).flat_map(|x| (1..20).map(move |y| (x, y))) {
            for op in OPS {
                range.operate(op, &one(x), &one(y));
                assert_eq!(range.number(), operate(op, x, y), "{x} {op:?} {y}");
            }
            for comparison in COMPARISONS {
                range.compare(comparison, &one(x), &one(y));
                assert_eq!(range.number(), Some(comparison.holds(x, y).into()), "{x} {comparison:?} {y}");
            }
        }
    }

    #[test]
    fn what_has_no_bound_is_compared_with_nothing() {
        let mut range = Range::none();
        for far in [Range::NATURAL, Range::ANY, Range::exactly(i128::MAX), Range::exactly(i128::MIN)] {
            for comparison in COMPARISONS {
                range.compare(comparison, &far, &far);
                assert_eq!(range, Range::new(0, 1), "{comparison:?} {far:?}");
            }
        }
    }
}
