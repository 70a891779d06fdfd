//! Comparisons in place of divisions, where the dividend is below twice the divisor.
//!
//! A dividend that is larger may have a part whose own quotient is computed anyway, and be small with the remainder in its
//! place: `(p - p / 33) % 33` is `(p % 33 - p / 33 + 33) % 33`, of a value below 66. That is [`REMAINDER_INSIDE`] from right to
//! left.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::graph::program::reachable;
use crate::ranges::nodes::Ranges;
use crate::ranges::range::Range;
use crate::rules::divide::remainder_inside::REMAINDER_INSIDE;
use crate::rules::rule::{Rule, rules};
use std::collections::{BTreeMap, HashMap, HashSet};

rules! {
    COMPARED = "divided once": "x / d = (if x < d { 0 } else { 1 }); x % d = (if x < d { x } else { x - d })" if "x < d + d";
}

/// Twice a divisor must fit 128 bits.
const LARGEST: i128 = i128::MAX / 2;

/// A number by which a variable, a sum or a difference is divided, other than a power of two.
fn divisor(arena: &Arena, id: Id) -> Option<(Op, Id, i128)> {
    let Node::Binary(op @ (Op::Div | Op::Rem), x, d) = arena.get(id) else { return None };
    let number = arena.number(d).filter(|number| number.count_ones() > 1 && *number <= LARGEST)?;
    matches!(arena.get(x), Node::Binary(Op::Add | Op::Sub, ..) | Node::Variable(_)).then_some((op, x, number))
}

/// Whether a node is a remainder of what is below the divisor.
fn is_below(arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> bool {
    let Node::Binary(Op::Rem, x, d) = arena.get(id) else { return false };
    let range = range(x);
    range.low >= 0 && arena.number(d).is_some_and(|number| range.high < number)
}

/// A sum: the coefficient of each node, and a number.
type Sum = (BTreeMap<Id, i128>, i128);

/// Adds a multiple of a node to a sum, as multiples of its summands; `None` where a number leaves 128 bits.
fn add(arena: &Arena, sum: &mut Sum, id: Id, times: i128) -> Option<()> {
    add_some(arena, sum, id, times, &mut { MOST_SUMMANDS })
}

/// The most summands of which a sum is put together.
const MOST_SUMMANDS: usize = 1024;

/// [`add`], as long as `room` is left.
fn add_some(arena: &Arena, sum: &mut Sum, id: Id, times: i128, room: &mut usize) -> Option<()> {
    *room = room.checked_sub(1)?;
    match arena.get(id) {
        Node::Constant(number) => sum.1 = sum.1.checked_add(number.checked_mul(times)?)?,
        Node::Binary(Op::Add, a, b) => {
            add_some(arena, sum, a, times, room)?;
            add_some(arena, sum, b, times, room)?;
        }
        Node::Binary(Op::Sub, a, b) => {
            add_some(arena, sum, a, times, room)?;
            add_some(arena, sum, b, times.checked_neg()?, room)?;
        }
        Node::Binary(Op::Mul, a, b) if arena.number(a).or_else(|| arena.number(b)).is_some() => {
            let (part, number) = match arena.number(a) {
                Some(number) => (b, number),
                None => (a, arena.number(b)?),
            };
            add_some(arena, sum, part, times.checked_mul(number)?, room)?;
        }
        _ => {
            let count = sum.0.entry(id).or_default();
            *count = count.checked_add(times)?;
        }
    }
    Some(())
}

/// A value below 2·d with the same remainder by d as x, and its range. Summands y of x whose quotient by d is one of `nodes`
/// are replaced by their remainders, `y - d·(y / d)`.
fn with_remainders(
    arena: &Arena,
    x: Id,
    d: i128,
    range: &dyn Fn(Id) -> Range,
    nodes: &HashSet<Id, FastHash>,
    at: &dyn Fn(&Id) -> Id,
) -> Option<(Id, Range)> {
    let mut sum = Sum::default();
    add(arena, &mut sum, x, 1)?;
    let quotient = |y: Id| arena.find(&Node::Binary(Op::Div, y, arena.find(&Node::Constant(d))?));
    let mut small_sum = sum.clone();
    let mut values = Range::exactly(sum.1);
    let mut is_changed = false;
    for (&part, &times) in &sum.0 {
        let values_of_part = range(part);
        let is_large = values_of_part.low >= 0 && values_of_part.high >= d;
        let small = quotient(part).filter(|id| times.abs() == 1 && is_large && nodes.contains(id));
        values = match small {
            Some(quotient) => {
                add(arena, &mut small_sum, quotient, times.checked_mul(d)?.checked_neg()?)?;
                is_changed = true;
                values.plus(Range::new(0, d - 1).times(Range::exactly(times)))
            }
            None => values.plus(values_of_part.times(Range::exactly(times))),
        };
    }
    if values.low == Range::ANY.low {
        return None;
    }
    // The multiple of d with which the least value is not below zero.
    let more = -values.low.checked_div_euclid(d)?.checked_mul(d)?;
    let values = values.plus(Range::exactly(more));
    if !is_changed || !values.is_bounded() || values.high >= 2 * d {
        return None;
    }
    small_sum.1 = small_sum.1.checked_add(more)?;
    let number = small_sum.1;
    let part = |(part, times): (Id, i128)| match times {
        1 => at(&part),
        _ => arena.binary(Op::Mul, arena.constant(times), at(&part)),
    };
    let side = |sign: i128| {
        let parts =
            small_sum.0.iter().map(|(&id, &times)| (id, times * sign)).filter(|&(_, times)| times > 0).map(part);
        let number = Some(number * sign).filter(|&number| number > 0).map(|number| arena.constant(number));
        parts.chain(number).reduce(|sum, part| arena.binary(Op::Add, sum, part))
    };
    let sum = match (side(1)?, side(-1)) {
        (positive, Some(negative)) => arena.binary(Op::Sub, positive, negative),
        (positive, None) => positive,
    };
    Some((sum, values))
}

/// Whether there is a division that [`compared`] could replace.
pub(crate) fn may_compare(arena: &Arena, roots: &[Id]) -> bool {
    reachable(arena, roots).into_iter().any(|id| divisor(arena, id).is_some())
}

/// The expressions with comparisons for divisions where the dividend is below twice the divisor, and the rules for that.
/// Notes in `known` the range of every node that takes the place of another.
pub(crate) fn compared(
    arena: &Arena,
    roots: &[Id],
    range: &dyn Fn(Id) -> Range,
    known: &mut Ranges,
) -> (Vec<Id>, Vec<&'static Rule>) {
    let mut has_remainders = false;
    let mut replaced: HashMap<Id, Id, FastHash> = HashMap::default();
    let order = reachable(arena, roots);
    let nodes: HashSet<Id, FastHash> = order.iter().copied().collect();
    for id in order {
        let at = |old: &Id| replaced.get(old).copied().unwrap_or(*old);
        let new = match divisor(arena, id) {
            _ if is_below(arena, id, range) => match arena.get(id) {
                Node::Binary(_, x, _) => at(&x),
                _ => id,
            },
            Some((op, x, d)) if range(x).low >= 0 && range(x).high / 2 < d => {
                let (x, d) = (at(&x), arena.constant(d));
                let below = arena.compare(Comparison::Less, x, d);
                match op {
                    Op::Div => arena.choose(below, arena.constant(0), arena.constant(1)),
                    _ => arena.choose(below, x, arena.binary(Op::Sub, x, d)),
                }
            }
            // A remainder has a value only where x is not below zero.
            Some((Op::Rem, x, d)) => match with_remainders(arena, x, d, range, &nodes, &at) {
                Some((sum, values)) => {
                    has_remainders = true;
                    known.entry(sum).and_modify(|range| *range = range.and(values)).or_insert(values);
                    let d = arena.constant(d);
                    let below = arena.compare(Comparison::Less, sum, d);
                    arena.choose(below, sum, arena.binary(Op::Sub, sum, d))
                }
                None => arena.rebuilt(id, at),
            },
            _ => arena.rebuilt(id, at),
        };
        if new != id {
            let values = known.get(&id).copied().unwrap_or_else(|| range(id));
            known.entry(new).and_modify(|range| *range = range.and(values)).or_insert(values);
        }
        replaced.insert(id, new);
    }
    let rules = if has_remainders { vec![&REMAINDER_INSIDE, &COMPARED] } else { vec![&COMPARED] };
    (roots.iter().map(|root| replaced[root]).collect(), rules)
}

#[cfg(test)]
mod tests {
    use crate::graph::program::{Program, reachable};
    use crate::{Arena, Cost, Engine, Kind, Node, Op};

    #[test]
    fn a_remainder_with_a_part_whose_quotient_is_there_is_a_comparison() {
        for (d, n) in [(3, 9), (5, 25), (7, 49), (7, 50), (33, 1089), (33, 900), (33, 1320), (33, 4000), (65, 65 * 65)]
        {
            for sign in [Op::Add, Op::Sub] {
                let arena = Arena::new();
                let (divisor, extent) = (arena.constant(d), arena.constant(n));
                let p = arena.variable("p", Kind::Index { extent });
                let quotient = arena.binary(Op::Div, p, divisor);
                let column = arena.binary(Op::Rem, arena.binary(sign, p, quotient), divisor);
                for cost in [Cost::Operations, Cost::Cpu, Cost::Gpu] {
                    let form = Engine::with_cost(&arena, cost).simplify(&[], &[quotient, column]);
                    let (given, found) = (Program::new(&arena, &[quotient, column]), Program::new(&arena, &form.roots));
                    for value in 0..n {
                        assert_eq!(found.run(|_| value), given.run(|_| value), "{cost:?} {d} {n} {sign:?} at {value}");
                        let nodes = reachable(&arena, &form.roots);
                        let values = Program::new(&arena, &nodes).run(|_| value);
                        for (id, value) in nodes.into_iter().zip(values) {
                            let range = form.range(id);
                            // A branch that is not taken may have another value than its range says.
                            let is_known = form.may_hoist(id);
                            assert!(!is_known || value.is_some_and(|v| range.low <= v && v <= range.high), "{id:?}");
                        }
                    }
                    let has = |op: Op| {
                        let nodes = reachable(&arena, &form.roots);
                        nodes.into_iter().any(|id| matches!(arena.get(id), Node::Binary(other, ..) if other == op))
                    };
                    // The number of the row has to be small as well.
                    let is_small = (n - 1) / d <= d;
                    assert_eq!(has(Op::Rem), cost == Cost::Operations || !is_small, "{cost:?} {d} {n} {sign:?}");
                }
            }
        }
    }
}
